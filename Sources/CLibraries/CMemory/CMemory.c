#include "CMemory.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

// A sanitizer has an allocator of its own, which must not be hidden.
#ifndef HAS_SANITIZER

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void *checked(void *block, size_t size) {
    // A size of 0 may give no block.
    if (block != NULL || size == 0) return block;
    static const char sentence[] = "weir: there is not enough memory\n";
    ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    (void)written;
    _exit(CMemory_exit_status);
}

void *malloc(size_t size) { return checked(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
    return checked(__libc_calloc(count, size), count == 0 ? 0 : size);
}

void *realloc(void *block, size_t size) { return checked(__libc_realloc(block, size), size); }

void *memalign(size_t alignment, size_t size) { return checked(__libc_memalign(alignment, size), size); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    *block = memalign(alignment, size);
    return 0;
}

// Blocks of the functions above belong to the C library, also where another allocator is loaded before it.
void free(void *block) { __libc_free(block); }

#endif
