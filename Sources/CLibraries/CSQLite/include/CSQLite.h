// SQLite as its own header has it, and what Swift cannot say to it.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Binds a text, which SQLite copies. It is not looked at, and may be no UTF-8.
int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count);

#endif
