#include "CCrypto.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <pthread.h>

// The same bytes must have the same hash on every machine. A separate library context does not read
// openssl.cnf, where an administrator may have removed the provider of SHA-256.
static EVP_MD *algorithm;

static void fetch_algorithm(void) {
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    if (context) algorithm = EVP_MD_fetch(context, "SHA256", NULL);
}

static EVP_MD_CTX *context_of(CCrypto_sha256 *hash) { return (EVP_MD_CTX *)hash; }

static const EVP_MD *sha256(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fetch_algorithm);
    return algorithm;
}

CCrypto_sha256 *CCrypto_sha256_create(void) {
    EVP_MD_CTX *context = sha256() ? EVP_MD_CTX_new() : NULL;
    if (context && !EVP_DigestInit_ex2(context, sha256(), NULL)) {
        EVP_MD_CTX_free(context);
        return NULL;
    }
    return (CCrypto_sha256 *)context;
}

void CCrypto_sha256_destroy(CCrypto_sha256 *hash) { EVP_MD_CTX_free(context_of(hash)); }

int CCrypto_sha256_append(CCrypto_sha256 *hash, const void *bytes, size_t count) {
    return EVP_DigestUpdate(context_of(hash), bytes, count);
}

int CCrypto_sha256_digest(const CCrypto_sha256 *hash, uint8_t digest[CCRYPTO_SHA256_BYTES]) {
    // Finishing a context makes it unusable, so a copy is finished.
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    int succeeded = copy && EVP_MD_CTX_copy_ex(copy, (const EVP_MD_CTX *)hash) && EVP_DigestFinal_ex(copy, digest, NULL);
    EVP_MD_CTX_free(copy);
    return succeeded;
}

int CCrypto_sha256_hmac(
    const void *key, size_t key_count, const void *bytes, size_t count, uint8_t digest[CCRYPTO_SHA256_BYTES]) {
    return sha256() && HMAC(sha256(), key, (int)key_count, bytes, count, digest, NULL) != NULL;
}
