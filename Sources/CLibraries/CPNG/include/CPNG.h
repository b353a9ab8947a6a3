// libpng's progressive reader behind functions that Swift can call.
//
// libpng reports errors by longjmp. Each function that can fail calls setjmp itself, so no jump leaves
// this file; errors are returned as a status and a message.
#ifndef CPNG_H
#define CPNG_H

#include "CPNGDecoder.h"
#include "CPNGEncoder.h"

#include <stddef.h>
#include <stdint.h>

typedef struct CPNG_reader CPNG_reader;

enum CPNG_status {
    CPNG_CONTINUE = 0,   // the first IDAT has not begun yet
    CPNG_HEADER = 1,     // the first IDAT has begun: the header is complete
    CPNG_BROKEN = 2,     // libpng refuses; see CPNG_message
    CPNG_NO_MEMORY = 3,
};

CPNG_reader *CPNG_create(void);
void CPNG_destroy(CPNG_reader *reader);

/// Starts a new picture.
int CPNG_begin(CPNG_reader *reader);

/// Pushes bytes. The caller pushes whole chunks, so libpng never keeps a partial one.
int CPNG_push(CPNG_reader *reader, const uint8_t *bytes, size_t count);

/// Valid after CPNG_HEADER.
uint32_t CPNG_width(const CPNG_reader *reader);
uint32_t CPNG_height(const CPNG_reader *reader);

/// Returns 1 if a chunk's checksum is right, for chunks that are not pushed to libpng.
int CPNG_is_intact(const uint8_t *chunk, size_t count);

const char *CPNG_message(const CPNG_reader *reader);

#endif
