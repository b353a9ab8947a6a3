#include "CLCMS.h"

#include <dlfcn.h>
#include <lcms2.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    __typeof__(&cmsOpenProfileFromMem) open;
    __typeof__(&cmsCloseProfile) close;
    __typeof__(&cmsGetColorSpace) space;
    __typeof__(&cmsReadRawTag) tag;
    __typeof__(&cmsCreate_sRGBProfile) srgb;
    __typeof__(&cmsCreateRGBProfile) rgb;
    __typeof__(&cmsBuildParametricToneCurve) curve;
    __typeof__(&cmsFreeToneCurve) free_curve;
    __typeof__(&cmsCreateTransform) create;
    __typeof__(&cmsDeleteTransform) destroy;
    __typeof__(&cmsDoTransform) apply;
    int is_complete;
} lcms;

static void load(void) {
#ifdef CLCMS_LINKED
#define FIND(name, symbol) lcms.name = symbol
#else
    void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name, symbol) lcms.name = (__typeof__(lcms.name))dlsym(library, #symbol)
#endif
    FIND(open, cmsOpenProfileFromMem);
    FIND(close, cmsCloseProfile);
    FIND(space, cmsGetColorSpace);
    FIND(tag, cmsReadRawTag);
    FIND(srgb, cmsCreate_sRGBProfile);
    FIND(rgb, cmsCreateRGBProfile);
    FIND(curve, cmsBuildParametricToneCurve);
    FIND(free_curve, cmsFreeToneCurve);
    FIND(create, cmsCreateTransform);
    FIND(destroy, cmsDeleteTransform);
    FIND(apply, cmsDoTransform);
#undef FIND
    lcms.is_complete = lcms.open && lcms.close && lcms.space && lcms.tag && lcms.srgb && lcms.rgb && lcms.curve && lcms.free_curve
        && lcms.create && lcms.destroy && lcms.apply;
}

struct CLCMS_transform {
    cmsHTRANSFORM handle;
};

static int fits(cmsColorSpaceSignature space, enum CLCMS_colors colors) {
    switch (colors) {
    case CLCMS_RGBA: return space == cmsSigRgbData;
    case CLCMS_GRAYA: return space == cmsSigGrayData || space == cmsSigRgbData;
    default: return space == cmsSigCmykData;
    }
}

// A gray profile reads the first of the three equal bytes.
static cmsUInt32Number input_format(cmsColorSpaceSignature space) {
    switch (space) {
    case cmsSigRgbData: return TYPE_RGBA_8;
    case cmsSigGrayData: return COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1);
    default: return TYPE_CMYK_8;
    }
}

// ITU-T H.273, table 2.
static const struct {
    uint8_t code;
    cmsCIExyY white;
    cmsCIExyYTRIPLE primaries;
} spaces[] = {
    {1, {0.3127, 0.3290, 1}, {{0.640, 0.330, 1}, {0.300, 0.600, 1}, {0.150, 0.060, 1}}},
    {4, {0.310, 0.316, 1}, {{0.670, 0.330, 1}, {0.210, 0.710, 1}, {0.140, 0.080, 1}}},
    {5, {0.3127, 0.3290, 1}, {{0.640, 0.330, 1}, {0.290, 0.600, 1}, {0.150, 0.060, 1}}},
    {6, {0.3127, 0.3290, 1}, {{0.630, 0.340, 1}, {0.310, 0.595, 1}, {0.155, 0.070, 1}}},
    {7, {0.3127, 0.3290, 1}, {{0.630, 0.340, 1}, {0.310, 0.595, 1}, {0.155, 0.070, 1}}},
    {8, {0.310, 0.316, 1}, {{0.681, 0.319, 1}, {0.243, 0.692, 1}, {0.145, 0.049, 1}}},
    {9, {0.3127, 0.3290, 1}, {{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}}},
    {10, {1.0 / 3, 1.0 / 3, 1}, {{1, 0, 1}, {0, 1, 1}, {0, 0, 1}}},
    {11, {0.314, 0.351, 1}, {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}}},
    {12, {0.3127, 0.3290, 1}, {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}}},
    {22, {0.3127, 0.3290, 1}, {{0.630, 0.340, 1}, {0.295, 0.605, 1}, {0.155, 0.077, 1}}},
};

