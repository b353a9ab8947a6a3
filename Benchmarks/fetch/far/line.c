// A long line to a server on this machine: what is sent through it arrives half a round trip later, both ways.
//
// usage: line ADDRESS PORT SERVER-PORT ROUND-TRIP-MS [BYTES-A-SECOND]
//
// It relays ADDRESS:PORT to ADDRESS:SERVER-PORT. The kernel connects at once on loopback, so a new connection's first
// bytes leave one round trip late. BYTES-A-SECOND bounds each connection in each direction. TCP's slow start and losses
// are not imitated. SIGTERM ends it, and it prints: connections, bytes towards the clients.
#define _GNU_SOURCE
#include "net.h"
#include <sys/timerfd.h>

enum { LARGEST = 64 << 10, WINDOW = 4 << 20 };

/// Bytes on their way, or without bytes the end of the stream.
struct piece {
    struct piece *next;
    double due;
    size_t length, sent;
    char bytes[];
};

struct way {
    int from, to;
    struct piece *first, **last;
    size_t held;
    double clear;  // when the sender's end of the line has nothing left to take
    bool ended, done;
};

struct connection {
    int client, server, timer;
    struct way up, down;
    struct connection *next_closed;
};

static double half_trip, bytes_a_second;
static long connections, bytes_down;
static struct connection *closed;

static void take(struct way *way) {
    static char buffer[LARGEST];
    while (!way->ended && way->held < WINDOW) {
        ssize_t count = read(way->from, buffer, sizeof buffer);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) count = 0, way->ended = true;
        struct piece *piece = malloc(sizeof *piece + (size_t)count);
        double begin = now();
        if (begin < way->clear) begin = way->clear;
        way->clear = begin + (bytes_a_second > 0 ? (double)count / bytes_a_second : 0);
        *piece = (struct piece){.due = way->clear + half_trip, .length = (size_t)count};
        memcpy(piece->bytes, buffer, (size_t)count);
        *way->last = piece, way->last = &piece->next;
        way->held += piece->length;
    }
}

/// Delivers what was due at `time`. Returns false if nobody is there to take it.
static bool deliver(struct way *way, double time) {
    while (way->first && way->first->due <= time) {
        struct piece *piece = way->first;
        if (piece->length == 0) shutdown(way->to, SHUT_WR), way->done = true;
        while (piece->sent < piece->length) {
            ssize_t count = write(way->to, piece->bytes + piece->sent, piece->length - piece->sent);
            if (count < 0) return errno == EAGAIN;
            piece->sent += (size_t)count;
        }
        way->held -= piece->length;
        if (!(way->first = piece->next)) way->last = &way->first;
        free(piece);
    }
    return true;
}

static void drop(struct way *way) {
    for (struct piece *piece = way->first, *next; piece; piece = next) next = piece->next, free(piece);
}

/// Closes a connection. Its memory is freed after this round of events, as others of them may name it.
static void end(struct connection *connection) {
    close(connection->client), close(connection->server), close(connection->timer);
    connection->timer = -1;
    drop(&connection->up), drop(&connection->down);
    connection->next_closed = closed, closed = connection;
}

static void move(struct connection *connection) {
    struct way *up = &connection->up, *down = &connection->down;
    uint64_t expirations;
    if (read(connection->timer, &expirations, sizeof expirations) < 0 && errno != EAGAIN) return;
    size_t held = down->held;
    double time = now();
    bool stands = deliver(up, time) && deliver(down, time);
    bytes_down += (long)(held - down->held);
    if (!stands || (up->done && down->done)) return end(connection);
    take(up), take(down);

    double due = up->first ? up->first->due : 1e18;
    if (down->first && down->first->due < due) due = down->first->due;
    // A piece that was due waits for its socket, which tells when it can be written.
    if (due > 1e17 || due <= time) return;
    struct itimerspec at = {.it_value = {.tv_sec = (time_t)due, .tv_nsec = (long)((due - (double)(time_t)due) * 1e9)}};
    timerfd_settime(connection->timer, TFD_TIMER_ABSTIME, &at, NULL);
}

static void accept_all(int poll, int listener, struct sockaddr_in *server) {
    for (int client; (client = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        struct connection *connection = calloc(1, sizeof *connection);
        connection->client = client;
        connection->server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        connection->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
        if (connection->server < 0 || connection->timer < 0) fail("line");
        if (connect(connection->server, (struct sockaddr *)server, sizeof *server) && errno != EINPROGRESS) fail("connect");
        send_at_once(client), send_at_once(connection->server);
        connection->up = (struct way){.from = client, .to = connection->server, .clear = now() + 2 * half_trip};
        connection->down = (struct way){.from = connection->server, .to = client};
        connection->up.last = &connection->up.first, connection->down.last = &connection->down.first;
        watch(poll, client, connection), watch(poll, connection->server, connection), watch(poll, connection->timer, connection);
        connections++;
    }
}

int main(int argc, char **argv) {
    if (argc < 5 || argc > 6) return fprintf(stderr, "usage: line ADDRESS PORT SERVER-PORT ROUND-TRIP-MS [BYTES-A-SECOND]\n"), 2;
    half_trip = atof(argv[4]) / 2000;
    bytes_a_second = argc > 5 ? atof(argv[5]) : 0;
    struct sockaddr_in server = address_of(argv[1], argv[3]);
    int listener = listen_at(argv[1], argv[2]), poll = epoll_create1(0);
    sigset_t open = stop_on_term();
    watch(poll, listener, NULL);
    while (!stopped) {
        struct epoll_event events[256];
        int count = epoll_pwait(poll, events, 256, -1, &open);
        for (int i = 0; i < count; i++) {
            struct connection *connection = events[i].data.ptr;
            if (!connection) accept_all(poll, listener, &server);
            else if (connection->timer >= 0) move(connection);
        }
        for (struct connection *next; closed; closed = next) next = closed->next_closed, free(closed);
    }
    printf("%ld %ld\n", connections, bytes_down);
}
