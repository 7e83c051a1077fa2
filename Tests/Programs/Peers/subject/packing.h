/* What lies around a property list: Base64, Blowfish, zlib. */
#ifndef PACKING_H
#define PACKING_H

#include <stdint.h>

#include "text.h"

#define MAX_UNPACKED_BYTES 1048576

typedef enum unpacking { UNPACKED, UNDECODABLE, TOO_LARGE } unpacking;

/* RFC 4648 section 4, with padding; false for anything else. */
bool base64_decode(pool *pool, text encoded, text *bytes);
void base64_encode(buffer *encoded, text bytes);

/* Takes IV, Blowfish-CBC and the padding of PKCS 7 away. */
bool decrypt(pool *pool, const unsigned char key[32], text packed, text *plain);

/* One whole zlib stream of at most MAX_UNPACKED_BYTES. */
unpacking inflate_all(pool *pool, text packed, text *bytes);
void deflate_all(buffer *packed, text bytes);

#endif
