/* Bytes with their length, and memory for what one request needs. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Not terminated; `bytes` is NULL where there is no text at all. */
typedef struct text {
  const char *bytes;
  size_t length;
} text;

text text_of(const char *terminated);
bool text_is(text text, const char *terminated);
bool text_is_same(text left, text right);
/* Cuts `*whole` at the first `mark`; returns what was in front of it, or all. */
text text_cut(text *whole, char mark);
bool text_is_utf8(text text);

/* Texts in a row. They are not owned, unless who holds the list says so. */
typedef struct text_list {
  text *items;
  size_t count, capacity;
  size_t *slots; /* a hash table of places in `items`, from 1; twice the capacity */
} text_list;

void text_list_append(text_list *list, text text);
bool text_list_contains(const text_list *list, text text);
void text_list_clear(text_list *list);

/* Blocks that are given back all at once; each is an allocation of its own and has exactly the size asked for. */
typedef struct pool {
  void **blocks;
  size_t count, capacity;
} pool;

void *pool_take(pool *pool, size_t size); /* zeros; never NULL */
void pool_reset(pool *pool);

/* Bytes that grow at their end. */
typedef struct buffer {
  char *bytes;
  size_t length, capacity;
} buffer;

void buffer_put(buffer *buffer, text text);

/* realloc, or the end of the process. */
void *grown(void *block, size_t size);

#endif
