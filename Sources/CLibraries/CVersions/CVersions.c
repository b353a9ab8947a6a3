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
#include <sys/auxv.h>
#include <webp/decode.h>
#include <zlib.h>

// expat.h and jpeglib.h define names that others define too.
#include <expat.h>
#include <jpeglib.h>

// The static program has some of the libraries inside of it that others load.
#ifdef CVERSIONS_STATIC
#include <curl/curl.h>
#include <idn2.h>
#include <lcms2.h>
#include <tiffio.h>

enum { is_static = true };
static const struct {
    const char *name;
    void *function;
} inside[] = {
    {"curl_version", curl_version},
    {"idn2_check_version", idn2_check_version},
    {"TIFFGetVersion", TIFFGetVersion},
    {"cmsGetEncodedCMMversion", cmsGetEncodedCMMversion},
};

static void *function(void *library, const char *name) {
    for (size_t index = 0; index < sizeof inside / sizeof *inside; index++)
        if (!strcmp(inside[index].name, name)) return inside[index].function;
    return dlsym(library, name);
}
#else
enum { is_static = false };
static void *function(void *library, const char *name) { return dlsym(library, name); }
#endif

enum { room = sizeof((CVersions_library *)NULL)->version };

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

/// Writes the version of a loaded library into `text`, of `room` bytes, or nothing.
typedef void (*teller)(void *library, char *text);

static void copy(char *text, const char *version) {
    if (version) snprintf(text, room, "%s", version);
}

static void write_parts(char *text, unsigned major, unsigned minor, unsigned patch) {
    snprintf(text, room, "%u.%u.%u", major, minor, patch);
}

// Linked libraries.
static void glibc(void *library, char *text) { copy(text, gnu_get_libc_version()); }
static void zlib(void *library, char *text) { copy(text, zlibVersion()); }
static void png(void *library, char *text) { copy(text, png_get_libpng_ver(NULL)); }
// It does not report its version; this is the one of the header.
static void jpeg(void *library, char *text) { copy(text, TEXT(LIBJPEG_TURBO_VERSION)); }
static void webp(void *library, char *text) {
    unsigned version = (unsigned)WebPGetDecoderVersion();
    write_parts(text, version >> 16, version >> 8 & 0xff, version & 0xff);
}
static void expat(void *library, char *text) {
    XML_Expat_Version version = XML_ExpatVersionInfo();
    write_parts(text, (unsigned)version.major, (unsigned)version.minor, (unsigned)version.micro);
}
static void crypto(void *library, char *text) { copy(text, OpenSSL_version(OPENSSL_VERSION_STRING)); }
static void sqlite(void *library, char *text) { copy(text, sqlite3_libversion()); }

// Loaded libraries. The text of a function without parameters is copied as it is.
static void version(void *library, const char *name, char *text) {
    const char *(*version)(void) = (const char *(*)(void))function(library, name);
    if (version) copy(text, version());
}

static unsigned number(void *library, const char *name) {
    unsigned (*version)(void) = (unsigned (*)(void))function(library, name);
    return version ? version() : 0;
}

static void tell_decimal(void *library, const char *name, unsigned major, unsigned minor, char *text) {
    unsigned version = number(library, name);
    if (version) write_parts(text, version / major, version % major / minor, version % minor);
}

static void tell_variables(void *library, const char *names[3], char *text) {
    const unsigned *parts[3];
    for (int index = 0; index < 3; index++) {
        parts[index] = function(library, names[index]);
        if (!parts[index]) return;
    }
    write_parts(text, *parts[0], *parts[1], *parts[2]);
}

