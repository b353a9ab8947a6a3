#include "CPNGEncoder.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

struct CPNG_encoder {
    png_structp png;
    png_infop info;
    jmp_buf landing;
    CPNG_output output;
    void *owner;
    size_t row_length;
};

static void on_error(png_structp png, png_const_charp text) {
    (void)text;
    CPNG_encoder *encoder = png_get_error_ptr(png);
    longjmp(encoder->landing, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
    CPNG_encoder *encoder = png_get_io_ptr(png);
    encoder->output(encoder->owner, bytes, count);
}

static void on_flush(png_structp png) { (void)png; }

CPNG_encoder *CPNG_encoder_create(CPNG_output output, void *owner, uint32_t width, uint32_t height, int has_alpha, int level) {
    CPNG_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->output = output;
    encoder->owner = owner;
    encoder->row_length = (size_t)width * (has_alpha ? 4 : 3);
    if (setjmp(encoder->landing) == 0) {
        encoder->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, encoder, on_error, on_warning);
        encoder->info = encoder->png ? png_create_info_struct(encoder->png) : NULL;
        if (encoder->info) {
            png_set_write_fn(encoder->png, encoder, on_write, on_flush);
            png_set_compression_level(encoder->png, level);
            png_set_IHDR(
                encoder->png, encoder->info, width, height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
            png_set_sRGB(encoder->png, encoder->info, PNG_sRGB_INTENT_PERCEPTUAL);
            png_write_info(encoder->png, encoder->info);
            return encoder;
        }
    }
    CPNG_encoder_destroy(encoder);
    return NULL;
}

int CPNG_encoder_add(CPNG_encoder *encoder, const uint8_t *pixels, uint32_t rows) {
    if (setjmp(encoder->landing) != 0) return 0;
    for (uint32_t row = 0; row < rows; row++) png_write_row(encoder->png, pixels + row * encoder->row_length);
    return 1;
}

int CPNG_encoder_end(CPNG_encoder *encoder) {
    if (setjmp(encoder->landing) != 0) return 0;
    png_write_end(encoder->png, NULL);
    return 1;
}

void CPNG_encoder_destroy(CPNG_encoder *encoder) {
    if (!encoder) return;
    png_destroy_write_struct(&encoder->png, &encoder->info);
    free(encoder);
}
