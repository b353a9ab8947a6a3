#define _GNU_SOURCE
#include "CCurl.h"

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static bool gather(CCurl_receiver *receiver, const char *line, size_t count) {
    size_t whole = receiver->gathered_count + count;
    if (whole > CCurl_longest_head) return false;
    if (whole > receiver->gathered_room) {
        size_t room = whole < 2048 ? 2048 : 2 * whole;
        uint8_t *larger = realloc(receiver->gathered, room);
        if (!larger) return false;
        receiver->gathered = larger;
        receiver->gathered_room = room;
    }
    memcpy(receiver->gathered + receiver->gathered_count, line, count);
    receiver->gathered_count = whole;
    return true;
}

// Head lines are gathered here, since ten calls into Swift for each response would take longer than reading the
// response.
static size_t take_head(char *line, size_t size, size_t count, void *context) {
    CCurl_receiver *receiver = context;
    bool goes_on = gather(receiver, line, size * count);
    bool is_end = *line == '\n' || (size * count == 2 && *line == '\r');
    if (!goes_on) {
        receiver->head(receiver->owner, NULL, 0);
    } else if (is_end) {
        goes_on = receiver->head(receiver->owner, receiver->gathered, receiver->gathered_count);
        receiver->gathered_count = 0;
    }
    return goes_on ? size * count : CURL_WRITEFUNC_ERROR;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    const CCurl_receiver *receiver = context;
    return receiver->body(receiver->owner, (const uint8_t *)bytes, size * count) ? size * count : CURL_WRITEFUNC_ERROR;
}

static bool asks(const CCurl_receiver *receiver, const struct sockaddr *address) {
    switch (address->sa_family) {
    case AF_INET:
        return receiver->address(
            receiver->owner, (const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr, 4);
    case AF_INET6:
        return receiver->address(
            receiver->owner, (const uint8_t *)&((const struct sockaddr_in6 *)address)->sin6_addr, 16);
    default:
        return false;
    }
}

/// A socket in the epoll.
typedef struct {
    /// Whether the socket belongs to a connection that has answered. libcurl keeps such connections and closes them
    /// through `close_socket`. It closes other sockets without notice, and their descriptors may be reused.
    bool is_kept;
    /// Whether the connection is silent between answers, as with HTTP/1. The tickets of TLS usually come before the first answer.
    bool is_silent;
    /// The events that the epoll waits for, and the events that libcurl wants; 0 means none.
    uint32_t watched, wanted;
} socket_state;

struct CCurl_loop {
    CURLM *multi;
    /// The TLS sessions of all transfers. Without it each would resume only its own.
    CURLSH *sessions;
    int epoll, wake;
    /// Whether a timer of libcurl's has expired.
    bool is_due;
    struct epoll_event events[256];
    int event_count;
    /// Whether the kernel had no memory for a socket in the epoll.
    bool is_full;
    /// By descriptor.
    socket_state *sockets;
    size_t socket_count;
};

// Returns null if memory is short.
static socket_state *state_of(CCurl_loop *loop, curl_socket_t socket) {
    size_t place = socket;
    if (place >= loop->socket_count) {
        size_t count = 2 * place + 64;
        socket_state *larger = realloc(loop->sockets, count * sizeof *larger);
        if (!larger) return NULL;
        memset(larger + loop->socket_count, 0, (count - loop->socket_count) * sizeof *larger);
        loop->sockets = larger;
        loop->socket_count = count;
    }
    return &loop->sockets[place];
}

static void watch(CCurl_loop *loop, curl_socket_t socket, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = socket};
    if (!events) {
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, NULL);
    } else if (epoll_ctl(loop->epoll, EPOLL_CTL_MOD, socket, &event) != 0) {
        if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, socket, &event) != 0 && (errno == ENOMEM || errno == ENOSPC)) loop->is_full = true;
    }
}

// The address is checked here, where it is final. A second resolution of the name could give another
// address.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    CCurl_receiver *receiver = context;
    bool may_connect = purpose == CURLSOCKTYPE_IPCXN && (receiver->trusts_addresses || asks(receiver, &address->addr));
    if (!may_connect) return CURL_SOCKET_BAD;
    curl_socket_t opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    receiver->exhaustion = opened < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM) ? errno : 0;
    receiver->has_opened = true;
    if (opened >= 0 && receiver->window > 0)
        setsockopt(opened, SOL_SOCKET, SO_RCVBUF, &receiver->window, sizeof receiver->window);
    // If a new socket has the descriptor of one that was just closed, libcurl sees no change and reports none.
    socket_state *state = opened < 0 ? NULL : state_of(receiver->loop, opened);
    if (state) *state = (socket_state){.watched = state->wanted, .wanted = state->wanted};
    if (state && state->wanted) watch(receiver->loop, opened, state->wanted);
    return opened;
}

