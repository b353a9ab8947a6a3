// The Linux calls that Swift cannot make: those that glibc declares only to GNU programs, and
// those that take a variable number of arguments.
#ifndef CLINUX_H
#define CLINUX_H

/// The number of processors that this process may run on; at least 1.
int CLinux_processors(void);

#endif
