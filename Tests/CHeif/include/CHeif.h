// libheif as an independent judge of the HEIF reader: used by tests alone.
#ifndef CHEIF_H
#define CHEIF_H

#include <stddef.h>
#include <stdint.h>

/// Answers 0 and the primary item's size as displayed, or libheif's error code.
int CHeif_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

#endif
