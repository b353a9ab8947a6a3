// libwebp's incremental decoder behind two functions. One decodes a picture and discards the pixels, to find
// out whether it is complete and sound. The other scales it.
#ifndef CWEBP_DECODER_H
#define CWEBP_DECODER_H

#include <stddef.h>
#include <stdint.h>

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
/// at `pixels`; a row has `stride` bytes. `is_smaller` shows whether this is not its own size, which libwebp must not
/// scale to: of a picture that is two pixels wide, the colours would be lost.
int CWebP_shrink(CWebP_source source, void *owner, int is_smaller, int width, int height, uint8_t *pixels, int stride);

#endif
