// A server of pictures that can bear so much and no more. It speaks HTTP/1.1 with ranges, entity tags and kept connections.
//
// usage: server [OPTION...] ADDRESS PORT FOLDER
//   -c N    answers N requests a second; further ones wait in a queue
//   -s N    becomes slower with more than N requests in its queue: in proportion, down to a quarter
//   -l N    refuses with 429 what is more than N requests a second
//   -b N    bears a burst of N requests above that limit (20), as nginx's limit_req with nodelay
//   -d MS   the round trip of the line to it, for which requests are under way before they arrive and after their answers
//
// SIGTERM ends it, and it prints: requests, refused requests, most requests under way at once.
#define _GNU_SOURCE
#include "net.h"
#include <stdarg.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

enum { FLYING = 1 << 16 };

struct connection {
    int socket, file;
    char request[8192], head[512];
    size_t received, head_length, head_sent;
    off_t offset, last;  // of the file
    double due;
    bool is_busy, is_gone;
    struct connection *next;  // in the queue, or among those to free
};

static const char *folder;
static double a_second = 1e9, slow_above = 1e9, limit, burst = 20, round_trip;
static long requests, refused, most_under_way, queued;
static struct connection *first, **last = &first, *closed;
static double free_at;  // when all of the queue is answered

/// When the last answers were sent. Their requests are under way for a round trip more.
static double answered[FLYING];
static unsigned landed, flying;

static void end(struct connection *connection) {
    close(connection->socket);
    if (connection->file >= 0) close(connection->file);
    connection->socket = -1;
    connection->next = closed, closed = connection;
}

static bool is_above_limit(void) {
    static double excess, before;
    double time = now();
    excess -= (time - before) * limit;
    before = time;
    if (excess < 0) excess = 0;
    if (limit == 0 || excess + 1 > burst) return limit > 0;
    excess += 1;
    return false;
}

__attribute__((format(printf, 2, 3))) static void reply(struct connection *connection, const char *format, ...) {
    va_list values;
    va_start(values, format);
    connection->head_length = (size_t)vsnprintf(connection->head, sizeof connection->head, format, values);
    connection->head_sent = 0;
    va_end(values);
}

static const char *header(struct connection *connection, const char *name) {
    const char *line = strcasestr(connection->request, name);
    return line ? line + strlen(name) : NULL;
}

/// Opens the picture and writes the answer's head.
static void answer(struct connection *connection) {
    char path[4096], name[2048] = "", tag[64];
    struct stat picture;
    sscanf(connection->request, "GET %2047s", name);
    snprintf(path, sizeof path, "%s%s", folder, name);
    connection->offset = 0, connection->last = -1;
    connection->file = strstr(name, "..") ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (connection->file < 0 || fstat(connection->file, &picture) || !S_ISREG(picture.st_mode)) {
        return reply(connection, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }
    long length = (long)picture.st_size, from = 0, to = length - 1;
    snprintf(tag, sizeof tag, "\"%lx-%lx\"", (long)picture.st_mtime, length);
    const char *known = header(connection, "\r\nIf-None-Match: "), *range = header(connection, "\r\nRange: bytes=");
    if (known && strncmp(known, tag, strlen(tag)) == 0) {
        return reply(connection, "HTTP/1.1 304 Not Modified\r\nETag: %s\r\n\r\n", tag);
    }
    if (range && sscanf(range, "%ld-%ld", &from, &to) >= 1 && from < length) {
        if (to >= length) to = length - 1;
        reply(connection, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes %ld-%ld/%ld\r\nContent-Length: %ld\r\nETag: %s\r\n\r\n",
              from, to, length, to - from + 1, tag);
    } else {
        reply(connection, "HTTP/1.1 200 OK\r\nAccept-Ranges: bytes\r\nContent-Length: %ld\r\nETag: %s\r\n\r\n", length, tag);
    }
    connection->offset = from, connection->last = to;
}

/// Sends what the socket takes of the answer.
static void send_on(struct connection *connection) {
    double begin = now();
    while (connection->head_sent < connection->head_length) {
        ssize_t count = send(connection->socket, connection->head + connection->head_sent,
                             connection->head_length - connection->head_sent, connection->last < 0 ? 0 : MSG_MORE);
        if (count < 0 && errno == EAGAIN) return;
        if (count < 0) return end(connection);
        connection->head_sent += (size_t)count;
    }
    while (connection->offset <= connection->last) {
        ssize_t count = sendfile(connection->socket, connection->file, &connection->offset,
                                 (size_t)(connection->last - connection->offset + 1));
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) return end(connection);
    }
    if (connection->file >= 0) close(connection->file);
    connection->file = -1;
    connection->head_length = 0;
    connection->is_busy = false;
    answered[flying++ % FLYING] = begin;
}

