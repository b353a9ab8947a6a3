#include "CSQLite.h"

#include <pthread.h>
#include <string.h>

// SQLite binds NULL for a text without an address, so an empty text needs an address.
static const char nothing[1];

int CSQLite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : nothing, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static int last_errno(sqlite3_file *file) {
    int code = 0;
    if (file && file->pMethods) file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code);
    return code;
}

int CSQLite_file_errno(sqlite3 *connection) {
    sqlite3_file *database = NULL, *log = NULL;
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &database);
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    int code = last_errno(log);
    return code ? code : last_errno(database);
}

static sqlite3_vfs unresolved;

static int same_path(sqlite3_vfs *vfs, const char *path, int size, char *result) {
    (void)vfs;
    size_t length = strlen(path);
    if (length >= (size_t)size) return SQLITE_CANTOPEN;
    memcpy(result, path, length + 1);
    return SQLITE_OK;
}

static void register_unresolved(void) {
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (!usual) return;
    unresolved = *usual;
    unresolved.pNext = NULL;
    unresolved.zName = "unresolved";
    unresolved.xFullPathname = same_path;
    sqlite3_vfs_register(&unresolved, 0);
}

const char *CSQLite_unresolved_paths(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_unresolved);
    return unresolved.zName;
}
