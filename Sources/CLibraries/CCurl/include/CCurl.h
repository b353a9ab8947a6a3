// libcurl in a form that Swift can call: setters and getters by type, and callbacks with a receiver.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether libcurl is there. The first call loads it.
bool CCurl_is_loaded(void);

/// A multi handle and the sockets that it waits for, in an epoll. The cost of a turn depends on the number of events,
/// not on the number of transfers.
typedef struct CCurl_loop CCurl_loop;

/// The callbacks of a transfer. Each function gets `owner` and returns whether to go on.
typedef struct {
    void *owner;
    /// A response's head, with the empty line that ends it; null if it is too long.
    bool (*head)(void *owner, const uint8_t *bytes, size_t count);
    bool (*body)(void *owner, const uint8_t *bytes, size_t count);
    /// An address of 4 or 16 bytes that libcurl is about to connect to.
    bool (*address)(void *owner, const uint8_t *address, size_t count);
    /// Whether libcurl may connect to any address without asking.
    bool trusts_addresses;
    /// The bytes that a server may send ahead on a new connection; 0 leaves it to the system.
    int window;
    /// The loop in which the receiver's transfers run.
    CCurl_loop *loop;
    /// Whether a socket was opened since the last transfer ended.
    bool has_opened;
    /// Whether the request was sent, and whether libcurl was kept from sending it a second time.
    bool is_sent, is_sent_again;
    /// The errno if the last socket was not opened because this machine is out of descriptors or memory; otherwise 0.
    int exhaustion;
    /// The buffer in which a head is gathered. The caller frees it.
    uint8_t *gathered;
    size_t gathered_count, gathered_room;
} CCurl_receiver;

/// A head has some hundred bytes. Without a limit, one head from a server could fill the memory.
enum { CCurl_longest_head = 256 << 10 };

/// Creates an easy handle whose callbacks call the receiver. The receiver must outlive the handle. Returns null if
/// memory is short.
CURL *CCurl_create(CCurl_receiver *receiver);
/// Sets the buffer for libcurl's error message, of `CURL_ERROR_SIZE` bytes.
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

/// Sets the URL of the next request. The URL must have a scheme, a host and a path. libcurl copies the text; the target
/// must outlive the transfer.
CURLcode CCurl_set_url(CURL *easy, CCurl_target *target, const char *url);
void CCurl_free_target(CCurl_target *target);

/// The list must outlive the transfer.
CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);

long CCurl_number(CURL *easy, CURLINFO info);
int64_t CCurl_count(CURL *easy, CURLINFO info);
/// The text is libcurl's; null if there is none.
const char *CCurl_text(CURL *easy, CURLINFO info);

CURLMcode CCurl_set_multi_number(CURLM *multi, CURLMoption option, long number);

/// Returns null if memory or descriptors are short.
CCurl_loop *CCurl_create_loop(void);
/// Frees the loop. All transfers must have been removed from it.
void CCurl_free_loop(CCurl_loop *loop);
CURLM *CCurl_multi(CCurl_loop *loop);
/// Whether the kernel had no memory to watch a socket, so that its transfer would stand still.
bool CCurl_is_full(const CCurl_loop *loop);
/// Waits until something happens, for at most this number of milliseconds.
void CCurl_wait(CCurl_loop *loop, int milliseconds);
/// Lets libcurl handle all events. The caller sends the next requests together afterwards: a server that gets them one
/// at a time would go to sleep in between, and waking it takes longer.
void CCurl_act(CCurl_loop *loop);
/// Ends `CCurl_wait`. Any thread may call this function.
void CCurl_wake(CCurl_loop *loop);

/// Lets libcurl look at a transfer in the next turn, even if nothing has happened.
void CCurl_look_again(CURL *easy);

/// Returns the owner of the next ended transfer and its result; null if there is none.
void *CCurl_next_ended(CURLM *multi, CURLcode *result);

/// A URL that libcurl has parsed.
typedef struct {
    char *text;         // the whole, as it is asked for
    char *origin;       // scheme, host and port, in small letters
    bool is_fetchable;  // whether the scheme is http or https
} CCurl_url;

/// Parses a URL. If `base` is not null, the URL may be relative to `base`. Returns false if the URL is
/// invalid.
bool CCurl_parse_url(const char *base, const char *url, CCurl_url *parsed);
void CCurl_free_url(CCurl_url *parsed);

/// A whole answer in memory.
typedef struct {
    /// Returns whether the answer is still wanted.
    bool (*is_wanted)(void *owner);
    void *owner;
    /// The largest number of bytes that is taken.
    size_t most;
    long status;
    /// The caller frees the bytes.
    uint8_t *bytes;
    size_t count;
    char error[CURL_ERROR_SIZE];
} CCurl_answer;

/// Creates an easy handle for requests outside of all loops. Returns null if memory is short.
CURL *CCurl_create_alone(void);
/// Sends the request of such a handle, and waits for the answer.
CURLcode CCurl_perform(CURL *easy, CCurl_answer *answer);

/// Whether libcurl knows the proxy's scheme and finds a host in its URL.
bool CCurl_reads_proxy(const char *proxy);
/// Whether the file has a certificate that the TLS library reads.
bool CCurl_reads_certificates(const char *path);
/// The file of the authorities that this system trusts: the one that SSL_CERT_FILE names, or the first that is where a common
/// system has it; NULL if there is none.
const char *CCurl_authorities(void);

#endif
