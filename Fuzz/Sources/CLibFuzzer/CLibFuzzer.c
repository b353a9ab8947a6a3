#include "CLibFuzzer.h"

int LLVMFuzzerRunDriver(int *, char ***, int (*)(const uint8_t *, size_t));

int CLibFuzzer_run(int *count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count)) {
    return LLVMFuzzerRunDriver(count, arguments, target);
}

// libFuzzer's own main needs this function to link. Nothing calls the function.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return 0;
}
