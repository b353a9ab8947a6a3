#include "CRSVG.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The few functions that are used are declared here, since the headers of GLib, GIO and cairo would be sixty packages for
// those who build. The interfaces are stable: librsvg 2.46, cairo 1.0 and GLib 2.0 have them.
typedef struct {
    double x, y, width, height;
} rectangle;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} error;

enum { argb32 = 0, success = 0 };

static struct {
    void *(*open)(const uint8_t *bytes, size_t length, error **error);
    void (*set_dpi)(void *handle, double dpi);
    int (*render)(void *handle, void *cairo, const rectangle *viewport, error **error);
    void (*release)(void *object);
    void (*free_error)(error *error);
    void *(*surface)(unsigned char *bytes, int format, int width, int height, int stride);
    void (*flush)(void *surface);
    void (*destroy_surface)(void *surface);
    void *(*create)(void *surface);
    void (*scale)(void *cairo, double x, double y);
    int (*status)(void *cairo);
    void (*destroy)(void *cairo);
    int is_complete;
} svg;

static void load(void) {
    void *rsvg = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void *object = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!rsvg || !cairo || !object || !glib) return;
    svg.is_complete = 1;
#define LOAD(library, name, symbol) svg.is_complete &= !!(svg.name = (__typeof__(svg.name))dlsym(library, #symbol))
    LOAD(rsvg, open, rsvg_handle_new_from_data);
    LOAD(rsvg, set_dpi, rsvg_handle_set_dpi);
    LOAD(rsvg, render, rsvg_handle_render_document);
    LOAD(object, release, g_object_unref);
    LOAD(glib, free_error, g_error_free);
    LOAD(cairo, surface, cairo_image_surface_create_for_data);
    LOAD(cairo, flush, cairo_surface_flush);
    LOAD(cairo, destroy_surface, cairo_surface_destroy);
    LOAD(cairo, create, cairo_create);
    LOAD(cairo, scale, cairo_scale);
    LOAD(cairo, status, cairo_status);
    LOAD(cairo, destroy, cairo_destroy);
#undef LOAD
}

static int refuse(error *error, CRSVG_report *report) {
    snprintf(report->text, sizeof report->text, "%s", error && error->message ? error->message : "it cannot be drawn");
    if (error) svg.free_error(error);
    return CRSVG_CORRUPT;
}

// cairo has words of alpha, red, green and blue.
static void reorder(uint8_t *pixels, size_t count) {
    for (size_t index = 0; index < count; index++, pixels += 4) {
        uint32_t word;
        memcpy(&word, pixels, 4);
        pixels[0] = (uint8_t)(word >> 16);
        pixels[1] = (uint8_t)(word >> 8);
        pixels[2] = (uint8_t)word;
        pixels[3] = (uint8_t)(word >> 24);
    }
}

int CRSVG_draw(
    const uint8_t *document, size_t length, double width, double height, int columns, int rows, uint8_t *pixels,
    CRSVG_report *report) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    memset(report, 0, sizeof *report);
    if (!svg.is_complete) return CRSVG_NO_LIBRARY;
    error *error = NULL;
    // Without a base URL, librsvg reads nothing but what is in the document.
    void *handle = svg.open(document, length, &error);
    if (!handle) return refuse(error, report);
    svg.set_dpi(handle, 96);
    memset(pixels, 0, (size_t)columns * (size_t)rows * 4);
    void *surface = svg.surface(pixels, argb32, columns, rows, 4 * columns);
    void *cairo = svg.create(surface);
    svg.scale(cairo, columns / width, rows / height);
    const rectangle viewport = {0, 0, width, height};
    int verdict = svg.render(handle, cairo, &viewport, &error) ? CRSVG_SOUND : refuse(error, report);
    if (verdict == CRSVG_SOUND && svg.status(cairo) != success) verdict = CRSVG_EXCESSIVE;
    svg.destroy(cairo);
    svg.flush(surface);
    svg.destroy_surface(surface);
    svg.release(handle);
    if (verdict == CRSVG_SOUND) reorder(pixels, (size_t)columns * (size_t)rows);
    return verdict;
}
