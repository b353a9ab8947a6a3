// The Linux calls that Swift cannot make: those that glibc declares only to GNU programs, those
// that take a variable number of arguments, and those that glibc does not wrap.
#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and in all that are made from now on. A signal that is
/// ignored, as nohup arranges it, stays ignored.
void CLinux_hold_endings(sigset_t *held);

/// Waits for one of these signals, for so many milliseconds or, if negative, for ever. 0 if none came.
int CLinux_wait_for_ending(const sigset_t *held, int milliseconds);

/// The number of processors that this process may run on; at least 1.
int CLinux_processors(void);

/// Gives all threads together so many heaps. With a heap of its own, a thread that mostly waits would hold memory
/// that no other thread can use.
void CLinux_share_memory(int heaps);

/// Opens a path for reading that must stay beneath a folder, links and `..` included: EXDEV where
/// it does not, ENOSYS where the kernel is older than 5.6.
int CLinux_open_beneath(int folder, const char *path);

/// The same for a folder, of which only a handle is wanted: nothing of it is read.
int CLinux_find_folder_beneath(int folder, const char *path);

/// Opens a file without a name in a folder, for reading and writing; it vanishes unless it is linked.
int CLinux_open_unnamed(const char *folder);

/// Brings all that was written to the file system of an open file to the disk.
int CLinux_sync_file_system(int file);

#endif
