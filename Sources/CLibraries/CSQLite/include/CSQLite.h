// SQLite as its own header has it, and the few things that Swift cannot say to it.
//
// A scan hands its rows over by the block: within SQLite an aggregate function reads a value at a
// third of what a column costs from outside, and no Swift closure is ever called from C.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// Binds a text, which SQLite copies. It is not looked at, and may be no UTF-8.
int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count);

/// Binds a blob, which SQLite copies.
int CSQLite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count);

/// One value of a row.
typedef struct CSQLite_cell {
    int64_t number;   // an integer; of text and of a blob, where its bytes begin in the block
    uint32_t length;  // of text and of a blob
    int32_t type;     // SQLITE_INTEGER, SQLITE_TEXT, …
} CSQLite_cell;

/// The rows of a range, cell behind cell.
typedef struct CSQLite_block {
    CSQLite_cell *cells;
    size_t cell_count, cell_room;
    uint8_t *bytes;
    size_t byte_count, byte_room;
} CSQLite_block;

/// Makes the function `into_block` known to a connection: as an aggregate over rows it puts its
/// arguments into the block, which must live as long as the connection.
int CSQLite_collect(sqlite3 *connection, CSQLite_block *block);
void CSQLite_free(CSQLite_block *block);

#endif
