// libjpeg-turbo's decoder behind one function: decodes a picture row by row and discards the pixels, to
// find out whether it is complete and sound.
#ifndef CJPEG_DECODER_H
#define CJPEG_DECODER_H

#include <stddef.h>
#include <stdint.h>

/// Points `bytes` to the next bytes of the picture, which are valid until the next call, and returns how
/// many there are; 0 at the end.
typedef size_t (*CJPEG_source)(void *owner, const uint8_t **bytes);

enum CJPEG_verdict {
    CJPEG_SOUND = 0,
    CJPEG_ENDS_EARLY = 1,         // the bytes end before the picture does
    CJPEG_CORRUPT = 2,            // an error, or a warning that pixels are wrong; see the message
    CJPEG_UNREADABLE = 3,         // a process that libjpeg-turbo does not support
    CJPEG_EXCESSIVE = 4,          // it would take more memory or more scans than is allowed
};

typedef struct {
    uint32_t rows;       // how many were decoded
    char message[200];   // libjpeg's message
} CJPEG_report;

/// Decodes a picture to its end. `memory` and `scans` limit what a progressive one may allocate and repeat.
int CJPEG_decode(CJPEG_source source, void *owner, size_t memory, int scans, CJPEG_report *report);

#endif
