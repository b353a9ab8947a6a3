// zlib's gzip streams behind functions with plain integers.
#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

/// A gzip stream, which is either written or read.
typedef struct CZlib_stream CZlib_stream;

enum CZlib_status {
    CZLIB_MORE = 0,       // more input, or more room, is needed
    CZLIB_END = 1,        // the gzip member is complete
    CZLIB_BROKEN = 2,     // the input is not a gzip stream; see CZlib_message
    CZLIB_NO_MEMORY = 3,
};

/// Returns NULL without memory.
CZlib_stream *CZlib_create_deflater(int level);
CZlib_stream *CZlib_create_inflater(void);
void CZlib_destroy(CZlib_stream *stream);

/// Reads bytes from `input` and writes bytes to `output`. The counts say how many are offered, and after
/// the call how many were used.
int CZlib_deflate(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count,
    int is_end);
int CZlib_inflate(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

/// Prepares an inflater for the next member of the file.
void CZlib_begin_member(CZlib_stream *stream);

const char *CZlib_message(const CZlib_stream *stream);

#endif