static void accept_request(struct connection *connection) {
    double time = now();
    connection->is_busy = true;
    while (landed != flying && answered[landed % FLYING] < time - round_trip) landed++;
    requests++;
    long under_way = queued + 1 + (long)(flying - landed);
    if (under_way > most_under_way) most_under_way = under_way;
    if (is_above_limit()) {
        refused++;
        connection->last = -1;
        reply(connection, "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n");
        return send_on(connection);
    }
    queued++;
    double slower = (double)queued / slow_above;
    free_at = (free_at > time ? free_at : time) + (slower < 1 ? 1 : slower > 4 ? 4 : slower) / a_second;
    connection->due = free_at;
    connection->next = NULL;
    *last = connection, last = &connection->next;
}

/// Reads a request. A client sends none before the last one is answered.
static void receive(struct connection *connection) {
    for (;;) {
        size_t room = sizeof connection->request - 1 - connection->received;
        ssize_t count = read(connection->socket, connection->request + connection->received, room);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0 || connection->is_busy) {
            connection->is_gone = true;
            // One in the queue is ended when its turn comes.
            if (!connection->is_busy || connection->head_length > 0) end(connection);
            return;
        }
        connection->received += (size_t)count;
        connection->request[connection->received] = 0;
        if (strstr(connection->request, "\r\n\r\n")) {
            connection->received = 0;
            accept_request(connection);
            if (connection->socket < 0) return;
        }
    }
}

static void answer_due(void) {
    while (first && first->due <= now()) {
        struct connection *connection = first;
        if (!(first = connection->next)) last = &first;
        queued--;
        if (connection->is_gone) {
            end(connection);
        } else {
            answer(connection);
            send_on(connection);
        }
    }
}

static void accept_all(int poll, int listener) {
    for (int socket; (socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        struct connection *connection = calloc(1, sizeof *connection);
        connection->socket = socket, connection->file = -1;
        send_at_once(socket);
        watch(poll, socket, connection);
    }
}

int main(int argc, char **argv) {
    for (int option; (option = getopt(argc, argv, "c:s:l:b:d:")) >= 0;) {
        double value = optarg ? atof(optarg) : 0;
        switch (option) {
        case 'c': a_second = value; break;
        case 's': slow_above = value; break;
        case 'l': limit = value; break;
        case 'b': burst = value; break;
        case 'd': round_trip = value / 1000; break;
        default: return 2;
        }
    }
    if (argc - optind != 3) return fprintf(stderr, "usage: server [OPTION...] ADDRESS PORT FOLDER\n"), 2;
    folder = argv[optind + 2];
    int listener = listen_at(argv[optind], argv[optind + 1]), poll = epoll_create1(0);
    sigset_t open = stop_on_term();
    watch(poll, listener, NULL);
    while (!stopped) {
        struct epoll_event events[256];
        double rest = first ? first->due - now() : 3600;
        if (rest < 0) rest = 0;
        struct timespec wait = {.tv_sec = (time_t)rest, .tv_nsec = (long)((rest - (double)(time_t)rest) * 1e9)};
        int count = epoll_pwait2(poll, events, 256, &wait, &open);
        for (int i = 0; i < count; i++) {
            struct connection *connection = events[i].data.ptr;
            if (!connection) {
                accept_all(poll, listener);
            } else if (connection->socket >= 0) {
                receive(connection);
                if (connection->socket >= 0 && connection->head_length > 0) send_on(connection);
            }
        }
        answer_due();
        for (struct connection *next; closed; closed = next) next = closed->next, free(closed);
    }
    printf("%ld %ld %ld\n", requests, refused, most_under_way);
}
