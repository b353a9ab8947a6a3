// A library for LD_PRELOAD. It stops the program before main, so that a tracer does not count the calls of the loader of
// programs, and lets one allocation fail.
// weir has an allocator of its own (docs/decisions/0007-out-of-memory.md), so the functions below it are replaced.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The number of the allocation that fails, and the allocations so far. 0 lets none fail.
static unsigned long failing;
static atomic_ulong own_count;
static atomic_ulong *count = &own_count;
static int is_begun;

static int fails(void) {
    if (!is_begun || atomic_fetch_add(count, 1) + 1 != failing) return 0;
    errno = ENOMEM;
    return 1;
}

#define NEXT(type, name, ...)                                     \
    static type (*next)(__VA_ARGS__);                             \
    if (next == NULL) next = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

void *__libc_malloc(size_t size) {
    NEXT(void *, "__libc_malloc", size_t);
    return fails() ? NULL : next(size);
}

void *__libc_calloc(size_t members, size_t size) {
    NEXT(void *, "__libc_calloc", size_t, size_t);
    return fails() ? NULL : next(members, size);
}

void *__libc_realloc(void *block, size_t size) {
    NEXT(void *, "__libc_realloc", void *, size_t);
    return fails() ? NULL : next(block, size);
}

void *__libc_memalign(size_t alignment, size_t size) {
    NEXT(void *, "__libc_memalign", size_t, size_t);
    return fails() ? NULL : next(alignment, size);
}

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("FAILING_ALLOCATION"), *file = getenv("FAILING_COUNT");
    int stops = getenv("FAILING_STOP") != NULL;
    if (number != NULL) failing = strtoul(number, NULL, 10);
    if (file != NULL) {
        int open_file = open(file, O_RDWR | O_CLOEXEC);
        void *shared = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, open_file, 0);
        if (shared != MAP_FAILED) count = shared;
        close(open_file);
    }
    // A tracer attaches now, before the first call of main.
    if (stops) raise(SIGSTOP);
    is_begun = number != NULL || file != NULL;
}
