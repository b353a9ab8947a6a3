#include "CJPEGDecoder.h"

// jpeglib.h uses FILE and size_t without including them. The numbers in jerror.h depend on definitions of
// jpeglib.h.
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    // First, so that a pointer to it can be cast to a pointer to the whole.
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf landing;
    CJPEG_source next;
    void *owner;
    CJPEG_report *report;
    size_t memory;
    int scans;
    int verdict;
    uint32_t side;
    const CJPEG_sink *sink;  // NULL if the pixels are discarded
    JOCTET *profile;
} CJPEG_decoder;

// Cameras write a byte or two between the last scan and the end marker. More of them behind a scan are what is left of a broken one.
enum { max_stray_bytes = 4 };

static void leave(CJPEG_decoder *decoder, int verdict) {
    decoder->verdict = verdict;
    longjmp(decoder->landing, 1);
}

static void leave_with_message(CJPEG_decoder *decoder, int verdict) {
    char text[JMSG_LENGTH_MAX];
    decoder->errors.format_message((j_common_ptr)&decoder->jpeg, text);
    snprintf(decoder->report->message, sizeof decoder->report->message, "%s", text);
    leave(decoder, verdict);
}

static void on_error(j_common_ptr common) {
    CJPEG_decoder *decoder = (CJPEG_decoder *)common;
    switch (decoder->errors.msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: leave_with_message(decoder, CJPEG_EXCESSIVE); break;
    case JERR_BAD_PRECISION:
    case JERR_IMAGE_TOO_BIG:
    case JERR_SOF_UNSUPPORTED:
#if JPEG_LIB_VERSION < 70
    // Ubuntu has a later interface, which always knows arithmetic coding.
    case JERR_ARITH_NOTIMPL:
#endif
    case JERR_NOT_COMPILED: leave_with_message(decoder, CJPEG_UNREADABLE); break;
    default: leave_with_message(decoder, CJPEG_CORRUPT);
    }
}

// libjpeg replaces pixels that it cannot decode and only warns.
static void on_message(j_common_ptr common, int level) {
    CJPEG_decoder *decoder = (CJPEG_decoder *)common;
    if (level >= 0) return;
    switch (decoder->errors.msg_code) {
    case JWRN_EXTRANEOUS_DATA:
        // Before the first scan nothing is lost with them.
        if (decoder->jpeg.input_scan_number > 0 && decoder->errors.msg_parm.i[0] > max_stray_bytes)
            leave_with_message(decoder, CJPEG_CORRUPT);
        break;
    case JWRN_ARITH_BAD_CODE:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL: leave_with_message(decoder, CJPEG_CORRUPT); break;
    default: break;
    }
}

static void on_progress(j_common_ptr common) {
    CJPEG_decoder *decoder = (CJPEG_decoder *)common;
    if (decoder->jpeg.input_scan_number <= decoder->scans) return;
    snprintf(decoder->report->message, sizeof decoder->report->message, "more than %d scans", decoder->scans);
    leave(decoder, CJPEG_EXCESSIVE);
}

static void on_source_begin(j_decompress_ptr jpeg) { (void)jpeg; }
static void on_source_end(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean on_source_empty(j_decompress_ptr jpeg) {
    CJPEG_decoder *decoder = (CJPEG_decoder *)jpeg;
    const uint8_t *bytes = NULL;
    size_t count = decoder->next(decoder->owner, &bytes);
    if (count == 0) leave(decoder, CJPEG_ENDS_EARLY);
    decoder->source.next_input_byte = bytes;
    decoder->source.bytes_in_buffer = count;
    return TRUE;
}

static void on_skip(j_decompress_ptr jpeg, long count) {
    CJPEG_decoder *decoder = (CJPEG_decoder *)jpeg;
    size_t left = count > 0 ? (size_t)count : 0;
    while (left > decoder->source.bytes_in_buffer) {
        left -= decoder->source.bytes_in_buffer;
        on_source_empty(jpeg);
    }
    decoder->source.next_input_byte += left;
    decoder->source.bytes_in_buffer -= left;
}

static void read_header(CJPEG_decoder *decoder) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    jpeg_create_decompress(jpeg);
    jpeg->mem->max_memory_to_use = (long)decoder->memory;
    jpeg->src = &decoder->source;
    jpeg->progress = &decoder->progress;
    if (decoder->sink) jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
    jpeg_read_header(jpeg, TRUE);
}

// Whether the means of all blocks of 8 x 8 are known. Encoders write them first, often without their lowest bit.
static int has_means(j_decompress_ptr jpeg) {
    for (int component = 0; component < jpeg->num_components; component++) {
        if (jpeg->coef_bits[component][0] < 0) return 0;
    }
    return 1;
}

