#include "CCairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The declarations are of interfaces that do not change while the numbers in the libraries' names do not. The packages with
// the headers bring some eighty others.
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo cairo_t;
typedef struct rsvg_handle RsvgHandle;
typedef struct {
    double x, y, width, height;
} RsvgRectangle;
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef struct {
    int count, room;
    void **fonts;
} FcFontSet;

enum { CAIRO_FORMAT_RGB24 = 1, RSVG_HANDLE_FLAG_UNLIMITED = 1, FC_SET_SYSTEM = 0 };

static struct {
    RsvgHandle *(*make)(int flags);
    int (*add)(RsvgHandle *, const uint8_t *, size_t, GError **);
    int (*end)(RsvgHandle *, GError **);
    int (*render)(RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **);
    void (*release)(void *);
    void (*clear)(GError **);
    cairo_surface_t *(*surface)(unsigned char *, int format, int width, int height, int stride);
    void (*flush)(cairo_surface_t *);
    void (*release_surface)(cairo_surface_t *);
    cairo_t *(*context)(cairo_surface_t *);
    int (*status)(cairo_t *);
    const char *(*status_text)(int);
    void (*release_context)(cairo_t *);
    int verdict;
} rsvg = {.verdict = CCAIRO_NO_LIBRARY};

static void *function(void *library, const char *name, int *is_complete) {
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) *is_complete = 0;
    return found;
}

static int has_font(void *library, int *is_complete) {
    void *(*configuration)(void) = function(library, "FcConfigGetCurrent", is_complete);
    FcFontSet *(*fonts)(void *, int) = function(library, "FcConfigGetFonts", is_complete);
    if (!*is_complete) return 0;
    const FcFontSet *set = fonts(configuration(), FC_SET_SYSTEM);
    return set && set->count > 0;
}

static void load(void) {
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void *objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *fonts = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
    int is_complete = 1;
    rsvg.make = function(library, "rsvg_handle_new_with_flags", &is_complete);
    rsvg.add = function(library, "rsvg_handle_write", &is_complete);
    rsvg.end = function(library, "rsvg_handle_close", &is_complete);
    rsvg.render = function(library, "rsvg_handle_render_document", &is_complete);
    rsvg.release = function(objects, "g_object_unref", &is_complete);
    rsvg.clear = function(glib, "g_clear_error", &is_complete);
    rsvg.surface = function(cairo, "cairo_image_surface_create_for_data", &is_complete);
    rsvg.flush = function(cairo, "cairo_surface_flush", &is_complete);
    rsvg.release_surface = function(cairo, "cairo_surface_destroy", &is_complete);
    rsvg.context = function(cairo, "cairo_create", &is_complete);
    rsvg.status = function(cairo, "cairo_status", &is_complete);
    rsvg.status_text = function(cairo, "cairo_status_to_string", &is_complete);
    rsvg.release_context = function(cairo, "cairo_destroy", &is_complete);
    int is_font_there = has_font(fonts, &is_complete);
    if (is_complete) rsvg.verdict = is_font_there ? CCAIRO_DRAWN : CCAIRO_NO_FONT;
}

int CCairo_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return rsvg.verdict;
}

static int render(RsvgHandle *handle, CCairo_tile tile, char *message, size_t room, GError **error) {
    cairo_surface_t *surface = rsvg.surface((unsigned char *)tile.pixels, CAIRO_FORMAT_RGB24, tile.width, tile.height, tile.width * 4);
    cairo_t *context = rsvg.context(surface);
    RsvgRectangle whole = {-tile.left, -tile.top, tile.whole_width, tile.whole_height};
    int is_drawn = rsvg.render(handle, context, &whole, error);
    int status = rsvg.status(context);
    if (is_drawn && status != 0) snprintf(message, room, "%s", rsvg.status_text(status));
    rsvg.release_context(context);
    rsvg.flush(surface);
    rsvg.release_surface(surface);
    return is_drawn && status == 0;
}

int CCairo_draw(const uint8_t *document, size_t length, CCairo_tile tile, char *message, size_t room) {
    int verdict = CCairo_prepare();
    if (verdict != CCAIRO_DRAWN) return verdict;
    RsvgHandle *handle = rsvg.make(RSVG_HANDLE_FLAG_UNLIMITED);
    if (!handle) return CCAIRO_BROKEN;
    GError *error = NULL;
    int is_drawn = rsvg.add(handle, document, length, &error) && rsvg.end(handle, &error) && render(handle, tile, message, room, &error);
    if (error) snprintf(message, room, "%s", error->message);
    rsvg.clear(&error);
    rsvg.release(handle);
    return is_drawn ? CCAIRO_DRAWN : CCAIRO_BROKEN;
}
