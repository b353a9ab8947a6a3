// The kernel of a simulated night, loaded into weir before the C library (LD_PRELOAD): time, threads, sockets, names of hosts, signals
// and the disk. Outside of it, a world decides what happens, and is asked through a socket.
//
// One thread of the program runs at a time, until it waits. If all wait, time goes on to the next moment at which one need not, or at
// which the world does something. So a run is the same each time for the same answers of the world.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// The kernel of the machine.
static long call(long number, ...);
#define syscall call

// MARK: The world

enum question_kind {
    begins, opens, opened, writes, truncates, renames, links, removes, makes_folder, removes_folder, syncs, syncs_all, reserves, closes,
    resolves, connects, sends, leaves, stands_still
};

struct question {
    uint32_t kind, count;
    int64_t time, number, other;
};

struct answer {
    int32_t code;    // 0, or the errno with which the call fails
    int32_t events;  // that follow
};

enum event_kind { comes, ends, breaks, accepts, refuses, interrupts, cuts_power, steps_clock, names };

struct event_head {
    int64_t time, number;  // when, and of which connection
    int32_t kind, value;
    int64_t count;  // of the bytes behind this
};

struct event {
    struct event_head head;
    struct event *next;
    char bytes[];
};

static int world = -1;
static int64_t now, first_moment;  // microseconds of the monotonic clock
static int64_t day;                // what the time of day is ahead of it
static uint64_t chance;
static char root[PATH_MAX];
static size_t root_length;
static struct event *future;
static int coming_signal;

enum { power_cut = 99 };

static uint64_t draw(void) {
    uint64_t mixed = chance += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

static void send_all(const void *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = syscall(SYS_sendto, world, bytes, count, MSG_NOSIGNAL, NULL, 0);
        if (sent <= 0) syscall(SYS_exit_group, power_cut);
        bytes = (const char *)bytes + sent;
        count -= sent;
    }
}

static void receive_all(void *bytes, size_t count) {
    while (count > 0) {
        ssize_t received = syscall(SYS_recvfrom, world, bytes, count, 0, NULL, NULL);
        if (received <= 0) syscall(SYS_exit_group, power_cut);
        bytes = (char *)bytes + received;
        count -= received;
    }
}

static void await(struct event *event) {
    struct event **place = &future;
    while (*place && (*place)->head.time <= event->head.time) place = &(*place)->next;
    event->next = *place;
    *place = event;
}

static int ask(enum question_kind kind, int64_t number, int64_t other, const void *bytes, size_t count) {
    struct { struct question question; char bytes[4096]; } small;
    small.question = (struct question){.kind = kind, .count = (uint32_t)count, .time = now, .number = number, .other = other};
    if (count <= sizeof small.bytes) {
        if (count) memcpy(small.bytes, bytes, count);
        send_all(&small, sizeof small.question + count);
    } else {
        send_all(&small.question, sizeof small.question);
        send_all(bytes, count);
    }
    struct answer answer;
    receive_all(&answer, sizeof answer);
    for (int index = 0; index < answer.events; index++) {
        struct event_head head;
        receive_all(&head, sizeof head);
        struct event *event = malloc(sizeof *event + head.count);
        event->head = head;
        if (head.count) receive_all(event->bytes, head.count);
        await(event);
    }
    return answer.code;
}

