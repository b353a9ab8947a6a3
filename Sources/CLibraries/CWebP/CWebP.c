#include "CWebP.h"

#include <webp/decode.h>

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
