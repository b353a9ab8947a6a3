// URLs as libcurl reads them.
#define _GNU_SOURCE
#include "CCurl.h"

#include <ctype.h>
#include <idn2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *origin_of(const char *scheme, const char *host, const char *port) {
    size_t count = strlen(scheme) + strlen(host) + strlen(port) + 5;
    char *origin = malloc(count);
    if (origin) snprintf(origin, count, "%s://%s:%s", scheme, host, port);
    // Names of hosts are the same in large and small letters (RFC 3986, 3.2.2).
    for (char *letter = origin; letter && *letter; letter++) *letter = tolower((unsigned char)*letter);
    return origin;
}

static bool is_ascii(const char *text) {
    while (*text && (unsigned char)*text < 0x80) text++;
    return !*text;
}

// The letters that the transitional mapping replaces or drops, and browsers keep (UTS 46, 2.2).
static bool has_deviation(const char *host) {
    static const char *const letters[] = {"ß", "ẞ", "ς", "\u200C", "\u200D"};
    for (size_t index = 0; index < sizeof letters / sizeof *letters; index++)
        if (strstr(host, letters[index])) return true;
    return false;
}

// The form in which a name is resolved; null if it has none. IDNA2008 forbids symbols such as emoji, which browsers take.
// libidn2 takes them with the transitional mapping only.
static char *resolved_form(const char *host) {
    uint8_t *ascii = NULL;
    int code = idn2_lookup_u8((const uint8_t *)host, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (code == IDN2_DISALLOWED && !has_deviation(host))
        code = idn2_lookup_u8((const uint8_t *)host, &ascii, IDN2_NFC_INPUT | IDN2_TRANSITIONAL);
    return code == IDN2_OK ? (char *)ascii : NULL;
}

// Gives a name with letters beyond ASCII the form in which it is resolved (RFC 5891, 5). libcurl itself converts it from the
// encoding of the locale, and weir sets none.
static bool convert_host(CURLU *url) {
    char *host = NULL, *ascii = NULL;
    // URLs of other schemes may have no host.
    bool is_valid = curl_url_get(url, CURLUPART_HOST, &host, 0) != CURLUE_OK || is_ascii(host)
        || ((ascii = resolved_form(host)) && curl_url_set(url, CURLUPART_HOST, ascii, 0) == CURLUE_OK);
    curl_free(host);
    idn2_free(ascii);
    return is_valid;
}

// URLs of other schemes have no origin but are valid. The caller distinguishes the two cases.
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
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    return is_whole;
}

// If the host is missing, as in http:///a.jpg, libcurl takes the first part of the path as the host.
static bool lacks_host(const char *url) {
    size_t scheme = !strncasecmp(url, "https:", 6) ? 6 : !strncasecmp(url, "http:", 5) ? 5 : 0;
    return scheme && (strncmp(url + scheme, "//", 2) || strchr("/\\?#", url[scheme + 2]));
}

bool CCurl_parse_url(const char *base, const char *url, CCurl_url *parsed) {
    *parsed = (CCurl_url){0};
    CURLU *handle = lacks_host(url) ? NULL : curl_url();
    if (!handle) return false;
    // Catalogues often leave spaces and letters beyond ASCII as they are.
    unsigned flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE;
    bool is_whole = (!base || curl_url_set(handle, CURLUPART_URL, base, flags) == CURLUE_OK)
        && curl_url_set(handle, CURLUPART_URL, url, flags) == CURLUE_OK
        && curl_url_set(handle, CURLUPART_FRAGMENT, NULL, 0) == CURLUE_OK && convert_host(handle)
        && read_parts(handle, parsed);
    curl_url_cleanup(handle);
    if (!is_whole) CCurl_free_url(parsed);
    return is_whole;
}

void CCurl_free_url(CCurl_url *parsed) {
    curl_free(parsed->text);
    free(parsed->origin);
    *parsed = (CCurl_url){0};
}

// Sets only the path, so that libcurl does not parse the server's part for each request. A URL with % in its path must
// be set as a whole: libcurl would write %2F as %2f, and a signature in the URL may depend on that.
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

CURLcode CCurl_set_url(CURL *easy, CCurl_target *target, const char *url) {
    if (set_path(target, url)) return CURLE_OK;
    // If one of the next steps fails, the transfer must fail too, and not use the URL of the picture before.
    curl_easy_setopt(easy, CURLOPT_CURLU, NULL);
    curl_easy_setopt(easy, CURLOPT_URL, NULL);
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
    // Wait for a connection that can be shared instead of opening one for each transfer. Only TLS shows before the
    // first answer whether sharing is possible. Without TLS, all transfers would wait for that answer.
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, (long)!strncmp(url, "https:", 6));
    return curl_easy_setopt(easy, CURLOPT_CURLU, target->url);
}

void CCurl_free_target(CCurl_target *target) {
    curl_url_cleanup(target->url);
    free(target->server);
    *target = (CCurl_target){0};
}
