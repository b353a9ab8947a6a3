// libjxl's decoder behind one function. The library is loaded when the first JPEG XL comes, so that runs without one do not
// wait for it.
#ifndef CJXL_H
#define CJXL_H

#include <stddef.h>
#include <stdint.h>

/// Points `bytes` to the next bytes of the picture, which are valid until the next call, and returns how
/// many there are; 0 at the end.
typedef size_t (*CJXL_source)(void *owner, const uint8_t **bytes);

enum CJXL_verdict {
    CJXL_SOUND = 0,
    CJXL_CORRUPT = 1,
    CJXL_NO_LIBRARY = 2,  // libjxl is not installed
    CJXL_EXCESSIVE = 3,   // it would take more memory than is allowed
    CJXL_ENDS_EARLY = 4,
    CJXL_CMYK = 5,
};

/// Receives what is decoded. Its functions return.
typedef struct {
    void *owner;
    /// `profile` is one for `CLCMS_create`.
    void (*begin)(void *owner, uint32_t width, uint32_t height, int is_gray, const uint8_t *profile, size_t profile_length);
    /// `count` pixels of red, green, blue and alpha, from the column `first` on.
    void (*row)(void *owner, uint32_t row, uint32_t first, uint32_t count, const uint8_t *pixels);
} CJXL_sink;

/// The name of libjxl's file, with the number of its interface: of the one on this machine if there is one.
const char *CJXL_file(void);

/// Decodes the first frame as it is stored, not turned.
int CJXL_read_rows(CJXL_source source, void *owner, CJXL_sink sink, size_t memory);

#endif
