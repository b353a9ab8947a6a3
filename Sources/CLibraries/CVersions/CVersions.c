#include "CVersions.h"

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

// These need what is above.
#include <expat.h>
#include <jpeglib.h>

// A static program is linked with some of the libraries that others load.
#ifdef CCURL_LINKED
#include <curl/curl.h>
#include <idn2.h>
#define CURL(function) function
enum { has_curl = true };
#else
#define CURL(function) dlsym(library, #function)
enum { has_curl = false };
#endif
#ifdef CGIF_LINKED
enum { has_gif = true };
#else
enum { has_gif = false };
#endif
#ifdef CTIFF_LINKED
#include <tiffio.h>
#define TIFF(function) function
enum { has_tiff = true };
#else
#define TIFF(function) dlsym(library, #function)
enum { has_tiff = false };
#endif
#ifdef CLCMS_LINKED
#include <lcms2.h>
#define LCMS(function) function
enum { has_lcms = true };
#else
#define LCMS(function) dlsym(library, #function)
enum { has_lcms = false };
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
// It does not tell its version; this is the one of the header.
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
static void tell(void *library, const char *function, char *text) {
    const char *(*version)(void) = (const char *(*)(void))dlsym(library, function);
    if (version) copy(text, version());
}

static void tell_decimal(void *library, const char *function, unsigned major, unsigned minor, char *text) {
    unsigned (*version)(void) = (unsigned (*)(void))dlsym(library, function);
    if (version) write_parts(text, version() / major, version() % major / minor, version() % minor);
}

static void tell_variables(void *library, const char *names[3], char *text) {
    const unsigned *parts[3];
    for (int index = 0; index < 3; index++) {
        parts[index] = dlsym(library, names[index]);
        if (!parts[index]) return;
    }
    write_parts(text, *parts[0], *parts[1], *parts[2]);
}

static void curl(void *library, char *text) {
    // "libcurl/7.88.1 OpenSSL/3.0.17 …"
    char *(*version)(void) = CURL(curl_version);
    const char *words = version ? strchr(version(), '/') : NULL;
    if (words) snprintf(text, room, "%.*s", (int)strcspn(words + 1, " "), words + 1);
}
static void idn2(void *library, char *text) {
    const char *(*version)(const char *) = CURL(idn2_check_version);
    if (version) copy(text, version(NULL));
}
// It does not tell its version; this is the one of the header.
static void gif(void *library, char *text) { write_parts(text, GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE); }
static void tiff(void *library, char *text) {
    // "LIBTIFF, Version 4.5.0\n…"
    const char *(*version)(void) = TIFF(TIFFGetVersion);
    const char *words = version ? strstr(version(), "Version ") : NULL;
    if (words) snprintf(text, room, "%.*s", (int)strcspn(words + 8, "\n"), words + 8);
}
static void heif(void *library, char *text) { tell(library, "heif_get_version", text); }
static void jxl(void *library, char *text) { tell_decimal(library, "JxlDecoderVersion", 1000000, 1000, text); }
static void rsvg(void *library, char *text) {
    tell_variables(library, (const char *[]){"rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"}, text);
}
static void cairo(void *library, char *text) { tell(library, "cairo_version_string", text); }
static void glib(void *library, char *text) {
    tell_variables(library, (const char *[]){"glib_major_version", "glib_minor_version", "glib_micro_version"}, text);
}
static void fontconfig(void *library, char *text) { tell_decimal(library, "FcGetVersion", 10000, 100, text); }
static void lcms(void *library, char *text) {
    int (*number)(void) = LCMS(cmsGetEncodedCMMversion);
    if (number) snprintf(text, room, "%d.%d", number() / 1000, number() % 1000 / 10);
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
    {"libcurl", "libcurl.so.4", "http and https URLs", has_curl, curl},
    {"libidn2", "libidn2.so.0", "names of hosts beyond ASCII", has_curl, idn2},
    {"giflib", "libgif.so.7", "pixels of GIF", has_gif, gif},
    {"LibTIFF", "libtiff.so.6", "pixels of TIFF", has_tiff, tiff},
    {"libheif", "libheif.so.1", "pixels of AVIF and HEIC", false, heif},
    {"libjxl", "libjxl.so.0.7", "pixels of JPEG XL", false, jxl},
    {"Little CMS", "liblcms2.so.2", "colour profiles", has_lcms, lcms},
    {"librsvg", "librsvg-2.so.2", "pixels of SVG, drawings as PNG", false, rsvg},
    {"cairo", "libcairo.so.2", "pixels of SVG, drawings as PNG", false, cairo},
    {"GLib", "libglib-2.0.so.0", "pixels of SVG, drawings as PNG", false, glib},
    {"GObject", "libgobject-2.0.so.0", "pixels of SVG, drawings as PNG", false, glib},
    {"Fontconfig", "libfontconfig.so.1", "the texts of drawings as PNG", false, fontconfig},
};

size_t CVersions_count(void) { return sizeof libraries / sizeof *libraries; }

CVersions_library CVersions_ask(size_t index) {
    CVersions_library library = {
        libraries[index].name, libraries[index].file, libraries[index].purpose, libraries[index].is_linked, ""};
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

// The kernel tells where the loader lies; a static program has none.
bool CVersions_is_static(void) { return getauxval(AT_BASE) == 0; }
