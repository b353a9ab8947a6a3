#include "CPNGDecoder.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    png_structp png;
    png_infop info;
    png_bytep row;
    jmp_buf landing;
    CPNG_source next;
    void *owner;
    const uint8_t *bytes;
    size_t left;
    CPNG_report *report;
    size_t memory;
    uint64_t rows;
    const CPNG_sink *sink;  // NULL if the pixels are discarded
    int verdict;
} CPNG_decoder;

static void leave(CPNG_decoder *decoder, int verdict, const char *text) {
    snprintf(decoder->report->message, sizeof decoder->report->message, "%s", text);
    decoder->verdict = verdict;
    longjmp(decoder->landing, 1);
}

static void on_error(png_structp png, png_const_charp text) {
    leave(png_get_error_ptr(png), CPNG_CORRUPT, text);
}

// libpng only warns of a wrong checksum of the pixels' zlib stream. Data behind the last pixel does no harm.
static void on_warning(png_structp png, png_const_charp text) {
    if (strstr(text, "IDAT") && !strstr(text, "Extra") && !strstr(text, "Too much")) on_error(png, text);
}

static void on_read(png_structp png, png_bytep target, size_t count) {
    CPNG_decoder *decoder = png_get_io_ptr(png);
    while (count > 0) {
        if (decoder->left == 0) decoder->left = decoder->next(decoder->owner, &decoder->bytes);
        if (decoder->left == 0) leave(decoder, CPNG_ENDS_EARLY, "");
        size_t step = count < decoder->left ? count : decoder->left;
        memcpy(target, decoder->bytes, step);
        decoder->bytes += step;
        decoder->left -= step;
        target += step;
        count -= step;
    }
}

// Reads up to the first pixels. Checks all limits but the number of rows.
static void read_header(CPNG_decoder *decoder) {
    png_structp png = decoder->png;
    // libpng's own limit is a million per side; the caller has limits of its own.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Other chunks are not interpreted, but their checksums are verified.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    if (decoder->sink) {
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep)"iCCP", 1);
        // libpng interprets it from 1.6.45 on.
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep)"cICP", 1);
    }
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_read_fn(png, decoder, on_read);
    png_read_info(png, decoder->info);
    // libpng keeps two more rows, and a pixel has at most 8 bytes.
    if (png_get_image_width(png, decoder->info) > decoder->memory / 24) leave(decoder, CPNG_EXCESSIVE, "");
}

static void make_row(CPNG_decoder *decoder) {
    png_read_update_info(decoder->png, decoder->info);
    decoder->row = calloc(1, png_get_rowbytes(decoder->png, decoder->info));
    if (!decoder->row) leave(decoder, CPNG_EXCESSIVE, "");
}

static void decode(CPNG_decoder *decoder) {
    png_structp png = decoder->png;
    int passes = png_set_interlace_handling(png);
    uint32_t height = png_get_image_height(png, decoder->info);
    if (height > decoder->rows / (unsigned)passes) leave(decoder, CPNG_TOO_MANY_ROWS, "");
    make_row(decoder);
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t row = 0; row < height; row++) {
            png_read_row(png, decoder->row, NULL);
            decoder->report->rows++;
        }
    }
    png_read_end(png, NULL);
}

static void give_row(CPNG_decoder *decoder, uint32_t row, uint32_t first, uint32_t step, uint32_t count) {
    png_read_row(decoder->png, decoder->row, NULL);
    decoder->report->rows++;
    decoder->sink->row(decoder->sink->owner, row, first, step, count, decoder->row);
}

// Without its interlace handling, libpng gives the rows of each pass as they are stored.
static void give_passes(CPNG_decoder *decoder, uint32_t width, uint32_t height) {
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
        uint32_t columns = PNG_PASS_COLS(width, pass), rows = PNG_PASS_ROWS(height, pass);
        if (columns == 0) continue;
        for (uint32_t row = 0; row < rows; row++) {
            give_row(decoder, PNG_ROW_FROM_PASS_ROW(row, pass), PNG_PASS_START_COL(pass), 1u << PNG_PASS_COL_SHIFT(pass), columns);
        }
    }
}

// PNG, third edition, 11.3.2.6: cICP goes before iCCP. Chromium 156 ignores one of unspecified colors (2) or of a limited range.
static const uint8_t *find_profile(png_structp png, png_infop info, size_t *length) {
    png_unknown_chunkp chunks = NULL;
    int count = png_get_unknown_chunks(png, info, &chunks);
    const uint8_t *names = count > 0 && chunks[0].size == 4 ? chunks[0].data : NULL;
    *length = 2;
    if (names && names[0] != 2 && names[1] != 2 && names[2] == 0 && names[3] == 1) return names;
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 profile_length = 0;
    int method = 0;
    if (!png_get_iCCP(png, info, &name, &method, &profile, &profile_length)) profile = NULL;
    *length = profile ? profile_length : 0;
    return profile;
}

static void read_rows(CPNG_decoder *decoder) {
    png_structp png = decoder->png;
    png_infop info = decoder->info;
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    int is_gray = !(png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR);
    int is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    if (height > decoder->rows / (is_interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1)) leave(decoder, CPNG_TOO_MANY_ROWS, "");
    size_t profile_length = 0;
    const uint8_t *profile = find_profile(png, info, &profile_length);
    png_set_scale_16(png);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    make_row(decoder);
    decoder->sink->begin(decoder->sink->owner, width, height, is_gray, profile, profile_length);
    if (is_interlaced) {
        give_passes(decoder, width, height);
    } else {
        for (uint32_t row = 0; row < height; row++) give_row(decoder, row, 0, 1, width);
    }
}

// setjmp is in a function of its own, since a longjmp leaves changed local variables of its function
// undefined (C11, 7.13.2.1).
static void try_to_decode(CPNG_decoder *decoder) {
    if (setjmp(decoder->landing)) return;
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
    decoder->info = decoder->png ? png_create_info_struct(decoder->png) : NULL;
    if (!decoder->info) leave(decoder, CPNG_EXCESSIVE, "out of memory");
    read_header(decoder);
    if (decoder->sink) read_rows(decoder);
    else decode(decoder);
}

static int run(CPNG_decoder *decoder) {
    memset(decoder->report, 0, sizeof *decoder->report);
    try_to_decode(decoder);
    if (decoder->png) png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder->row);
    return decoder->verdict;
}

int CPNG_decode(CPNG_source source, void *owner, size_t memory, uint64_t rows, CPNG_report *report) {
    CPNG_decoder decoder = {.next = source, .owner = owner, .memory = memory, .rows = rows, .report = report};
    return run(&decoder);
}

int CPNG_read_rows(CPNG_source source, void *owner, CPNG_sink sink, size_t memory, uint64_t rows, CPNG_report *report) {
    CPNG_decoder decoder = {.next = source, .owner = owner, .memory = memory, .rows = rows, .report = report, .sink = &sink};
    return run(&decoder);
}
