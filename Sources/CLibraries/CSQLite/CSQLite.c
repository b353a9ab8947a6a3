#include "CSQLite.h"

// SQLite binds NULL for a text without an address, so an empty text needs an address.
static const char nothing[1];

int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : nothing, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