static long call(long number, ...) {
    static long (*function)(long, ...);
    if (!function) function = dlsym(RTLD_NEXT, "syscall");
    long words[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
    va_end(list);
    return function(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

// MARK: Threads

enum wait_kind { none, for_mutex, for_condition, for_time, for_descriptors, for_thread, for_signal, has_ended };

struct thread {
    enum wait_kind wait;
    const void *object;
    int64_t deadline;  // INT64_MAX if it never comes
    bool is_late;
    int baton;
    pthread_t handle;
    void *(*body)(void *);
    void *context;
    struct pollfd *descriptors;
    nfds_t descriptor_count;
    struct thread *next;
};

static struct thread first, *threads = &first;
static __thread struct thread *self;
static bool is_simulated;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

#define REAL(name) ({ static __typeof__(&name) function; if (!function) function = real(#name); function; })

static bool fire_due(void);
static void pump(void);

static bool is_ready(struct thread *thread) {
    struct pollfd copies[64];
    nfds_t count = thread->descriptor_count < 64 ? thread->descriptor_count : 64;
    memcpy(copies, thread->descriptors, count * sizeof *copies);
    struct timespec zero = {0, 0};
    return syscall(SYS_ppoll, copies, count, &zero, NULL, 0) > 0;
}

static void wake(struct thread *thread, bool is_late) {
    thread->wait = none;
    thread->is_late = is_late;
}

static void wake_all(enum wait_kind kind, const void *object) {
    for (struct thread *thread = threads; thread; thread = thread->next)
        if (thread->wait == kind && thread->object == object) wake(thread, false);
}

static struct thread *pick(void) {
    while (true) {
        int count = 0;
        for (struct thread *thread = threads; thread; thread = thread->next) count += thread->wait == none;
        if (count > 0) {
            int chosen = (int)(draw() % (unsigned)count);
            for (struct thread *thread = threads; thread; thread = thread->next)
                if (thread->wait == none && chosen-- == 0) return thread;
        }
        pump();
        bool is_any = false;
        for (struct thread *thread = threads; thread; thread = thread->next)
            if (thread->wait == for_descriptors && is_ready(thread)) { wake(thread, false); is_any = true; }
        if (is_any) continue;
        int64_t next = future ? future->head.time : INT64_MAX;
        for (struct thread *thread = threads; thread; thread = thread->next)
            if (thread->wait != none && thread->wait != has_ended && thread->deadline < next) next = thread->deadline;
        // In four hours every run has ended, unless it waits for what never comes.
        if (next == INT64_MAX || next > first_moment + 4 * 3600 * 1000000LL) {
            ask(stands_still, 0, 0, NULL, 0);
            syscall(SYS_exit_group, power_cut);
        }
        if (next > now) now = next;
        fire_due();
        for (struct thread *thread = threads; thread; thread = thread->next)
            if (thread->wait != none && thread->wait != has_ended && thread->deadline <= now) wake(thread, true);
    }
}

static void pass_baton(struct thread *next) {
    __atomic_store_n(&next->baton, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &next->baton, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void take_baton(struct thread *thread) {
    while (!__atomic_load_n(&thread->baton, __ATOMIC_ACQUIRE)) syscall(SYS_futex, &thread->baton, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    thread->baton = 0;
}

static void go_on(void) {
    int code = errno;
    struct thread *next = pick();
    if (next != self) {
        pass_baton(next);
        take_baton(self);
    }
    errno = code;
}

// Returns whether the deadline has come first.
static bool wait_for(enum wait_kind kind, const void *object, int64_t deadline) {
    self->wait = kind;
    self->object = object;
    self->deadline = deadline;
    self->is_late = false;
    go_on();
    return self->is_late;
}

static bool is_mine(void) { return is_simulated && self && self->wait != has_ended; }

static void give_way(void) { if (draw() % 16 == 0) go_on(); }

static void end_thread(void *context) {
    struct thread *thread = context;
    wake_all(for_thread, thread);
    thread->wait = has_ended;
    thread->deadline = INT64_MAX;
    pass_baton(pick());
}

static void *run_thread(void *context) {
    self = context;
    take_baton(self);
    void *result;
    pthread_cleanup_push(end_thread, self);
    result = self->body(self->context);
    pthread_cleanup_pop(1);
    return result;
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
    if (!is_mine()) return REAL(pthread_create)(handle, attributes, body, context);
    struct thread *thread = calloc(1, sizeof *thread);
    thread->body = body;
    thread->context = context;
    thread->deadline = INT64_MAX;
    int code = REAL(pthread_create)(&thread->handle, attributes, run_thread, thread);
    if (code) { free(thread); return code; }
    *handle = thread->handle;
    struct thread **last = &threads;
    while (*last) last = &(*last)->next;
    *last = thread;
    give_way();
    return 0;
}

int pthread_join(pthread_t handle, void **result) {
    if (is_mine())
        for (struct thread *thread = threads; thread; thread = thread->next)
            if (thread->handle == handle && thread != &first) {
                while (thread->wait != has_ended) wait_for(for_thread, thread, INT64_MAX);
                thread->handle = 0;
            }
    return REAL(pthread_join)(handle, result);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    if (!is_mine()) return REAL(pthread_mutex_lock)(mutex);
    give_way();
    int code;
    while ((code = REAL(pthread_mutex_trylock)(mutex)) == EBUSY) wait_for(for_mutex, mutex, INT64_MAX);
    return code;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    int code = REAL(pthread_mutex_unlock)(mutex);
    if (is_mine()) wake_all(for_mutex, mutex);
    return code;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    if (!is_mine()) return REAL(pthread_rwlock_rdlock)(lock);
    int code;
    while ((code = REAL(pthread_rwlock_tryrdlock)(lock)) == EBUSY) wait_for(for_mutex, lock, INT64_MAX);
    return code;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    if (!is_mine()) return REAL(pthread_rwlock_wrlock)(lock);
    int code;
    while ((code = REAL(pthread_rwlock_trywrlock)(lock)) == EBUSY) wait_for(for_mutex, lock, INT64_MAX);
    return code;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    int code = REAL(pthread_rwlock_unlock)(lock);
    if (is_mine()) wake_all(for_mutex, lock);
    return code;
}

static int wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
    pthread_mutex_unlock(mutex);
    bool is_late = wait_for(for_condition, condition, deadline);
    int code;
    while ((code = REAL(pthread_mutex_trylock)(mutex)) == EBUSY) wait_for(for_mutex, mutex, INT64_MAX);
    return is_late ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) { return wait_for_condition(condition, mutex, INT64_MAX); }

// A condition has the monotonic clock or that of the day, and their times are far apart.
static int64_t of_monotonic(const struct timespec *time) {
    int64_t given = time->tv_sec * 1000000LL + time->tv_nsec / 1000;
    return llabs(given - now) < llabs(given - day - now) ? given : given - day;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end) {
    return wait_for_condition(condition, mutex, of_monotonic(end));
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *end) {
    (void)clock;
    return wait_for_condition(condition, mutex, of_monotonic(end));
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
    wake_all(for_condition, condition);
    return 0;
}

int pthread_cond_signal(pthread_cond_t *condition) {
    for (struct thread *thread = threads; thread; thread = thread->next)
        if (thread->wait == for_condition && thread->object == condition) { wake(thread, false); break; }
    return 0;
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
    (void)info;
    int64_t deadline = time ? now + time->tv_sec * 1000000LL + time->tv_nsec / 1000 : INT64_MAX;
    while (true) {
        int signal = coming_signal;
        if (signal && sigismember(set, signal)) { coming_signal = 0; return signal; }
        if (wait_for(for_signal, NULL, deadline)) { errno = EAGAIN; return -1; }
    }
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) { return sigtimedwait(set, info, NULL); }

// MARK: Time

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_simulated || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return (int)syscall(SYS_clock_gettime, clock, time);
    // A thread that looks at the clock until it has gone on would wait forever.
    now += 1;
    int64_t shown = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? now + day : now;
    *time = (struct timespec){shown / 1000000, shown % 1000000 * 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    if (result) *result = time.tv_sec;
    return time.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    *result = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
    return 0;
}

int usleep(useconds_t microseconds) {
    if (!is_mine()) return REAL(usleep)(microseconds);
    wait_for(for_time, NULL, now + microseconds);
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    (void)left;
    if (!is_mine()) return REAL(nanosleep)(time, left);
    wait_for(for_time, NULL, now + time->tv_sec * 1000000LL + time->tv_nsec / 1000);
    return 0;
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    (void)flags;
    for (size_t index = 0; index < count; index++) ((uint8_t *)bytes)[index] = (uint8_t)draw();
    return (ssize_t)count;
}

int getentropy(void *bytes, size_t count) {
    getrandom(bytes, count, 0);
    return 0;
}

// Swift's random numbers and its runtime's locks come through this function.
#undef syscall
long syscall(long number, ...) {
    long words[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && is_simulated) return getrandom((void *)words[0], (size_t)words[1], 0);
    // The runtime of Swift makes a type once. A thread that waited for this in the kernel would keep the baton, which the maker needs.
    if (number == SYS_futex && (words[1] & FUTEX_CMD_MASK) == FUTEX_LOCK_PI && is_mine()) {
        long operation = FUTEX_TRYLOCK_PI | (words[1] & FUTEX_PRIVATE_FLAG), code;
        while ((code = call(number, words[0], operation, 0, 0, 0, 0)) == -1 && errno == EAGAIN) go_on();
        return code;
    }
    return call(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
#define syscall call

// MARK: Waiting for descriptors

int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    int64_t deadline = timeout < 0 ? INT64_MAX : now + timeout * 1000LL;
    struct timespec zero = {0, 0};
    while (true) {
        int ready = (int)syscall(SYS_ppoll, descriptors, count, &zero, NULL, 0);
        if (ready != 0 || timeout == 0 || !is_mine() || now >= deadline) return ready;
        self->descriptors = descriptors;
        self->descriptor_count = count;
        wait_for(for_descriptors, NULL, deadline);
    }
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
    int64_t deadline = timeout < 0 ? INT64_MAX : now + timeout * 1000LL;
    struct pollfd descriptor = {.fd = epoll, .events = POLLIN};
    while (true) {
        int ready = (int)syscall(SYS_epoll_pwait, epoll, events, most, 0, NULL, 0);
        if (ready != 0 || timeout == 0 || !is_mine() || now >= deadline) return ready;
        self->descriptors = &descriptor;
        self->descriptor_count = 1;
        wait_for(for_descriptors, NULL, deadline);
    }
}

// MARK: Connections

enum { most_descriptors = 4096 };

struct connection {
    int64_t number;
    int server;  // the server's end; -1 when it is closed
    int error;   // of connecting, until it is read
    bool is_connecting, is_broken, ends_then;
    struct sockaddr_storage address;
    char *waiting;  // bytes that the client has no room for
    size_t waiting_count;
};

static struct connection *connections[most_descriptors];  // by the client's descriptor
static int64_t last_connection;

static struct connection *connection_of(int descriptor) {
    return descriptor >= 0 && descriptor < most_descriptors ? connections[descriptor] : NULL;
}

static struct connection *numbered(int64_t number) {
    for (int index = 0; index < most_descriptors; index++)
        if (connections[index] && connections[index]->number == number) return connections[index];
    return NULL;
}

int socket(int domain, int type, int protocol) {
    if (!is_mine() || (domain != AF_INET && domain != AF_INET6) || (type & 0xF) != SOCK_STREAM)
        return (int)syscall(SYS_socket, domain, type, protocol);
    int ends[2];
    if (socketpair(AF_UNIX, type, 0, ends) != 0) return -1;
    int server = fcntl(ends[1], F_DUPFD_CLOEXEC, most_descriptors / 4);
    close(ends[1]);
    fcntl(server, F_SETFL, O_NONBLOCK);
    struct connection *connection = calloc(1, sizeof *connection);
    connection->number = ++last_connection;
    connection->server = server;
    connections[ends[0]] = connection;
    return ends[0];
}

static void set_room(int descriptor, int bytes) { syscall(SYS_setsockopt, descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes); }

int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    struct connection *connection = connection_of(descriptor);
    if (!connection) return (int)syscall(SYS_connect, descriptor, address, length);
    memcpy(&connection->address, address, length < sizeof connection->address ? length : sizeof connection->address);
    // A socket that is full is not writable yet, as one that connects.
    static const char junk[8192];
    set_room(descriptor, 1);
    while (syscall(SYS_sendto, descriptor, junk, sizeof junk, MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0) > 0) {}
    connection->is_connecting = true;
    const struct sockaddr_in *of4 = (const struct sockaddr_in *)address;
    ask(connects, connection->number, (int64_t)ntohl(of4->sin_addr.s_addr) << 16 | ntohs(of4->sin_port), NULL, 0);
    errno = EINPROGRESS;
    return -1;
}

int getsockopt(int descriptor, int level, int option, void *restrict value, socklen_t *restrict length) {
    struct connection *connection = connection_of(descriptor);
    if (!connection || level != SOL_SOCKET || option != SO_ERROR) return (int)syscall(SYS_getsockopt, descriptor, level, option, value, length);
    *(int *)value = connection->error;
    connection->error = 0;
    return 0;
}

int setsockopt(int descriptor, int level, int option, const void *value, socklen_t length) {
    return connection_of(descriptor) ? 0 : (int)syscall(SYS_setsockopt, descriptor, level, option, value, length);
}

int getpeername(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
    struct connection *connection = connection_of(descriptor);
    if (!connection) return (int)syscall(SYS_getpeername, descriptor, address, length);
    *length = sizeof(struct sockaddr_in);
    memcpy(address, &connection->address, *length);
    return 0;
}

int getsockname(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
    struct connection *connection = connection_of(descriptor);
    if (!connection) return (int)syscall(SYS_getsockname, descriptor, address, length);
    *length = sizeof(struct sockaddr_in);
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons((uint16_t)(1024 + connection->number % 60000)), .sin_addr.s_addr = htonl(0x0A000002)};
    memcpy(address, &own, *length);
    return 0;
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    ssize_t received = syscall(SYS_recvfrom, descriptor, bytes, count, flags, NULL, NULL);
    struct connection *connection = connection_of(descriptor);
    if (received == 0 && connection && connection->is_broken) { errno = ECONNRESET; return -1; }
    return received;
}

static void close_server(struct connection *connection) {
    if (connection->server >= 0) syscall(SYS_close, connection->server);
    connection->server = -1;
    free(connection->waiting);
    connection->waiting = NULL;
    connection->waiting_count = 0;
}

static void flush(struct connection *connection) {
    while (connection->waiting_count > 0) {
        ssize_t sent = syscall(SYS_sendto, connection->server, connection->waiting, connection->waiting_count, MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0);
        if (sent <= 0) return;
        connection->waiting_count -= (size_t)sent;
        memmove(connection->waiting, connection->waiting + sent, connection->waiting_count);
    }
    if (connection->ends_then) close_server(connection);
}

static void drain(int descriptor) {
    char junk[8192];
    while (syscall(SYS_recvfrom, descriptor, junk, sizeof junk, MSG_DONTWAIT, NULL, NULL) > 0) {}
}

// Does what is due. Returns whether anything was.
static bool fire_due(void) {
    bool is_any = false;
    while (future && future->head.time <= now) {
        struct event *event = future;
        future = event->next;
        is_any = true;
        struct connection *connection = event->head.kind <= refuses ? numbered(event->head.number) : NULL;
        bool is_open = connection && connection->server >= 0;
        switch ((enum event_kind)event->head.kind) {
        case comes:
            if (!is_open) break;
            connection->waiting = realloc(connection->waiting, connection->waiting_count + (size_t)event->head.count + 1);
            memcpy(connection->waiting + connection->waiting_count, event->bytes, (size_t)event->head.count);
            connection->waiting_count += (size_t)event->head.count;
            flush(connection);
            break;
        case ends:
            if (!is_open) break;
            connection->ends_then = true;
            flush(connection);
            break;
        case breaks:
            if (!is_open) break;
            connection->is_broken = true;
            close_server(connection);
            break;
        case accepts:
            if (!is_open) break;
            drain(connection->server);
            connection->is_connecting = false;
            for (int index = 0; index < most_descriptors; index++) if (connections[index] == connection) set_room(index, 1 << 18);
            break;
        case refuses:
            if (!is_open) break;
            connection->error = event->head.value;
            connection->is_connecting = false;
            close_server(connection);
            break;
        case interrupts:
            coming_signal = event->head.value;
            wake_all(for_signal, NULL);
            break;
        case cuts_power: syscall(SYS_exit_group, power_cut); break;
        case steps_clock: day += event->head.number; break;
        case names: break;
        }
        free(event);
    }
    return is_any;
}

// Passes what clients have sent to the world, and what it sends to clients that have room again.
static void pump(void) {
    fire_due();
    for (int index = 0; index < most_descriptors; index++) {
        struct connection *connection = connections[index];
        if (!connection || connection->server < 0 || connection->is_connecting) continue;
        flush(connection);
        char bytes[1 << 14];
        ssize_t count;
        while (connection->server >= 0 && (count = syscall(SYS_recvfrom, connection->server, bytes, sizeof bytes, MSG_DONTWAIT, NULL, NULL)) > 0)
            ask(sends, connection->number, 0, bytes, (size_t)count);
    }
    fire_due();
}

int getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints, struct addrinfo **restrict result) {
    if (!is_mine() || !name) return REAL(getaddrinfo)(name, service, hints, result);
    int code = ask(resolves, 0, 0, name, strlen(name));
    // The answer comes as an event that nobody else takes.
    struct event **place = &future;
    while (*place && (*place)->head.kind != names) place = &(*place)->next;
    uint32_t address = 0;
    if (*place) {
        struct event *event = *place;
        *place = event->next;
        address = (uint32_t)event->head.number;
        int64_t due = event->head.time;
        free(event);
        if (due > now) wait_for(for_time, NULL, due);
    }
    if (code) return code;
    struct { struct addrinfo info; struct sockaddr_in address; } *found = calloc(1, sizeof *found);
    found->address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)(service ? atoi(service) : 0)), .sin_addr.s_addr = htonl(address)};
    found->info = (struct addrinfo){.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_protocol = IPPROTO_TCP, .ai_addrlen = sizeof found->address, .ai_addr = (struct sockaddr *)&found->address};
    *result = &found->info;
    return 0;
}

