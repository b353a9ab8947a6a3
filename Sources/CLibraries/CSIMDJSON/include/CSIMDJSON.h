// simdjson's On Demand parser behind functions that Swift can call.
//
// No exception leaves this library: simdjson is compiled without them, and where memory is
// missing, the answer says so.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CSIMDJSON_reader CSIMDJSON_reader;

enum CSIMDJSON_kind {
    CSIMDJSON_NONE = 0,  // the object has no such key
    CSIMDJSON_STRING,
    CSIMDJSON_NUMBER,
    CSIMDJSON_TRUE,
    CSIMDJSON_FALSE,
    CSIMDJSON_NULL,
    CSIMDJSON_OBJECT,
    CSIMDJSON_ARRAY,
};

/// The value that stands behind one of the keys. A string without escapes lies in the text that
/// was read, one with escapes in the reader's memory; a number is as it was written.
typedef struct {
    const uint8_t *bytes;
    uint32_t count;
    uint32_t offset;   // where the value begins in the text
    uint32_t integer;  // of a number: its value, if that is an integer from 1 to 2^31 - 1, else 0
    uint8_t kind;
    uint8_t is_ascii;  // of a string: whether it is ASCII without escapes
} CSIMDJSON_value;

typedef struct {
    uint32_t start;  // offset of the opening bracket
    uint32_t end;    // offset of the first byte behind the object that is not space
    int32_t repeated;          // the key that stands twice, or -1
    uint32_t repeated_offset;  // and where its second value begins
} CSIMDJSON_object;

/// How many bytes behind a text must be readable; what they are does not matter.
enum { CSIMDJSON_PADDING = 64 };

/// A reader that looks for `count` keys (UTF-8), which it copies. Answers null without memory.
CSIMDJSON_reader *CSIMDJSON_create(const uint8_t *const *keys, const size_t *lengths, size_t count);
void CSIMDJSON_destroy(CSIMDJSON_reader *reader);

/// Reads a JSON array of objects, from its bracket to its bracket, and checks all of it. Answers
/// how many objects were read, up to the first that is not valid JSON, is no object or nests
/// deeper than `max_depth`; `limit` objects at most. Answers -1 without memory.
ptrdiff_t CSIMDJSON_read(
    CSIMDJSON_reader *reader, const uint8_t *text, size_t count, size_t limit, size_t max_depth);

/// What was read last. Each object has as many values as there are keys, in their order.
const CSIMDJSON_object *CSIMDJSON_objects(const CSIMDJSON_reader *reader);
const CSIMDJSON_value *CSIMDJSON_values(const CSIMDJSON_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
