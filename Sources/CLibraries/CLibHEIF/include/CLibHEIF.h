// libheif's decoder behind one function, for HEIC and AVIF. The library is loaded when the first such picture comes: it and
// its codecs cost milliseconds.
#ifndef CLIBHEIF_H
#define CLIBHEIF_H

#include <stddef.h>
#include <stdint.h>

/// Fills `bytes` with what the picture has at `offset`, and returns how many bytes that are; fewer at the end.
typedef size_t (*CLibHEIF_source)(void *owner, uint64_t offset, void *bytes, size_t count);

enum CLibHEIF_verdict {
    CLIBHEIF_SOUND = 0,
    CLIBHEIF_CORRUPT = 1,     // libheif refuses; see the message
    CLIBHEIF_NO_LIBRARY = 2,  // libheif is not installed
    CLIBHEIF_EXCESSIVE = 3,   // more pixels than are allowed
    CLIBHEIF_UNREADABLE = 4,  // a kind of picture that is not decoded; see the message
    CLIBHEIF_ENDS_EARLY = 5,
    CLIBHEIF_NO_CODEC = 6,  // libheif has none for this kind of picture; see the message
};

/// Receives what is decoded. Its functions return.
typedef struct {
    void *owner;
    /// `profile` is one for `CLCMS_create`.
    void (*begin)(
        void *owner, uint32_t width, uint32_t height, int is_gray, int is_premultiplied, const uint8_t *profile, size_t profile_length);
    /// A whole row of red, green, blue and alpha. Gray stands in three equal bytes.
    void (*row)(void *owner, uint32_t row, const uint8_t *pixels);
} CLibHEIF_sink;

/// A message of libheif.
typedef struct {
    char text[200];
} CLibHEIF_report;

/// Decodes the primary picture as it is displayed: cropped, turned and mirrored. `pixels` is the most that it may have. `is_gray`
/// means that its header has one channel.
int CLibHEIF_read_rows(
    CLibHEIF_source source, void *owner, uint64_t length, CLibHEIF_sink sink, int is_gray, uint64_t pixels, CLibHEIF_report *report);

#endif
