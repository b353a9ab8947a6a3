// librsvg and cairo, which draw SVG documents, behind two functions. The libraries are loaded when the first document comes,
// so that runs without one do not wait for them.
#ifndef CRSVG_H
#define CRSVG_H

#include <stddef.h>
#include <stdint.h>

enum CRSVG_verdict {
    CRSVG_DRAWN = 0,
    CRSVG_CORRUPT = 1,     // librsvg refuses; see the message
    CRSVG_EXCESSIVE = 2,   // cairo has no memory, or a number is too large for it; see the message
    CRSVG_NO_LIBRARY = 3,  // librsvg or cairo is not installed, or librsvg is older than 2.46
    CRSVG_NO_FONT = 4,     // no font is installed
};

/// The part of a document that is drawn.
typedef struct {
    /// The area in which the document is laid out, from the part's first pixel on.
    double x, y, whole_width, whole_height;
    /// How many pixels a unit of this area has.
    double x_scale, y_scale;
    /// Pixels are drawn over. Each is 0xAARRGGBB in the processor's order, and its colors are multiplied by alpha.
    uint32_t *pixels;
    int width, height;
    /// Documents that weir has written may be of any length.
    int is_trusted;
} CRSVG_part;

/// A message of librsvg or cairo.
typedef struct {
    char text[200];
} CRSVG_report;

/// Loads the libraries, and returns whether they can draw texts. Pango ends the program if it finds no font.
int CRSVG_prepare_texts(void);

/// Draws a part of a document. Nothing outside the document is read.
int CRSVG_draw(const uint8_t *document, size_t length, CRSVG_part part, CRSVG_report *report);

#endif
