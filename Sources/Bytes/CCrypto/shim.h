#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

// Blowfish is deprecated since OpenSSL 3 without being removed; the protocol under test asks for it.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/blowfish.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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

// Ed25519 keys (RFC 8032): macros, functions with variable arguments, and callbacks stay here.

/// A new key, or NULL.
static inline EVP_PKEY *ccrypto_ed25519_generate(void) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
}

/// A key from its 32 bytes: the private seed, or (`is_private` 0) the public point. NULL where they are none.
static inline EVP_PKEY *ccrypto_ed25519_raw(
    const unsigned char *bytes, size_t length, int is_private) {
  return is_private ? EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, bytes, length)
                    : EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, length);
}

static inline int ccrypto_is_ed25519(const EVP_PKEY *key) {
  return EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519;
}

/// The name of a key's algorithm, such as `RSA`; NULL where libcrypto knows none.
static inline const char *ccrypto_key_kind(const EVP_PKEY *key) {
  return OBJ_nid2sn(EVP_PKEY_get_base_id(key));
}

/// A password, and whether libcrypto has asked for it.
typedef struct {
  const char *bytes;
  int length;
  int was_asked;
} ccrypto_password;

/// Gives the password that is there, and never asks at the terminal, as libcrypto would.
static inline int ccrypto_give_password(char *buffer, int size, int writing, void *context) {
  ccrypto_password *password = (ccrypto_password *)context;
  (void)writing;
  password->was_asked = 1;
  if (password->bytes == NULL || password->length > size) return -1;
  memcpy(buffer, password->bytes, (size_t)password->length);
  return password->length;
}

/// The private key of a PEM text, or NULL.
static inline EVP_PKEY *ccrypto_read_private_key(
    const unsigned char *text, int length, ccrypto_password *password) {
  BIO *input = BIO_new_mem_buf(text, length);
  if (input == NULL) return NULL;
  EVP_PKEY *key = PEM_read_bio_PrivateKey(input, NULL, ccrypto_give_password, password);
  BIO_free(input);
  return key;
}

/// The public key of a PEM text (SubjectPublicKeyInfo), or NULL.
static inline EVP_PKEY *ccrypto_read_public_key(
    const unsigned char *text, int length, ccrypto_password *password) {
  BIO *input = BIO_new_mem_buf(text, length);
  if (input == NULL) return NULL;
  EVP_PKEY *key = PEM_read_bio_PUBKEY(input, NULL, ccrypto_give_password, password);
  BIO_free(input);
  return key;
}

/// Copies what was written to memory, wipes the original and frees it. The length, or -1 where it does not fit.
static inline long ccrypto_take_memory(BIO *output, int is_written, unsigned char *buffer, long size) {
  char *content = NULL;
  long length = is_written ? BIO_get_mem_data(output, &content) : -1;
  if (length > size) length = -1;
  if (length > 0) {
    memcpy(buffer, content, (size_t)length);
    OPENSSL_cleanse(content, (size_t)length);
  }
  BIO_free(output);
  return length;
}

/// A private key as PKCS#8 in PEM; under a password (AES-256-CBC, PBKDF2) unless that is NULL. The length, or -1.
static inline long ccrypto_write_private_key(
    const EVP_PKEY *key, const char *password, int password_length, unsigned char *buffer,
    long size) {
  BIO *output = BIO_new(BIO_s_mem());
  if (output == NULL) return -1;
  int is_written = PEM_write_bio_PKCS8PrivateKey(
      output, key, password == NULL ? NULL : EVP_aes_256_cbc(), password, password_length, NULL,
      NULL);
  return ccrypto_take_memory(output, is_written, buffer, size);
}

/// A public key as SubjectPublicKeyInfo: in PEM, or (`in_pem` 0) in DER. The length, or -1.
static inline long ccrypto_write_public_key(
    EVP_PKEY *key, int in_pem, unsigned char *buffer, long size) {
  BIO *output = BIO_new(BIO_s_mem());
  if (output == NULL) return -1;
  int is_written = in_pem ? PEM_write_bio_PUBKEY(output, key) : i2d_PUBKEY_bio(output, key);
  return ccrypto_take_memory(output, is_written, buffer, size);
}

/// Signs; `signature` takes 64 bytes. 1 or 0.
static inline int ccrypto_ed25519_sign(
    EVP_PKEY *key, const unsigned char *message, size_t length, unsigned char *signature) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  size_t size = 64;
  int is_signed = context != NULL && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
                  EVP_DigestSign(context, signature, &size, message, length) == 1 && size == 64;
  EVP_MD_CTX_free(context);
  return is_signed;
}

/// Whether a signature of 64 bytes is that of the message under the key: 1 or 0.
static inline int ccrypto_ed25519_verify(
    EVP_PKEY *key, const unsigned char *message, size_t length, const unsigned char *signature) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  int is_right = context != NULL && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
                 EVP_DigestVerify(context, signature, 64, message, length) == 1;
  EVP_MD_CTX_free(context);
  return is_right;
}

#endif