static void curl(void *library, char *text) {
    // "libcurl/7.88.1 OpenSSL/3.0.17 …"
    const char *(*version)(void) = (const char *(*)(void))function(library, "curl_version");
    const char *words = version ? strchr(version(), '/') : NULL;
    if (words) snprintf(text, room, "%.*s", (int)strcspn(words + 1, " "), words + 1);
}
static void idn2(void *library, char *text) {
    const char *(*version)(const char *) = (const char *(*)(const char *))function(library, "idn2_check_version");
    if (version) copy(text, version(NULL));
}
// It does not report its version; this is the one of the header.
static void gif(void *library, char *text) { write_parts(text, GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE); }
static void tiff(void *library, char *text) {
    // "LIBTIFF, Version 4.5.0\n…"
    const char *(*version)(void) = (const char *(*)(void))function(library, "TIFFGetVersion");
    const char *words = version ? strstr(version(), "Version ") : NULL;
    if (words) snprintf(text, room, "%.*s", (int)strcspn(words + 8, "\n"), words + 8);
}
static void heif(void *library, char *text) { version(library, "heif_get_version", text); }
static void jxl(void *library, char *text) { tell_decimal(library, "JxlDecoderVersion", 1000000, 1000, text); }
static void rsvg(void *library, char *text) {
    tell_variables(library, (const char *[]){"rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"}, text);
}
static void cairo(void *library, char *text) { version(library, "cairo_version_string", text); }
static void glib(void *library, char *text) {
    tell_variables(library, (const char *[]){"glib_major_version", "glib_minor_version", "glib_micro_version"}, text);
}
static void fontconfig(void *library, char *text) { tell_decimal(library, "FcGetVersion", 10000, 100, text); }
static void lcms(void *library, char *text) {
    unsigned version = number(library, "cmsGetEncodedCMMversion");
    if (version) snprintf(text, room, "%u.%u", version / 1000, version % 1000 / 10);
}

static const struct {
    const char *name, *file, *purpose;
    bool is_linked;
    teller version;
} libraries[] = {
    {"glibc", "libc.so", "the system, and mathematics", true, glibc},
    {"zlib", "libz.so", "compressed catalogues and manifests, PNG", true, zlib},
    {"libpng", "libpng.so", "PNG", true, png},
    {"libjpeg-turbo", "libjpeg.so", "JPEG", true, jpeg},
    {"libwebp", "libwebp.so", "WebP", true, webp},
    {"Expat", "libexpat.so", "XML property lists, SVG", true, expat},
    {"OpenSSL", "libcrypto.so", "SHA-256, signed requests", true, crypto},
    {"SQLite", "libsqlite3.so", "the journal", true, sqlite},
    {"libcurl", "libcurl.so.4", "http and https URLs", is_static, curl},
    {"libidn2", "libidn2.so.0", "names of hosts beyond ASCII", is_static, idn2},
    {"giflib", "libgif.so.7", "pixels of GIF", is_static, gif},
    {"LibTIFF", "libtiff.so.6", "pixels of TIFF", is_static, tiff},
    {"libheif", "libheif.so.1", "pixels of AVIF and HEIC", false, heif},
    {"libjxl", NULL, "pixels of JPEG XL", false, jxl},
    {"Little CMS", "liblcms2.so.2", "color profiles", is_static, lcms},
    {"librsvg", "librsvg-2.so.2", "pixels of SVG, drawings as PNG", false, rsvg},
    {"cairo", "libcairo.so.2", "pixels of SVG, drawings as PNG", false, cairo},
    {"GLib", "libglib-2.0.so.0", "pixels of SVG, drawings as PNG", false, glib},
    {"GObject", "libgobject-2.0.so.0", "pixels of SVG, drawings as PNG", false, glib},
    {"Fontconfig", "libfontconfig.so.1", "the texts of drawings as PNG", false, fontconfig},
};

size_t CVersions_count(void) { return sizeof libraries / sizeof *libraries; }

CVersions_library CVersions_ask(size_t index) {
    // Without a file it is libjxl, of which there are several interfaces.
    CVersions_library library = {
        libraries[index].name, libraries[index].file ? libraries[index].file : CJXL_file(), libraries[index].purpose, libraries[index].is_linked, ""};
    // A library stays loaded: some register functions that the process calls as it ends.
    void *handle = library.is_linked ? NULL : dlopen(library.file, RTLD_NOW | RTLD_LOCAL);
    if (library.is_linked || handle) libraries[index].version(handle, library.version);
    return library;
}

const char *CVersions_clang(void) { return TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__); }

#if __x86_64__
#define PROCESSOR "x86_64"
#elif __aarch64__
#define PROCESSOR "aarch64"
#else
#error "name this processor"
#endif

const char *CVersions_target(void) { return PROCESSOR "-unknown-linux-gnu"; }

// The kernel reports where the loader lies; a static program has none.
bool CVersions_is_static(void) { return getauxval(AT_BASE) == 0; }
