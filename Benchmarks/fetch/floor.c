// The floor of fetching with libcurl: its multi interface makes the requests of a list, over as many connections as
// weir uses, and discards the bodies. Nothing is parsed or stored.
//
// usage: floor LIST CONCURRENCY
//
// Each line of LIST is a request: a range such as 0-4095, a space, and a URL. The program prints sums.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *list;
static char line[8192];
static long requests, failed, connections;
static size_t bytes;

static size_t take(char *data, size_t size, size_t count, void *unused) {
    (void)data, (void)unused;
    bytes += size * count;
    return size * count;
}

/// Gives an easy handle the next URL; returns false at the end of the list.
static int begin(CURLM *multi, CURL *easy) {
    if (!fgets(line, sizeof line, list)) return 0;
    line[strcspn(line, "\n")] = 0;
    char *url = strchr(line, ' ');
    if (!url) return fprintf(stderr, "floor: no range before %s\n", line), exit(2), 0;
    *url++ = 0;
    curl_easy_setopt(easy, CURLOPT_RANGE, line);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_multi_add_handle(multi, easy);
    requests++;
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: floor LIST CONCURRENCY\n"), 2;
    list = fopen(argv[1], "r");
    if (!list) return perror(argv[1]), 2;
    int concurrency = atoi(argv[2]), running = 0;

    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)concurrency);
    for (int i = 0; i < concurrency; i++) {
        CURL *easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        if (!begin(multi, easy)) break;
        running++;
    }
    while (running > 0) {
        int active, rest;
        curl_multi_perform(multi, &active);
        CURLMsg *message;
        int moved = 0;
        while ((message = curl_multi_info_read(multi, &rest))) {
            CURL *easy = message->easy_handle;
            long status = 0, opened = 0;
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
            curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &opened);
            connections += opened;
            if (message->data.result != CURLE_OK || status >= 300) failed++;
            curl_multi_remove_handle(multi, easy);
            if (!begin(multi, easy)) running--;
            moved = 1;
        }
        if (!moved) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    printf("%ld requests, %ld failed, %ld connections, %zu bytes\n", requests, failed, connections, bytes);
    return failed != 0;
}