void freeaddrinfo(struct addrinfo *info) {
    if (info && info->ai_addr == (struct sockaddr *)((char *)info + sizeof *info)) free(info); else REAL(freeaddrinfo)(info);
}

// MARK: The disk

// The path of a name without links of the kernel's, as far as the disk of the night has it; empty for another.
static const char *path_of(int folder, const char *name, char *path) {
    char link[64], start[PATH_MAX] = "";
    const char *rest = name;
    if (strncmp(name, "/proc/self/fd/", 14) == 0) {
        char *end;
        folder = (int)strtol(name + 14, &end, 10);
        rest = *end == '/' ? end + 1 : end;
    } else if (*name == '/') {
        folder = -1;
    }
    if (folder != -1) {
        if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd"); else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t count = readlink(link, start, sizeof start - 1);
        if (count < 0) count = 0;
        start[count] = 0;
        if (*rest) strcat(start, "/");
    }
    snprintf(path, PATH_MAX, "%s%s", start, rest);
    if (strncmp(path, root, root_length) != 0 || (path[root_length] != '/' && path[root_length] != 0)) return "";
    // A file without a name is called after its number on the disk.
    if (strstr(path, " (deleted)")) return "unnamed";
    return path[root_length] == '/' ? path + root_length + 1 : ".";
}

