// Reads the first start tag of an XML document, and nothing behind it.
#ifndef CEXPATROOT_H
#define CEXPATROOT_H

#include <stddef.h>
#include <stdint.h>

typedef struct CExpatRoot CExpatRoot;

enum CExpatRoot_status {
    CEXPATROOT_MORE = 0,    // the start tag is not complete
    CEXPATROOT_FOUND = 1,   // see CExpatRoot_name and CExpatRoot_attribute
    CEXPATROOT_BROKEN = 2,  // not well-formed; see CExpatRoot_message
    CEXPATROOT_NO_MEMORY = 3,
};

/// Returns NULL without memory.
CExpatRoot *CExpatRoot_create(void);
void CExpatRoot_destroy(CExpatRoot *root);

/// Starts a new document.
void CExpatRoot_begin(CExpatRoot *root);
enum CExpatRoot_status CExpatRoot_push(CExpatRoot *root, const uint8_t *bytes, size_t count);

/// The name with its namespace before it, and a blank between them. Valid until the next document.
const char *CExpatRoot_name(const CExpatRoot *root);
/// The value of an attribute; NULL if the tag does not have it. Valid until the next document.
const char *CExpatRoot_attribute(const CExpatRoot *root, const char *name);
const char *CExpatRoot_message(const CExpatRoot *root);

#endif
