// libjpeg-turbo's marker reader, with a data source that suspends, behind functions that Swift can call.
//
// libjpeg reports errors by a callback that must not return. Each function that can fail calls setjmp
// itself, so no jump leaves this file.
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
    CJPEG_UNSUPPORTED = 3,  // a lossless, hierarchical or otherwise unsupported process
    CJPEG_NO_HEIGHT = 4,    // the height is in a DNL marker and not in the frame header
    CJPEG_NO_MEMORY = 5,
};

CJPEG_reader *CJPEG_create(void);
void CJPEG_destroy(CJPEG_reader *reader);

/// Starts a new picture.
void CJPEG_begin(CJPEG_reader *reader);

/// Pushes the bytes at `offset`, which must be the offset to resume at.
int CJPEG_push(CJPEG_reader *reader, const uint8_t *bytes, size_t count, uint64_t offset);

/// The offset of the next byte to read. It lies behind the pushed bytes if a segment is jumped over. After CJPEG_HEADER it is the
/// frame header's, behind its marker.
uint64_t CJPEG_resume_offset(const CJPEG_reader *reader);

/// The length of the table or frame header at that offset, which libjpeg reads only as a whole; 0 if none begins there.
uint32_t CJPEG_segment_length(const CJPEG_reader *reader);

/// Valid after CJPEG_HEADER.
uint32_t CJPEG_width(const CJPEG_reader *reader);
uint32_t CJPEG_height(const CJPEG_reader *reader);
int CJPEG_components(const CJPEG_reader *reader);
/// Bits of one component.
int CJPEG_depth(const CJPEG_reader *reader);

/// The TIFF structure of the first Exif segment before the frame header; its length is 0 if there was none so far.
uint64_t CJPEG_exif_offset(const CJPEG_reader *reader);
uint32_t CJPEG_exif_length(const CJPEG_reader *reader);

const char *CJPEG_message(const CJPEG_reader *reader);

#endif
