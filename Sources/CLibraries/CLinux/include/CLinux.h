// The Linux calls that Swift cannot make: those that glibc declares only to GNU programs, those
// that take a variable number of arguments, and those that glibc does not wrap.
#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and in all threads that it creates later. A signal that
/// is ignored, for example because of nohup, stays ignored.
void CLinux_hold_endings(sigset_t *held);

/// Waits for one of these signals for a number of milliseconds; a negative number means no limit. Returns 0
/// if none came.
int CLinux_wait_for_ending(const sigset_t *held, int milliseconds);

/// Makes an event, which can be read once it was announced; -1 if there are no descriptors left.
int CLinux_event(void);
void CLinux_announce(int event);

/// Makes a file that lies in memory; -1, with errno, if that fails.
int CLinux_memory_file(void);

/// Starts a command of the shell without an input, and with the signals that `CLinux_hold_endings` blocks. `output` and `messages`
/// become the ends of pipes to read from. The command leads a session of its own: its processes can be ended together, and they
/// have no terminal that would stop them. Returns -1, with errno, if that fails.
pid_t CLinux_start_command(const char *command, int *output, int *messages);

/// Starts xdg-open for a file or an address, without an input, an output and the blocked signals. Returns -1, with errno, if it cannot be started.
int CLinux_start_desktop(const char *place);

/// Starts a program with a socket as its standard input and output, and without messages. It is in a process group of its own, so
/// that the keys of a terminal do not end it. A path without a slash is searched for. `connection` becomes the other end of
/// the socket. Returns -1, with errno, if that fails.
pid_t CLinux_start_program(const char *path, char *const *arguments, char *const *environment, int *connection);

/// Limits the memory that this process may write to, besides its stacks; and no core is dumped.
void CLinux_limit_data(size_t bytes);

/// Ends this process by SIGXCPU when it has worked for this number of seconds from now on, or a second longer.
void CLinux_limit_time(int seconds);

/// The arguments of this process, the program's own name first. Swift's library reads them from /proc, which may be missing.
int CLinux_argument_count(void);
const char *CLinux_argument(int index);

/// The number of processors that this process may run on; at least 1.
int CLinux_processors(void);

/// Limits the number of heaps that all threads share. If each thread had a heap of its own, waiting threads
/// would hold memory that no other thread can use. Blocks of a megabyte and more are given back to the system when they are
/// freed; the library would keep up to 32 MB of each.
void CLinux_share_memory(int heaps);

/// Opens a path for reading. The path must stay beneath the folder, links and `..` included: EXDEV if it
/// does not, ENOSYS if the kernel is older than 5.6.
int CLinux_open_beneath(int folder, const char *path);

/// Does the same for a folder, without reading the folder's content.
int CLinux_find_folder_beneath(int folder, const char *path);

/// Opens a name in a folder as a handle only, also a link.
int CLinux_find(int folder, const char *name);

/// Does the same for a folder, and fails for a link.
int CLinux_find_folder(int folder, const char *name);

/// Whether a folder belongs to the proc file system.
int CLinux_is_proc(int folder);

/// Opens a file without a name in a folder, for reading and writing; it vanishes unless it is linked.
int CLinux_open_unnamed(int folder);

/// Takes room on the disk for so many bytes of a file, whose length stays. 0, or -1 with errno.
int CLinux_reserve(int file, off_t bytes);

/// Locks the first byte of an open file for this descriptor, or gives the lock up. -1, with errno, if that fails.
int CLinux_lock_first_byte(int file);
int CLinux_unlock_first_byte(int file);

/// Whether another descriptor has locked the first byte.
int CLinux_is_first_byte_locked(int file);

/// Writes all cached data of an open file's file system to the disk.
int CLinux_sync_file_system(int file);

#endif
