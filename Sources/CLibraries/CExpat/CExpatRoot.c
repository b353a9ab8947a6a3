#include "CExpatRoot.h"

// Debian's expat is built with it, and the header declares the limits of entities only then.
#define XML_DTD
#include <expat.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Since 2.6.0 expat waits with a long token until there are many more bytes, which may never come. Older headers do not
// declare the function, and the expat that is loaded may be newer or older than its header.
extern __attribute__((weak)) XML_Bool XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool is_enabled);

struct CExpatRoot {
    XML_Parser parser;
    enum CExpatRoot_status status;
    int has_bytes;  // whether some have been pushed
    char *texts;  // the name, then each attribute's name and value; an empty text ends them
};

static char *append(char *end, const XML_Char *text) { return strcpy(end, text) + strlen(text) + 1; }

static void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    CExpatRoot *root = data;
    if (root->status != CEXPATROOT_MORE) return;
    size_t count = strlen(name) + 2;
    for (const XML_Char **text = attributes; *text; text++) count += strlen(*text) + 1;
    root->texts = malloc(count);
    root->status = root->texts ? CEXPATROOT_FOUND : CEXPATROOT_NO_MEMORY;
    XML_StopParser(root->parser, XML_FALSE);
    if (!root->texts) return;
    char *end = append(root->texts, name);
    for (const XML_Char **text = attributes; *text; text++) end = append(end, *text);
    *end = 0;
}

// expat knows UTF-8, UTF-16, ISO-8859-1 and ASCII. Names and numbers are ASCII, and in nearly all other encodings
// these bytes mean themselves.
static int on_encoding(void *data, const XML_Char *name, XML_Encoding *encoding) {
    (void)data, (void)name;
    for (int i = 0; i < 256; i++) encoding->map[i] = i;
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return XML_STATUS_OK;
}

CExpatRoot *CExpatRoot_create(void) {
    CExpatRoot *root = calloc(1, sizeof *root);
    if (!root) return NULL;
    root->parser = XML_ParserCreateNS(NULL, ' ');
    if (root->parser) return root;
    free(root);
    return NULL;
}

void CExpatRoot_destroy(CExpatRoot *root) {
    if (!root) return;
    free(root->texts);
    XML_ParserFree(root->parser);
    free(root);
}

// `encoding` outweighs the one that the document names; NULL leaves it to the document.
static void begin(CExpatRoot *root, const char *encoding) {
    XML_ParserReset(root->parser, encoding);
    if (XML_SetReparseDeferralEnabled) XML_SetReparseDeferralEnabled(root->parser, XML_FALSE);
    XML_SetUserData(root->parser, root);
    XML_SetStartElementHandler(root->parser, on_start);
    XML_SetUnknownEncodingHandler(root->parser, on_encoding, NULL);
    // Drawing programs declare short names for namespaces as entities. They may not expand to more than the caller
    // reads of a document, and expat opens no external ones.
    XML_SetBillionLaughsAttackProtectionActivationThreshold(root->parser, 1 << 16);
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(root->parser, 2);
}

void CExpatRoot_begin(CExpatRoot *root) {
    free(root->texts);
    root->texts = NULL;
    root->status = CEXPATROOT_MORE;
    root->has_bytes = 0;
    begin(root, NULL);
}

enum CExpatRoot_status CExpatRoot_push(CExpatRoot *root, const uint8_t *bytes, size_t count) {
    if (root->status != CEXPATROOT_MORE) return root->status;
    if (count > INT_MAX) return root->status = CEXPATROOT_BROKEN;
    int is_first = !root->has_bytes;
    root->has_bytes |= count > 0;
    // Programs convert a document and leave the old name of its encoding. Browsers believe the bytes, too.
    if (is_first && count >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0)) begin(root, "UTF-16");
    enum XML_Status parsed = XML_Parse(root->parser, (const char *)bytes, (int)count, 0);
    if (is_first && parsed != XML_STATUS_OK && XML_GetErrorCode(root->parser) == XML_ERROR_INCORRECT_ENCODING) {
        begin(root, "UTF-8");
        parsed = XML_Parse(root->parser, (const char *)bytes, (int)count, 0);
    }
    if (parsed == XML_STATUS_OK || root->status != CEXPATROOT_MORE) return root->status;
    int has_memory = XML_GetErrorCode(root->parser) != XML_ERROR_NO_MEMORY;
    return root->status = has_memory ? CEXPATROOT_BROKEN : CEXPATROOT_NO_MEMORY;
}

const char *CExpatRoot_name(const CExpatRoot *root) { return root->texts; }

const char *CExpatRoot_attribute(const CExpatRoot *root, const char *name) {
    const char *text = root->texts + strlen(root->texts) + 1;
    while (*text) {
        const char *value = text + strlen(text) + 1;
        if (strcmp(text, name) == 0) return value;
        text = value + strlen(value) + 1;
    }
    return NULL;
}

const char *CExpatRoot_message(const CExpatRoot *root) {
    const XML_LChar *message = XML_ErrorString(XML_GetErrorCode(root->parser));
    return message ? message : "unknown error";
}
