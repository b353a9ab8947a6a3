// libjpeg-turbo's decoder behind two functions. One decodes a picture row by row and discards the pixels, to
// find out whether it is complete and sound. The other decodes it at a smaller scale and gives its rows.
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
    uint32_t rows;       // how many of the stored ones were decoded
    char message[200];   // libjpeg's message
} CJPEG_report;

/// Decodes a picture to its end. `memory` and `scans` limit what a progressive one may allocate and repeat.
int CJPEG_decode(CJPEG_source source, void *owner, size_t memory, int scans, CJPEG_report *report);

typedef struct {
    uint32_t width;  // of the decoded rows
    uint32_t height;
    int components;  // 1: gray in three equal bytes, and an unused byte; 4: inks; else red, green, blue, and an unused byte
    int is_inverted; // 255 is no ink, as Adobe's programs write it
    const uint8_t *profile;  // the ICC profile, or NULL; valid until the decoder returns
    size_t profile_length;
} CJPEG_picture;

/// Receives what is decoded: first the picture, then each row with four bytes for each pixel. Its functions return.
typedef struct {
    void *owner;
    void (*begin)(void *owner, const CJPEG_picture *picture);
    void (*row)(void *owner, uint32_t row, const uint8_t *pixels);
} CJPEG_sink;

/// Decodes a picture at 1/1, 1/2, 1/4 or 1/8: the smallest of these at which its longer side has at least `side` pixels.
int CJPEG_shrink(
    CJPEG_source source, void *owner, uint32_t side, CJPEG_sink sink, size_t memory, int scans, CJPEG_report *report);

#endif
