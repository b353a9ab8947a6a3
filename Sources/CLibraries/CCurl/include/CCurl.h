// libcurl behind functions that Swift can call: its variadic setters and getters by type, and its
// callbacks with a receiver of our own.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A multi handle and the sockets that it waits for, in an epoll: what a turn costs depends on what
/// happened, not on how many transfers there are.
typedef struct CCurl_loop CCurl_loop;

/// Whom a transfer tells what happens to it. Each function is given `owner`, and answers whether
/// to go on.
typedef struct {
    void *owner;
    /// A response's head, with the empty line that ends it; null where it is too long.
    bool (*head)(void *owner, const uint8_t *bytes, size_t count);
    bool (*body)(void *owner, const uint8_t *bytes, size_t count);
    /// An address that is about to be connected to, of 4 bytes or 16.
    bool (*address)(void *owner, const uint8_t *address, size_t count);
    /// Whether addresses are connected to without asking.
    bool trusts_addresses;
    /// The loop that all its transfers run in.
    CCurl_loop *loop;
    /// Whether a socket was opened since the last transfer ended.
    bool has_opened;
    /// A head is gathered here; the caller frees it in the end.
    uint8_t *gathered;
    size_t gathered_count, gathered_room;
} CCurl_receiver;

/// The head of an answer is of some hundred bytes; a server may not fill the memory with it.
enum { CCurl_longest_head = 256 << 10 };

/// An easy handle whose callbacks lead to the receiver, which must outlive it. Null without memory.
CURL *CCurl_create(CCurl_receiver *receiver);
/// Where libcurl writes what went wrong; `CURL_ERROR_SIZE` bytes.
void CCurl_set_error_text(CURL *easy, char *text);

CURLcode CCurl_set_number(CURL *easy, CURLoption option, long number);
/// libcurl copies the text; null unsets it.
CURLcode CCurl_set_text(CURL *easy, CURLoption option, const char *text);

/// Where a transfer's requests go. What the URLs of a server have in common is parsed once.
typedef struct {
    CURLU *url;
    char *server;  // the last URL up to its path
    size_t server_count;
} CCurl_target;

/// Sets the URL of the next request, which has a scheme, a host and a path. libcurl copies the text; the target must
/// outlive the transfer.
CURLcode CCurl_aim(CURL *easy, CCurl_target *target, const char *url);
void CCurl_free_target(CCurl_target *target);

/// The list must outlive the transfer.
CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);
/// Enough for a line with two numbers.
enum { CCurl_range_room = 64 };
/// Writes the line that asks for bytes `first` to `last`.
void CCurl_print_range(char line[CCurl_range_room], uint64_t first, uint64_t last);

long CCurl_number(CURL *easy, CURLINFO info);
int64_t CCurl_count(CURL *easy, CURLINFO info);

CURLMcode CCurl_set_multi_number(CURLM *multi, CURLMoption option, long number);

/// Null without memory or descriptors.
CCurl_loop *CCurl_create_loop(void);
/// No transfer may be left in it.
void CCurl_free_loop(CCurl_loop *loop);
CURLM *CCurl_multi(CCurl_loop *loop);
/// Waits for at most so many milliseconds until something happens.
void CCurl_wait(CCurl_loop *loop, int milliseconds);
/// Lets libcurl deal with all that has happened. What follows from it is best done together: a server that is asked for one
/// thing at a time falls asleep in between, and waking it costs more than the cache can save.
void CCurl_act(CCurl_loop *loop);
/// Ends the waiting, from any thread.
void CCurl_wake(CCurl_loop *loop);

/// The receiver's owner of the next transfer that has ended, and how it did; null if there is none.
void *CCurl_next_ended(CURLM *multi, CURLcode *result);

/// What is needed of a URL.
typedef struct {
    char *text;         // the whole, as it is asked for
    char *origin;       // scheme, host and port
    bool is_fetchable;  // whether the scheme is http or https
    bool has_user;      // whether it names a user or a password
} CCurl_url;

/// Parses a URL, or one that is relative to `base` where there is one. Answers false if it is none.
bool CCurl_parse_url(const char *base, const char *url, CCurl_url *parsed);
void CCurl_free_url(CCurl_url *parsed);

#endif
