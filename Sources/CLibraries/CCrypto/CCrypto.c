#include "CCrypto.h"

#include <openssl/evp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

enum { BLOCK_BYTES = 64 };

// The hash of the padded key, once for the text and once for the hash of the text (RFC 2104, 2). libcrypto's own HMAC finds its
// algorithm by name for each text, which takes longer than the hashing.
struct CCrypto_hmac {
    EVP_MD_CTX *inner, *outer, *work;
};

static EVP_MD_CTX *hash_of_padded(const uint8_t key[BLOCK_BYTES], uint8_t padding) {
    uint8_t padded[BLOCK_BYTES];
    for (int i = 0; i < BLOCK_BYTES; i++) padded[i] = key[i] ^ padding;
    CCrypto_sha256 *hash = CCrypto_sha256_create();
    if (hash && !CCrypto_sha256_append(hash, padded, BLOCK_BYTES)) {
        CCrypto_sha256_destroy(hash);
        return NULL;
    }
    return (EVP_MD_CTX *)hash;
}

CCrypto_hmac *CCrypto_hmac_create(const void *key, size_t count) {
    uint8_t block[BLOCK_BYTES] = {0};
    if (count > BLOCK_BYTES) {
        if (!sha256() || !EVP_Digest(key, count, block, NULL, sha256(), NULL)) return NULL;
    } else if (count > 0) {
        memcpy(block, key, count);
    }
    CCrypto_hmac *hmac = calloc(1, sizeof *hmac);
    if (!hmac) return NULL;
    hmac->inner = hash_of_padded(block, 0x36);
    hmac->outer = hash_of_padded(block, 0x5C);
    hmac->work = EVP_MD_CTX_new();
    if (hmac->inner && hmac->outer && hmac->work) return hmac;
    CCrypto_hmac_destroy(hmac);
    return NULL;
}

void CCrypto_hmac_destroy(CCrypto_hmac *hmac) {
    EVP_MD_CTX_free(hmac->inner);
    EVP_MD_CTX_free(hmac->outer);
    EVP_MD_CTX_free(hmac->work);
    free(hmac);
}

// Continues a hash with some bytes and finishes it.
static int continued(CCrypto_hmac *hmac, const EVP_MD_CTX *hash, const void *bytes, size_t count, uint8_t *digest) {
    return EVP_MD_CTX_copy_ex(hmac->work, hash) && EVP_DigestUpdate(hmac->work, bytes, count)
        && EVP_DigestFinal_ex(hmac->work, digest, NULL);
}

int CCrypto_hmac_digest(CCrypto_hmac *hmac, const void *bytes, size_t count, uint8_t digest[CCRYPTO_SHA256_BYTES]) {
    uint8_t inside[CCRYPTO_SHA256_BYTES];
    return continued(hmac, hmac->inner, bytes, count, inside) && continued(hmac, hmac->outer, inside, sizeof inside, digest);
}
