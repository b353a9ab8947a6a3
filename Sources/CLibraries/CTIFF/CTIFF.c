#include "CTIFF.h"

#include "CTIFFLibrary.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const CTIFF_library *tiff;
    CTIFF_source source;
    void *owner;
    uint64_t position;
    uint64_t length;
    const CTIFF_sink *sink;
    size_t memory;
    CTIFF_report *report;
    char warning[sizeof((CTIFF_report *)NULL)->text];
    TIFF *file;
    // Of the picture.
    uint32_t width, height;
    uint16_t depth, samples, meaning, compression, alpha;
    const uint16_t *palette[3];
    int palette_shift;
    uint8_t *pixels;
} decoder;

static tmsize_t on_read(thandle_t owner, void *bytes, tmsize_t count) {
    decoder *state = owner;
    size_t read = state->source(state->owner, state->position, bytes, (size_t)count);
    state->position += read;
    return (tmsize_t)read;
}

static tmsize_t on_write(thandle_t owner, void *bytes, tmsize_t count) {
    (void)owner, (void)bytes, (void)count;
    return -1;
}

static toff_t on_seek(thandle_t owner, toff_t offset, int whence) {
    decoder *state = owner;
    if (whence == SEEK_CUR) offset += state->position;
    if (whence == SEEK_END) offset += state->length;
    return state->position = offset;
}

static int on_close(thandle_t owner) {
    (void)owner;
    return 0;
}

static toff_t on_size(thandle_t owner) { return ((decoder *)owner)->length; }

// The first error explains those that follow from it.
static int on_error(TIFF *file, void *owner, const char *module, const char *format, va_list values) {
    (void)file, (void)module;
    CTIFF_report *report = ((decoder *)owner)->report;
    if (!report->text[0]) vsnprintf(report->text, sizeof report->text, format, values);
    return 1;
}

static int on_warning(TIFF *file, void *owner, const char *module, const char *format, va_list values) {
    (void)file, (void)module;
    decoder *state = owner;
    vsnprintf(state->warning, sizeof state->warning, format, values);
    return 1;
}

static int refuse(decoder *state, int verdict, const char *text) {
    if (!state->report->text[0]) snprintf(state->report->text, sizeof state->report->text, "%s", text);
    return verdict;
}

// A sample of at most 16 bits, as it is stored.
static unsigned stored(const uint8_t *row, size_t index, unsigned depth) {
    if (depth == 8) return row[index];
    if (depth == 16) {
        uint16_t value;
        memcpy(&value, row + 2 * index, 2);
        return value;
    }
    size_t bit = index * depth;
    return (unsigned)row[bit / 8] >> (8 - depth - bit % 8) & ((1u << depth) - 1);
}

static uint8_t scaled(const uint8_t *row, size_t index, unsigned depth) {
    unsigned most = (1u << depth) - 1;
    return (uint8_t)((stored(row, index, depth) * 255 + most / 2) / most);
}

// Turns samples that stand behind each other into pixels of four bytes.
static void unpack(const decoder *state, const uint8_t *row, uint32_t count) {
    unsigned depth = state->depth;
    size_t colors = state->meaning == PHOTOMETRIC_SEPARATED ? 4 : state->meaning == PHOTOMETRIC_RGB ? 3 : 1;
    uint8_t *pixel = state->pixels;
    for (uint32_t column = 0; column < count; column++, pixel += 4) {
        size_t first = (size_t)column * state->samples;
        pixel[3] = state->alpha ? scaled(row, first + colors, depth) : 0xFF;
        switch (state->meaning) {
        case PHOTOMETRIC_PALETTE: {
            unsigned index = stored(row, first, depth);
            for (int lane = 0; lane < 3; lane++) pixel[lane] = (uint8_t)(state->palette[lane][index] >> state->palette_shift);
            break;
        }
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_MINISBLACK: {
            uint8_t value = scaled(row, first, depth);
            if (state->meaning == PHOTOMETRIC_MINISWHITE) value = 255 - value;
            pixel[0] = pixel[1] = pixel[2] = value;
            break;
        }
        default:
            for (size_t lane = 0; lane < colors; lane++) pixel[lane] = scaled(row, first + lane, depth);
        }
    }
}

