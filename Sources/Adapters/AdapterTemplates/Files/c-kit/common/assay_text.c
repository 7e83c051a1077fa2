#include "assay_text.h"

#include <stdlib.h>
#include <string.h>

assay_text assay_text_of(const char *terminated) {
  assay_text text = {terminated, terminated ? strlen(terminated) : 0};
  return text;
}

bool assay_text_is(assay_text text, const char *terminated) {
  return text.bytes && text.length == strlen(terminated) &&
         memcmp(text.bytes, terminated, text.length) == 0;
}

/* Unicode 15, table 3-7: no overlong forms, nothing beyond U+10FFFF. */
size_t assay_character(const char *bytes, size_t left, bool halves) {
  const unsigned char *byte = (const unsigned char *)bytes;
  size_t length;
  unsigned char low = 0x80, high = 0xBF;
  if (left == 0) return 0;
  if (byte[0] < 0x80) return 1;
  if (byte[0] < 0xC2 || byte[0] > 0xF4) return 0;
  length = byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
  if (left < length) return 0;
  if (byte[0] == 0xE0) low = 0xA0;
  if (byte[0] == 0xED && !halves) high = 0x9F;
  if (byte[0] == 0xF0) low = 0x90;
  if (byte[0] == 0xF4) high = 0x8F;
  if (byte[1] < low || byte[1] > high) return 0;
  for (size_t index = 2; index < length; index++) {
    if (byte[index] < 0x80 || byte[index] > 0xBF) return 0;
  }
  return length;
}

assay_spelling assay_spelling_of(assay_text text) {
  assay_spelling spelling = ASSAY_UNICODE;
  for (size_t at = 0; at < text.length;) {
    size_t length = assay_character(text.bytes + at, text.length - at, false);
    if (length == 0) {
      length = assay_character(text.bytes + at, text.length - at, true);
      if (length == 0) return ASSAY_OCTETS;
      spelling = ASSAY_HALVES;
    }
    at += length;
  }
  return spelling;
}

size_t assay_encode_character(uint32_t code, char *into) {
  if (code < 0x80) {
    into[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    into[0] = (char)(0xC0 | code >> 6);
    into[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  if (code < 0x10000) {
    into[0] = (char)(0xE0 | code >> 12);
    into[1] = (char)(0x80 | (code >> 6 & 0x3F));
    into[2] = (char)(0x80 | (code & 0x3F));
    return 3;
  }
  into[0] = (char)(0xF0 | code >> 18);
  into[1] = (char)(0x80 | (code >> 12 & 0x3F));
  into[2] = (char)(0x80 | (code >> 6 & 0x3F));
  into[3] = (char)(0x80 | (code & 0x3F));
  return 4;
}

typedef struct assay_block {
  struct assay_block *next;
  size_t size, used;
  max_align_t memory[];
} assay_block;

void *assay_allocate(assay_arena *arena, size_t size) {
  const size_t unit = sizeof(max_align_t), usual = 16 << 10;
  assay_block *block = arena->blocks;
  void *memory;
  if (size > SIZE_MAX / 2) return NULL;
  size = (size + unit - 1) / unit * unit;
  if (!block || block->size - block->used < size) {
    size_t room = size > usual ? size : usual;
    block = malloc(sizeof *block + room);
    if (!block) return NULL;
    block->next = arena->blocks;
    block->size = room;
    block->used = 0;
    arena->blocks = block;
  }
  memory = (char *)block->memory + block->used;
  block->used += size;
  return memset(memory, 0, size);
}

assay_text assay_copy(assay_arena *arena, assay_text text) {
  char *bytes = assay_allocate(arena, text.length + 1);
  if (bytes && text.length > 0) memcpy(bytes, text.bytes, text.length);
  text.bytes = bytes;
  return text;
}

void assay_reset(assay_arena *arena) {
  while (arena->blocks) {
    assay_block *next = arena->blocks->next;
    free(arena->blocks);
    arena->blocks = next;
  }
}
