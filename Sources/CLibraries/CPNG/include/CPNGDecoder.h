// libpng's decoder behind one function: a picture is decoded row by row and thrown away, so that
// it is known whether it is whole.
#ifndef CPNG_DECODER_H
#define CPNG_DECODER_H

#include <stddef.h>
#include <stdint.h>

/// Points `bytes` to the next bytes of the picture, which stay until the next call; answers how
/// many there are, 0 at the end.
typedef size_t (*CPNG_source)(void *owner, const uint8_t **bytes);

enum CPNG_verdict {
    CPNG_SOUND = 0,
    CPNG_ENDS_EARLY = 1,  // the bytes end before the picture does
    CPNG_CORRUPT = 2,     // libpng refuses; see the message
    CPNG_EXCESSIVE = 3,   // it would take more memory than is allowed
};

typedef struct {
    uint32_t rows;       // that were decoded, of all passes
    char message[200];   // libpng's words
} CPNG_report;

/// Decodes a picture to its last chunk, with every checksum. `memory` bounds what a row may take.
int CPNG_decode(CPNG_source source, void *owner, size_t memory, CPNG_report *report);

#endif
