#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct CZlib_stream {
    z_stream zlib;
    // zlib keeps a pointer to the header, so it must live as long as the stream.
    gz_header header;
    int is_deflater;
};

// 15 is the largest window, and adding 16 selects the gzip format.
enum { window_bits = 15 + 16, memory_level = 8 };

// RFC 1952, 2.3.1: 255 means that the operating system is unknown.
enum { os_unknown = 255 };

CZlib_stream *CZlib_create_deflater(int level) {
    CZlib_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->is_deflater = 1;
    stream->header.os = os_unknown;
    if (deflateInit2(&stream->zlib, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(stream);
        return NULL;
    }
    deflateSetHeader(&stream->zlib, &stream->header);
    return stream;
}

CZlib_stream *CZlib_create_inflater(void) {
    CZlib_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    if (inflateInit2(&stream->zlib, window_bits) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

void CZlib_destroy(CZlib_stream *stream) {
    if (!stream) return;
    if (stream->is_deflater) deflateEnd(&stream->zlib);
    else inflateEnd(&stream->zlib);
    free(stream);
}

// zlib counts in 32 bits; the caller offers the rest again.
static uInt limited(size_t count) {
    return count > INT_MAX ? INT_MAX : (uInt)count;
}

static void offer(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    // zlib declares its input mutable but does not change it.
    stream->zlib.next_in = (Bytef *)input;
    stream->zlib.avail_in = limited(*input_count);
    stream->zlib.next_out = output;
    stream->zlib.avail_out = limited(*output_count);
    *input_count = stream->zlib.avail_in;
    *output_count = stream->zlib.avail_out;
}

static int used(CZlib_stream *stream, int result, size_t *input_count, size_t *output_count) {
    *input_count -= stream->zlib.avail_in;
    *output_count -= stream->zlib.avail_out;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: return CZLIB_MORE;
    case Z_STREAM_END: return CZLIB_END;
    case Z_MEM_ERROR: return CZLIB_NO_MEMORY;
    default: return CZLIB_BROKEN;
    }
}

int CZlib_deflate(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count,
    int is_end) {
    // The stream may be finished only in the call that gets the last of the input.
    int flush = is_end && *input_count <= INT_MAX ? Z_FINISH : Z_NO_FLUSH;
    offer(stream, input, input_count, output, output_count);
    return used(stream, deflate(&stream->zlib, flush), input_count, output_count);
}

int CZlib_inflate(
    CZlib_stream *stream, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    offer(stream, input, input_count, output, output_count);
    return used(stream, inflate(&stream->zlib, Z_NO_FLUSH), input_count, output_count);
}

void CZlib_begin_member(CZlib_stream *stream) {
    inflateReset(&stream->zlib);
}

const char *CZlib_message(const CZlib_stream *stream) {
    return stream->zlib.msg ? stream->zlib.msg : "no message";
}
