#include "CSQLite.h"

#include <stdlib.h>
#include <string.h>

// Neither an empty text nor an empty blob is a NULL, so it needs an address of its own.
static const char nothing[1];

int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : nothing, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int CSQLite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : nothing, count, SQLITE_TRANSIENT);
}

// Makes room for `more` items behind `count`; answers 0 where memory is short.
static int make_room(void **items, size_t *room, size_t count, size_t more, size_t size) {
    if (count + more <= *room) return 1;
    size_t larger = (count + more) * 2;
    void *moved = realloc(*items, larger * size);
    if (!moved) return 0;
    *items = moved;
    *room = larger;
    return 1;
}

static void add_row(sqlite3_context *context, int count, sqlite3_value **values) {
    CSQLite_block *block = sqlite3_user_data(context);
    if (!make_room((void **)&block->cells, &block->cell_room, block->cell_count, (size_t)count, sizeof *block->cells))
        return sqlite3_result_error_nomem(context);
    for (int index = 0; index < count; index++) {
        sqlite3_value *value = values[index];
        CSQLite_cell cell = {.type = sqlite3_value_type(value)};
        if (cell.type == SQLITE_INTEGER) {
            cell.number = sqlite3_value_int64(value);
        } else if (cell.type == SQLITE_TEXT || cell.type == SQLITE_BLOB) {
            const void *bytes = sqlite3_value_blob(value);
            cell.length = (uint32_t)sqlite3_value_bytes(value);
            cell.number = (int64_t)block->byte_count;
            if (!make_room((void **)&block->bytes, &block->byte_room, block->byte_count, cell.length, 1))
                return sqlite3_result_error_nomem(context);
            if (cell.length) memcpy(block->bytes + block->byte_count, bytes, cell.length);
            block->byte_count += cell.length;
        }
        block->cells[block->cell_count++] = cell;
    }
}

static void end_rows(sqlite3_context *context) {
    sqlite3_result_null(context);
}

int CSQLite_collect(sqlite3 *connection, CSQLite_block *block) {
    return sqlite3_create_function_v2(
        connection, "into_block", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, block, NULL, add_row, end_rows, NULL);
}

void CSQLite_free(CSQLite_block *block) {
    free(block->cells);
    free(block->bytes);
    memset(block, 0, sizeof *block);
}
