// giflib's decoder behind one function. The library is loaded when the first GIF comes, so that runs without one do not
// wait for it.
#ifndef CGIF_H
#define CGIF_H

#include <stddef.h>
#include <stdint.h>

/// Points `bytes` to the next bytes of the picture, which are valid until the next call, and returns how
/// many there are; 0 at the end.
typedef size_t (*CGIF_source)(void *owner, const uint8_t **bytes);

enum CGIF_verdict {
    CGIF_SOUND = 0,
    CGIF_CORRUPT = 1,     // giflib refuses; see the message
    CGIF_NO_LIBRARY = 2,  // giflib is not installed
    CGIF_EXCESSIVE = 3,   // a row would take more memory than is allowed
};

/// Receives what is decoded. Its functions return.
typedef struct {
    void *owner;
    /// The size of the canvas.
    void (*begin)(void *owner, uint32_t width, uint32_t height);
    /// `count` pixels of red, green, blue and alpha, which stand on the canvas from the column `first` on.
    void (*row)(void *owner, uint32_t row, uint32_t first, uint32_t count, const uint8_t *pixels);
} CGIF_sink;

/// Decodes the first frame. `message` is a text that nobody releases.
int CGIF_read_rows(CGIF_source source, void *owner, CGIF_sink sink, size_t memory, const char **message);

#endif
