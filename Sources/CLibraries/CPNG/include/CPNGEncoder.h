// libpng's encoder behind four functions, which take a picture row by row and give the file piece by piece.
#ifndef CPNG_ENCODER_H
#define CPNG_ENCODER_H

#include <stddef.h>
#include <stdint.h>

typedef struct CPNG_encoder CPNG_encoder;

/// Receives the next bytes of the file. It returns.
typedef void (*CPNG_output)(void *owner, const uint8_t *bytes, size_t count);

/// Begins a picture of 8 bits for each of 3 channels, or of 4 with alpha, in sRGB. `level` is zlib's, from 0 to 9. NULL if there
/// is no memory.
CPNG_encoder *CPNG_encoder_create(CPNG_output output, void *owner, uint32_t width, uint32_t height, int has_alpha, int level);

/// Adds rows without gaps between them; 0 if libpng refuses.
int CPNG_encoder_add(CPNG_encoder *encoder, const uint8_t *pixels, uint32_t rows);

/// Ends the file behind its last row; 0 if libpng refuses.
int CPNG_encoder_end(CPNG_encoder *encoder);

void CPNG_encoder_destroy(CPNG_encoder *encoder);

#endif
