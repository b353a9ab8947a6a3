// librsvg and cairo behind one function. The libraries are loaded when the first SVG comes, so that runs without one do not
// wait for them.
#ifndef CRSVG_H
#define CRSVG_H

#include <stddef.h>
#include <stdint.h>

enum CRSVG_verdict {
    CRSVG_SOUND = 0,
    CRSVG_CORRUPT = 1,     // librsvg refuses; see the message
    CRSVG_NO_LIBRARY = 2,  // librsvg or cairo is not installed
    CRSVG_EXCESSIVE = 3,
};

/// A message of librsvg.
typedef struct {
    char text[200];
} CRSVG_report;

/// Draws the document, which is laid out for `width` and `height`, into `columns` and `rows` pixels of red, green, blue and alpha,
/// of which the colours are multiplied by alpha. Nothing outside the document is read.
int CRSVG_draw(
    const uint8_t *document, size_t length, double width, double height, int columns, int rows, uint8_t *pixels,
    CRSVG_report *report);

#endif
