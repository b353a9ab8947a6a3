#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct CPNG_reader {
    png_structp png;
    png_infop info;
    jmp_buf landing;
    int has_header;
    char message[128];
};

static void on_error(png_structp png, png_const_charp text) {
    CPNG_reader *reader = png_get_error_ptr(png);
    snprintf(reader->message, sizeof reader->message, "%s", text);
    longjmp(reader->landing, 1);
}

// Warnings concern colors and texts, which are not used here.
static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void on_header(png_structp png, png_infop info) {
    (void)info;
    CPNG_reader *reader = png_get_progressive_ptr(png);
    reader->has_header = 1;
}

static void release(CPNG_reader *reader) {
    if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
    reader->png = NULL;
    reader->info = NULL;
}

CPNG_reader *CPNG_create(void) {
    return calloc(1, sizeof(CPNG_reader));
}

void CPNG_destroy(CPNG_reader *reader) {
    if (!reader) return;
    release(reader);
    free(reader);
}

int CPNG_begin(CPNG_reader *reader) {
    release(reader);
    reader->has_header = 0;
    reader->message[0] = 0;
    if (setjmp(reader->landing)) return CPNG_NO_MEMORY;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
    if (!reader->png) return CPNG_NO_MEMORY;
    reader->info = png_create_info_struct(reader->png);
    if (!reader->info) return CPNG_NO_MEMORY;
    // libpng's own limit is a million per side; the caller has limits of its own.
    png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_progressive_read_fn(reader->png, reader, on_header, NULL, NULL);
    return CPNG_CONTINUE;
}

int CPNG_push(CPNG_reader *reader, const uint8_t *bytes, size_t count) {
    if (!reader->png) return CPNG_NO_MEMORY;
    if (setjmp(reader->landing)) return CPNG_BROKEN;
    // libpng declares the bytes mutable and does not change them.
    png_process_data(reader->png, reader->info, (png_bytep)bytes, count);
    return reader->has_header ? CPNG_HEADER : CPNG_CONTINUE;
}

uint32_t CPNG_width(const CPNG_reader *reader) {
    return png_get_image_width(reader->png, reader->info);
}

uint32_t CPNG_height(const CPNG_reader *reader) {
    return png_get_image_height(reader->png, reader->info);
}

// PNG, third edition, 5.3: the checksum covers the type and the data and follows them.
int CPNG_is_intact(const uint8_t *chunk, size_t count) {
    if (count < 12) return 0;
    const uint8_t *stored = chunk + count - 4;
    uint32_t expected = (uint32_t)stored[0] << 24 | (uint32_t)stored[1] << 16 | (uint32_t)stored[2] << 8 | stored[3];
    return crc32(0, chunk + 4, (uInt)(count - 8)) == expected;
}

const char *CPNG_message(const CPNG_reader *reader) {
    return reader->message;
}
