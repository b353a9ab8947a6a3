#include "CLCMS.h"

#include <dlfcn.h>
#include <lcms2.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    __typeof__(&cmsOpenProfileFromMem) open;
    __typeof__(&cmsCloseProfile) close;
    __typeof__(&cmsGetColorSpace) space;
    __typeof__(&cmsCreate_sRGBProfile) srgb;
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
    FIND(srgb, cmsCreate_sRGBProfile);
    FIND(create, cmsCreateTransform);
    FIND(destroy, cmsDeleteTransform);
    FIND(apply, cmsDoTransform);
#undef FIND
    lcms.is_complete = lcms.open && lcms.close && lcms.space && lcms.srgb && lcms.create && lcms.destroy && lcms.apply;
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

int CLCMS_create(const uint8_t *profile, size_t length, enum CLCMS_colors colors, CLCMS_transform **transform) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *transform = NULL;
    if (!lcms.is_complete) return CLCMS_NO_LIBRARY;
    cmsHPROFILE input = lcms.open(profile, (cmsUInt32Number)length);
    if (!input) return CLCMS_UNFIT;
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
