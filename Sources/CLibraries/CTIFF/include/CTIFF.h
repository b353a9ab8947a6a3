// libtiff's decoder behind one function. The library is loaded when the first TIFF comes, so that runs without one do not
// wait for it.
#ifndef CTIFF_H
#define CTIFF_H

#include <stddef.h>
#include <stdint.h>

/// Fills `bytes` with what the picture has at `offset`, and returns how many bytes that are; fewer at the end.
typedef size_t (*CTIFF_source)(void *owner, uint64_t offset, void *bytes, size_t count);

enum CTIFF_verdict {
    CTIFF_SOUND = 0,
    CTIFF_CORRUPT = 1,     // libtiff refuses; see the message
    CTIFF_NO_LIBRARY = 2,  // libtiff is not installed
    CTIFF_EXCESSIVE = 3,   // a strip or a tile would take more memory than is allowed
    CTIFF_UNREADABLE = 4,  // pixels of a kind that is not decoded; see the message
};

enum CTIFF_colors {
    CTIFF_RGBA = 0,           // red, green, blue, alpha
    CTIFF_PREMULTIPLIED = 1,  // the same, with colors that were multiplied by alpha
    CTIFF_GRAYA = 2,          // gray in three equal bytes, alpha
    CTIFF_GRAYA_PREMULTIPLIED = 3,
    CTIFF_CMYK = 4,  // 255 is full ink
};

/// Receives what is decoded. Its functions return.
typedef struct {
    void *owner;
    void (*begin)(
        void *owner, uint32_t width, uint32_t height, enum CTIFF_colors colors, const uint8_t *profile, size_t profile_length);
    /// `count` pixels of four bytes, from the column `first` on.
    void (*row)(void *owner, uint32_t row, uint32_t first, uint32_t count, const uint8_t *pixels);
} CTIFF_sink;

/// A message of libtiff.
typedef struct {
    char text[200];
} CTIFF_report;

/// Decodes the first picture as it is stored, not turned.
int CTIFF_read_rows(
    CTIFF_source source, void *owner, uint64_t length, CTIFF_sink sink, size_t memory, CTIFF_report *report);

#endif
