#include "CExpat.h"

#include <expat.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

struct CExpat_reader {
    XML_Parser parser;
    const char *const *names;
    size_t name_count;
    int16_t first_name[256];  // the first name with that initial, or -1
    uint32_t text_elements;
    int keeps_space;
    int joins_text;  // the last event is text that more characters are appended to
    CExpat_event *events;
    size_t event_count;
    size_t event_capacity;
    char *texts;
    size_t text_count;
    size_t text_capacity;
    size_t memory;
    size_t memory_used;
    uint64_t offset;
    enum CExpat_status status;
};

// expat keeps unfinished tags and comments, the names of all open elements, and every name that it
// has ever seen. One limit on its memory bounds them all. expat passes no context to its allocation
// functions, so the current reader is a variable of the thread.
static _Thread_local CExpat_reader *working;

static void *allocate(size_t size) {
    if (working->memory_used + size > working->memory) {
        working->status = CEXPAT_TOO_LARGE;
        return NULL;
    }
    void *block = malloc(size);
    working->memory_used += malloc_usable_size(block);
    return block;
}

static void release(void *block) {
    working->memory_used -= malloc_usable_size(block);
    free(block);
}

static void *reallocate(void *block, size_t size) {
    void *moved = allocate(size);
    if (!moved || !block) return moved;
    size_t held = malloc_usable_size(block);
    memcpy(moved, block, held < size ? held : size);
    release(block);
    return moved;
}

static void stop(CExpat_reader *reader, enum CExpat_status status) {
    reader->status = status;
    XML_StopParser(reader->parser, XML_FALSE);
}

// Makes room for `count` more elements; returns 0 if memory is short.
static int reserve(void **block, size_t *capacity, size_t used, size_t count, size_t size) {
    if (*capacity - used >= count) return 1;
    size_t larger = *capacity * 2 > used + count ? *capacity * 2 : used + count;
    void *moved = realloc(*block, larger * size);
    if (!moved) return 0;
    *block = moved;
    *capacity = larger;
    return 1;
}

static int add_text(CExpat_reader *reader, const char *text, size_t count) {
    if (count == 0) return 1;
    if (!reserve((void **)&reader->texts, &reader->text_capacity, reader->text_count, count, 1)) return 0;
    memcpy(reader->texts + reader->text_count, text, count);
    reader->text_count += count;
    return 1;
}

static CExpat_event *add_event(CExpat_reader *reader, enum CExpat_kind kind, const char *text, size_t count) {
    size_t start = reader->text_count;
    if (!reserve((void **)&reader->events, &reader->event_capacity, reader->event_count, 1, sizeof *reader->events)
        || !add_text(reader, text, count)) {
        stop(reader, CEXPAT_NO_MEMORY);
        return NULL;
    }
    CExpat_event *event = &reader->events[reader->event_count++];
    event->offset = (uint64_t)XML_GetCurrentByteIndex(reader->parser);
    event->text = start;
    event->count = count;
    event->kind = kind;
    event->element = -1;
    reader->joins_text = 0;
    return event;
}

// The index of a known name, or -1. Names with the same initial are neighbours.
static int32_t element(const CExpat_reader *reader, const char *name) {
    int first = reader->first_name[(uint8_t)name[0]];
    if (first < 0) return -1;
    for (size_t i = (size_t)first; i < reader->name_count && reader->names[i][0] == name[0]; i++)
        if (strcmp(reader->names[i], name) == 0) return (int32_t)i;
    return -1;
}

static void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    (void)attributes;
    CExpat_reader *reader = data;
    if (reader->status != CEXPAT_OK) return;
    int32_t known = element(reader, name);
    CExpat_event *event = add_event(reader, CEXPAT_START, name, known < 0 ? strlen(name) : 0);
    if (!event) return;
    event->element = known;
    reader->keeps_space = known >= 0 && (reader->text_elements >> known & 1);
}

static void on_end(void *data, const XML_Char *name) {
    (void)name;
    CExpat_reader *reader = data;
    if (reader->status != CEXPAT_OK) return;
    add_event(reader, CEXPAT_END, "", 0);
    reader->keeps_space = 0;
}

static int is_space(const XML_Char *text, int count) {
    for (int i = 0; i < count; i++)
        if (text[i] != ' ' && text[i] != '\n' && text[i] != '\t' && text[i] != '\r') return 0;
    return 1;
}

