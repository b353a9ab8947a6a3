// libpng's decoder behind one function: decodes a picture row by row and discards the pixels, to find out
// whether it is complete and sound.
#ifndef CPNG_DECODER_H
#define CPNG_DECODER_H

#include <stddef.h>
#include <stdint.h>

/// Points `bytes` to the next bytes of the picture, which are valid until the next call, and returns how
/// many there are; 0 at the end.
typedef size_t (*CPNG_source)(void *owner, const uint8_t **bytes);

enum CPNG_verdict {
    CPNG_SOUND = 0,
    CPNG_ENDS_EARLY = 1,  // the bytes end before the picture does
    CPNG_CORRUPT = 2,     // libpng refuses; see the message
    CPNG_EXCESSIVE = 3,   // it would take more memory than is allowed
    CPNG_TOO_MANY_ROWS = 4,
};

typedef struct {
    uint32_t rows;       // how many were decoded, in all passes together
    char message[200];   // libpng's message
} CPNG_report;

/// Decodes a picture to its last chunk and verifies every checksum. `memory` limits the length of a row, and
/// `rows` their number in all passes together.
int CPNG_decode(CPNG_source source, void *owner, size_t memory, uint64_t rows, CPNG_report *report);

#endif
