// What a static program must not ask of its system. scripts/static links this into the static weir, with the linker's --wrap.
#include <nss.h>
#include <stddef.h>

// A shared library brings a C library of its own into the process. The two share no threads and no memory, and libheif and
// librsvg crash with that. So nothing is loaded, and weir says of a picture that this build has no decoder for it.
void *__wrap_dlopen(const char *name, int mode) {
    (void)name, (void)mode;
    return NULL;
}

// The C library would load what /etc/nsswitch.conf names, and not through dlopen. Files and name servers need nothing loaded.
__attribute__((constructor)) static void resolve_without_loading(void) { __nss_configure_lookup("hosts", "files dns"); }

// Swift's runtime looks beside the program for one that prints stack traces, and ends the program if it cannot tell where that is.
// Without /proc it cannot.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
    (void)name;
    return NULL;
}
