// libFuzzer as a library: its driver is called with the function to fuzz, instead of looking for
// one by its name, so that one program holds all targets.
#ifndef CLIBFUZZER_H
#define CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs until a limit among the arguments is reached; a finding ends the process.
int CLibFuzzer_run(int *count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count));

#endif
