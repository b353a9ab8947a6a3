// libwebp's encoder behind one function.
#ifndef CWEBP_ENCODER_H
#define CWEBP_ENCODER_H

#include <stddef.h>
#include <stdint.h>

/// Encodes `width` x `height` pixels of red, green, blue and alpha with losses. Returns the length of the file, or 0 if
/// there is no memory. CWebP_release releases the file.
size_t CWebP_encode(const uint8_t *pixels, int width, int height, float quality, uint8_t **file);

void CWebP_release(uint8_t *file);

#endif
