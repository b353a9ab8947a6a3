// libwebp's header reader behind one function with plain integers.
#ifndef CWEBP_H
#define CWEBP_H

#include "CWebPDecoder.h"
#include "CWebPEncoder.h"

#include <stddef.h>
#include <stdint.h>

enum CWebP_status {
    CWEBP_HEADER = 0,
    CWEBP_SUSPENDED = 1,  // more bytes are needed
    CWEBP_BROKEN = 2,
};

/// Reads the size of the picture or the canvas from the first bytes of a file.
int CWebP_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

#endif