// Returns whether the call may be made; sets errno if not.
static bool may(enum question_kind kind, int64_t number, int64_t other, const char *path) {
    int code = ask(kind, number, other, path, strlen(path));
    if (code < 0) syscall(SYS_exit_group, power_cut);
    fire_due();
    if (code) errno = code;
    return code == 0;
}

static bool is_of_night(int descriptor, struct stat *status, const char **path, char *room) {
    if (!is_mine() || !root_length) return false;
    if (fstat(descriptor, status) != 0) return false;
    *path = path_of(descriptor, "", room);
    return **path != 0;
}

static int open_file(int folder, const char *name, int flags, mode_t mode) {
    bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE, makes = is_unnamed || flags & (O_CREAT | O_TRUNC);
    char room[PATH_MAX + 16];
    if (is_mine() && root_length && strcmp(name, "/proc/sys/kernel/random/boot_id") == 0) {
        snprintf(room, sizeof room, "%s/../boot", root);
        return (int)syscall(SYS_openat, AT_FDCWD, room, flags, mode);
    }
    const char *path = makes && is_mine() && root_length ? path_of(folder, name, room) : "";
    if (*path && !may(opens, flags, 0, path)) return -1;
    int file = (int)syscall(SYS_openat, folder, name, flags, mode);
    struct stat status;
    if (*path && file >= 0 && fstat(file, &status) == 0) ask(opened, (int64_t)status.st_ino, is_unnamed ? -1 : 0, path, strlen(path));
    return file;
}

