// Debian's libexpat behind functions that Swift can call: bytes in, a list of events out.
//
// The handlers run in C and append events to a list, which the caller reads after each push. C never
// calls Swift, and an element costs no call between the languages.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>
#include <stdint.h>

#include "CExpatRoot.h"

typedef struct CExpat_reader CExpat_reader;

enum CExpat_status {
    CEXPAT_OK = 0,
    CEXPAT_BROKEN = 1,     // not well-formed; see CExpat_message
    CEXPAT_DECLARES = 2,   // the document declares entities or elements, which is refused
    CEXPAT_TOO_LARGE = 3,  // expat needs more memory than the limit
    CEXPAT_NO_MEMORY = 4,
};

enum CExpat_kind {
    CEXPAT_START = 0,   // a start tag; the text is its name, unless the name is known
    CEXPAT_END = 1,     // an end tag, or the end of an empty element
    CEXPAT_TEXT = 2,    // characters; one text may come in several events
    CEXPAT_ENTITY = 3,  // a reference to an undeclared entity; the text is its name
};

typedef struct CExpat_event {
    uint64_t offset;  // the event's place in the document, in bytes
    size_t text;      // where its text begins in CExpat_texts; always UTF-8
    size_t count;
    enum CExpat_kind kind;
    int32_t element;  // of a START: the index of the known name, or -1
} CExpat_event;

/// Creates a reader that knows some element names and gives expat at most `memory` bytes. Names with the
/// same initial must be neighbours, and all names must outlive the reader. Text of white space alone is
/// dropped, except in elements whose bit is set in `text_elements`; a reader that knows no names keeps it. With `namespaces`, each name
/// has the address of its namespace and a space before it. Returns NULL without memory.
CExpat_reader *CExpat_create(const char *const *names, size_t count, uint32_t text_elements, size_t memory, int namespaces);
void CExpat_destroy(CExpat_reader *reader);

/// Pushes the next bytes and replaces the events by theirs. If the document is broken, the events before
/// the broken place are there.
enum CExpat_status CExpat_push(CExpat_reader *reader, const uint8_t *bytes, size_t count, int is_end);

/// Valid until the next push.
const CExpat_event *CExpat_events(const CExpat_reader *reader);
size_t CExpat_event_count(const CExpat_reader *reader);
const uint8_t *CExpat_texts(const CExpat_reader *reader);

/// The place up to which the document is parsed; after a failure, the place of the failure.
uint64_t CExpat_offset(const CExpat_reader *reader);
const char *CExpat_message(const CExpat_reader *reader);
/// Whether a document is broken because its bytes end too early.
int CExpat_ends_early(const CExpat_reader *reader);

#endif
