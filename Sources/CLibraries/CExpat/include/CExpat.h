// Debian's libexpat behind functions that Swift can call: bytes in, a list of events out.
//
// The handlers run in C and note what they are told in one growing block, which the caller
// reads after each push. So no Swift closure is ever called from C, and an element costs no
// call across the languages.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>
#include <stdint.h>

typedef struct CExpat_reader CExpat_reader;

enum CExpat_status {
    CEXPAT_OK = 0,
    CEXPAT_BROKEN = 1,     // not well-formed; see CExpat_message
    CEXPAT_DECLARES = 2,   // the document type brings declarations of its own, which are refused
    CEXPAT_TOO_LARGE = 3,  // expat wanted more memory than it was allowed
    CEXPAT_NO_MEMORY = 4,
};

enum CExpat_kind {
    CEXPAT_START = 0,   // a start tag; where the name is not known, it is the text
    CEXPAT_END = 1,     // an end tag, or the end of an empty element
    CEXPAT_TEXT = 2,    // characters; what stands together may come in several events
    CEXPAT_ENTITY = 3,  // a reference to an entity that is not declared here; its text is the name
};

typedef struct CExpat_event {
    uint64_t offset;  // where it stands in the document, in bytes
    size_t text;      // where its text begins in CExpat_texts; always UTF-8
    size_t count;
    enum CExpat_kind kind;
    int32_t element;  // of a START: which of the known names, or -1
} CExpat_event;

/// A reader that knows some element names, and never gives expat more than `memory` bytes. Names
/// with the same initial stand together.
/// Text of nothing but white space is dropped, except in the elements whose bit is set in
/// `text_elements`. NULL without memory. The names must outlive the reader.
CExpat_reader *CExpat_create(const char *const *names, size_t count, uint32_t text_elements, size_t memory);
void CExpat_destroy(CExpat_reader *reader);

/// Pushes the next bytes; the events of the push before are forgotten. Where the document is
/// broken, what came before is among the events.
enum CExpat_status CExpat_push(CExpat_reader *reader, const uint8_t *bytes, size_t count, int is_end);

/// Valid until the next push.
const CExpat_event *CExpat_events(const CExpat_reader *reader);
size_t CExpat_event_count(const CExpat_reader *reader);
const uint8_t *CExpat_texts(const CExpat_reader *reader);

/// No later event stands before this byte. After a failure: where it is.
uint64_t CExpat_offset(const CExpat_reader *reader);
const char *CExpat_message(const CExpat_reader *reader);

#endif