static enum CTIFF_colors colors_of(const decoder *state) {
    int is_premultiplied = state->alpha == EXTRASAMPLE_ASSOCALPHA;
    switch (state->meaning) {
    case PHOTOMETRIC_SEPARATED: return CTIFF_CMYK;
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: return is_premultiplied ? CTIFF_GRAYA_PREMULTIPLIED : CTIFF_GRAYA;
    default: return is_premultiplied ? CTIFF_PREMULTIPLIED : CTIFF_RGBA;
    }
}

static void begin(const decoder *state, enum CTIFF_colors colors) {
    uint32_t length = 0;
    void *profile = NULL;
    if (!state->tiff->field(state->file, TIFFTAG_ICCPROFILE, &length, &profile)) length = 0;
    state->sink->begin(state->sink->owner, state->width, state->height, colors, profile, length);
}

static int read_strips(decoder *state) {
    const CTIFF_library *tiff = state->tiff;
    uint64_t length = tiff->row_size(state->file);
    if (length > state->memory / 4) return CTIFF_EXCESSIVE;
    uint8_t *row = malloc(length + 1);
    if (!row) return CTIFF_EXCESSIVE;
    begin(state, colors_of(state));
    int verdict = CTIFF_SOUND;
    for (uint32_t y = 0; y < state->height && verdict == CTIFF_SOUND; y++) {
        // libtiff holds all bytes of a strip.
        if (tiff->part_length(state->file, tiff->strip_of_row(state->file, y, 0)) > state->memory / 2) verdict = CTIFF_EXCESSIVE;
        else if (tiff->read_row(state->file, row, y, 0) != 1) verdict = CTIFF_CORRUPT;
        if (verdict != CTIFF_SOUND) break;
        unpack(state, row, state->width);
        state->sink->row(state->sink->owner, y, 0, state->width, state->pixels);
    }
    free(row);
    return verdict;
}

static int read_tile(decoder *state, uint8_t *tile, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    const CTIFF_library *tiff = state->tiff;
    if (tiff->part_length(state->file, tiff->tile_of_place(state->file, x, y, 0, 0)) > state->memory / 4) return CTIFF_EXCESSIVE;
    if (tiff->read_tile(state->file, tile, x, y, 0, 0) < 0) return CTIFF_CORRUPT;
    uint64_t length = tiff->tile_row_size(state->file);
    uint32_t count = state->width - x < width ? state->width - x : width;
    for (uint32_t row = 0; row < height && y + row < state->height; row++) {
        unpack(state, tile + row * length, count);
        state->sink->row(state->sink->owner, y + row, x, count, state->pixels);
    }
    return CTIFF_SOUND;
}

static int read_tiles(decoder *state) {
    const CTIFF_library *tiff = state->tiff;
    uint32_t width = 0, height = 0;
    tiff->field(state->file, TIFFTAG_TILEWIDTH, &width);
    tiff->field(state->file, TIFFTAG_TILELENGTH, &height);
    if (width == 0 || height == 0) return refuse(state, CTIFF_CORRUPT, "tiles without a size");
    uint64_t size = tiff->tile_size(state->file);
    if (size > state->memory / 4) return CTIFF_EXCESSIVE;
    uint8_t *tile = malloc(size + 1);
    if (!tile) return CTIFF_EXCESSIVE;
    begin(state, colors_of(state));
    int verdict = CTIFF_SOUND;
    for (uint64_t y = 0; y < state->height && verdict == CTIFF_SOUND; y += height) {
        for (uint64_t x = 0; x < state->width && verdict == CTIFF_SOUND; x += width) {
            verdict = read_tile(state, tile, (uint32_t)x, (uint32_t)y, width, height);
        }
    }
    free(tile);
    return verdict;
}

