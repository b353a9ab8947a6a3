// libjpeg-turbo's decoder behind one function: a picture is decoded row by row and thrown away,
// so that it is known whether it is whole.
#ifndef CJPEG_DECODER_H
#define CJPEG_DECODER_H

#include <stddef.h>
#include <stdint.h>

/// Points `bytes` to the next bytes of the picture, which stay until the next call; answers how
/// many there are, 0 at the end.
typedef size_t (*CJPEG_source)(void *owner, const uint8_t **bytes);

enum CJPEG_verdict {
    CJPEG_SOUND = 0,
    CJPEG_ENDS_EARLY = 1,         // the bytes end before the picture does
    CJPEG_CORRUPT = 2,            // an error, or a warning that pixels are wrong; see the message
    CJPEG_UNREADABLE = 3,         // sound, perhaps, but not of a process that is read
    CJPEG_EXCESSIVE = 4,          // it would take more memory or more scans than is allowed
};

typedef struct {
    uint32_t rows;       // that were decoded
    char message[200];   // libjpeg's words
} CJPEG_report;

/// Decodes a picture to its end. `memory` bounds what a progressive one may take.
int CJPEG_decode(CJPEG_source source, void *owner, size_t memory, CJPEG_report *report);

#endif
