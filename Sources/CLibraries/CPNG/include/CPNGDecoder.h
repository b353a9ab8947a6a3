// libpng's decoder behind two functions. One decodes a picture row by row and discards the pixels, to find out
// whether it is complete and sound. The other gives the rows.
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

/// Receives what is decoded. Its functions return.
typedef struct {
    void *owner;
    /// The size, and the profile for `CLCMS_create` or NULL, which is valid only during the call.
    void (*begin)(void *owner, uint32_t width, uint32_t height, int is_gray, const uint8_t *profile, size_t profile_length);
    /// Pixels of red, green, blue and alpha: those of a row, or, of an interlaced picture, those in the columns
    /// `first`, `first + step` and so on. An interlaced picture has each pixel in one of its passes.
    void (*row)(void *owner, uint32_t row, uint32_t first, uint32_t step, uint32_t count, const uint8_t *pixels);
} CPNG_sink;

/// Decodes a picture to its last row, with limits as above.
int CPNG_read_rows(CPNG_source source, void *owner, CPNG_sink sink, size_t memory, uint64_t rows, CPNG_report *report);

#endif
