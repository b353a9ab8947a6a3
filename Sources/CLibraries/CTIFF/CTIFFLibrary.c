#include "CTIFFLibrary.h"

#include <dlfcn.h>
#include <pthread.h>

static CTIFF_library tiff;
static int is_complete;

static void load(void) {
#ifdef CTIFF_LINKED
#define LOAD(name, symbol) tiff.name = symbol
    is_complete = 1;
#else
    // The number is of the interface that tiffio.h declares.
    void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_complete = 1;
#define LOAD(name, symbol) is_complete &= !!(tiff.name = (__typeof__(tiff.name))dlsym(library, #symbol))
#endif
    LOAD(options, TIFFOpenOptionsAlloc);
    LOAD(free_options, TIFFOpenOptionsFree);
    LOAD(limit, TIFFOpenOptionsSetMaxSingleMemAlloc);
    LOAD(on_error, TIFFOpenOptionsSetErrorHandlerExtR);
    LOAD(on_warning, TIFFOpenOptionsSetWarningHandlerExtR);
    LOAD(open, TIFFClientOpenExt);
    LOAD(close, TIFFClose);
    LOAD(field, TIFFGetField);
    LOAD(field_or_default, TIFFGetFieldDefaulted);
    LOAD(set_field, TIFFSetField);
    LOAD(has_codec, TIFFIsCODECConfigured);
    LOAD(is_tiled, TIFFIsTiled);
    LOAD(row_size, TIFFScanlineSize64);
    LOAD(tile_size, TIFFTileSize64);
    LOAD(tile_row_size, TIFFTileRowSize64);
    LOAD(strip_size, TIFFStripSize64);
    LOAD(part_length, TIFFGetStrileByteCount);
    LOAD(strip_of_row, TIFFComputeStrip);
    LOAD(tile_of_place, TIFFComputeTile);
    LOAD(read_row, TIFFReadScanline);
    LOAD(read_tile, TIFFReadTile);
    LOAD(can_convert, TIFFRGBAImageOK);
    LOAD(begin_conversion, TIFFRGBAImageBegin);
    LOAD(convert, TIFFRGBAImageGet);
    LOAD(end_conversion, TIFFRGBAImageEnd);
#undef LOAD
}

const CTIFF_library *CTIFF_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete ? &tiff : NULL;
}
