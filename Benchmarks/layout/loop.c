// The floor: lf-waterflow as a plain loop that only computes frames. Prints nanoseconds for each picture.
//
// usage: loop PICTURES COLUMNS float|double
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

// The Swift program generates the same sizes.
static uint32_t state = 12345;
static int32_t side(void) {
    state = state * 1664525u + 1013904223u;
    return 100 + (int32_t)(state >> 8) % 1900;
}

struct frames {
    double *top, *height;
    uint16_t *column;
};

// `real` is the type that bottoms are read as. They are never read otherwise, so no other is kept.
#define LAYOUT(name, real)                                                                                             \
    static double name(const int32_t *widths, const int32_t *heights, int count, int columns, struct frames out) {     \
        double width = (375.0 - 10 - 10 - 1 * (columns - 1)) / columns;                                                \
        real bottoms[columns];                                                                                         \
        for (int k = 0; k < columns; k++) bottoms[k] = 10;                                                             \
        for (int i = 0; i < count; i++) {                                                                              \
            int shortest = 0;                                                                                          \
            for (int k = 1; k < columns; k++)                                                                          \
                if (bottoms[k] < bottoms[shortest]) shortest = k;                                                      \
            double height = (double)heights[i] / widths[i] * width;                                                    \
            out.top[i] = (double)bottoms[shortest] + 10;                                                               \
            out.height[i] = height;                                                                                    \
            out.column[i] = shortest;                                                                                  \
            bottoms[shortest] = (real)(out.top[i] + height);                                                           \
        }                                                                                                              \
        real bottom = 10;                                                                                              \
        for (int k = 0; k < columns; k++)                                                                              \
            if (bottoms[k] > bottom) bottom = bottoms[k];                                                              \
        return bottom;                                                                                                 \
    }
LAYOUT(layout_float, float)
LAYOUT(layout_double, double)

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int count = atoi(argv[1]), columns = atoi(argv[2]), is_float = !strcmp(argv[3], "float");
    int32_t *widths = malloc(sizeof *widths * count), *heights = malloc(sizeof *heights * count);
    for (int i = 0; i < count; i++) {
        widths[i] = side();
        heights[i] = side();
    }
    double start = now();
    struct frames out = {
        malloc(sizeof(double) * count), malloc(sizeof(double) * count), malloc(sizeof(uint16_t) * count)};
    double bottom = (is_float ? layout_float : layout_double)(widths, heights, count, columns, out);
    double spent = now() - start;
    // The printed height of the content shows that both programs do the same.
    printf("%.17g\t%.4f\n", bottom + 10, spent / count);
    return 0;
}
