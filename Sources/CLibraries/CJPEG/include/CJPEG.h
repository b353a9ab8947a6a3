// libjpeg-turbo's marker reader, fed by a source that suspends, behind functions that
// Swift can call.
//
// libjpeg reports errors by a callback that must not return. Each function here sets its
// own landing place, so no jump ever leaves this file.
#ifndef CJPEG_H
#define CJPEG_H

#include "CJPEGDecoder.h"

#include <stddef.h>
#include <stdint.h>

typedef struct CJPEG_reader CJPEG_reader;

enum CJPEG_status {
    CJPEG_HEADER = 0,       // the frame header (SOF) has been read
    CJPEG_SUSPENDED = 1,    // more bytes are needed, from CJPEG_resume_offset on
    CJPEG_BROKEN = 2,       // libjpeg refuses; see CJPEG_message
    CJPEG_UNSUPPORTED = 3,  // a lossless, hierarchical or otherwise unread process
    CJPEG_NO_HEIGHT = 4,    // the frame header leaves the height to a DNL marker
    CJPEG_NO_MEMORY = 5,
};

CJPEG_reader *CJPEG_create(void);
void CJPEG_destroy(CJPEG_reader *reader);

/// Forgets the picture before and makes the reader ready for another.
void CJPEG_begin(CJPEG_reader *reader);

/// Pushes the bytes that stand at `offset`, which must be the offset to resume at.
int CJPEG_push(CJPEG_reader *reader, const uint8_t *bytes, size_t count, uint64_t offset);

/// Where the next byte to read stands; past the bytes pushed where a segment is jumped over.
uint64_t CJPEG_resume_offset(const CJPEG_reader *reader);

/// Valid after CJPEG_HEADER.
uint32_t CJPEG_width(const CJPEG_reader *reader);
uint32_t CJPEG_height(const CJPEG_reader *reader);

/// Where the TIFF structure of the first Exif segment stands; a length of 0: none so far.
uint64_t CJPEG_exif_offset(const CJPEG_reader *reader);
uint32_t CJPEG_exif_length(const CJPEG_reader *reader);

const char *CJPEG_message(const CJPEG_reader *reader);

#endif
