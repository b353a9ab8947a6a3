#include "CJPEG.h"

// jpeglib.h uses FILE and size_t without including them.
#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// libjpeg's structure comes first, so that a pointer to it can be cast to a pointer to the whole.
struct CJPEG_reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    jmp_buf landing;
    const uint8_t *window;
    uint64_t window_offset;
    uint64_t skip;  // bytes still to jump over, behind the window
    uint64_t exif_offset;
    uint32_t exif_length;
    uint32_t width;
    uint32_t height;
    int components;
    int components_left;  // which the frame header still has to list
    int depth;
    int is_created;
    char message[JMSG_LENGTH_MAX];
};

static void on_error(j_common_ptr common) {
    CJPEG_reader *reader = (CJPEG_reader *)common;
    common->err->format_message(common, reader->message);
    longjmp(reader->landing, 1);
}

// libjpeg allocates the components after it has read the frame header and checked its length.
static int has_frame(const CJPEG_reader *reader) {
    return reader->jpeg.comp_info != NULL;
}

// Warnings concern the pixels, which are not decoded here. libjpeg also reports the parts of the frame header. Reading ends at
// its last component, before libjpeg has stepped over the frame header.
static void on_message(j_common_ptr common, int level) {
    CJPEG_reader *reader = (CJPEG_reader *)common;
    if (level < 0) return;
    if (reader->errors.msg_code == JTRC_SOF) {
        reader->width = reader->jpeg.image_width;
        reader->height = reader->jpeg.image_height;
        reader->components = reader->jpeg.num_components;
        reader->depth = reader->jpeg.data_precision;
        reader->components_left = reader->components;
    } else if (reader->errors.msg_code == JTRC_SOF_COMPONENT && --reader->components_left == 0) {
        longjmp(reader->landing, 1);
    }
}

static void on_source_begin(j_decompress_ptr jpeg) { (void)jpeg; }
static void on_source_end(j_decompress_ptr jpeg) { (void)jpeg; }
static boolean on_source_empty(j_decompress_ptr jpeg) {
    (void)jpeg;
    return FALSE;  // suspend
}

// Skips bytes; those behind the window become a jump.
static void on_skip(j_decompress_ptr jpeg, long count) {
    CJPEG_reader *reader = (CJPEG_reader *)jpeg;
    if (count <= 0) return;
    size_t here = reader->source.bytes_in_buffer;
    size_t step = (size_t)count < here ? (size_t)count : here;
    reader->source.next_input_byte += step;
    reader->source.bytes_in_buffer -= step;
    reader->skip += (uint64_t)count - step;
}

// APP1: stores the place of the first Exif segment and skips every segment. Only its length and its
// name are read (Exif 2.32, 4.7.2).
static boolean on_app1(j_decompress_ptr jpeg) {
    static const uint8_t name[6] = {'E', 'x', 'i', 'f', 0, 0};
    CJPEG_reader *reader = (CJPEG_reader *)jpeg;
    const uint8_t *bytes = reader->source.next_input_byte;
    size_t available = reader->source.bytes_in_buffer;
    if (available < 2) return FALSE;
    uint32_t length = (uint32_t)bytes[0] << 8 | bytes[1];
    if (length < 2) ERREXIT(jpeg, JERR_BAD_LENGTH);
    if (length >= 2 + sizeof name && reader->exif_length == 0) {
        if (available < 2 + sizeof name) return FALSE;
        if (memcmp(bytes + 2, name, sizeof name) == 0) {
            uint64_t here = reader->window_offset + (uint64_t)(bytes - reader->window);
            reader->exif_offset = here + 2 + sizeof name;
            reader->exif_length = length - 2 - (uint32_t)sizeof name;
        }
    }
    on_skip(jpeg, (long)length);
    return TRUE;
}

CJPEG_reader *CJPEG_create(void) {
    CJPEG_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->jpeg.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = on_error;
    reader->errors.emit_message = on_message;
    if (setjmp(reader->landing)) {
        CJPEG_destroy(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->jpeg);
    reader->is_created = 1;
    reader->source.init_source = on_source_begin;
    reader->source.fill_input_buffer = on_source_empty;
    reader->source.skip_input_data = on_skip;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = on_source_end;
    reader->jpeg.src = &reader->source;
    jpeg_set_marker_processor(&reader->jpeg, JPEG_APP0 + 1, on_app1);
    return reader;
}

void CJPEG_destroy(CJPEG_reader *reader) {
    if (!reader) return;
    if (reader->is_created) jpeg_destroy_decompress(&reader->jpeg);
    free(reader);
}

void CJPEG_begin(CJPEG_reader *reader) {
    jpeg_abort_decompress(&reader->jpeg);
    reader->jpeg.comp_info = NULL;
    reader->width = 0;
    reader->height = 0;
    reader->components = 0;
    reader->source.bytes_in_buffer = 0;
    reader->window_offset = 0;
    reader->window = NULL;
    reader->source.next_input_byte = NULL;
    reader->skip = 0;
    reader->exif_offset = 0;
    reader->exif_length = 0;
    reader->message[0] = 0;
}

static int status_of_error(const CJPEG_reader *reader) {
    if (has_frame(reader)) return CJPEG_HEADER;
    switch (reader->errors.msg_code) {
    case JERR_OUT_OF_MEMORY: return CJPEG_NO_MEMORY;
    case JERR_SOF_UNSUPPORTED: return CJPEG_UNSUPPORTED;
    case JERR_EMPTY_IMAGE:
        // T.81 B.2.2: if the height is 0, a DNL marker behind the first scan has it.
        return reader->height == 0 && reader->width > 0 ? CJPEG_NO_HEIGHT : CJPEG_BROKEN;
    default: return CJPEG_BROKEN;
    }
}

int CJPEG_push(CJPEG_reader *reader, const uint8_t *bytes, size_t count, uint64_t offset) {
    reader->skip = 0;
    reader->window = bytes;
    reader->window_offset = offset;
    reader->source.next_input_byte = bytes;
    reader->source.bytes_in_buffer = count;
    if (setjmp(reader->landing)) return status_of_error(reader);
    jpeg_read_header(&reader->jpeg, TRUE);
    return CJPEG_SUSPENDED;
}

uint64_t CJPEG_resume_offset(const CJPEG_reader *reader) {
    return reader->window_offset + (uint64_t)(reader->source.next_input_byte - reader->window)
        + reader->skip;
}

// A marker stays unread until libjpeg has read its segment. Tables and frame headers have markers below APP0; segments
// with other markers are skipped.
uint32_t CJPEG_segment_length(const CJPEG_reader *reader) {
    int marker = reader->jpeg.unread_marker;
    const uint8_t *bytes = reader->source.next_input_byte;
    if (marker == 0 || marker >= JPEG_APP0 || reader->source.bytes_in_buffer < 2) return 0;
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

uint32_t CJPEG_width(const CJPEG_reader *reader) { return reader->width; }
uint32_t CJPEG_height(const CJPEG_reader *reader) { return reader->height; }
int CJPEG_components(const CJPEG_reader *reader) { return reader->components; }
int CJPEG_depth(const CJPEG_reader *reader) { return reader->depth; }
uint64_t CJPEG_exif_offset(const CJPEG_reader *reader) { return reader->exif_offset; }
uint32_t CJPEG_exif_length(const CJPEG_reader *reader) { return reader->exif_length; }
const char *CJPEG_message(const CJPEG_reader *reader) { return reader->message; }
