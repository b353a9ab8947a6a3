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

static void decode(CPNG_decoder *decoder, size_t memory, uint64_t rows) {
    png_structp png = decoder->png;
    // libpng's own limit is a million per side; the caller has limits of its own.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Other chunks are not interpreted, but their checksums are verified.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_read_fn(png, decoder, on_read);
    png_read_info(png, decoder->info);
    // libpng keeps two more rows, and a pixel has at most 8 bytes.
    if (png_get_image_width(png, decoder->info) > memory / 24) leave(decoder, CPNG_EXCESSIVE, "");
    int passes = png_set_interlace_handling(png);
    uint32_t height = png_get_image_height(png, decoder->info);
    if (height > rows / (unsigned)passes) leave(decoder, CPNG_TOO_MANY_ROWS, "");
    png_read_update_info(png, decoder->info);
    decoder->row = calloc(1, png_get_rowbytes(png, decoder->info));
    if (!decoder->row) leave(decoder, CPNG_EXCESSIVE, "");
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t row = 0; row < height; row++) {
            png_read_row(png, decoder->row, NULL);
            decoder->report->rows++;
        }
    }
    png_read_end(png, NULL);
}

// setjmp is in a function of its own, since a longjmp leaves changed local variables of its function
// undefined (C11, 7.13.2.1).
static void try_to_decode(CPNG_decoder *decoder, size_t memory, uint64_t rows) {
    if (setjmp(decoder->landing)) return;
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
    decoder->info = decoder->png ? png_create_info_struct(decoder->png) : NULL;
    if (!decoder->info) leave(decoder, CPNG_EXCESSIVE, "out of memory");
    decode(decoder, memory, rows);
}

int CPNG_decode(CPNG_source source, void *owner, size_t memory, uint64_t rows, CPNG_report *report) {
    CPNG_decoder decoder;
    memset(&decoder, 0, sizeof decoder);
    decoder.next = source;
    decoder.owner = owner;
    decoder.report = report;
    memset(report, 0, sizeof *report);
    try_to_decode(&decoder, memory, rows);
    if (decoder.png) png_destroy_read_struct(&decoder.png, &decoder.info, NULL);
    free(decoder.row);
    return decoder.verdict;
}
