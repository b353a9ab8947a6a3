// libcurl behind functions that Swift can call: its variadic setters and getters by type, and its
// callbacks with a receiver of our own.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A multi handle and the sockets that it waits for, in an epoll: the cost of a turn depends on what
/// happened, not on how many transfers there are.
typedef struct CCurl_loop CCurl_loop;

/// The callbacks of a transfer. Each function is given `owner`, and answers whether to go on.
typedef struct {
    void *owner;
    /// A response's head, with the empty line that ends it; null if it is too long.
    bool (*head)(void *owner, const uint8_t *bytes, size_t count);
    bool (*body)(void *owner, const uint8_t *bytes, size_t count);
    /// An address of 4 or 16 bytes that libcurl is about to connect to.
    bool (*address)(void *owner, const uint8_t *address, size_t count);
    /// Whether libcurl may connect to any address without asking.
    bool trusts_addresses;
    /// The loop that all its transfers run in.
    CCurl_loop *loop;
    /// Whether a socket was opened since the last transfer ended.
    bool has_opened;
    /// A head is gathered here; the caller frees it in the end.
    uint8_t *gathered;
    size_t gathered_count, gathered_room;
} CCurl_receiver;

/// A head has some hundred bytes; without a limit a server could fill the memory with one.
enum { CCurl_longest_head = 256 << 10 };

/// An easy handle whose callbacks call the receiver. The receiver must outlive the handle. Null if memory
/// is short.
CURL *CCurl_create(CCurl_receiver *receiver);
/// Where libcurl writes what went wrong; `CURL_ERROR_SIZE` bytes.
void CCurl_set_error_text(CURL *easy, char *text);

CURLcode CCurl_set_number(CURL *easy, CURLoption option, long number);
/// libcurl copies the text; null unsets it.
CURLcode CCurl_set_text(CURL *easy, CURLoption option, const char *text);

/// The URL of a handle's requests. The part that the URLs of a server have in common is parsed once.
typedef struct {
    CURLU *url;
    char *server;  // the last URL up to its path
    size_t server_count;
} CCurl_target;

/// Sets the URL of the next request, which has a scheme, a host and a path. libcurl copies the text; the target must
/// outlive the transfer.
CURLcode CCurl_set_url(CURL *easy, CCurl_target *target, const char *url);
void CCurl_free_target(CCurl_target *target);

/// The list must outlive the transfer.
CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);

long CCurl_number(CURL *easy, CURLINFO info);
int64_t CCurl_count(CURL *easy, CURLINFO info);

CURLMcode CCurl_set_multi_number(CURLM *multi, CURLMoption option, long number);

/// Null if memory or descriptors are short.
CCurl_loop *CCurl_create_loop(void);
/// No transfer may be left in it.
void CCurl_free_loop(CCurl_loop *loop);
CURLM *CCurl_multi(CCurl_loop *loop);
/// Waits for at most so many milliseconds until something happens.
void CCurl_wait(CCurl_loop *loop, int milliseconds);
/// Lets libcurl deal with all that has happened. The caller then sends all requests that follow from it together: a server that
/// gets them one at a time goes to sleep in between, and waking it takes longer.
void CCurl_act(CCurl_loop *loop);
/// Ends the waiting, from any thread.
void CCurl_wake(CCurl_loop *loop);

/// Returns the owner of the next ended transfer and its result; null if there is none.
void *CCurl_next_ended(CURLM *multi, CURLcode *result);

/// A URL that libcurl has parsed.
typedef struct {
    char *text;         // the whole, as it is asked for
    char *origin;       // scheme, host and port
    bool is_fetchable;  // whether the scheme is http or https
} CCurl_url;

/// Parses a URL. If `base` is not null, the URL may be relative to `base`. Returns false if the URL is
/// invalid.
bool CCurl_parse_url(const char *base, const char *url, CCurl_url *parsed);
void CCurl_free_url(CCurl_url *parsed);

#endif
