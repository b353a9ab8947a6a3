#define _GNU_SOURCE
#include "CCurl.h"

#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
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

// libcurl hands over lines; ten calls into Swift for each answer would cost more than all its reading.
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

// Asked when the address is known for good, so that a name cannot lead to another one meanwhile.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    if (purpose != CURLSOCKTYPE_IPCXN || !asks(context, &address->addr)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
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

// The server's part stays: libcurl would take it apart, look for numbers in it and put it together again for each request.
// It would write %2F as %2f, though, and a signature that a URL carries may be one of its bytes.
static bool set_path(CCurl_target *target, const char *url) {
    const char *path = url + target->server_count;
    if (!target->server || strncmp(url, target->server, target->server_count) || *path != '/' || strchr(path, '%'))
        return false;
    const char *query = strchr(path, '?');
    char *bare = query ? strndup(path, query - path) : NULL;
    bool is_set = (!query || bare) && curl_url_set(target->url, CURLUPART_PATH, query ? bare : path, 0) == CURLUE_OK
        && curl_url_set(target->url, CURLUPART_QUERY, query ? query + 1 : NULL, 0) == CURLUE_OK;
    free(bare);
    return is_set;
}

CURLcode CCurl_aim(CURL *easy, CCurl_target *target, const char *url) {
    if (set_path(target, url)) return CURLE_OK;
    curl_easy_setopt(easy, CURLOPT_CURLU, NULL);
    CCurl_free_target(target);
    const char *host = strstr(url, "://");
    if (!host) return CURLE_URL_MALFORMAT;
    target->server_count = host + 3 + strcspn(host + 3, "/?#") - url;
    target->server = strndup(url, target->server_count);
    target->url = curl_url();
    if (!target->server || !target->url || curl_url_set(target->url, CURLUPART_URL, url, 0) != CURLUE_OK) {
        CCurl_free_target(target);
        return CURLE_URL_MALFORMAT;
    }
    return curl_easy_setopt(easy, CURLOPT_CURLU, target->url);
}

void CCurl_free_target(CCurl_target *target) {
    curl_url_cleanup(target->url);
    free(target->server);
    *target = (CCurl_target){0};
}

CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(easy, option, list);
}

void CCurl_print_range(char *line, size_t room, uint64_t first, uint64_t last) {
    snprintf(line, room, "Range: bytes=%" PRIu64 "-%" PRIu64, first, last);
}

void CCurl_trust_addresses(CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, NULL);
}

long CCurl_number(CURL *easy, CURLINFO info) {
    long number = 0;
    return curl_easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

int64_t CCurl_count(CURL *easy, CURLINFO info) {
    curl_off_t count = 0;
    return curl_easy_getinfo(easy, info, &count) == CURLE_OK ? count : 0;
}

CURLMcode CCurl_set_multi_number(CURLM *multi, CURLMoption option, long number) {
    return curl_multi_setopt(multi, option, number);
}

void *CCurl_next_ended(CURLM *multi, CURLcode *result) {
    int rest;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &rest))) {
        if (message->msg != CURLMSG_DONE) continue;
        CCurl_receiver *receiver = NULL;
        *result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &receiver);
        return receiver->owner;
    }
    return NULL;
}

struct CCurl_loop {
    CURLM *multi;
    int epoll, wake;
    /// When libcurl wants to be called whatever happens, in milliseconds; negative if never.
    int64_t due;
    struct epoll_event events[64];
    int event_count;
};

static int64_t milliseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * (int64_t)1000 + time.tv_nsec / 1000000;
}

// libcurl tells what it waits for at each socket, and when that changes.
static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
    (void)easy;
    CCurl_loop *loop = context;
    struct epoll_event event = {.data.fd = socket};
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    // A socket that was closed left the epoll by itself, and its number may have come back.
    if (!known || epoll_ctl(loop->epoll, EPOLL_CTL_MOD, socket, &event) != 0) {
        if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, socket, &event) != 0)
            epoll_ctl(loop->epoll, EPOLL_CTL_MOD, socket, &event);
        curl_multi_assign(loop->multi, socket, loop);
    }
    return 0;
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    CCurl_loop *loop = context;
    loop->due = milliseconds < 0 ? -1 : milliseconds_now() + milliseconds;
    return 0;
}