#define MODE(flags) ({ mode_t mode = 0; if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); } mode; })

int open(const char *name, int flags, ...) { mode_t mode = MODE(flags); return open_file(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { mode_t mode = MODE(flags); return open_file(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { mode_t mode = MODE(flags); return open_file(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { mode_t mode = MODE(flags); return open_file(folder, name, flags, mode); }

static bool may_change(enum question_kind kind, int descriptor, int64_t count) {
    struct stat status;
    char room[PATH_MAX];
    const char *path;
    if (!is_of_night(descriptor, &status, &path, room)) return true;
    (void)count;
    return may(kind, (int64_t)status.st_ino, descriptor, path);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    return may_change(writes, descriptor, (int64_t)count) ? syscall(SYS_write, descriptor, bytes, count) : -1;
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return may_change(writes, descriptor, (int64_t)count) ? syscall(SYS_pwrite64, descriptor, bytes, count, offset) : -1;
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return pwrite64(descriptor, bytes, count, offset); }
int ftruncate64(int descriptor, off64_t length) { return may_change(truncates, descriptor, length) ? (int)syscall(SYS_ftruncate, descriptor, length) : -1; }
int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }
// The world knows what is on the disk, so nothing waits for that of this machine.
int fsync(int descriptor) { return may_change(syncs, descriptor, 0) ? 0 : -1; }
int fdatasync(int descriptor) { return may_change(syncs, descriptor, 1) ? 0 : -1; }
int syncfs(int descriptor) { return may_change(syncs_all, descriptor, 0) ? 0 : -1; }
int fallocate64(int descriptor, int mode, off64_t offset, off64_t length) {
    return may_change(reserves, descriptor, length) ? (int)syscall(SYS_fallocate, descriptor, mode, offset, length) : -1;
}
int fallocate(int descriptor, int mode, off_t offset, off_t length) { return fallocate64(descriptor, mode, offset, length); }

int close(int descriptor) {
    struct connection *connection = connection_of(descriptor);
    if (connection) {
        ask(leaves, connection->number, 0, NULL, 0);
        connections[descriptor] = NULL;
        close_server(connection);
        free(connection);
    }
    return (int)syscall(SYS_close, descriptor);
}

static bool may_name(enum question_kind kind, int folder, const char *name, int to_folder, const char *to) {
    char room[PATH_MAX], to_room[PATH_MAX], both[2 * PATH_MAX + 1];
    if (!is_mine() || !root_length) return true;
    const char *path = path_of(folder, name, room), *to_path = to ? path_of(to_folder, to, to_room) : "";
    if (!*path && !*to_path) return true;
    if (!to) return may(kind, 0, 0, path);
    snprintf(both, sizeof both, "%s\n%s", path, to_path);
    struct stat status;
    int64_t number = fstatat(folder, name, &status, kind == links ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? (int64_t)status.st_ino : 0;
    return may(kind, number, 0, both);
}

int renameat(int folder, const char *name, int to_folder, const char *to) {
    return may_name(renames, folder, name, to_folder, to) ? (int)syscall(SYS_renameat, folder, name, to_folder, to) : -1;
}
int rename(const char *name, const char *to) { return renameat(AT_FDCWD, name, AT_FDCWD, to); }
int linkat(int folder, const char *name, int to_folder, const char *to, int flags) {
    return may_name(links, folder, name, to_folder, to) ? (int)syscall(SYS_linkat, folder, name, to_folder, to, flags) : -1;
}
int unlinkat(int folder, const char *name, int flags) {
    return may_name(flags & AT_REMOVEDIR ? removes_folder : removes, folder, name, 0, NULL) ? (int)syscall(SYS_unlinkat, folder, name, flags) : -1;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }
int mkdirat(int folder, const char *name, mode_t mode) {
    return may_name(makes_folder, folder, name, 0, NULL) ? (int)syscall(SYS_mkdirat, folder, name, mode) : -1;
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

// MARK: The process

// Every machine has two processors, and every run the same number.
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    (void)process;
    CPU_ZERO_S(size, set);
    CPU_SET_S(0, size, set);
    CPU_SET_S(1, size, set);
    return 0;
}

pid_t getpid(void) { return is_simulated ? 4242 : (pid_t)syscall(SYS_getpid); }

// MARK: The beginning

__attribute__((constructor)) static void begin_night(void) {
    const char *name = getenv("WEIR_NIGHT"), *folder = getenv("WEIR_NIGHT_DISK");
    if (!name) return;
    unsetenv("LD_PRELOAD");
    int opened = (int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    world = fcntl(opened, F_DUPFD_CLOEXEC, 1000);
    syscall(SYS_close, opened);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, name, sizeof address.sun_path - 1);
    if (syscall(SYS_connect, world, &address, sizeof address) != 0) syscall(SYS_exit_group, power_cut);
    snprintf(root, sizeof root, "%s", folder ? folder : "");
    root_length = strlen(root);
    self = &first;
    first.deadline = INT64_MAX;
    first.handle = pthread_self();
    ask(begins, getpid(), 0, NULL, 0);
    // The first event of the world has its clocks and its chance.
    struct event *event = future;
    if (!event || event->head.kind != names) syscall(SYS_exit_group, power_cut);
    future = event->next;
    now = first_moment = event->head.time;
    memcpy(&day, event->bytes, sizeof day);
    chance = (uint64_t)event->head.number;
    free(event);
    is_simulated = true;
}
