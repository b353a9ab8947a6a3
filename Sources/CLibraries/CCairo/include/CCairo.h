// librsvg and cairo, which draw an SVG document on tiles, behind two functions. The libraries are loaded when the first
// drawing comes, so that runs without one do not wait for them.
#ifndef CCAIRO_H
#define CCAIRO_H

#include <stddef.h>
#include <stdint.h>

enum CCairo_verdict {
    CCAIRO_DRAWN = 0,
    CCAIRO_NO_LIBRARY = 1,  // librsvg is not installed, or is older than 2.46
    CCAIRO_NO_FONT = 2,     // no font is installed, without which pango ends the program
    CCAIRO_BROKEN = 3,      // librsvg or cairo refuses; see the message
};

/// A part of a drawing, in pixels of the whole one.
typedef struct {
    int width;
    int height;
    double left;
    double top;
    double whole_width;
    double whole_height;
    /// The pixels, row by row without gaps. Each is 0x00RRGGBB in the processor's order.
    uint32_t *pixels;
} CCairo_tile;

/// Loads the libraries, and tells whether they can draw.
int CCairo_prepare(void);

/// Draws an SVG document over the pixels of a tile. The document fills the whole drawing. `message` has room for `room` bytes.
int CCairo_draw(const uint8_t *document, size_t length, CCairo_tile tile, char *message, size_t room);

#endif
