// zlib's gzip streams behind functions with plain integers.
#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

/// One gzip stream, written or read; which of the two is told when it is made.
typedef struct CZlib_stream CZlib_stream;

enum CZlib_status {
    CZLIB_MORE = 0,       // more input, or more room, is needed
    CZLIB_END = 1,        // the gzip member is complete
    CZLIB_BROKEN = 2,     // the input is no gzip stream; see CZlib_message
    CZLIB_NO_MEMORY = 3,
};

/// Answers NULL where memory is short.
CZlib_stream *CZlib_create_deflater(int level);
CZlib_stream *CZlib_create_inflater(void);
void CZlib_destroy(CZlib_stream *stream);

/// Takes bytes from `input` and puts bytes into `output`; both counts are those offered, and
/// become those used.
int CZlib_deflate(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count,
    int is_end);
int CZlib_inflate(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

/// Makes an inflater ready for the next member of the file.
void CZlib_begin_member(CZlib_stream *stream);

const char *CZlib_message(const CZlib_stream *stream);

#endif
