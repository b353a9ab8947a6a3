// libFuzzer as a library. Its driver gets the function to fuzz as an argument, so that one program contains all
// targets.
#ifndef CLIBFUZZER_H
#define CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs until one of the limits in `arguments` is reached. A finding ends the process.
int CLibFuzzer_run(int *count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count));

#endif
