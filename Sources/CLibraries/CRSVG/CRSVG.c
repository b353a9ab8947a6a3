#include "CRSVG.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The few functions that are used are declared here, since the headers of GLib, GIO and cairo would be sixty packages for
// those who build. The interfaces are stable: librsvg 2.46, cairo 1.0, GLib 2.0 and fontconfig 2.0 have them.
typedef struct {
    double x, y, width, height;
} rectangle;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} error;

typedef struct {
    int count, room;
    void **fonts;
} font_set;

enum { argb32 = 0, success = 0, unlimited = 1, system_fonts = 0 };

static struct {
    void *(*make)(int flags);
    int (*write)(void *handle, const uint8_t *bytes, size_t length, error **error);
    int (*close)(void *handle, error **error);
    void (*set_dpi)(void *handle, double dpi);
    int (*render)(void *handle, void *cairo, const rectangle *viewport, error **error);
    void (*release)(void *object);
    void (*clear_error)(error **error);
    void *(*surface)(unsigned char *bytes, int format, int width, int height, int stride);
    void (*flush)(void *surface);
    void (*destroy_surface)(void *surface);
    void *(*create)(void *surface);
    void (*scale)(void *cairo, double x, double y);
    int (*status)(void *cairo);
    const char *(*status_text)(int status);
    void (*destroy)(void *cairo);
    void *(*font_configuration)(void);
    const font_set *(*fonts)(void *configuration, int set);
    int is_complete;
} svg;

static void load_all(void) {
    void *rsvg = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void *object = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *fonts = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!rsvg || !cairo || !object || !glib || !fonts) return;
    svg.is_complete = 1;
#define LOAD(library, name, symbol) svg.is_complete &= !!(svg.name = (__typeof__(svg.name))dlsym(library, #symbol))
    LOAD(rsvg, make, rsvg_handle_new_with_flags);
    LOAD(rsvg, write, rsvg_handle_write);
    LOAD(rsvg, close, rsvg_handle_close);
    LOAD(rsvg, set_dpi, rsvg_handle_set_dpi);
    LOAD(rsvg, render, rsvg_handle_render_document);
    LOAD(object, release, g_object_unref);
    LOAD(glib, clear_error, g_clear_error);
    LOAD(cairo, surface, cairo_image_surface_create_for_data);
    LOAD(cairo, flush, cairo_surface_flush);
    LOAD(cairo, destroy_surface, cairo_surface_destroy);
    LOAD(cairo, create, cairo_create);
    LOAD(cairo, scale, cairo_scale);
    LOAD(cairo, status, cairo_status);
    LOAD(cairo, status_text, cairo_status_to_string);
    LOAD(cairo, destroy, cairo_destroy);
    LOAD(fonts, font_configuration, FcConfigGetCurrent);
    LOAD(fonts, fonts, FcConfigGetFonts);
#undef LOAD
}

static int is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_all);
    return svg.is_complete;
}

int CRSVG_prepare_texts(void) {
    if (!is_loaded()) return CRSVG_NO_LIBRARY;
    const font_set *set = svg.fonts(svg.font_configuration(), system_fonts);
    return set && set->count > 0 ? CRSVG_DRAWN : CRSVG_NO_FONT;
}

static int render(void *handle, CRSVG_part part, CRSVG_report *report, error **error) {
    void *surface = svg.surface((unsigned char *)part.pixels, argb32, part.width, part.height, 4 * part.width);
    void *cairo = svg.create(surface);
    svg.scale(cairo, part.x_scale, part.y_scale);
    const rectangle whole = {part.x, part.y, part.whole_width, part.whole_height};
    int verdict = svg.render(handle, cairo, &whole, error) ? CRSVG_DRAWN : CRSVG_CORRUPT;
    int status = svg.status(cairo);
    if (verdict == CRSVG_DRAWN && status != success) {
        snprintf(report->text, sizeof report->text, "%s", svg.status_text(status));
        verdict = CRSVG_EXCESSIVE;
    }
    svg.destroy(cairo);
    svg.flush(surface);
    svg.destroy_surface(surface);
    return verdict;
}

int CRSVG_draw(const uint8_t *document, size_t length, CRSVG_part part, CRSVG_report *report) {
    memset(report, 0, sizeof *report);
    if (!is_loaded()) return CRSVG_NO_LIBRARY;
    // Without a base URL, librsvg reads nothing but what is in the document.
    void *handle = svg.make(part.is_trusted ? unlimited : 0);
    if (!handle) return CRSVG_EXCESSIVE;
    svg.set_dpi(handle, 96);
    error *error = NULL;
    int verdict = CRSVG_CORRUPT;
    if (svg.write(handle, document, length, &error) && svg.close(handle, &error)) verdict = render(handle, part, report, &error);
    if (error) snprintf(report->text, sizeof report->text, "%s", error->message);
    svg.clear_error(&error);
    svg.release(handle);
    return verdict;
}
