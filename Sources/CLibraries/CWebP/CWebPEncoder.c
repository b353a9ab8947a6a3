#include "CWebPEncoder.h"

#include <webp/encode.h>

size_t CWebP_encode(const uint8_t *pixels, int width, int height, float quality, uint8_t **file) {
    return WebPEncodeRGBA(pixels, width, height, width * 4, quality, file);
}

void CWebP_release(uint8_t *file) { WebPFree(file); }
