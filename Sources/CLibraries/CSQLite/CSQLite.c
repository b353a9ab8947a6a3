#include "CSQLite.h"

// A text without an address is NULL to SQLite, and an empty text is none.
static const char nothing[1];

int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : nothing, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
