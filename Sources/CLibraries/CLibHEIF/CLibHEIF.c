#define _GNU_SOURCE
#include "CLibHEIF.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <pthread.h>
#include <sched.h>
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
    __typeof__(&heif_image_get_colorspace) colorspace;
    __typeof__(&heif_image_get_bits_per_pixel_range) bits;
    __typeof__(&heif_image_get_nclx_color_profile) nclx;
    __typeof__(&heif_image_handle_get_nclx_color_profile) handle_nclx;
    __typeof__(&heif_nclx_color_profile_free) free_nclx;
    int is_complete;
} heif;

static void load(void) {
    heif.is_complete = 1;
#ifdef CLIBHEIF_LINKED
#define LOAD(name, symbol) heif.name = symbol
#else
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    heif.is_complete = !!library;
    if (!library) return;
#define LOAD(name, symbol) heif.is_complete &= !!(heif.name = (__typeof__(heif.name))dlsym(library, #symbol))
#endif
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
    LOAD(colorspace, heif_image_get_colorspace);
    LOAD(bits, heif_image_get_bits_per_pixel_range);
    LOAD(nclx, heif_image_get_nclx_color_profile);
    LOAD(handle_nclx, heif_image_handle_get_nclx_color_profile);
    LOAD(free_nclx, heif_nclx_color_profile_free);
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
    // Older versions of libheif report the first.
    if (error.subcode == heif_suberror_Unsupported_codec || error.code == heif_error_Plugin_loading_error) return CLIBHEIF_NO_CODEC;
    // A sequence may have a track alone, which is not decoded.
    int is_sequence = error.subcode == heif_suberror_No_meta_box || error.subcode == heif_suberror_No_pitm_box;
    int is_unreadable = is_sequence || error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature;
    return is_unreadable ? CLIBHEIF_UNREADABLE : CLIBHEIF_CORRUPT;
}

// Unspecified colors (2) are those of sRGB, and so are the curves of television, as in Chromium 156: encoders name them for pictures
// of screens.
static size_t name_colors(const struct heif_image_handle *handle, uint8_t *names) {
    struct heif_color_profile_nclx *colors = NULL;
    if (heif.handle_nclx(handle, &colors).code != heif_error_Ok) return 0;
    int primaries = colors->color_primaries, transfer = colors->transfer_characteristics;
    heif.free_nclx(colors);
    int is_usual = transfer <= 2 || transfer == 6 || transfer == 14 || transfer == 15;
    names[0] = (uint8_t)(primaries == 2 ? 1 : primaries);
    names[1] = (uint8_t)(is_usual ? 13 : transfer);
    return 2;
}

static void begin(const struct heif_image_handle *handle, const CLibHEIF_sink *sink, int width, int height, int is_gray, int has_alpha) {
    size_t length = heif.profile_size(handle);
    // The header of a profile has 128 bytes (ICC.1:2022, 7.2). Two bytes would be taken for code points.
    uint8_t names[2], *profile = length >= 128 ? malloc(length) : NULL;
    if (!profile || heif.profile(handle, profile).code != heif_error_Ok) length = 0;
    const uint8_t *given = length ? profile : names;
    if (!length) length = name_colors(handle, names);
    int is_premultiplied = has_alpha && heif.is_premultiplied(handle);
    sink->begin(sink->owner, (uint32_t)width, (uint32_t)height, is_gray, is_premultiplied, given, length);
    free(profile);
}

// libheif takes gray as it is. In the limited range black is 16 and white 235 (ITU-T H.273, 8.3).
static int has_limited_range(const struct heif_image *image) {
    struct heif_color_profile_nclx *colors = NULL;
    if (heif.nclx(image, &colors).code != heif_error_Ok) return 0;
    int is_limited = !colors->full_range_flag;
    heif.free_nclx(colors);
    return is_limited;
}

