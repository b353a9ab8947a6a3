#include "CHeif.h"

#include <libheif/heif.h>

int CHeif_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_error error = heif_context_read_from_memory_without_copy(context, bytes, count, NULL);
    if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(context, &handle);
    if (error.code == heif_error_Ok) {
        *width = (uint32_t)heif_image_handle_get_width(handle);
        *height = (uint32_t)heif_image_handle_get_height(handle);
        heif_image_handle_release(handle);
    }
    heif_context_free(context);
    return (int)error.code;
}