// If a connection that has served others ends before an answer, libcurl sends the request again on another one, up to five
// times. A request that makes the server end connections would cost all of them, so weir itself repeats it.
static int permit_request(void *context, char *remote, char *local, int remote_port, int local_port) {
    CCurl_receiver *receiver = context;
    (void)remote, (void)local, (void)remote_port, (void)local_port;
    receiver->is_sent_again = receiver->is_sent;
    receiver->is_sent = true;
    return receiver->is_sent_again ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

// The kernel removes a closed socket from the epoll.
static int close_socket(void *context, curl_socket_t socket) {
    CCurl_loop *loop = context;
    socket_state *state = state_of(loop, socket);
    if (state) *state = (socket_state){0};
    return close(socket);
}

CURL *CCurl_create(CCurl_receiver *receiver) {
    CURL *easy = curl_easy_init();
    if (!easy) return NULL;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, receiver);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, receiver);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, receiver);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, receiver);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, permit_request);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, receiver);
    // A connection outlives the transfer that has opened it.
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, receiver->loop);
    curl_easy_setopt(easy, CURLOPT_SHARE, receiver->loop->sessions);
    return easy;
}

void CCurl_set_error_text(CURL *easy, char *text) {
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, text);
}

CURLcode CCurl_set_number(CURL *easy, CURLoption option, long number) {
    return curl_easy_setopt(easy, option, number);
}

CURLcode CCurl_set_text(CURL *easy, CURLoption option, const char *text) {
    return curl_easy_setopt(easy, option, text);
}

CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(easy, option, list);
}

long CCurl_number(CURL *easy, CURLINFO info) {
    long number = 0;
    return curl_easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

int64_t CCurl_count(CURL *easy, CURLINFO info) {
    curl_off_t count = 0;
    return curl_easy_getinfo(easy, info, &count) == CURLE_OK ? count : 0;
}

const char *CCurl_text(CURL *easy, CURLINFO info) {
    const char *text = NULL;
    return curl_easy_getinfo(easy, info, &text) == CURLE_OK ? text : NULL;
}

CURLMcode CCurl_set_multi_number(CURLM *multi, CURLMoption option, long number) {
    return curl_multi_setopt(multi, option, number);
}

// A change of a pause has this effect, and no other while the transfer connects.
void CCurl_look_again(CURL *easy) {
    curl_easy_pause(easy, CURLPAUSE_RECV);
    curl_easy_pause(easy, CURLPAUSE_CONT);
}

// Lets libcurl find a connection closed, and takes the bytes that wait on it.
static void end_connection(curl_socket_t socket) {
    char bytes[4096];
    if (shutdown(socket, SHUT_RDWR) == 0)
        while (recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {}
}

static void keep_socket(CURL *easy, CCurl_receiver *receiver, curl_socket_t socket, socket_state *state) {
    if (state) {
        state->is_kept = true;
        // Bytes that come while no transfer uses the connection are noticed too.
        if (!state->watched) watch(receiver->loop, socket, state->watched = EPOLLIN);
        // Without an answer the version is unknown, and a server of HTTP/2 may speak at any time.
        long version = CCurl_number(easy, CURLINFO_HTTP_VERSION);
        state->is_silent = version == CURL_HTTP_VERSION_1_0 || version == CURL_HTTP_VERSION_1_1;
    }
    receiver->has_opened = false;
}

void *CCurl_next_ended(CURLM *multi, CURLcode *result) {
    int rest;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &rest))) {
        if (message->msg != CURLMSG_DONE) continue;
        CCurl_receiver *receiver = NULL;
        *result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &receiver);
        curl_socket_t socket = CURL_SOCKET_BAD;
        curl_easy_getinfo(message->easy_handle, CURLINFO_ACTIVESOCKET, &socket);
        socket_state *state = socket == CURL_SOCKET_BAD ? NULL : state_of(receiver->loop, socket);
        if (receiver->has_opened) keep_socket(message->easy_handle, receiver, socket, state);
        // libcurl reads no more than an answer says. What waits behind it would begin the next one, perhaps of another host behind a
        // proxy. If another transfer uses the connection by now, the bytes are its answer.
        char byte;
        bool is_idle = state && state->is_kept && state->is_silent && !state->wanted;
        if (is_idle && recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0) end_connection(socket);
        return receiver->owner;
    }
    return NULL;
}

