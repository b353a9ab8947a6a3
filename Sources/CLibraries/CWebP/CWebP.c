#include "CWebP.h"

#include <webp/decode.h>
#include <webp/encode.h>

int CWebP_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    WebPBitstreamFeatures features;
    switch (WebPGetFeatures(bytes, count, &features)) {
    case VP8_STATUS_OK:
        *width = (uint32_t)features.width;
        *height = (uint32_t)features.height;
        return CWEBP_HEADER;
    case VP8_STATUS_NOT_ENOUGH_DATA: return CWEBP_SUSPENDED;
    default: return CWEBP_BROKEN;
    }
}

static int verdict_of(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK: return CWEBP_SOUND;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return CWEBP_ENDS_EARLY;
    case VP8_STATUS_OUT_OF_MEMORY: return CWEBP_NO_MEMORY;
    default: return CWEBP_CORRUPT;
    }
}

static int decode(CWebP_source source, void *owner, WebPDecoderConfig *config) {
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, config);
    if (!decoder) return CWEBP_NO_MEMORY;
    VP8StatusCode status = VP8_STATUS_SUSPENDED;
    const uint8_t *bytes = NULL;
    size_t count;
    while ((status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_NOT_ENOUGH_DATA)
        && (count = source(owner, &bytes)) > 0) {
        status = WebPIAppend(decoder, bytes, count);
    }
    WebPIDelete(decoder);
    WebPFreeDecBuffer(&config->output);
    return verdict_of(status);
}

int CWebP_decode(CWebP_source source, void *owner) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return CWEBP_NO_MEMORY;
    // The pixels are discarded. Scaling them to one pixel saves the memory for them.
    config.options.use_scaling = 1;
    config.options.scaled_width = 1;
    config.options.scaled_height = 1;
    config.options.bypass_filtering = 1;
    config.options.no_fancy_upsampling = 1;
    return decode(source, owner, &config);
}

int CWebP_shrink(CWebP_source source, void *owner, int is_smaller, int width, int height, uint8_t *pixels, int stride) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return CWEBP_NO_MEMORY;
    config.options.use_scaling = is_smaller;
    config.options.scaled_width = width;
    config.options.scaled_height = height;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = stride;
    config.output.u.RGBA.size = (size_t)stride * (size_t)(height - 1) + (size_t)width * 4;
    return decode(source, owner, &config);
}

size_t CWebP_encode(const uint8_t *pixels, int width, int height, float quality, uint8_t **file) {
    return WebPEncodeRGBA(pixels, width, height, width * 4, quality, file);
}

void CWebP_release(uint8_t *file) { WebPFree(file); }