static uint8_t expanded(uint8_t gray) {
    int value = ((gray - 16) * 255 + 109) / 219;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// A row of a channel, in 8 bits, into every fourth byte. Returns 0 if there is no such channel.
static int copy_channel(const struct heif_image *image, enum heif_channel channel, int row, int width, uint8_t *line) {
    int stride = 0, bits = heif.bits(image, channel);
    const uint8_t *plane = heif.plane(image, channel, &stride);
    if (!plane || bits < 8 || bits > 16) return 0;
    const uint8_t *samples = plane + (size_t)row * (size_t)stride;
    for (int x = 0; x < width; x++) line[4 * x] = bits == 8 ? samples[x] : (uint8_t)(((const uint16_t *)(const void *)samples)[x] >> (bits - 8));
    return 1;
}

static int copy_gray(const struct heif_image *image, int row, int width, int is_limited, uint8_t *line) {
    if (!copy_channel(image, heif_channel_Y, row, width, line)) return 0;
    for (int x = 0; x < width; x++) memset(line + 4 * x, is_limited ? expanded(line[4 * x]) : line[4 * x], 3);
    return 1;
}

static int copy_colors(const struct heif_image *image, int row, int width, int has_alpha, uint8_t *line) {
    int stride = 0;
    const uint8_t *plane = heif.plane(image, heif_channel_interleaved, &stride);
    if (!plane) return 0;
    const uint8_t *pixel = plane + (size_t)row * (size_t)stride;
    if (has_alpha) memcpy(line, pixel, 4 * (size_t)width);
    else for (int x = 0; x < width; x++) memcpy(line + 4 * x, pixel + 3 * x, 3);
    return 1;
}

static int give_rows(const struct heif_image_handle *handle, const struct heif_image *image, const CLibHEIF_sink *sink, int has_alpha) {
    int is_gray = heif.colorspace(image) == heif_colorspace_monochrome, is_limited = is_gray && has_limited_range(image);
    int width = heif.image_width(image), height = heif.image_height(image), verdict = CLIBHEIF_SOUND;
    if (width <= 0 || height <= 0) return CLIBHEIF_CORRUPT;
    uint8_t *line = malloc((size_t)width * 4);
    if (!line) return CLIBHEIF_EXCESSIVE;
    memset(line, 0xFF, (size_t)width * 4);
    begin(handle, sink, width, height, is_gray, has_alpha);
    for (int row = 0; row < height && verdict == CLIBHEIF_SOUND; row++) {
        int is_whole = is_gray ? copy_gray(image, row, width, is_limited, line) : copy_colors(image, row, width, has_alpha, line);
        if (is_gray && has_alpha) is_whole &= copy_channel(image, heif_channel_Alpha, row, width, line + 3);
        if (is_whole) sink->row(sink->owner, (uint32_t)row, line);
        else verdict = CLIBHEIF_CORRUPT;
    }
    free(line);
    return verdict;
}

static int decode(
    const struct heif_image_handle *handle, const CLibHEIF_sink *sink, int is_gray, uint64_t pixels, CLibHEIF_report *report) {
    if ((uint64_t)heif.width(handle) * (uint64_t)heif.height(handle) > pixels) return CLIBHEIF_EXCESSIVE;
    struct heif_decoding_options *options = heif.options();
    if (!options) return CLIBHEIF_EXCESSIVE;
    // Otherwise tiles that cannot be decoded are left black.
    if (options->version >= 3) options->strict_decoding = 1;
    if (options->version >= 2) options->convert_hdr_to_8bit = 1;
    int has_alpha = heif.has_alpha(handle);
    struct heif_image *image = NULL;
    enum heif_chroma chroma = has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    int verdict = is_gray
        ? verdict_of(heif.decode(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, options), report)
        : CLIBHEIF_SOUND;
    if (image && heif.colorspace(image) != heif_colorspace_monochrome) {
        // The header is wrong.
        heif.release_image(image);
        image = NULL;
    }
    if (verdict == CLIBHEIF_SOUND && !image) verdict = verdict_of(heif.decode(handle, &image, heif_colorspace_RGB, chroma, options), report);
    heif.free_options(options);
    if (verdict == CLIBHEIF_SOUND) verdict = give_rows(handle, image, sink, has_alpha);
    if (image) heif.release_image(image);
    return verdict;
}

/// dav1d starts a thread for each processor that this one may use. They would need more memory than the picture may have.
static int decode_in_this_thread(
    const struct heif_image_handle *handle, const CLibHEIF_sink *sink, int is_gray, uint64_t pixels, CLibHEIF_report *report) {
    cpu_set_t all, one;
    int processor = sched_getcpu();
    CPU_ZERO(&one);
    if (processor >= 0) CPU_SET(processor, &one);
    int is_bound = sched_getaffinity(0, sizeof all, &all) == 0 && sched_setaffinity(0, sizeof one, &one) == 0;
    int verdict = decode(handle, sink, is_gray, pixels, report);
    if (is_bound) sched_setaffinity(0, sizeof all, &all);
    return verdict;
}

int CLibHEIF_read_rows(
    CLibHEIF_source source, void *owner, uint64_t length, CLibHEIF_sink sink, int is_gray, uint64_t pixels, CLibHEIF_report *report) {
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
    if (verdict == CLIBHEIF_SOUND) verdict = decode_in_this_thread(handle, &sink, is_gray, pixels, report);
    if (handle) heif.release_handle(handle);
    heif.free(context);
    return verdict;
}
