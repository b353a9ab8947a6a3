// SQLite's own header, and a function for calls that Swift cannot make.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Binds a text, which SQLite copies. The text is not checked and may be invalid UTF-8.
int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count);

/// The errno of the last call that failed on the database's file or on its log; 0 if none failed. After a failure,
/// SQLite makes more calls, so `sqlite3_system_errno` may show the errno of one of those.
int CSQLite_file_errno(sqlite3 *connection);

/// The name of a way to open files by paths that SQLite takes as they are. Otherwise SQLite resolves the links of a path
/// first, and opens the result later.
const char *CSQLite_unresolved_paths(void);

#endif
