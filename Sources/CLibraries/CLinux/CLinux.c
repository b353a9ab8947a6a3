#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sched.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static int argument_count;
static char **argument_texts;

// glibc passes the arguments of the process to a function that runs before main.
__attribute__((constructor)) static void keep_arguments(int count, char **texts) {
    argument_count = count;
    argument_texts = texts;
}

int CLinux_argument_count(void) { return argument_count; }
const char *CLinux_argument(int index) { return argument_texts[index]; }

int CLinux_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return CPU_COUNT(&set);
}

int CLinux_open_beneath(int folder, const char *path) {
    struct open_how how = {
        // Without O_NONBLOCK the open of a pipe waits for a writer.
        .flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int CLinux_find_folder_beneath(int folder, const char *path) {
    struct open_how how = {
        .flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int CLinux_find(int folder, const char *name) {
    return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int CLinux_find_folder(int folder, const char *name) {
    return openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int CLinux_is_proc(int folder) {
    struct statfs system;
    return fstatfs(folder, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

int CLinux_open_unnamed(int folder) {
    return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
}

int CLinux_reserve(int file, off_t bytes) {
    return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, bytes);
}

int CLinux_sync_file_system(int file) {
    return syncfs(file);
}

void CLinux_hold_endings(sigset_t *held) {
    const int endings[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(held);
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct sigaction action;
        if (sigaction(endings[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(held, endings[i]);
    }
    pthread_sigmask(SIG_BLOCK, held, NULL);
}

static int64_t milliseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * (int64_t)1000 + time.tv_nsec / 1000000;
}

int CLinux_wait_for_ending(const sigset_t *held, int milliseconds) {
    int64_t end = milliseconds_now() + milliseconds;
    int signal;
    // A process that is stopped and continued goes on waiting for the rest of the time.
    do {
        int64_t left = end > milliseconds_now() ? end - milliseconds_now() : 0;
        const struct timespec time = {left / 1000, left % 1000 * 1000000L};
        signal = milliseconds < 0 ? sigwaitinfo(held, NULL) : sigtimedwait(held, NULL, &time);
    } while (signal < 0 && errno == EINTR);
    return signal < 0 ? 0 : signal;
}

int CLinux_event(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void CLinux_announce(int event) {
    eventfd_write(event, 1);
}

void CLinux_share_memory(int heaps) {
    mallopt(M_ARENA_MAX, heaps);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

int CLinux_memory_file(void) {
    return memfd_create("weir", MFD_CLOEXEC);
}

// Where a stream of a program goes that is no descriptor of this process.
enum { to_nothing = -1, to_ours = -2 };

static void set_stream(posix_spawn_file_actions_t *actions, int stream, int target) {
    if (target >= 0) posix_spawn_file_actions_adddup2(actions, target, stream);
    if (target == to_nothing) posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_RDWR, 0);
}

// Starts a program with the signals that `CLinux_hold_endings` blocks.
static pid_t start(const char *path, char *const *arguments, char *const *environment, const int streams[3], short flags) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    for (int stream = 0; stream < 3; stream++) set_stream(&actions, stream, streams[stream]);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | flags);
    pid_t process = -1;
    int code = posix_spawnp(&process, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = code;
    return code == 0 ? process : -1;
}

// Leaves the first end of a pipe or a socket to the caller, unless the program that has the second one could not be started.
static pid_t keep_first_end(pid_t process, const int ends[2], int *first) {
    int code = errno;
    close(ends[1]);
    if (process < 0) close(ends[0]);
    *first = ends[0];
    errno = code;
    return process;
}

pid_t CLinux_start_command(const char *command, int *output, int *messages) {
    int ends[2], message_ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    if (pipe2(message_ends, O_CLOEXEC) != 0) return keep_first_end(-1, ends, output);
    char *const arguments[] = {"sh", "-c", (char *)command, NULL};
    const int streams[] = {to_nothing, ends[1], message_ends[1]};
    pid_t process = keep_first_end(start("/bin/sh", arguments, environ, streams, POSIX_SPAWN_SETSID), ends, output);
    return keep_first_end(process, message_ends, messages);
}

int CLinux_start_desktop(const char *place) {
    char *const arguments[] = {"xdg-open", (char *)place, NULL};
    const int streams[] = {to_nothing, to_nothing, to_ours};
    return start("xdg-open", arguments, environ, streams, 0) < 0 ? -1 : 0;
}

pid_t CLinux_start_program(const char *path, char *const *arguments, char *const *environment, int *connection) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    const int streams[] = {ends[1], ends[1], to_nothing};
    return keep_first_end(start(path, arguments, environment, streams, POSIX_SPAWN_SETPGROUP), ends, connection);
}

void CLinux_limit_data(size_t bytes) {
    const struct rlimit data = {bytes, bytes}, core = {0, 0};
    // The memory of a sanitizer has terabytes.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
    setrlimit(RLIMIT_DATA, &data);
#else
    (void)data;
#endif
    setrlimit(RLIMIT_CORE, &core);
}

void CLinux_limit_time(int seconds) {
    struct rusage usage;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    rlim_t used = (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1;
    if (used + (rlim_t)seconds > limit.rlim_max) return;
    limit.rlim_cur = used + (rlim_t)seconds;
    setrlimit(RLIMIT_CPU, &limit);
}

static struct flock first_byte(short type) { return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1}; }

int CLinux_lock_first_byte(int file) {
    struct flock lock = first_byte(F_WRLCK);
    return fcntl(file, F_OFD_SETLK, &lock);
}

int CLinux_unlock_first_byte(int file) {
    struct flock lock = first_byte(F_UNLCK);
    return fcntl(file, F_OFD_SETLK, &lock);
}

int CLinux_is_first_byte_locked(int file) {
    struct flock lock = first_byte(F_WRLCK);
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
