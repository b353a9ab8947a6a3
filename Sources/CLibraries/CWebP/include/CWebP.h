// libwebp's header reader, decoder and encoder behind functions with plain integers.
#ifndef CWEBP_H
#define CWEBP_H

#include <stddef.h>
#include <stdint.h>

enum CWebP_status {
    CWEBP_HEADER = 0,
    CWEBP_SUSPENDED = 1,  // more bytes are needed
    CWEBP_BROKEN = 2,
};

/// Reads the size of the picture or the canvas from the first bytes of a file.
int CWebP_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

/// Points `bytes` to the next bytes of the picture, which are valid until the next call, and returns how
/// many there are; 0 at the end.
typedef size_t (*CWebP_source)(void *owner, const uint8_t **bytes);

enum CWebP_verdict {
    CWEBP_SOUND = 0,
    CWEBP_ENDS_EARLY = 1,  // the bytes end before the picture does
    CWEBP_CORRUPT = 2,
    CWEBP_NO_MEMORY = 3,
};

/// Decodes a still picture, or a frame's chunks without a RIFF header, to its last row.
int CWebP_decode(CWebP_source source, void *owner);

/// Decodes the same and scales it to `width` x `height` pixels of red, green, blue and alpha, of which the first stands
/// at `pixels`; a row has `stride` bytes. `is_smaller` tells whether this is not its own size, which libwebp must not
/// scale to: of a picture that is two pixels wide, the colors would be lost.
int CWebP_shrink(CWebP_source source, void *owner, int is_smaller, int width, int height, uint8_t *pixels, int stride);

/// Encodes `width` x `height` pixels of red, green, blue and alpha with losses. Returns the length of the file, or 0 if
/// there is no memory. CWebP_release releases the file.
size_t CWebP_encode(const uint8_t *pixels, int width, int height, float quality, uint8_t **file);

void CWebP_release(uint8_t *file);

#endif
