#include "CGIF.h"

#include <dlfcn.h>
#include <gif_lib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    __typeof__(&DGifOpen) open;
    __typeof__(&DGifCloseFile) close;
    __typeof__(&DGifGetRecordType) record_type;
    __typeof__(&DGifGetImageDesc) image;
    __typeof__(&DGifGetLine) line;
    __typeof__(&DGifGetExtension) extension;
    __typeof__(&DGifGetExtensionNext) extension_next;
    __typeof__(&DGifExtensionToGCB) control;
    __typeof__(&GifErrorString) error;
    int is_complete;
} gif;

static void load(void) {
#ifdef CGIF_LINKED
#define FIND(name, symbol) gif.name = symbol
#else
    // The number is of the interface that gif_lib.h declares.
    void *library = dlopen("libgif.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name, symbol) gif.name = (__typeof__(gif.name))dlsym(library, #symbol)
#endif
    FIND(open, DGifOpen);
    FIND(close, DGifCloseFile);
    FIND(record_type, DGifGetRecordType);
    FIND(image, DGifGetImageDesc);
    FIND(line, DGifGetLine);
    FIND(extension, DGifGetExtension);
    FIND(extension_next, DGifGetExtensionNext);
    FIND(control, DGifExtensionToGCB);
    FIND(error, GifErrorString);
#undef FIND
    gif.is_complete = gif.open && gif.close && gif.record_type && gif.image && gif.line && gif.extension
        && gif.extension_next && gif.control && gif.error;
}

typedef struct {
    CGIF_source next;
    void *owner;
    const uint8_t *bytes;
    size_t left;
    const CGIF_sink *sink;
    size_t memory;
    GifPixelType *indices;
    uint8_t *pixels;
    int transparent;
} decoder;

static int on_read(GifFileType *file, GifByteType *target, int wanted) {
    decoder *state = file->UserData;
    size_t filled = 0;
    while (filled < (size_t)wanted) {
        if (state->left == 0) state->left = state->next(state->owner, &state->bytes);
        if (state->left == 0) break;
        size_t step = (size_t)wanted - filled < state->left ? (size_t)wanted - filled : state->left;
        memcpy(target + filled, state->bytes, step);
        state->bytes += step;
        state->left -= step;
        filled += step;
    }
    return (int)filled;
}

static int read_extension(decoder *state, GifFileType *file) {
    int kind = 0;
    GifByteType *block = NULL;
    if (gif.extension(file, &kind, &block) == GIF_ERROR) return GIF_ERROR;
    GraphicsControlBlock control;
    if (kind == GRAPHICS_EXT_FUNC_CODE && block && gif.control(block[0], block + 1, &control) == GIF_OK) {
        state->transparent = control.TransparentColor;
    }
    while (block) {
        if (gif.extension_next(file, &block) == GIF_ERROR) return GIF_ERROR;
    }
    return GIF_OK;
}

static int give_row(decoder *state, GifFileType *file, const ColorMapObject *colors, GifWord row) {
    GifWord width = file->Image.Width;
    if (gif.line(file, state->indices, width) == GIF_ERROR) return GIF_ERROR;
    uint8_t *pixel = state->pixels;
    for (GifWord column = 0; column < width; column++, pixel += 4) {
        int index = state->indices[column];
        int is_seen = index != state->transparent && colors && index < colors->ColorCount;
        pixel[0] = is_seen ? colors->Colors[index].Red : 0;
        pixel[1] = is_seen ? colors->Colors[index].Green : 0;
        pixel[2] = is_seen ? colors->Colors[index].Blue : 0;
        pixel[3] = is_seen ? 0xFF : 0;
    }
    state->sink->row(
        state->sink->owner, (uint32_t)(file->Image.Top + row), (uint32_t)file->Image.Left, (uint32_t)width, state->pixels);
    return GIF_OK;
}

// GIF89a, appendix E: every eighth row, every eighth from the fourth on, every fourth from the second, every second.
static int give_rows(decoder *state, GifFileType *file) {
    static const GifWord starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    const ColorMapObject *colors = file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap;
    int passes = file->Image.Interlace ? 4 : 1;
    for (int pass = 0; pass < passes; pass++) {
        GifWord start = passes == 1 ? 0 : starts[pass], step = passes == 1 ? 1 : steps[pass];
        for (GifWord row = start; row < file->Image.Height; row += step) {
            if (give_row(state, file, colors, row) == GIF_ERROR) return GIF_ERROR;
        }
    }
    return GIF_OK;
}

static int read_first_frame(decoder *state, GifFileType *file, const char **message) {
    GifRecordType kind = UNDEFINED_RECORD_TYPE;
    while (gif.record_type(file, &kind) == GIF_OK) {
        if (kind == EXTENSION_RECORD_TYPE) {
            if (read_extension(state, file) == GIF_ERROR) break;
        } else if (kind == IMAGE_DESC_RECORD_TYPE) {
            if (gif.image(file) == GIF_ERROR) break;
            size_t width = (size_t)file->Image.Width;
            if (width > state->memory / 8) return CGIF_EXCESSIVE;
            state->indices = malloc(width + 1);
            state->pixels = malloc(width * 4 + 1);
            if (!state->indices || !state->pixels) return CGIF_EXCESSIVE;
            // Browsers enlarge the screen to hold all of the first frame.
            GifWord right = file->Image.Left + file->Image.Width, bottom = file->Image.Top + file->Image.Height;
            state->sink->begin(
                state->sink->owner, (uint32_t)(right > file->SWidth ? right : file->SWidth),
                (uint32_t)(bottom > file->SHeight ? bottom : file->SHeight));
            if (give_rows(state, file) == GIF_OK) return CGIF_SOUND;
            break;
        } else {
            break;
        }
    }
    const char *text = gif.error(file->Error);
    *message = text ? text : "a GIF without a picture";
    return CGIF_CORRUPT;
}

int CGIF_read_rows(CGIF_source source, void *owner, CGIF_sink sink, size_t memory, const char **message) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *message = "";
    if (!gif.is_complete) return CGIF_NO_LIBRARY;
    decoder state = {.next = source, .owner = owner, .sink = &sink, .memory = memory, .transparent = NO_TRANSPARENT_COLOR};
    int error = 0;
    GifFileType *file = gif.open(&state, on_read, &error);
    if (!file) {
        const char *text = gif.error(error);
        if (text) *message = text;
        return CGIF_CORRUPT;
    }
    int verdict = read_first_frame(&state, file, message);
    gif.close(file, &error);
    free(state.indices);
    free(state.pixels);
    return verdict;
}