CCurl_loop *CCurl_create_loop(void) {
    CCurl_loop *loop = malloc(sizeof *loop);
    if (!loop) return NULL;
    *loop = (CCurl_loop){
        .multi = curl_multi_init(), .epoll = epoll_create1(EPOLL_CLOEXEC),
        .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), .due = -1};
    struct epoll_event event = {.events = EPOLLIN, .data.fd = loop->wake};
    if (!loop->multi || loop->epoll < 0 || loop->wake < 0
        || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event) != 0) {
        CCurl_free_loop(loop);
        return NULL;
    }
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
    return loop;
}

void CCurl_free_loop(CCurl_loop *loop) {
    curl_multi_cleanup(loop->multi);
    if (loop->epoll >= 0) close(loop->epoll);
    if (loop->wake >= 0) close(loop->wake);
    free(loop);
}

CURLM *CCurl_multi(CCurl_loop *loop) { return loop->multi; }

static void act(CCurl_loop *loop, const struct epoll_event *event) {
    int running, what = 0;
    if (event->data.fd == loop->wake) {
        eventfd_t count;
        eventfd_read(loop->wake, &count);
        return;
    }
    if (event->events & EPOLLIN) what |= CURL_CSELECT_IN;
    if (event->events & EPOLLOUT) what |= CURL_CSELECT_OUT;
    if (event->events & (EPOLLERR | EPOLLHUP)) what |= CURL_CSELECT_ERR;
    curl_multi_socket_action(loop->multi, event->data.fd, what, &running);
}

void CCurl_wait(CCurl_loop *loop, int milliseconds) {
    int64_t left = loop->due < 0 ? milliseconds : loop->due - milliseconds_now();
    if (left > milliseconds) left = milliseconds;
    loop->event_count = epoll_wait(
        loop->epoll, loop->events, sizeof loop->events / sizeof *loop->events, left > 0 ? (int)left : 0);
}

void CCurl_act(CCurl_loop *loop) {
    for (int i = 0; i < loop->event_count; i++) act(loop, &loop->events[i]);
    if (loop->due >= 0 && loop->due <= milliseconds_now()) {
        int running;
        loop->due = -1;
        curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
}

void CCurl_wake(CCurl_loop *loop) { eventfd_write(loop->wake, 1); }

static bool has_part(CURLU *url, CURLUPart part) {
    char *text = NULL;
    bool found = curl_url_get(url, part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return found;
}

static char *origin_of(const char *scheme, const char *host, const char *port) {
    size_t count = strlen(scheme) + strlen(host) + strlen(port) + 5;
    char *origin = malloc(count);
    if (origin) snprintf(origin, count, "%s://%s:%s", scheme, host, port);
    return origin;
}

// The scheme is looked at by the caller, so that one that is not fetched can be told from what is no URL.
static bool read_parts(CURLU *url, CCurl_url *parsed) {
    char *scheme = NULL, *host = NULL, *port = NULL;
    bool is_whole = curl_url_get(url, CURLUPART_URL, &parsed->text, 0) == CURLUE_OK
        && curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK;
    parsed->is_fetchable = is_whole && (!strcmp(scheme, "http") || !strcmp(scheme, "https"));
    if (parsed->is_fetchable) {
        is_whole = curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK
            && curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK;
        parsed->origin = is_whole ? origin_of(scheme, host, port) : NULL;
        is_whole = parsed->origin != NULL;
    }
    parsed->has_user = has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD);
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    return is_whole;
}

// libcurl takes the first part of the path for a host that is missing: http:///a.jpg.
static bool lacks_host(const char *url) {
    size_t scheme = !strncasecmp(url, "https:", 6) ? 6 : !strncasecmp(url, "http:", 5) ? 5 : 0;
    return scheme && (strncmp(url + scheme, "//", 2) || strchr("/\\?#", url[scheme + 2]));
}

bool CCurl_parse_url(const char *base, const char *url, CCurl_url *parsed) {
    *parsed = (CCurl_url){0};
    CURLU *handle = lacks_host(url) ? NULL : curl_url();
    if (!handle) return false;
    // Spaces and letters beyond ASCII are often left as they are in a catalogue.
    unsigned flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE;
    bool is_whole = (!base || curl_url_set(handle, CURLUPART_URL, base, flags) == CURLUE_OK)
        && curl_url_set(handle, CURLUPART_URL, url, flags) == CURLUE_OK
        && curl_url_set(handle, CURLUPART_FRAGMENT, NULL, 0) == CURLUE_OK && read_parts(handle, parsed);
    curl_url_cleanup(handle);
    if (!is_whole) CCurl_free_url(parsed);
    return is_whole;
}

void CCurl_free_url(CCurl_url *parsed) {
    curl_free(parsed->text);
    free(parsed->origin);
    *parsed = (CCurl_url){0};
}