// Planes, and colors of other models, which libtiff converts strip by strip.
static int read_converted(decoder *state) {
    const CTIFF_library *tiff = state->tiff;
    char text[1024] = "";
    TIFFRGBAImage image;
    if (!tiff->can_convert(state->file, text)) return refuse(state, CTIFF_UNREADABLE, text);
    if (!tiff->begin_conversion(&image, state->file, 1, text)) return refuse(state, CTIFF_UNREADABLE, text);
    uint32_t step = state->height;
    if (tiff->is_tiled(state->file)) tiff->field(state->file, TIFFTAG_TILELENGTH, &step);
    else tiff->field_or_default(state->file, TIFFTAG_ROWSPERSTRIP, &step);
    if (step == 0 || step > state->height) step = state->height;
    int verdict = CTIFF_SOUND;
    uint64_t part = tiff->is_tiled(state->file) ? tiff->tile_size(state->file) : tiff->strip_size(state->file);
    uint64_t count = (uint64_t)state->width * step;
    uint32_t *raster = count > state->memory / 16 || part > state->memory / 16 ? NULL : malloc(count * 4);
    if (raster) {
        // As they are stored; the caller turns them.
        image.req_orientation = image.orientation;
        begin(state, image.alpha ? CTIFF_PREMULTIPLIED : CTIFF_RGBA);
    } else {
        verdict = CTIFF_EXCESSIVE;
    }
    for (uint64_t y = 0; y < state->height && verdict == CTIFF_SOUND; y += step) {
        uint32_t rows = state->height - y < step ? (uint32_t)(state->height - y) : step;
        image.row_offset = (int)y;
        memset(raster, 0, count * 4);
        if (!tiff->convert(&image, raster, state->width, rows)) verdict = CTIFF_CORRUPT;
        for (uint32_t row = 0; row < rows && verdict == CTIFF_SOUND; row++) {
            // A value of the raster has red in its lowest byte.
            for (uint32_t x = 0; x < state->width; x++) {
                uint32_t value = raster[(uint64_t)row * state->width + x];
                for (int lane = 0; lane < 4; lane++) state->pixels[4 * (uint64_t)x + lane] = (uint8_t)(value >> 8 * lane);
            }
            state->sink->row(state->sink->owner, (uint32_t)y + row, 0, state->width, state->pixels);
        }
    }
    free(raster);
    tiff->end_conversion(&image);
    return verdict;
}

// Colors of eight bits in a table of sixteen are an old mistake, which readers know by the table.
static void find_palette_depth(decoder *state) {
    state->palette_shift = 0;
    for (unsigned index = 0; index < 1u << state->depth; index++) {
        for (int lane = 0; lane < 3; lane++) {
            if (state->palette[lane][index] > 255) state->palette_shift = 8;
        }
    }
}

// Whether the samples of a pixel stand together, in a form that `unpack` knows.
static int is_plain(decoder *state) {
    const CTIFF_library *tiff = state->tiff;
    uint16_t planes = 0, form = 0, inks = 0, extra = 0;
    const uint16_t *kinds = NULL;
    tiff->field_or_default(state->file, TIFFTAG_PLANARCONFIG, &planes);
    tiff->field_or_default(state->file, TIFFTAG_SAMPLEFORMAT, &form);
    if ((planes != PLANARCONFIG_CONTIG && state->samples > 1) || form != SAMPLEFORMAT_UINT) return 0;
    int is_whole = state->depth == 8 || state->depth == 16;
    if (!is_whole && state->depth != 1 && state->depth != 2 && state->depth != 4) return 0;
    if (!tiff->field_or_default(state->file, TIFFTAG_EXTRASAMPLES, &extra, &kinds)) extra = 0;
    unsigned colors = 1;
    switch (state->meaning) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: break;
    case PHOTOMETRIC_RGB: colors = 3; break;
    case PHOTOMETRIC_SEPARATED:
        tiff->field_or_default(state->file, TIFFTAG_INKSET, &inks);
        if (inks != INKSET_CMYK) return 0;
        colors = 4;
        break;
    case PHOTOMETRIC_PALETTE:
        if (state->depth > 8 || !tiff->field(state->file, TIFFTAG_COLORMAP, &state->palette[0], &state->palette[1], &state->palette[2]))
            return 0;
        find_palette_depth(state);
        break;
    default: return 0;
    }
    if (state->samples < colors) return 0;
    int has_alpha = state->samples > colors && extra > 0 && kinds && colors < 4
        && (kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA);
    state->alpha = has_alpha ? kinds[0] : 0;
    return 1;
}