enum { bt709 = 1, srgb = 13 };

// The light of a value x: (a x + b)^g, below d c x. NULL for a transfer that no picture has (ITU-T H.273, table 3).
static const double *curve_of(uint8_t transfer) {
    static const double of_22[] = {2.2, 1, 0, 0, 0}, of_28[] = {2.8, 1, 0, 0, 0},
                        // The displays' curve (ITU-R BT.1886), as in Chromium 156.
                        of_bt709[] = {2.4, 1, 0, 0, 0}, of_240m[] = {1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1.0 / 4, 0.0912},
                        linear[] = {1, 1, 0, 0, 0}, of_srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045},
                        // The 2.6th root of 52.37 / 48.
                        of_428[] = {2.6, 1.0340812, 0, 0, 0};
    switch (transfer) {
    case bt709: case 6: case 11: case 14: case 15: return of_bt709;
    case 4: return of_22;
    case 5: return of_28;
    case 7: return of_240m;
    case 8: return linear;
    case srgb: return of_srgb;
    case 17: return of_428;
    default: return NULL;
    }
}

static cmsHPROFILE named(uint8_t primaries, uint8_t transfer) {
    const double *values = curve_of(transfer);
    size_t space = 0, count = sizeof spaces / sizeof *spaces;
    while (space < count && spaces[space].code != primaries) space++;
    cmsToneCurve *curve = values && space < count ? lcms.curve(NULL, 4, values) : NULL;
    if (!curve) return NULL;
    cmsToneCurve *curves[] = {curve, curve, curve};
    cmsHPROFILE profile = lcms.rgb(&spaces[space].white, &spaces[space].primaries, curves);
    lcms.free_curve(curve);
    return profile;
}

int CLCMS_is_hdr(int transfer) { return transfer == 16 || transfer == 18; }

// Such a profile has code points for programs that show HDR (ICC.1:2022, 9.2.17), and curves for others.
static int has_hdr(cmsHPROFILE profile) {
    uint8_t tag[12];
    return lcms.tag(profile, (cmsTagSignature)0x63696370 /* cicp */, tag, sizeof tag) == sizeof tag && CLCMS_is_hdr(tag[9]);
}

int CLCMS_create(const uint8_t *profile, size_t length, enum CLCMS_colors colors, CLCMS_transform **transform) {
    *transform = NULL;
    int is_named = length == 2;
    if (is_named && CLCMS_is_hdr(profile[1])) return CLCMS_HDR;
    if (is_named && profile[0] == bt709 && profile[1] == srgb) return CLCMS_UNFIT;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!lcms.is_complete) return CLCMS_NO_LIBRARY;
    cmsHPROFILE input = is_named ? named(profile[0], profile[1]) : lcms.open(profile, (cmsUInt32Number)length);
    if (!input) return CLCMS_UNFIT;
    if (has_hdr(input)) {
        lcms.close(input);
        return CLCMS_HDR;
    }
    cmsHTRANSFORM handle = NULL;
    cmsColorSpaceSignature space = lcms.space(input);
    cmsHPROFILE output = fits(space, colors) ? lcms.srgb() : NULL;
    // The fourth byte of the output stays as it is.
    if (output) handle = lcms.create(input, input_format(space), output, TYPE_RGBA_8, INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE);
    if (output) lcms.close(output);
    lcms.close(input);
    if (!handle) return CLCMS_UNFIT;
    *transform = malloc(sizeof **transform);
    if (!*transform) abort();
    (*transform)->handle = handle;
    return CLCMS_READY;
}

void CLCMS_apply(const CLCMS_transform *transform, uint8_t *pixels, size_t count) {
    lcms.apply(transform->handle, pixels, pixels, (cmsUInt32Number)count);
}

void CLCMS_destroy(CLCMS_transform *transform) {
    if (!transform) return;
    lcms.destroy(transform->handle);
    free(transform);
}
