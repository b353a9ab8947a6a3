#include "CJXL.h"

#include <dlfcn.h>
#include <jxl/decode.h>
#include <jxl/version.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// From 0.9 on these functions are without the format of pixels, which they never used.
typedef JxlDecoderStatus (*profile_size)(const JxlDecoder *, JxlColorProfileTarget, size_t *);
typedef JxlDecoderStatus (*profile)(const JxlDecoder *, JxlColorProfileTarget, uint8_t *, size_t);
typedef JxlDecoderStatus (*encoding)(const JxlDecoder *, JxlColorProfileTarget, JxlColorEncoding *);
typedef JxlDecoderStatus (*old_profile_size)(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, size_t *);
typedef JxlDecoderStatus (*old_profile)(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, uint8_t *, size_t);
typedef JxlDecoderStatus (*old_encoding)(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, JxlColorEncoding *);
enum { first_without_format = 9000 };

static struct {
    const char *file;
    __typeof__(&JxlDecoderVersion) version;
    __typeof__(&JxlDecoderCreate) create;
    __typeof__(&JxlDecoderDestroy) destroy;
    __typeof__(&JxlDecoderSubscribeEvents) subscribe;
    __typeof__(&JxlDecoderSetKeepOrientation) keep_orientation;
    __typeof__(&JxlDecoderSetUnpremultiplyAlpha) unpremultiply;
    __typeof__(&JxlDecoderProcessInput) process;
    __typeof__(&JxlDecoderSetInput) set_input;
    __typeof__(&JxlDecoderReleaseInput) release_input;
    __typeof__(&JxlDecoderGetBasicInfo) info;
    __typeof__(&JxlDecoderGetExtraChannelInfo) channel;
    void *profile_size, *profile, *encoding;
    __typeof__(&JxlDecoderSetImageOutCallback) set_callback;
    int is_complete;
} jxl;

static int load_all(void *library) {
    int is_complete = 1;
#define LOAD(name, symbol) is_complete &= !!(jxl.name = (__typeof__(jxl.name))dlsym(library, #symbol))
    LOAD(version, JxlDecoderVersion);
    LOAD(create, JxlDecoderCreate);
    LOAD(destroy, JxlDecoderDestroy);
    LOAD(subscribe, JxlDecoderSubscribeEvents);
    LOAD(keep_orientation, JxlDecoderSetKeepOrientation);
    LOAD(unpremultiply, JxlDecoderSetUnpremultiplyAlpha);
    LOAD(process, JxlDecoderProcessInput);
    LOAD(set_input, JxlDecoderSetInput);
    LOAD(release_input, JxlDecoderReleaseInput);
    LOAD(info, JxlDecoderGetBasicInfo);
    LOAD(channel, JxlDecoderGetExtraChannelInfo);
    LOAD(profile_size, JxlDecoderGetICCProfileSize);
    LOAD(profile, JxlDecoderGetColorAsICCProfile);
    LOAD(encoding, JxlDecoderGetColorAsEncodedProfile);
    LOAD(set_callback, JxlDecoderSetImageOutCallback);
#undef LOAD
    return is_complete;
}

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

// The interface that jxl/decode.h declares, and those in which all that is used here is the same.
static const char *const files[] = {
#if JPEGXL_MAJOR_VERSION == 0
    "libjxl.so.0." TEXT(JPEGXL_MINOR_VERSION),
#else
    "libjxl.so." TEXT(JPEGXL_MAJOR_VERSION),
#endif
    "libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7",
};

static void load(void) {
    jxl.file = files[0];
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        void *library = dlopen(files[index], RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        jxl.file = files[index];
        jxl.is_complete = load_all(library);
        return;
    }
}

static void load_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

const char *CJXL_file(void) {
    load_once();
    return jxl.file;
}

static int has_format(void) { return jxl.version() < first_without_format; }

static JxlDecoderStatus find_profile_size(const JxlDecoder *picture, const JxlPixelFormat *format, size_t *length) {
    return has_format() ? ((old_profile_size)jxl.profile_size)(picture, format, JXL_COLOR_PROFILE_TARGET_DATA, length)
                        : ((profile_size)jxl.profile_size)(picture, JXL_COLOR_PROFILE_TARGET_DATA, length);
}

static JxlDecoderStatus copy_profile(const JxlDecoder *picture, const JxlPixelFormat *format, uint8_t *bytes, size_t length) {
    return has_format() ? ((old_profile)jxl.profile)(picture, format, JXL_COLOR_PROFILE_TARGET_DATA, bytes, length)
                        : ((profile)jxl.profile)(picture, JXL_COLOR_PROFILE_TARGET_DATA, bytes, length);
}

// The code points (ITU-T H.273) of PQ and HLG: the ICC profile that libjxl makes of them would be taken for that of a screen.
static int name_hdr(const JxlDecoder *picture, const JxlPixelFormat *format, uint8_t *names) {
    JxlColorEncoding colors;
    JxlDecoderStatus status = has_format()
        ? ((old_encoding)jxl.encoding)(picture, format, JXL_COLOR_PROFILE_TARGET_DATA, &colors)
        : ((encoding)jxl.encoding)(picture, JXL_COLOR_PROFILE_TARGET_DATA, &colors);
    if (status != JXL_DEC_SUCCESS) return 0;
    names[0] = (uint8_t)colors.primaries;
    names[1] = (uint8_t)colors.transfer_function;
    return colors.transfer_function == JXL_TRANSFER_FUNCTION_PQ || colors.transfer_function == JXL_TRANSFER_FUNCTION_HLG;
}

