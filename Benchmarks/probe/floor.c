// The floor of a probe: opens every file, reads its first page and closes it. There is no parsing and no output but the
// sums, so the ratio to it shows the cost of measuring pictures.
//
// usage: floor LIST THREADS      LIST has one path on each line
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { block = 64, page = 4096, mostThreads = 256 };

static char **paths;
static size_t count;
static atomic_size_t next, files, bytes;

static void *work(void *unused) {
    char buffer[page];
    size_t opened = 0, got = 0;
    for (;;) {
        // Takes a block of paths at a time, since contention for the counter would distort the measurement.
        size_t first = atomic_fetch_add(&next, block);
        if (first >= count) break;
        size_t end = first + block < count ? first + block : count;
        for (size_t i = first; i < end; i++) {
            int fd = open(paths[i], O_RDONLY | O_CLOEXEC);
            if (fd < 0) {
                perror(paths[i]);
                continue;
            }
            ssize_t n = pread(fd, buffer, page, 0);
            close(fd);
            if (n < 0) {
                perror(paths[i]);
                continue;
            }
            opened++;
            got += (size_t)n;
        }
    }
    atomic_fetch_add(&files, opened);
    atomic_fetch_add(&bytes, got);
    return unused;
}

static void die(const char *what) {
    perror(what);
    exit(2);
}

static void readList(const char *name) {
    int fd = open(name, O_RDONLY);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) die(name);
    size_t size = (size_t)info.st_size, have = 0;
    char *text = malloc(size + 1);
    if (!text) die(name);
    while (have < size) {
        ssize_t n = read(fd, text + have, size - have);
        if (n < 0) die(name);
        if (n == 0) break;
        have += (size_t)n;
    }
    close(fd);
    text[have] = 0;

    size_t lines = 1;
    for (size_t i = 0; i < have; i++) lines += text[i] == '\n';
    paths = malloc(lines * sizeof *paths);
    if (!paths) die(name);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) paths[count++] = line;
}

int main(int argc, char **argv) {
    int threads = argc == 3 ? atoi(argv[2]) : 0;
    if (threads < 1 || threads > mostThreads) {
        fputs("usage: floor LIST THREADS\n", stderr);
        return 2;
    }
    readList(argv[1]);

    // The main thread is one of the threads.
    pthread_t others[mostThreads];
    for (int i = 1; i < threads; i++)
        if (pthread_create(&others[i], NULL, work, NULL) != 0) die("pthread_create");
    work(NULL);
    for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);

    printf("%zu files %zu bytes\n", (size_t)files, (size_t)bytes);
    return files == count ? 0 : 1;
}
