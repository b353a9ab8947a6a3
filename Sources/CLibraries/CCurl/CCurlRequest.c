// A request whose answer is small and is wanted as a whole.
#include "CCurl.h"

#include <stdlib.h>
#include <string.h>

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context) {
    CCurl_answer *answer = context;
    size_t whole = answer->count + size * count;
    uint8_t *larger = whole > answer->most ? NULL : realloc(answer->bytes, whole);
    if (!larger) return CURL_WRITEFUNC_ERROR;
    memcpy(larger + answer->count, bytes, size * count);
    answer->bytes = larger;
    answer->count = whole;
    return size * count;
}

static int goes_on(void *context, curl_off_t total, curl_off_t now, curl_off_t to_send, curl_off_t sent) {
    (void)total, (void)now, (void)to_send, (void)sent;
    const CCurl_answer *answer = context;
    return answer->is_wanted(answer->owner) ? 0 : 1;
}

CURLcode CCurl_perform(CURL *easy, CCurl_answer *answer) {
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, answer->error);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, answer);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, goes_on);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, answer);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    CURLcode code = curl_easy_perform(easy);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer->status);
    return code;
}