typedef struct {
    CJXL_source next;
    void *owner;
    const CJXL_sink *sink;
    size_t left;
    int is_out_of_memory;
    // Bytes that the library has not taken, and more behind them.
    uint8_t *held;
    size_t count, room;
} decoder;

// Each block is preceded by its size, so that freeing it gives back its share.
enum { head = 16 };

static void *on_alloc(void *owner, size_t size) {
    decoder *state = owner;
    if (size > state->left || state->left - size < head) {
        state->is_out_of_memory = 1;
        return NULL;
    }
    char *block = malloc(size + head);
    if (!block) return NULL;
    memcpy(block, &size, sizeof size);
    state->left -= size + head;
    return block + head;
}

static void on_free(void *owner, void *address) {
    if (!address) return;
    size_t size;
    memcpy(&size, (char *)address - head, sizeof size);
    ((decoder *)owner)->left += size + head;
    free((char *)address - head);
}

static void on_pixels(void *owner, size_t x, size_t y, size_t count, const void *pixels) {
    decoder *state = owner;
    state->sink->row(state->sink->owner, (uint32_t)y, (uint32_t)x, (uint32_t)count, pixels);
}

// Puts the next bytes behind those that the library left.
static int read_on(decoder *state, JxlDecoder *picture) {
    size_t unread = state->count ? jxl.release_input(picture) : 0;
    if (unread) memmove(state->held, state->held + state->count - unread, unread);
    const uint8_t *bytes = NULL;
    size_t more = state->next(state->owner, &bytes);
    if (more == 0) return CJXL_ENDS_EARLY;
    if (unread + more > state->room) {
        size_t room = 2 * (unread + more);
        uint8_t *held = room > state->left ? NULL : realloc(state->held, room);
        if (!held) return CJXL_EXCESSIVE;
        state->held = held;
        state->room = room;
    }
    memcpy(state->held + unread, bytes, more);
    state->count = unread + more;
    return jxl.set_input(picture, state->held, state->count) == JXL_DEC_SUCCESS ? CJXL_SOUND : CJXL_CORRUPT;
}

static int has_black(JxlDecoder *picture, const JxlBasicInfo *info) {
    for (uint32_t index = 0; index < info->num_extra_channels; index++) {
        JxlExtraChannelInfo channel;
        if (jxl.channel(picture, index, &channel) == JXL_DEC_SUCCESS && channel.type == JXL_CHANNEL_BLACK) return 1;
    }
    return 0;
}

static int begin(decoder *state, JxlDecoder *picture) {
    JxlBasicInfo info;
    if (jxl.info(picture, &info) != JXL_DEC_SUCCESS) return CJXL_CORRUPT;
    if (has_black(picture, &info)) return CJXL_CMYK;
    const JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    size_t length = 0;
    if (find_profile_size(picture, &format, &length) != JXL_DEC_SUCCESS) length = 0;
    uint8_t *profile = length && length <= state->left ? malloc(length) : NULL;
    if (!profile || copy_profile(picture, &format, profile, length) != JXL_DEC_SUCCESS) length = 0;
    uint8_t names[2];
    int is_hdr = name_hdr(picture, &format, names), is_gray = info.num_color_channels == 1;
    state->sink->begin(state->sink->owner, info.xsize, info.ysize, is_gray, is_hdr ? names : profile, is_hdr ? sizeof names : length);
    free(profile);
    return jxl.set_callback(picture, &format, on_pixels, state) == JXL_DEC_SUCCESS ? CJXL_SOUND : CJXL_CORRUPT;
}

static int decode(decoder *state, JxlDecoder *picture) {
    int verdict = CJXL_SOUND;
    while (verdict == CJXL_SOUND) {
        switch (jxl.process(picture)) {
        case JXL_DEC_NEED_MORE_INPUT: verdict = read_on(state, picture); break;
        case JXL_DEC_COLOR_ENCODING: break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER: verdict = begin(state, picture); break;
        // The first frame is complete.
        case JXL_DEC_FULL_IMAGE: return CJXL_SOUND;
        default: verdict = state->is_out_of_memory ? CJXL_EXCESSIVE : CJXL_CORRUPT;
        }
    }
    return verdict;
}

int CJXL_read_rows(CJXL_source source, void *owner, CJXL_sink sink, size_t memory) {
    load_once();
    if (!jxl.is_complete) return CJXL_NO_LIBRARY;
    decoder state = {.next = source, .owner = owner, .sink = &sink, .left = memory};
    const JxlMemoryManager memory_manager = {&state, on_alloc, on_free};
    JxlDecoder *picture = jxl.create(&memory_manager);
    if (!picture) return CJXL_EXCESSIVE;
    int is_ready = jxl.subscribe(picture, JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE) == JXL_DEC_SUCCESS
        && jxl.keep_orientation(picture, JXL_TRUE) == JXL_DEC_SUCCESS && jxl.unpremultiply(picture, JXL_TRUE) == JXL_DEC_SUCCESS;
    int verdict = is_ready ? decode(&state, picture) : CJXL_CORRUPT;
    jxl.destroy(picture);
    free(state.held);
    return verdict;
}