static int64_t milliseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * (int64_t)1000 + time.tv_nsec / 1000000;
}

// libcurl reports the events that it wants of each socket. Between two requests over one connection it wants none. The
// epoll is not changed then, since the next request comes at once.
static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy, (void)known;
    CCurl_loop *loop = context;
    uint32_t wanted = 0;
    if (what != CURL_POLL_REMOVE) wanted = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
    socket_state *state = state_of(loop, socket);
    if (!state || !state->is_kept || (wanted && wanted != state->watched)) {
        watch(loop, socket, wanted);
        if (state) state->watched = wanted;
    }
    if (state) state->wanted = wanted;
    return 0;
}

static void set_up(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static void set_up_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_up);
}

CURL *CCurl_create_alone(void) {
    set_up_once();
    CURL *easy = curl_easy_init();
    if (!easy) return NULL;
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    return easy;
}

CCurl_loop *CCurl_create_loop(void) {
    set_up_once();
    CCurl_loop *loop = malloc(sizeof *loop);
    if (!loop) return NULL;
    *loop = (CCurl_loop){
        .multi = curl_multi_init(), .sessions = curl_share_init(), .epoll = epoll_create1(EPOLL_CLOEXEC),
        .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    struct epoll_event event = {.events = EPOLLIN, .data.fd = loop->wake};
    if (!loop->multi || !loop->sessions || loop->epoll < 0 || loop->wake < 0
        || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event) != 0) {
        CCurl_free_loop(loop);
        return NULL;
    }
    // One thread runs all transfers, so the share needs no locks.
    curl_share_setopt(loop->sessions, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
    return loop;
}

void CCurl_free_loop(CCurl_loop *loop) {
    curl_multi_cleanup(loop->multi);
    curl_share_cleanup(loop->sessions);
    if (loop->epoll >= 0) close(loop->epoll);
    if (loop->wake >= 0) close(loop->wake);
    free(loop->sockets);
    free(loop);
}

bool CCurl_is_full(const CCurl_loop *loop) { return loop->is_full; }

CURLM *CCurl_multi(CCurl_loop *loop) { return loop->multi; }

static void act(CCurl_loop *loop, const struct epoll_event *event) {
    int running, what = 0;
    curl_socket_t socket = event->data.fd;
    if (socket == loop->wake) {
        eventfd_t count;
        eventfd_read(loop->wake, &count);
        return;
    }
    socket_state *state = state_of(loop, socket);
    if (state && state->is_kept && !state->wanted) {
        // No transfer uses this socket: the server has closed a kept connection, or it sends what nobody asked for. The next request
        // would take that for its answer.
        if (state->is_silent) end_connection(socket);
        watch(loop, socket, 0);
        state->watched = 0;
        return;
    }
    if (event->events & EPOLLIN) what |= CURL_CSELECT_IN;
    if (event->events & EPOLLOUT) what |= CURL_CSELECT_OUT;
    if (event->events & (EPOLLERR | EPOLLHUP)) what |= CURL_CSELECT_ERR;
    curl_multi_socket_action(loop->multi, socket, what, &running);
}

// libcurl is asked for its timers once per turn. With a callback, libcurl would read the clock and sort all
// timers three times for each request.
void CCurl_wait(CCurl_loop *loop, int milliseconds) {
    long left = -1;
    curl_multi_timeout(loop->multi, &left);
    int64_t due = left < 0 ? INT64_MAX : milliseconds_now() + left;
    if (left < 0 || left > milliseconds) left = milliseconds;
    loop->event_count = epoll_wait(
        loop->epoll, loop->events, sizeof loop->events / sizeof *loop->events, left > 0 ? (int)left : 0);
    loop->is_due = milliseconds_now() >= due;
}

void CCurl_act(CCurl_loop *loop) {
    // New requests are sent before answers are read.
    if (loop->is_due) {
        int running;
        curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    for (int index = 0; index < loop->event_count; index++) act(loop, &loop->events[index]);
}

void CCurl_wake(CCurl_loop *loop) { eventfd_write(loop->wake, 1); }
