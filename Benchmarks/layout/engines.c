// The floor: the layouts of Android, Flutter and the web as plain loops that only compute frames, on a phone of 375x667 with
// the defaults of each layout. Prints the height of the content and the nanoseconds for each picture.
//
// usage: engines PICTURES LAYOUT
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { columns = 3 };

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

struct pictures {
    const int32_t *widths, *heights;
    int count;
};

struct frames {
    double *x, *y, *width, *height;
    uint16_t *column;
};

static int shortest(const double *ends) {
    int best = 0;
    for (int k = 1; k < columns; k++)
        if (ends[k] < ends[best]) best = k;
    return best;
}

static double longest(const double *ends) {
    double end = ends[0];
    for (int k = 1; k < columns; k++)
        if (ends[k] > end) end = ends[k];
    return end;
}

static void place(struct frames out, int i, int column, double y, double height) {
    out.y[i] = y;
    out.height[i] = height;
    out.column[i] = column;
}

static double staggered_grid(struct pictures in, struct frames out) {
    int size = (375 - 5 - 5) / columns, width = size - 5 - 5;
    double ends[columns] = {5, 5, 5};
    for (int i = 0; i < in.count; i++) {
        int c = shortest(ends), height = in.heights[i];
        if (in.widths[i] != width) height = (int)((float)width / ((float)in.widths[i] / (float)in.heights[i]));
        place(out, i, c, ends[c] + 5, height);
        ends[c] += 5 + height + 5;
    }
    return longest(ends) + 5;
}

static double compose(struct pictures in, struct frames out) {
    int room = 375 - 20 - 10 * (columns - 1);
    float widths[columns];
    for (int k = 0; k < columns; k++) widths[k] = room / columns + (k < room % columns);
    double ends[columns] = {0};
    for (int i = 0; i < in.count; i++) {
        int c = i < columns ? i : shortest(ends);
        double height = (int)((double)(widths[c] / ((float)in.widths[i] / (float)in.heights[i])) + 0.5);
        place(out, i, c, 10 + ends[c], height);
        ends[c] += height + 10;
    }
    return 10 + longest(ends) - 10 + 10;
}

static double flutter(struct pictures in, struct frames out) {
    double width = (375.0 - 20 + 10) / columns - 10, ends[columns] = {0};
    for (int i = 0; i < in.count; i++) {
        int c = shortest(ends);
        double height = width / ((double)in.widths[i] / in.heights[i]);
        place(out, i, c, 10 + ends[c], height);
        ends[c] = ends[c] + height + 10;
    }
    return 10 + (longest(ends) - 10) + 10;
}

static double grid_lanes(struct pictures in, struct frames out) {
    int64_t widths[columns];
    float share = (float)((375 - 20 - 10 * (columns - 1)) * 64) / columns, left = 0;
    for (int k = 0; k < columns; k++) {
        float sum = share + left;
        widths[k] = (int64_t)sum;
        left = sum - widths[k];
    }
    int64_t ends[columns] = {0};
    int cursor = 0;
    for (int i = 0; i < in.count; i++) {
        int64_t limit = ends[0];
        for (int k = 1; k < columns; k++)
            if (ends[k] < limit) limit = ends[k];
        limit += 16 * 64;
        int c = cursor;
        while (ends[c] > limit) c = c + 1 < columns ? c + 1 : 0;
        cursor = c + 1 < columns ? c + 1 : 0;
        int64_t height = widths[c] * in.heights[i] / in.widths[i];
        if (height > INT32_MAX) height = INT32_MAX;
        place(out, i, c, ends[c], height);
        ends[c] += height + 10 * 64;
        if (ends[c] > INT32_MAX) ends[c] = INT32_MAX;
    }
    int64_t end = ends[0];
    for (int k = 1; k < columns; k++)
        if (ends[k] > end) end = ends[k];
    int64_t height = end - 640 + 1280;
    return (height > INT32_MAX ? INT32_MAX : height) / 64.0;
}

static double six_digits(double number) {
    if (number >= 100 && number < 999.9995) return nearbyint(number * 1000) / 1000;
    if (number <= 0) return 0;
    double scale = 1;
    if (number >= 100000) {
        while (number / scale >= 999999.5) scale *= 10;
        return nearbyint(number / scale) * scale;
    }
    while (number * scale < 99999.95) scale *= 10;
    return nearbyint(number * scale) / scale;
}

