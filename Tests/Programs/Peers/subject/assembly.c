#include "assembly.h"

#include <stdlib.h>
#include <string.h>

#include "planted.h"

static char *copy_of(text text) {
  char *copy = grown(NULL, text.length);
  if (text.length) memcpy(copy, text.bytes, text.length);
  return copy;
}

static void release(assembly *assembly) {
  for (size_t index = 0; index < assembly->total; index++) free(assembly->pieces[index].bytes);
  free(assembly->pieces);
  free(assembly->payload);
  free(assembly->name);
  free(assembly);
}

static void take_out(assembly_list *list, assembly *dropped) {
  assembly **at = &list->first;
  while (*at != dropped) at = &(*at)->next;
  *at = dropped->next;
  release(dropped);
}

static assembly *find(assembly_list *list, text name, size_t total) {
  assembly *at = list->first;
  for (; at; at = at->next) {
    if (!text_is_same((text){at->name, at->name_length}, name)) continue;
    if (at->total == total || PLANTED(chunk_total)) break;
  }
  return at;
}

static assembly *begin(assembly_list *list, text payload, text name, size_t total) {
  size_t count = 0;
  assembly **end = &list->first;
  for (; *end; end = &(*end)->next) count++;
  assembly *begun = grown(NULL, sizeof *begun);
  *begun = (assembly){.payload = copy_of(payload), .name = copy_of(name), .total = total};
  begun->payload_length = payload.length;
  begun->name_length = name.length;
  begun->pieces = calloc(total, sizeof *begun->pieces);
  if (!begun->pieces) abort();
  *end = begun;
  if (count == MAX_ASSEMBLIES) take_out(list, list->first);
  return begun;
}

assembling assembly_add(
    assembly_list *list, pool *pool, text payload, text name, size_t index, size_t total, text bytes, text *packed) {
  assembly *assembly = find(list, name, total);
  if (!assembly) assembly = begin(list, payload, name, total);
  piece *piece = &assembly->pieces[index - 1];
  if (piece->bytes) {
    if (text_is_same((text){piece->bytes, piece->length}, bytes)) return INCOMPLETE;
    if (PLANTED(dropped_assembly)) {
      release(assembly);
    } else {
      take_out(list, assembly);
    }
    return CONTRADICTION;
  }
  if (bytes.length > MAX_PACKED_BYTES - assembly->bytes) {
    take_out(list, assembly);
    return TOO_MUCH;
  }
  *piece = (struct piece){copy_of(bytes), bytes.length};
  assembly->bytes += bytes.length;
  if (++assembly->received < assembly->total) return INCOMPLETE;
  char *whole = pool_take(pool, assembly->bytes);
  *packed = (text){whole, assembly->bytes};
  for (size_t at = 0; at < assembly->total; at++) {
    memcpy(whole, assembly->pieces[at].bytes, assembly->pieces[at].length);
    whole += assembly->pieces[at].length;
  }
  take_out(list, assembly);
  return COMPLETE;
}

void assembly_drop(assembly_list *list, text payload) {
  assembly *next;
  for (assembly *at = list->first; at; at = next) {
    next = at->next;
    if (text_is_same((text){at->payload, at->payload_length}, payload)) take_out(list, at);
  }
}

void assembly_drop_all(assembly_list *list) {
  while (list->first) take_out(list, list->first);
}
