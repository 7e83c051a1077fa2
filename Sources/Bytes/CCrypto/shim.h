#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

// Blowfish is deprecated since OpenSSL 3 without being removed; the protocol under test asks for it.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/blowfish.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stddef.h>
#include <stdlib.h>

/// A Blowfish key schedule on the heap, or NULL without memory. The schedule is 4 KiB of tables that
/// Swift would see as a tuple of a thousand members, so that it stays opaque here.
static inline void *ccrypto_blowfish_new(const unsigned char *key, int length) {
  BF_KEY *schedule = (BF_KEY *)malloc(sizeof(BF_KEY));
  if (schedule != NULL) BF_set_key(schedule, length, key);
  return schedule;
}

/// Wipes and frees a schedule of ccrypto_blowfish_new.
static inline void ccrypto_blowfish_free(void *schedule) {
  if (schedule != NULL) OPENSSL_cleanse(schedule, sizeof(BF_KEY));
  free(schedule);
}

/// CBC over length bytes, a multiple of 8; vector (8 bytes) is changed. `encrypting`: 1 or 0.
static inline void ccrypto_blowfish_cbc(
    const void *schedule, const unsigned char *input, unsigned char *output, long length,
    unsigned char *vector, int encrypting) {
  BF_cbc_encrypt(
      input, output, length, (const BF_KEY *)schedule, vector,
      encrypting ? BF_ENCRYPT : BF_DECRYPT);
}

/// ECB over length bytes, a multiple of 8. `encrypting`: 1 or 0.
static inline void ccrypto_blowfish_ecb(
    const void *schedule, const unsigned char *input, unsigned char *output, long length,
    int encrypting) {
  for (long position = 0; position < length; position += BF_BLOCK) {
    BF_ecb_encrypt(
        input + position, output + position, (const BF_KEY *)schedule,
        encrypting ? BF_ENCRYPT : BF_DECRYPT);
  }
}

#endif
