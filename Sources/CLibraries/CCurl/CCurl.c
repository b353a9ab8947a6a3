#include "CCurl.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static size_t take_head(char *line, size_t size, size_t count, void *context) {
    const CCurl_receiver *receiver = context;
    return receiver->head(receiver->owner, (const uint8_t *)line, size * count) ? size * count : CURL_WRITEFUNC_ERROR;
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

CURL *CCurl_create(const CCurl_receiver *receiver) {
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

CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(easy, option, list);
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

bool CCurl_parse_url(const char *base, const char *url, CCurl_url *parsed) {
    *parsed = (CCurl_url){0};
    CURLU *handle = curl_url();
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
