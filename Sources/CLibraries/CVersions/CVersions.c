#include "CVersions.h"

#include <CJXL.h>
#include <dlfcn.h>
#include <gif_lib.h>
#include <gnu/libc-version.h>
#include <openssl/crypto.h>
#include <png.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <webp/decode.h>
#include <zlib.h>

// expat.h and jpeglib.h define names that others define too.
#include <expat.h>
#include <jpeglib.h>

// The static program has some of the libraries inside of it that others load.
#ifdef CVERSIONS_STATIC
#include <curl/curl.h>
#include <dav1d/dav1d.h>
#include <idn2.h>
#include <lcms2.h>
#include <libheif/heif.h>
#include <tiffio.h>
#define INSIDE(function) function
#else
#define INSIDE(function) NULL
#endif

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

typedef struct {
    const char *name, *file;
    /// A function of a linked library.
    void *linked;
    /// The function of a loaded library that returns the version, or the beginning of the names of three variables.
    const char *symbol;
    /// The units of a version that is a number.
    unsigned major, minor;
    /// The version of the header, if the library does not report its own.
    const char *header;
} library;

static const library libraries[] = {
    {"glibc", "libc.so", gnu_get_libc_version},
    {"zlib", "libz.so", zlibVersion},
    {"libpng", "libpng.so", png_get_libpng_ver},
    {"libjpeg-turbo", "libjpeg.so", jpeg_std_error, .header = TEXT(LIBJPEG_TURBO_VERSION)},
    {"libwebp", "libwebp.so", WebPGetDecoderVersion, .major = 1 << 16, .minor = 1 << 8},
    {"Expat", "libexpat.so", XML_ExpatVersion},
    {"OpenSSL", "libcrypto.so", OpenSSL_version},
    {"SQLite", "libsqlite3.so", sqlite3_libversion},
    {"libcurl", "libcurl.so.4", INSIDE(curl_version), "curl_version"},
    {"libidn2", "libidn2.so.0", INSIDE(idn2_check_version), "idn2_check_version"},
    {"giflib", "libgif.so.7", INSIDE(DGifSlurp), .header = TEXT(GIFLIB_MAJOR) "." TEXT(GIFLIB_MINOR) "." TEXT(GIFLIB_RELEASE)},
    {"LibTIFF", "libtiff.so.6", INSIDE(TIFFGetVersion), "TIFFGetVersion"},
    {"libheif", "libheif.so.1", INSIDE(heif_get_version), "heif_get_version"},
#ifdef CVERSIONS_STATIC
    {"dav1d", "libdav1d.so", dav1d_version},
#endif
    {"libjxl", NULL, NULL, "JxlDecoderVersion", 1000000, 1000},
    {"Little CMS", "liblcms2.so.2", INSIDE(cmsGetEncodedCMMversion), "cmsGetEncodedCMMversion", 1000, 10},
    {"librsvg", "librsvg-2.so.2", NULL, "rsvg"},
    {"cairo", "libcairo.so.2", NULL, "cairo_version_string"},
    {"GLib", "libglib-2.0.so.0", NULL, "glib"},
    {"GObject", "libgobject-2.0.so.0", NULL, "glib"},
    {"Fontconfig", "libfontconfig.so.1", NULL, "FcGetVersion", 10000, 100},
};

size_t CVersions_count(void) { return sizeof libraries / sizeof *libraries; }

/// Copies the first number with dots, such as that of "libcurl/7.88.1 OpenSSL/3.0.17".
static void copy(char *version, size_t room, const char *text) {
    text += strcspn(text, "0123456789");
    snprintf(version, room, "%.*s", (int)strspn(text, "0123456789."), text);
}

CVersions_library CVersions_ask(size_t index) {
    const library *row = &libraries[index];
    // Without a file it is libjxl, of which there are several interfaces.
    CVersions_library found = {row->name, row->file ? row->file : CJXL_file(), row->linked != NULL, ""};
    // A library stays loaded: some register functions that the process calls as it ends.
    void *handle = row->linked ? NULL : dlopen(found.file, RTLD_NOW | RTLD_LOCAL);
    if (!row->linked && !handle) return found;
    void *function = row->linked ? row->linked : row->symbol ? dlsym(handle, row->symbol) : NULL;
    if (row->header) {
        copy(found.version, sizeof found.version, row->header);
    } else if (!function) {
        char name[64];
        size_t length = 0;
        for (const char *const *part = (const char *const[]){"major", "minor", "micro", NULL}; *part; part++) {
            snprintf(name, sizeof name, "%s_%s_version", row->symbol, *part);
            const unsigned *number = dlsym(handle, name);
            if (!number || length >= sizeof found.version) return found;
            length += (size_t)snprintf(found.version + length, sizeof found.version - length, length ? ".%u" : "%u", *number);
        }
    } else if (row->major) {
        unsigned number = ((unsigned (*)(void))function)();
        snprintf(
            found.version, sizeof found.version, "%u.%u.%u", number / row->major, number % row->major / row->minor, number % row->minor);
    } else {
        // Some functions have a parameter, for which a null asks for the version.
        copy(found.version, sizeof found.version, ((const char *(*)(void *))function)(NULL));
    }
    return found;
}

#if __x86_64__
#define PROCESSOR "x86_64"
#elif __aarch64__
#define PROCESSOR "aarch64"
#else
#error "name this processor"
#endif

const char *CVersions_target(void) { return PROCESSOR "-unknown-linux-gnu"; }