// expat reports a text line by line, and each escaped character separately.
static void on_text(void *data, const XML_Char *text, int count) {
    CExpat_reader *reader = data;
    if (reader->status != CEXPAT_OK) return;
    if (!reader->keeps_space && reader->name_count > 0 && is_space(text, count)) return;
    if (!reader->joins_text) {
        if (add_event(reader, CEXPAT_TEXT, text, (size_t)count)) reader->joins_text = 1;
    } else if (add_text(reader, text, (size_t)count)) {
        reader->events[reader->event_count - 1].count += (size_t)count;
    } else {
        stop(reader, CEXPAT_NO_MEMORY);
    }
}

// A document with an external document type may use entities that only that type declares; expat
// skips them silently.
static void on_entity(void *data, const XML_Char *name, int is_parameter) {
    CExpat_reader *reader = data;
    if (reader->status != CEXPAT_OK || is_parameter) return;
    add_event(reader, CEXPAT_ENTITY, name, strlen(name));
}

// Entities that the document declares itself could expand without end.
static void on_document_type(
    void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_declarations
) {
    (void)name, (void)system, (void)public;
    CExpat_reader *reader = data;
    if (has_declarations && reader->status == CEXPAT_OK) stop(reader, CEXPAT_DECLARES);
}

CExpat_reader *CExpat_create(const char *const *names, size_t count, uint32_t text_elements, size_t memory, int namespaces) {
    static const XML_Memory_Handling_Suite suite = {allocate, reallocate, release};
    CExpat_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->names = names;
    reader->name_count = count;
    reader->text_elements = text_elements;
    reader->memory = memory;
    memset(reader->first_name, 0xFF, sizeof reader->first_name);
    for (size_t i = count; i-- > 0;) reader->first_name[(uint8_t)names[i][0]] = (int16_t)i;
    working = reader;
    reader->parser = XML_ParserCreate_MM(NULL, &suite, namespaces ? " " : NULL);
    working = NULL;
    if (!reader->parser) {
        CExpat_destroy(reader);
        return NULL;
    }
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader->parser, on_text);
    XML_SetSkippedEntityHandler(reader->parser, on_entity);
    XML_SetStartDoctypeDeclHandler(reader->parser, on_document_type);
    return reader;
}

void CExpat_destroy(CExpat_reader *reader) {
    if (!reader) return;
    working = reader;
    if (reader->parser) XML_ParserFree(reader->parser);
    working = NULL;
    free(reader->events);
    free(reader->texts);
    free(reader);
}

enum CExpat_status CExpat_push(CExpat_reader *reader, const uint8_t *bytes, size_t count, int is_end) {
    reader->event_count = 0;
    reader->text_count = 0;
    reader->joins_text = 0;
    if (reader->status != CEXPAT_OK) return reader->status;
    if (count > INT_MAX) return reader->status = CEXPAT_TOO_LARGE;
    working = reader;
    enum XML_Status parsed = XML_Parse(reader->parser, (const char *)bytes, (int)count, is_end);
    working = NULL;
    // The index is negative if expat has not parsed anything yet.
    XML_Index index = XML_GetCurrentByteIndex(reader->parser);
    if (index >= 0) reader->offset = (uint64_t)index;
    if (parsed == XML_STATUS_OK || reader->status != CEXPAT_OK) return reader->status;
    int has_memory = XML_GetErrorCode(reader->parser) != XML_ERROR_NO_MEMORY;
    return reader->status = has_memory ? CEXPAT_BROKEN : CEXPAT_NO_MEMORY;
}

const CExpat_event *CExpat_events(const CExpat_reader *reader) { return reader->events; }
size_t CExpat_event_count(const CExpat_reader *reader) { return reader->event_count; }
const uint8_t *CExpat_texts(const CExpat_reader *reader) { return (const uint8_t *)reader->texts; }

uint64_t CExpat_offset(const CExpat_reader *reader) { return reader->offset; }

int CExpat_ends_early(const CExpat_reader *reader) {
    switch (XML_GetErrorCode(reader->parser)) {
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
    case XML_ERROR_PARTIAL_CHAR: return 1;
    default: return 0;
    }
}

const char *CExpat_message(const CExpat_reader *reader) {
    const XML_LChar *message = XML_ErrorString(XML_GetErrorCode(reader->parser));
    return message ? message : "unknown error";
}
