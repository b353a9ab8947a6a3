// Settings that libcurl would refuse only with the first request.
#include "CCurl.h"

#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool CCurl_reads_proxy(const char *proxy) {
    static const char *const schemes[] = {"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
    CURLU *url = curl_url();
    char *scheme = NULL, *host = NULL;
    bool is_read = false;
    // The flags of libcurl's own reading: without a scheme, the proxy is one of HTTP.
    if (url && curl_url_set(url, CURLUPART_URL, proxy, CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME) == CURLUE_OK
        && curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK
        && curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && *host) {
        for (size_t index = 0; index < sizeof schemes / sizeof *schemes; index++)
            is_read = is_read || !strcasecmp(scheme, schemes[index]);
    }
    curl_free(scheme);
    curl_free(host);
    curl_url_cleanup(url);
    return is_read;
}

bool CCurl_reads_certificates(const char *path) {
    X509_STORE *store = X509_STORE_new();
    bool is_read = store && X509_STORE_load_file(store, path) == 1;
    X509_STORE_free(store);
    return is_read;
}

const char *CCurl_authorities(void) {
    // The variable that OpenSSL reads. libcurl does not.
    const char *named = getenv("SSL_CERT_FILE");
    if (named && *named) return named;
    static const char *const files[] = {
        "/etc/ssl/certs/ca-certificates.crt", // Debian, Ubuntu, Arch, Gentoo, Alpine
        "/etc/pki/tls/certs/ca-bundle.crt", // Fedora, RHEL
        "/etc/ssl/ca-bundle.pem", // openSUSE
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", // CentOS
        "/etc/ssl/cert.pem", // Alpine without ca-certificates, and the BSDs
    };
    for (size_t index = 0; index < sizeof files / sizeof *files; index++)
        if (access(files[index], R_OK) == 0) return files[index];
    return NULL;
}
