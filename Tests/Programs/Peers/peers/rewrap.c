/*
 * A custom mutator for AFL++ that only packs: what stands between << and >> is a property list, and becomes Base64 of zlib
 * of magic and list. Everything in the queue is not packed, so that AFL++'s own changes hit the list itself.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "packing.h"

typedef struct mutator {
  buffer out;
} mutator;

void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_post_process(void *data, unsigned char *bytes, size_t length, unsigned char **out);
void afl_custom_deinit(void *data);

void *afl_custom_init(void *afl, unsigned seed) {
  (void)afl;
  (void)seed;
  return calloc(1, sizeof(mutator));
}

static size_t find(text text, const char *mark, size_t from) {
  while (from + 2 <= text.length && memcmp(text.bytes + from, mark, 2) != 0) from++;
  return from + 2 <= text.length ? from : text.length;
}

static void pack(buffer *out, text list) {
  buffer plain = {0}, packed = {0};
  buffer_put(&plain, text_of("ABTC"));
  buffer_put(&plain, list);
  deflate_all(&packed, (text){plain.bytes, plain.length});
  base64_encode(out, (text){packed.bytes, packed.length});
  free(plain.bytes);
  free(packed.bytes);
}

size_t afl_custom_post_process(void *data, unsigned char *bytes, size_t length, unsigned char **out) {
  buffer *packed = &((mutator *)data)->out;
  text script = {(char *)bytes, length};
  size_t at = 0;
  packed->length = 0;
  for (;;) {
    size_t opening = find(script, "<<", at), closing = opening < length ? find(script, ">>", opening + 2) : length;
    if (closing == length) break;
    buffer_put(packed, (text){script.bytes + at, opening - at});
    pack(packed, (text){script.bytes + opening + 2, closing - opening - 2});
    at = closing + 2;
  }
  buffer_put(packed, (text){script.bytes + at, length - at});
  *out = (unsigned char *)packed->bytes;
  return packed->length;
}

void afl_custom_deinit(void *data) {
  free(((mutator *)data)->out.bytes);
  free(data);
}
