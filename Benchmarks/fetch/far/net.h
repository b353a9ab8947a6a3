// A clock, a listening socket, and an end on SIGTERM, for the server and the line of a far host.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void stop(int signal) { (void)signal, stopped = 1; }

/// Lets SIGTERM end the loop: it arrives only in `epoll_pwait`, with the mask that this returns.
static sigset_t stop_on_term(void) {
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGTERM, stop);
    signal(SIGPIPE, SIG_IGN);
    return before;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what) { perror(what), exit(2); }

static struct sockaddr_in address_of(const char *host, const char *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) fail(host);
    return address;
}

static int listen_at(const char *host, const char *port) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    struct sockaddr_in address = address_of(host, port);
    int one = 1, socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(socket_, (struct sockaddr *)&address, sizeof address) || listen(socket_, 4096)) fail(host);
    return socket_;
}

/// Watches a descriptor for changes: each event comes once, so what is there has to be taken until EAGAIN.
static void watch(int poll, int descriptor, void *owner) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = owner};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)) fail("epoll_ctl");
}

static void send_at_once(int socket) {
    int one = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}