// Reads no further than to the means, which are all that a picture of 1/8 is made of.
static void read_means(CJPEG_decoder *decoder) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    int status = JPEG_REACHED_SOS;
    while (status != JPEG_REACHED_EOI && !(status == JPEG_SCAN_COMPLETED && has_means(jpeg))) status = jpeg_consume_input(jpeg);
    jpeg_start_output(jpeg, jpeg->input_scan_number);
}

static JSAMPARRAY start(j_decompress_ptr jpeg) {
    jpeg_start_decompress(jpeg);
    return jpeg->mem->alloc_sarray(
        (j_common_ptr)jpeg, JPOOL_IMAGE, jpeg->output_width * (JDIMENSION)jpeg->output_components, 1);
}

static void decode(CJPEG_decoder *decoder) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    // The pixels are discarded, so the fastest methods are good enough.
    jpeg->out_color_space = jpeg->jpeg_color_space;
    jpeg->dct_method = JDCT_IFAST;
    jpeg->do_fancy_upsampling = FALSE;
    jpeg->do_block_smoothing = FALSE;
    JSAMPARRAY row = start(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        decoder->report->rows = jpeg->output_scanline;
        jpeg_read_scanlines(jpeg, row, 1);
    }
    decoder->report->rows = jpeg->output_scanline;
    jpeg_finish_decompress(jpeg);
}

static void shrink(CJPEG_decoder *decoder) {
    j_decompress_ptr jpeg = &decoder->jpeg;
    int is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBX;
    JDIMENSION longer = jpeg->image_width > jpeg->image_height ? jpeg->image_width : jpeg->image_height;
    jpeg->scale_num = 1;
    jpeg->scale_denom = 8;
    while (jpeg->scale_denom > 1 && (longer + jpeg->scale_denom - 1) / jpeg->scale_denom < decoder->side) jpeg->scale_denom /= 2;
    jpeg->buffered_image = jpeg->scale_denom == 8 && jpeg->progressive_mode;
    jpeg->do_block_smoothing = !jpeg->buffered_image;
    JSAMPARRAY row = start(jpeg);
    if (jpeg->buffered_image) read_means(decoder);
    unsigned int profile_length = 0;
    if (!jpeg_read_icc_profile(jpeg, &decoder->profile, &profile_length)) profile_length = 0;
    CJPEG_picture picture = {
        jpeg->output_width, jpeg->output_height, jpeg->num_components, jpeg->saw_Adobe_marker, decoder->profile, profile_length};
    decoder->sink->begin(decoder->sink->owner, &picture);
    while (jpeg->output_scanline < jpeg->output_height) {
        JDIMENSION index = jpeg->output_scanline;
        decoder->report->rows = index * jpeg->scale_denom;
        jpeg_read_scanlines(jpeg, row, 1);
        decoder->sink->row(decoder->sink->owner, index, row[0]);
    }
}

// setjmp is in a function of its own, since a longjmp leaves changed local variables of its function
// undefined (C11, 7.13.2.1).
static void try_to_decode(CJPEG_decoder *decoder) {
    if (setjmp(decoder->landing)) return;
    read_header(decoder);
    if (decoder->sink) shrink(decoder);
    else decode(decoder);
}

static int run(CJPEG_decoder *decoder) {
    decoder->jpeg.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = on_error;
    decoder->errors.emit_message = on_message;
    decoder->progress.progress_monitor = on_progress;
    decoder->source.init_source = on_source_begin;
    decoder->source.fill_input_buffer = on_source_empty;
    decoder->source.skip_input_data = on_skip;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = on_source_end;
    memset(decoder->report, 0, sizeof *decoder->report);
    try_to_decode(decoder);
    jpeg_destroy_decompress(&decoder->jpeg);
    free(decoder->profile);
    return decoder->verdict;
}

int CJPEG_decode(CJPEG_source source, void *owner, size_t memory, int scans, CJPEG_report *report) {
    CJPEG_decoder decoder = {.next = source, .owner = owner, .memory = memory, .scans = scans, .report = report};
    return run(&decoder);
}

int CJPEG_shrink(
    CJPEG_source source, void *owner, uint32_t side, CJPEG_sink sink, size_t memory, int scans, CJPEG_report *report) {
    CJPEG_decoder decoder = {
        .next = source, .owner = owner, .memory = memory, .scans = scans, .report = report, .side = side, .sink = &sink};
    return run(&decoder);
}
