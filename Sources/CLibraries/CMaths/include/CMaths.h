// Functions of the C library's mathematics, under names that no other module has.
#ifndef CMATHS_H
#define CMATHS_H

#include <math.h>

static inline double CMaths_cos(double angle) { return cos(angle); }
static inline float CMaths_cosf(float angle) { return cosf(angle); }
static inline float CMaths_powf(float base, float exponent) { return powf(base, exponent); }

#endif
