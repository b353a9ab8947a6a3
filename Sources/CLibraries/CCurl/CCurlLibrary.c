// libcurl and libidn2, loaded with the first call. If they were linked, they and the thirty libraries behind them would take
// most of the time in which the program starts, and many runs ask no server.
//
// A program that has both libraries inside of it is built with CCURL_LINKED and needs none of this.
#include "CCurl.h"

#ifdef CCURL_LINKED

bool CCurl_is_loaded(void) { return true; }

#else

#include <dlfcn.h>
#include <idn2.h>
#include <pthread.h>
#include <stdarg.h>

// Newer headers declare a URL that is only read as constant.
typedef __typeof__(_Generic(
    &curl_url_get, CURLUcode(*)(const CURLU *, CURLUPart, char **, unsigned) : (const CURLU *)0, default : (CURLU *)0)) read_url;

// Each function by what it returns, its name, its parameters and their names.
#define FUNCTIONS(X) \
    X(CURL *, curl_easy_init, (void), ()) \
    X(CURLcode, curl_easy_pause, (CURL * easy, int what), (easy, what)) \
    X(CURLcode, curl_easy_perform, (CURL * easy), (easy)) \
    X(const char *, curl_easy_strerror, (CURLcode code), (code)) \
    X(CURLcode, curl_global_init, (long flags), (flags)) \
    X(CURLM *, curl_multi_init, (void), ()) \
    X(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy)) \
    X(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy)) \
    X(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi)) \
    X(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *rest), (multi, rest)) \
    X(CURLMcode, curl_multi_socket_action, (CURLM * multi, curl_socket_t socket, int what, int *running), (multi, socket, what, running)) \
    X(CURLMcode, curl_multi_timeout, (CURLM * multi, long *left), (multi, left)) \
    X(CURLSH *, curl_share_init, (void), ()) \
    X(CURLSHcode, curl_share_cleanup, (CURLSH * share), (share)) \
    X(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *line), (list, line)) \
    X(CURLU *, curl_url, (void), ()) \
    X(CURLUcode, curl_url_get, (read_url url, CURLUPart part, char **text, unsigned flags), (url, part, text, flags)) \
    X(CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags), (url, part, text, flags)) \
    X(int, idn2_lookup_u8, (const uint8_t *name, uint8_t **form, int flags), (name, form, flags))

// Those that return nothing.
#define ACTIONS(X) \
    X(curl_easy_cleanup, (CURL * easy), (easy)) \
    X(curl_free, (void *bytes), (bytes)) \
    X(curl_slist_free_all, (struct curl_slist * list), (list)) \
    X(curl_url_cleanup, (CURLU * url), (url)) \
    X(idn2_free, (void *bytes), (bytes))

// Those that take a number, a pointer or a function behind an option. Each of them is one machine word.
#define SETTERS(X) \
    X(CURLcode, curl_easy_setopt, CURL *, CURLoption) \
    X(CURLcode, curl_easy_getinfo, CURL *, CURLINFO) \
    X(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption) \
    X(CURLSHcode, curl_share_setopt, CURLSH *, CURLSHoption)

static struct {
#define MEMBER(type, name, ...) __typeof__(&name) name;
#define ACTION_MEMBER(name, ...) __typeof__(&name) name;
    FUNCTIONS(MEMBER) ACTIONS(ACTION_MEMBER) SETTERS(MEMBER)
    bool is_complete;
} library;

static void load(void) {
    // The numbers are those of the interfaces that the headers declare.
    void *curl = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL), *idn2 = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!curl || !idn2) return;
    library.is_complete = true;
#define FIND(type, name, ...) \
    library.name = (__typeof__(library.name))dlsym(#name[0] == 'i' ? idn2 : curl, #name); \
    library.is_complete = library.is_complete && library.name;
#define FIND_ACTION(name, ...) FIND(void, name)
    FUNCTIONS(FIND) ACTIONS(FIND_ACTION) SETTERS(FIND)
}

bool CCurl_is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library.is_complete;
}

// Without the libraries there are no handles, hence nothing to do. Hidden, so that no library calls these in place of its own.
#define HIDDEN __attribute__((visibility("hidden")))
#define CALL(type, name, parameters, arguments) \
    HIDDEN type(name) parameters { return CCurl_is_loaded() ? library.name arguments : (type)0; }
#define CALL_ACTION(name, parameters, arguments) \
    HIDDEN void(name) parameters { \
        if (CCurl_is_loaded()) library.name arguments; \
    }
// Some compilers get macros of these names, which check types; the parentheses keep them away.
#define CALL_SETTER(type, name, handle_type, option_type) \
    HIDDEN type(name)(handle_type handle, option_type option, ...) { \
        va_list values; \
        va_start(values, option); \
        void *value = va_arg(values, void *); \
        va_end(values); \
        return CCurl_is_loaded() ? (library.name)(handle, option, value) : (type)0; \
    }
FUNCTIONS(CALL)
ACTIONS(CALL_ACTION)
SETTERS(CALL_SETTER)

#endif
