// The functions of libtiff that are used, once it is loaded.
#ifndef CTIFF_LIBRARY_H
#define CTIFF_LIBRARY_H

#include <tiffio.h>

typedef struct {
    __typeof__(&TIFFOpenOptionsAlloc) options;
    __typeof__(&TIFFOpenOptionsFree) free_options;
    __typeof__(&TIFFOpenOptionsSetMaxSingleMemAlloc) limit;
    __typeof__(&TIFFOpenOptionsSetErrorHandlerExtR) on_error;
    __typeof__(&TIFFOpenOptionsSetWarningHandlerExtR) on_warning;
    __typeof__(&TIFFClientOpenExt) open;
    __typeof__(&TIFFClose) close;
    __typeof__(&TIFFGetField) field;
    __typeof__(&TIFFGetFieldDefaulted) field_or_default;
    __typeof__(&TIFFSetField) set_field;
    __typeof__(&TIFFIsCODECConfigured) has_codec;
    __typeof__(&TIFFIsTiled) is_tiled;
    __typeof__(&TIFFScanlineSize64) row_size;
    __typeof__(&TIFFTileSize64) tile_size;
    __typeof__(&TIFFTileRowSize64) tile_row_size;
    __typeof__(&TIFFStripSize64) strip_size;
    __typeof__(&TIFFGetStrileByteCount) part_length;
    __typeof__(&TIFFComputeStrip) strip_of_row;
    __typeof__(&TIFFComputeTile) tile_of_place;
    __typeof__(&TIFFReadScanline) read_row;
    __typeof__(&TIFFReadTile) read_tile;
    __typeof__(&TIFFRGBAImageOK) can_convert;
    __typeof__(&TIFFRGBAImageBegin) begin_conversion;
    __typeof__(&TIFFRGBAImageGet) convert;
    __typeof__(&TIFFRGBAImageEnd) end_conversion;
} CTIFF_library;

/// The library, or NULL if it is not installed.
const CTIFF_library *CTIFF_loaded(void);

#endif
