#include "CLibHEIF.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    __typeof__(&heif_context_alloc) alloc;
    __typeof__(&heif_context_free) free;
    __typeof__(&heif_context_set_max_decoding_threads) set_threads;
    __typeof__(&heif_context_read_from_reader) read;
    __typeof__(&heif_context_get_primary_image_handle) primary;
    __typeof__(&heif_image_handle_release) release_handle;
    __typeof__(&heif_image_handle_get_width) width;
    __typeof__(&heif_image_handle_get_height) height;
    __typeof__(&heif_image_handle_has_alpha_channel) has_alpha;
    __typeof__(&heif_image_handle_is_premultiplied_alpha) is_premultiplied;
    __typeof__(&heif_image_handle_get_raw_color_profile_size) profile_size;
    __typeof__(&heif_image_handle_get_raw_color_profile) profile;
    __typeof__(&heif_decoding_options_alloc) options;
    __typeof__(&heif_decoding_options_free) free_options;
    __typeof__(&heif_decode_image) decode;
    __typeof__(&heif_image_release) release_image;
    __typeof__(&heif_image_get_primary_width) image_width;
    __typeof__(&heif_image_get_primary_height) image_height;
    __typeof__(&heif_image_get_plane_readonly) plane;
    int is_complete;
} heif;

static void load(void) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    heif.is_complete = 1;
#define LOAD(name, symbol) heif.is_complete &= !!(heif.name = (__typeof__(heif.name))dlsym(library, #symbol))
    LOAD(alloc, heif_context_alloc);
    LOAD(free, heif_context_free);
    LOAD(set_threads, heif_context_set_max_decoding_threads);
    LOAD(read, heif_context_read_from_reader);
    LOAD(primary, heif_context_get_primary_image_handle);
    LOAD(release_handle, heif_image_handle_release);
    LOAD(width, heif_image_handle_get_width);
    LOAD(height, heif_image_handle_get_height);
    LOAD(has_alpha, heif_image_handle_has_alpha_channel);
    LOAD(is_premultiplied, heif_image_handle_is_premultiplied_alpha);
    LOAD(profile_size, heif_image_handle_get_raw_color_profile_size);
    LOAD(profile, heif_image_handle_get_raw_color_profile);
    LOAD(options, heif_decoding_options_alloc);
    LOAD(free_options, heif_decoding_options_free);
    LOAD(decode, heif_decode_image);
    LOAD(release_image, heif_image_release);
    LOAD(image_width, heif_image_get_primary_width);
    LOAD(image_height, heif_image_get_primary_height);
    LOAD(plane, heif_image_get_plane_readonly);
#undef LOAD
}

typedef struct {
    CLibHEIF_source source;
    void *owner;
    uint64_t position;
    uint64_t length;
    CLibHEIF_report *report;
} reader;

static int64_t on_position(void *owner) { return (int64_t)((reader *)owner)->position; }

static int on_read(void *bytes, size_t count, void *owner) {
    reader *state = owner;
    size_t read = state->source(state->owner, state->position, bytes, count);
    state->position += read;
    return read == count ? 0 : -1;
}

static int on_seek(int64_t position, void *owner) {
    if (position < 0) return -1;
    ((reader *)owner)->position = (uint64_t)position;
    return 0;
}

static enum heif_reader_grow_status on_wait(int64_t size, void *owner) {
    int is_there = size <= (int64_t)((reader *)owner)->length;
    return is_there ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof;
}

static int verdict_of(struct heif_error error, CLibHEIF_report *report) {
    if (error.code == heif_error_Ok) return CLIBHEIF_SOUND;
    snprintf(report->text, sizeof report->text, "%s", error.message ? error.message : "");
    report->text[strcspn(report->text, "\n")] = 0;
    if (error.subcode == heif_suberror_Security_limit_exceeded) return CLIBHEIF_EXCESSIVE;
    if (error.subcode == heif_suberror_End_of_data) return CLIBHEIF_ENDS_EARLY;
    // A sequence may have a track alone, which is not decoded.
    int is_sequence = error.subcode == heif_suberror_No_meta_box || error.subcode == heif_suberror_No_pitm_box;
    int is_unreadable = is_sequence || error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature;
    return is_unreadable ? CLIBHEIF_UNREADABLE : CLIBHEIF_CORRUPT;
}

