// Little CMS behind a few functions: pixels of other colors to sRGB. The library is loaded when the first such picture comes, so
// that runs without one do not wait for it.
#ifndef CLCMS_H
#define CLCMS_H

#include <stddef.h>
#include <stdint.h>

typedef struct CLCMS_transform CLCMS_transform;

/// What the bytes of a pixel mean. A pixel has four bytes.
enum CLCMS_colors {
    CLCMS_RGBA = 0,  // red, green, blue, alpha
    CLCMS_GRAYA = 1, // gray in three equal bytes, alpha
    CLCMS_CMYK = 2,  // 255 is full ink
};

enum CLCMS_verdict {
    CLCMS_READY = 0,
    CLCMS_NO_LIBRARY = 1,  // Little CMS is not installed
    CLCMS_UNFIT = 2,       // the profile is damaged, unknown, that of sRGB, or of other colors than the pixels
    CLCMS_HDR = 3,         // PQ or HLG, whose light is not that of a screen
};

/// Whether a transfer is PQ or HLG (ITU-T H.273, 8.2).
int CLCMS_is_hdr(int transfer);

/// `profile` is an ICC profile, or two bytes: the code points of the primaries and of the transfer (ITU-T H.273, 8.1 and 8.2).
int CLCMS_create(const uint8_t *profile, size_t length, enum CLCMS_colors colors, CLCMS_transform **transform);

/// Gives every pixel its color in sRGB: red, green, blue and alpha.
void CLCMS_apply(const CLCMS_transform *transform, uint8_t *pixels, size_t count);

void CLCMS_destroy(CLCMS_transform *transform);

#endif
