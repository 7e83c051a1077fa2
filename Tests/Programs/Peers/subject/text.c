#include "text.h"

#include <stdlib.h>
#include <string.h>

text text_of(const char *terminated) {
  return (text){terminated, strlen(terminated)};
}

bool text_is(text text, const char *terminated) {
  return text_is_same(text, text_of(terminated));
}

bool text_is_same(text left, text right) {
  return left.length == right.length && (left.length == 0 || memcmp(left.bytes, right.bytes, left.length) == 0);
}

text text_cut(text *whole, char mark) {
  const char *found = whole->length ? memchr(whole->bytes, mark, whole->length) : NULL;
  text front = {whole->bytes, found ? (size_t)(found - whole->bytes) : whole->length};
  size_t skipped = front.length + (found != NULL);
  whole->bytes += skipped;
  whole->length -= skipped;
  return front;
}

bool text_is_utf8(text text) {
  const unsigned char *bytes = (const unsigned char *)text.bytes;
  size_t at = 0;
  while (at < text.length) {
    unsigned char first = bytes[at];
    size_t more = first < 0x80 ? 0 : first < 0xC2 ? 4 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 4;
    if (more > 3 || text.length - at <= more) return false;
    for (size_t index = 1; index <= more; index++) {
      unsigned char low = 0x80, high = 0xBF;
      if (index == 1 && first == 0xE0) low = 0xA0;
      if (index == 1 && first == 0xED) high = 0x9F;
      if (index == 1 && first == 0xF0) low = 0x90;
      if (index == 1 && first == 0xF4) high = 0x8F;
      if (bytes[at + index] < low || bytes[at + index] > high) return false;
    }
    at += more + 1;
  }
  return true;
}

void *grown(void *block, size_t size) {
  block = realloc(block, size ? size : 1);
  if (!block) abort();
  return block;
}

/* The slot that has the text, or the free one for it. */
static size_t *slot_of(const text_list *list, text text) {
  size_t hash = 14695981039346656037u, room = list->capacity * 2;
  for (size_t at = 0; at < text.length; at++) hash = (hash ^ (unsigned char)text.bytes[at]) * 1099511628211u;
  size_t index = hash % room;
  while (list->slots[index] && !text_is_same(list->items[list->slots[index] - 1], text)) index = (index + 1) % room;
  return &list->slots[index];
}

void text_list_append(text_list *list, text item) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity * 2 + 8;
    list->items = grown(list->items, list->capacity * sizeof *list->items);
    free(list->slots);
    list->slots = calloc(list->capacity * 2, sizeof *list->slots);
    if (!list->slots) abort();
    for (size_t index = 0; index < list->count; index++) *slot_of(list, list->items[index]) = index + 1;
  }
  list->items[list->count++] = item;
  *slot_of(list, item) = list->count;
}

bool text_list_contains(const text_list *list, text text) {
  return list->count > 0 && *slot_of(list, text) > 0;
}

void text_list_clear(text_list *list) {
  free(list->items);
  free(list->slots);
  *list = (text_list){0};
}

void *pool_take(pool *pool, size_t size) {
  void *block = calloc(1, size ? size : 1);
  if (!block) abort();
  if (pool->count == pool->capacity) {
    pool->capacity = pool->capacity * 2 + 16;
    pool->blocks = grown(pool->blocks, pool->capacity * sizeof *pool->blocks);
  }
  pool->blocks[pool->count++] = block;
  return block;
}

void pool_reset(pool *pool) {
  for (size_t index = 0; index < pool->count; index++) free(pool->blocks[index]);
  free(pool->blocks);
  pool->blocks = NULL;
  pool->count = pool->capacity = 0;
}

void buffer_put(buffer *buffer, text text) {
  if (buffer->capacity - buffer->length < text.length) {
    buffer->capacity = (buffer->length + text.length) * 2;
    buffer->bytes = grown(buffer->bytes, buffer->capacity);
  }
  if (text.length) memcpy(buffer->bytes + buffer->length, text.bytes, text.length);
  buffer->length += text.length;
}
