// The memory of libcurl.
//
// It asks for the same few dozen blocks for every request and gives them back at its end, some of them of 32 KB. A thread that
// makes one request after another keeps them, by size; malloc would join them with their neighbours and cut them out again.
#include "CCurl.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// What stands before each block, and is no longer than keeps it aligned: the first bytes of the block lie in the same line of
/// the processor's cache.
typedef union header {
    /// Which size the block has; of one that is larger than all sizes, its bytes are not known.
    unsigned size;
    /// Of a block that nobody has.
    union header *next;
    _Alignas(max_align_t) char alignment;
} header;

/// Powers of two, from 32 bytes to 64 KB. Of each size so many bytes are kept: a turn of many transfers gives back hundreds of
/// small blocks, for the lines of heads.
enum { smallest_bits = 5, size_count = 12, most_kept = 2 << 20 };

/// The blocks of each size that are kept, and how many more may be; of what is larger than all sizes, none.
static _Thread_local struct {
    header *first;
    unsigned room;
} kept[size_count + 1];

static unsigned size_for(size_t count) {
    unsigned bits = count <= 1 << smallest_bits ? smallest_bits : 64 - __builtin_clzl(count - 1);
    return bits - smallest_bits < size_count ? bits - smallest_bits : size_count;
}

static void *take(size_t count) {
    unsigned size = size_for(count);
    header *block;
    if (kept[size].first) {
        block = kept[size].first;
        kept[size].first = block->next;
        kept[size].room++;
    } else {
        block = malloc(sizeof *block + (size < size_count ? (size_t)1 << (size + smallest_bits) : count));
        if (!block) return NULL;
    }
    block->size = size;
    return block + 1;
}

__attribute__((noinline)) static void keep(header *block) {
    unsigned size = block->size;
    if (!kept[size].room) {
        free(block);
        return;
    }
    block->next = kept[size].first;
    kept[size].first = block;
    kept[size].room--;
}

// Most of what libcurl gives back for a request is null.
static void give_back(void *memory) {
    if (memory) keep((header *)memory - 1);
}

static void *take_zeroed(size_t count, size_t each) {
    size_t bytes;
    if (__builtin_mul_overflow(count, each, &bytes)) return NULL;
    void *memory = take(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

static void *resize(void *memory, size_t count) {
    if (!memory) return take(count);
    header *block = (header *)memory - 1;
    if (block->size == size_count && size_for(count) == size_count) {
        block = realloc(block, sizeof *block + count);
        return block ? block + 1 : NULL;
    }
    size_t room = block->size == size_count ? count : (size_t)1 << (block->size + smallest_bits);
    if (block->size < size_count && count <= room) return memory;
    void *moved = take(count);
    if (!moved) return NULL;
    memcpy(moved, memory, count < room ? count : room);
    give_back(memory);
    return moved;
}

static char *copy(const char *text) {
    size_t count = strlen(text) + 1;
    char *memory = take(count);
    return memory ? memcpy(memory, text, count) : NULL;
}

static void begin(void) { curl_global_init_mem(CURL_GLOBAL_DEFAULT, take, give_back, resize, copy, take_zeroed); }

void CCurl_begin(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
}

void CCurl_keep_memory(bool keeps) {
    for (unsigned size = 0; size < size_count; size++) {
        for (header *block = kept[size].first, *next; block; block = next) {
            next = block->next;
            free(block);
        }
        kept[size].first = NULL;
        kept[size].room = keeps ? most_kept >> (size + smallest_bits) : 0;
    }
}
