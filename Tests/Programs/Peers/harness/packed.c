#include "packed.h"

#include <stdlib.h>
#include <string.h>

#include "packing.h"

static size_t find(text script, const char *mark, size_t from) {
  while (from + 2 <= script.length && memcmp(script.bytes + from, mark, 2) != 0) from++;
  return from + 2 <= script.length ? from : script.length;
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

text packed_script(text script) {
  static buffer out;
  size_t at = 0, length = script.length;
  out.length = 0;
  for (;;) {
    size_t opening = find(script, "<<", at), closing = opening < length ? find(script, ">>", opening + 2) : length;
    if (closing == length) break;
    buffer_put(&out, (text){script.bytes + at, opening - at});
    pack(&out, (text){script.bytes + opening + 2, closing - opening - 2});
    at = closing + 2;
  }
  buffer_put(&out, (text){script.bytes + at, length - at});
  return (text){out.bytes, out.length};
}