static double masonry(struct pictures in, struct frames out) {
    int64_t width = (float)((375.0 - 20 - 10 * (columns - 1)) / columns) * 64;
    double ends[columns] = {0};
    for (int i = 0; i < in.count; i++) {
        int c = shortest(ends);
        int64_t height = width * in.heights[i] / in.widths[i];
        if (height > INT32_MAX) height = INT32_MAX;
        place(out, i, c, ends[c], height);
        ends[c] += six_digits(height / 64.0) + 10;
    }
    float units = (float)(longest(ends) + 20) * 64;
    return (units < INT32_MAX ? (int32_t)units : INT32_MAX) / 64.0;
}

struct row {
    double top, height;
    int first, end;
};

static double justified(struct pictures in, struct frames out) {
    double width = 375.0 - 20, target = 320, min = width / target * (1 - 0.25), max = width / target * (1 + 0.25), top = 10;
    double *ratios = malloc(sizeof *ratios * in.count);
    struct row *rows = malloc(sizeof *rows * in.count);
    int count = 0;
    for (int i = 0; i < in.count; i++) ratios[i] = (double)in.widths[i] / in.heights[i];
    double before = target;
    for (int start = 0, end; start < in.count; start = end) {
        double sum = 0, height = before;
        int is_complete = 0;
        for (end = start; end < in.count && !is_complete;) {
            double wider = sum + ratios[end];
            int items = end - start + 1;
            double room = width - (items - 1) * 10.0, room_before = width - (items - 2) * 10.0;
            if (wider < min) {
                sum = wider;
                end++;
                continue;
            }
            is_complete = 1;
            if (wider > max && items > 1 && fabs(wider - room / target) > fabs(sum - room_before / target)) {
                height = room_before / sum;
            } else {
                height = room / wider;
                end++;
            }
        }
        double clamped = fmax(0.5 * target, fmin(height, 2 * target)), room = width - (end - start - 1) * 10.0;
        double stretch = height == clamped ? 1 : (room / clamped) / (room / height), x = 10;
        for (int i = start; i < end; i++) {
            out.x[i] = x;
            out.width[i] = ratios[i] * clamped * stretch;
            x += out.width[i] + 10;
        }
        if (is_complete) {
            double share = (x - 20 - width) / (end - start), sum = 0;
            for (int i = start; i < end; i++) {
                double next = floor((i - start + 1) * share + 0.5);
                out.x[i] -= sum;
                out.width[i] -= next - sum;
                sum = next;
            }
        }
        rows[count++] = (struct row){top, clamped, start, end};
        top += clamped + 10;
        before = clamped;
    }
    free(ratios);
    free(rows);
    return top - 10 + 10;
}

static const struct {
    const char *name;
    double (*layout)(struct pictures, struct frames);
} layouts[] = {
    {"staggered-grid", staggered_grid}, {"compose-staggered-grid", compose}, {"flutter-masonry", flutter},
    {"grid-lanes", grid_lanes},         {"masonry-js", masonry},             {"justified", justified},
};

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int count = atoi(argv[1]), number = 0, is_rows = !strcmp(argv[2], "justified");
    while (strcmp(layouts[number].name, argv[2]))
        if (++number == 6) return 2;
    int32_t *widths = malloc(sizeof *widths * count), *heights = malloc(sizeof *heights * count);
    for (int i = 0; i < count; i++) {
        widths[i] = side();
        heights[i] = side();
    }
    double start = now();
    struct frames out = {0};
    if (is_rows) {
        out.x = malloc(sizeof(double) * count);
        out.width = malloc(sizeof(double) * count);
    } else {
        out.y = malloc(sizeof(double) * count);
        out.height = malloc(sizeof(double) * count);
        out.column = malloc(sizeof(uint16_t) * count);
    }
    double height = layouts[number].layout((struct pictures){widths, heights, count}, out);
    double spent = now() - start;
    // The printed height of the content shows that both programs do the same.
    printf("%.17g\t%.4f\n", height, spent / count);
    return 0;
}
