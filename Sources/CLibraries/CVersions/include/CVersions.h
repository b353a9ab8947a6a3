// The libraries of the program with their versions, and the system that it was built for.
#ifndef CVERSIONS_H
#define CVERSIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    /// The name that its makers give it.
    const char *name;
    /// The name of its file: with the number of its interface if the program loads it.
    const char *file;
    /// Whether it is linked, or loaded by a run that needs it.
    bool is_linked;
    /// Empty if it is not on this machine.
    char version[32];
} CVersions_library;

/// The number of libraries.
size_t CVersions_count(void);
/// Asks a library for its version. This loads a library that is not linked.
CVersions_library CVersions_ask(size_t index);
/// The system that the program was built for, as compilers name it.
const char *CVersions_target(void);

#endif
