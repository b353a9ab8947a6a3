// libcrypto's SHA-256 behind functions with plain bytes.
#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>
#include <stdint.h>

/// The state of a hash over the bytes appended so far.
typedef struct CCrypto_sha256 CCrypto_sha256;

enum { CCRYPTO_SHA256_BYTES = 32 };

/// Returns NULL if memory is short.
CCrypto_sha256 *CCrypto_sha256_create(void);
void CCrypto_sha256_destroy(CCrypto_sha256 *hash);

/// Both functions return 0 if memory is short. More bytes may be appended after a digest.
int CCrypto_sha256_append(CCrypto_sha256 *hash, const void *bytes, size_t count);
int CCrypto_sha256_digest(const CCrypto_sha256 *hash, uint8_t digest[CCRYPTO_SHA256_BYTES]);

/// The keyed hash of RFC 2104, ready for any number of texts, one at a time. Returns NULL if memory is short.
typedef struct CCrypto_hmac CCrypto_hmac;
CCrypto_hmac *CCrypto_hmac_create(const void *key, size_t count);
void CCrypto_hmac_destroy(CCrypto_hmac *hmac);

/// Returns 0 if memory is short.
int CCrypto_hmac_digest(CCrypto_hmac *hmac, const void *bytes, size_t count, uint8_t digest[CCRYPTO_SHA256_BYTES]);

#endif