static void begin(const struct heif_image_handle *handle, const CLibHEIF_sink *sink, int width, int height, int has_alpha) {
    size_t length = heif.profile_size(handle);
    uint8_t *profile = length ? malloc(length) : NULL;
    if (!profile || heif.profile(handle, profile).code != heif_error_Ok) length = 0;
    int is_premultiplied = has_alpha && heif.is_premultiplied(handle);
    sink->begin(sink->owner, (uint32_t)width, (uint32_t)height, is_premultiplied, profile, length);
    free(profile);
}

static int give_rows(const struct heif_image_handle *handle, const struct heif_image *image, const CLibHEIF_sink *sink, int has_alpha) {
    int width = heif.image_width(image), height = heif.image_height(image), stride = 0;
    const uint8_t *plane = heif.plane(image, heif_channel_interleaved, &stride);
    if (!plane || width <= 0 || height <= 0) return CLIBHEIF_CORRUPT;
    uint8_t *line = malloc((size_t)width * 4);
    if (!line) return CLIBHEIF_EXCESSIVE;
    begin(handle, sink, width, height, has_alpha);
    for (int row = 0; row < height; row++) {
        const uint8_t *pixel = plane + (size_t)row * (size_t)stride;
        if (has_alpha) {
            sink->row(sink->owner, (uint32_t)row, pixel);
            continue;
        }
        for (int x = 0; x < width; x++, pixel += 3) {
            memcpy(line + 4 * (size_t)x, pixel, 3);
            line[4 * (size_t)x + 3] = 0xFF;
        }
        sink->row(sink->owner, (uint32_t)row, line);
    }
    free(line);
    return CLIBHEIF_SOUND;
}

static int decode(const struct heif_image_handle *handle, const CLibHEIF_sink *sink, uint64_t pixels, CLibHEIF_report *report) {
    if ((uint64_t)heif.width(handle) * (uint64_t)heif.height(handle) > pixels) return CLIBHEIF_EXCESSIVE;
    struct heif_decoding_options *options = heif.options();
    if (!options) return CLIBHEIF_EXCESSIVE;
    // Otherwise tiles that cannot be decoded are left black.
    if (options->version >= 3) options->strict_decoding = 1;
    if (options->version >= 2) options->convert_hdr_to_8bit = 1;
    int has_alpha = heif.has_alpha(handle);
    struct heif_image *image = NULL;
    enum heif_chroma chroma = has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    int verdict = verdict_of(heif.decode(handle, &image, heif_colorspace_RGB, chroma, options), report);
    heif.free_options(options);
    if (verdict == CLIBHEIF_SOUND) verdict = give_rows(handle, image, sink, has_alpha);
    if (image) heif.release_image(image);
    return verdict;
}

int CLibHEIF_read_rows(
    CLibHEIF_source source, void *owner, uint64_t length, CLibHEIF_sink sink, uint64_t pixels, CLibHEIF_report *report) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    memset(report, 0, sizeof *report);
    if (!heif.is_complete) return CLIBHEIF_NO_LIBRARY;
    static const struct heif_reader calls = {
        .reader_api_version = 1, .get_position = on_position, .read = on_read, .seek = on_seek, .wait_for_file_size = on_wait};
    reader state = {.source = source, .owner = owner, .length = length, .report = report};
    struct heif_context *context = heif.alloc();
    if (!context) return CLIBHEIF_EXCESSIVE;
    // Tiles are decoded one after the other in this thread.
    heif.set_threads(context, 0);
    int verdict = verdict_of(heif.read(context, &calls, &state, NULL), report);
    struct heif_image_handle *handle = NULL;
    if (verdict == CLIBHEIF_SOUND) verdict = verdict_of(heif.primary(context, &handle), report);
    if (verdict == CLIBHEIF_SOUND) verdict = decode(handle, &sink, pixels, report);
    if (handle) heif.release_handle(handle);
    heif.free(context);
    return verdict;
}
