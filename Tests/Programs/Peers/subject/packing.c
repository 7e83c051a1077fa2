#define OPENSSL_API_COMPAT 0x10100000L /* Blowfish is deprecated since OpenSSL 3; the protocol asks for it. */

#include "packing.h"

#include <openssl/blowfish.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "planted.h"

#define STEP_BYTES 16384
#define FIXED_BYTES 65536

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int digit_of(char character) {
  const char *found = character ? strchr(alphabet, character) : NULL;
  return found ? (int)(found - alphabet) : -1;
}

bool base64_decode(pool *pool, text encoded, text *bytes) {
  size_t padding = 0;
  if (encoded.length % 4 != 0) return false;
  if (PLANTED(base64_padding)) {
    while (encoded.length > 0 && encoded.bytes[encoded.length - 1 - padding] == '=') padding++;
  } else {
    while (padding < 3 && padding < encoded.length && encoded.bytes[encoded.length - 1 - padding] == '=') padding++;
  }
  if (padding > 2) return false;
  size_t digits = encoded.length - padding, length = encoded.length / 4 * 3 - padding;
  char *decoded = pool_take(pool, length), *to = decoded;
  uint32_t group = 0;
  for (size_t at = 0; at < digits; at++) {
    int digit = digit_of(encoded.bytes[at]);
    if (digit < 0) return false;
    group = group << 6 | (uint32_t)digit;
    if (at % 4 == 1) *to++ = (char)(group >> 4);
    if (at % 4 == 2) *to++ = (char)(group >> 2);
    if (at % 4 == 3) *to++ = (char)group;
  }
  if (padding == 1 && (group & 3) != 0) return false;
  if (padding == 2 && (group & 15) != 0) return false;
  *bytes = (text){decoded, length};
  return true;
}

void base64_encode(buffer *encoded, text bytes) {
  for (size_t at = 0; at < bytes.length; at += 3) {
    size_t left = bytes.length - at;
    uint32_t group = (uint32_t)(unsigned char)bytes.bytes[at] << 16;
    if (left > 1) group |= (uint32_t)(unsigned char)bytes.bytes[at + 1] << 8;
    if (left > 2) group |= (unsigned char)bytes.bytes[at + 2];
    char four[4] = {
        alphabet[group >> 18],
        alphabet[group >> 12 & 63],
        left > 1 ? alphabet[group >> 6 & 63] : '=',
        left > 2 ? alphabet[group & 63] : '='};
    buffer_put(encoded, (text){four, 4});
  }
}

bool decrypt(pool *pool, const unsigned char key[32], text packed, text *plain) {
  unsigned char iv[BF_BLOCK];
  if (packed.length < 2 * BF_BLOCK || packed.length % BF_BLOCK != 0) return false;
  size_t length = packed.length - BF_BLOCK;
  unsigned char *bytes = pool_take(pool, length);
  BF_KEY schedule;
  BF_set_key(&schedule, 32, key);
  memcpy(iv, packed.bytes, BF_BLOCK);
  BF_cbc_encrypt((const unsigned char *)packed.bytes + BF_BLOCK, bytes, (long)length, &schedule, iv, BF_DECRYPT);
  size_t padding = bytes[length - 1];
  if (PLANTED(wiped_padding)) memset(bytes + length - padding, (int)padding, padding);
  if (padding < 1 || padding > BF_BLOCK) return false;
  for (size_t index = 1; index <= padding; index++) {
    if (bytes[length - index] != padding) return false;
  }
  *plain = (text){(char *)bytes, length - padding};
  return true;
}

unpacking inflate_all(pool *pool, text packed, text *bytes) {
  z_stream stream = {.next_in = (unsigned char *)packed.bytes, .avail_in = (unsigned)packed.length};
  unsigned char step[STEP_BYTES];
  size_t length = 0, room = PLANTED(fixed_buffer) ? FIXED_BYTES : STEP_BYTES;
  char *unpacked = grown(NULL, room);
  int result = Z_OK;
  if (inflateInit(&stream) != Z_OK) abort();
  while (result == Z_OK && length <= MAX_UNPACKED_BYTES) {
    stream.next_out = step;
    stream.avail_out = sizeof step;
    result = inflate(&stream, Z_NO_FLUSH);
    size_t count = sizeof step - stream.avail_out;
    if (PLANTED(truncated_stream) && result == Z_BUF_ERROR) result = Z_OK; /* "is not fatal", says the manual. */
    if (length + count > room && !PLANTED(fixed_buffer)) unpacked = grown(unpacked, room = 2 * room);
    memcpy(unpacked + length, step, count);
    length += count;
  }
  bool is_whole = result == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  char *exact = pool_take(pool, length);
  memcpy(exact, unpacked, length < room ? length : room);
  free(unpacked);
  *bytes = (text){exact, length};
  if (length > MAX_UNPACKED_BYTES) return TOO_LARGE;
  return is_whole ? UNPACKED : UNDECODABLE;
}

void deflate_all(buffer *packed, text bytes) {
  uLongf length = compressBound(bytes.length);
  unsigned char *into = grown(NULL, length);
  if (compress(into, &length, (const unsigned char *)bytes.bytes, bytes.length) != Z_OK) abort();
  buffer_put(packed, (text){(char *)into, length});
  free(into);
}