static int read_picture(decoder *state) {
    const CTIFF_library *tiff = state->tiff;
    tiff->field(state->file, TIFFTAG_IMAGEWIDTH, &state->width);
    tiff->field(state->file, TIFFTAG_IMAGELENGTH, &state->height);
    if (state->width == 0 || state->height == 0) return refuse(state, CTIFF_CORRUPT, "a picture without a size");
    if (state->width > state->memory / 16) return CTIFF_EXCESSIVE;
    tiff->field_or_default(state->file, TIFFTAG_BITSPERSAMPLE, &state->depth);
    tiff->field_or_default(state->file, TIFFTAG_SAMPLESPERPIXEL, &state->samples);
    tiff->field_or_default(state->file, TIFFTAG_COMPRESSION, &state->compression);
    if (!tiff->has_codec(state->compression)) return refuse(state, CTIFF_UNREADABLE, "its compression is not built in");
    if (!tiff->field(state->file, TIFFTAG_PHOTOMETRIC, &state->meaning)) {
        state->meaning = state->samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    }
    if (state->compression == COMPRESSION_JPEG && state->meaning == PHOTOMETRIC_YCBCR) {
        // libjpeg converts and upsamples.
        tiff->set_field(state->file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        state->meaning = PHOTOMETRIC_RGB;
    }
    state->pixels = malloc((size_t)state->width * 4);
    if (!state->pixels) return CTIFF_EXCESSIVE;
    if (!is_plain(state)) return read_converted(state);
    return tiff->is_tiled(state->file) ? read_tiles(state) : read_strips(state);
}

// Why pixels could not be decoded. Fax decoders only warn before they give up. libjpeg's sentences are the same in all versions.
static int explained(decoder *state) {
    int is_unread = state->compression == COMPRESSION_JPEG && strncmp(state->report->text, "Unsupported JPEG", 16) == 0;
    return refuse(state, is_unread ? CTIFF_UNREADABLE : CTIFF_CORRUPT, state->warning[0] ? state->warning : "its pixels cannot be decoded");
}

int CTIFF_read_rows(
    CTIFF_source source, void *owner, uint64_t length, CTIFF_sink sink, size_t memory, CTIFF_report *report) {
    memset(report, 0, sizeof *report);
    decoder state = {
        .tiff = CTIFF_loaded(), .source = source, .owner = owner, .length = length, .sink = &sink, .memory = memory, .report = report};
    if (!state.tiff) return CTIFF_NO_LIBRARY;
    TIFFOpenOptions *options = state.tiff->options();
    if (!options) return CTIFF_EXCESSIVE;
    state.tiff->limit(options, (tmsize_t)memory);
    state.tiff->on_error(options, on_error, &state);
    state.tiff->on_warning(options, on_warning, &state);
    // "m" for no mapped memory.
    state.file = state.tiff->open("", "rm", &state, on_read, on_write, on_seek, on_close, on_size, NULL, NULL, options);
    int verdict = state.file ? read_picture(&state) : CTIFF_CORRUPT;
    if (verdict == CTIFF_CORRUPT) verdict = explained(&state);
    if (state.file) state.tiff->close(state.file);
    state.tiff->free_options(options);
    free(state.pixels);
    return verdict;
}
