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

// In a static program the C library's functions have the names already, and the linker's --wrap puts these before them.
#ifdef CMEMORY_WRAPPED
#define OUR(name) __wrap_##name
#define THEIR(name) __real_##name
#else
#define OUR(name) name
#define THEIR(name) __libc_##name
#endif

void *THEIR(malloc)(size_t size);
void *THEIR(calloc)(size_t count, size_t size);
void *THEIR(realloc)(void *block, size_t size);
void *THEIR(memalign)(size_t alignment, size_t size);

static void *checked(void *block, size_t size) {
    // A size of 0 may give no block.
    if (block != NULL || size == 0) return block;
    static const char sentence[] = "weir: there is not enough memory\n";
    ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    (void)written;
    _exit(CMemory_exit_status);
}

void *OUR(malloc)(size_t size) { return checked(THEIR(malloc)(size), size); }

void *OUR(calloc)(size_t count, size_t size) {
    return checked(THEIR(calloc)(count, size), count == 0 ? 0 : size);
}

void *OUR(realloc)(void *block, size_t size) { return checked(THEIR(realloc)(block, size), size); }

void *OUR(memalign)(size_t alignment, size_t size) { return checked(THEIR(memalign)(alignment, size), size); }

void *OUR(aligned_alloc)(size_t alignment, size_t size) { return OUR(memalign)(alignment, size); }

int OUR(posix_memalign)(void **block, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    *block = OUR(memalign)(alignment, size);
    return 0;
}

// Blocks of the functions above belong to the C library, also where another allocator is loaded before it.
#ifndef CMEMORY_WRAPPED
void __libc_free(void *block);
void free(void *block) { __libc_free(block); }
#endif

#endif
