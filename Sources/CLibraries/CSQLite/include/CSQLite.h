// SQLite's own header, and a function for calls that Swift cannot make.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Binds a text, which SQLite copies. The text is not checked and may be invalid UTF-8.
int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count);

#endif
