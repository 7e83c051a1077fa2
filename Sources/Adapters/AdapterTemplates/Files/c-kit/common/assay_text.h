/* Text with its length, because text of the harness may contain NUL; and memory for it. */
#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * UTF-8, not terminated by NUL; `bytes` is NULL if there is no text at all.
 *
 * Half of a surrogate pair, which is not valid Unicode but can occur in property lists, stands in
 * it as the three bytes that UTF-8 would use for its number (ED A0 80 to ED BF BF).
 */
typedef struct assay_text {
  const char *bytes;
  size_t length;
} assay_text;

/* A text of C. */
assay_text assay_text_of(const char *terminated);
bool assay_text_is(assay_text text, const char *terminated);

/*
 * The length of the well-formed character at the front of `left` bytes, 1 to 4; 0 if there is
 * none. Halves of surrogate pairs are well-formed only if `halves`.
 */
size_t assay_character(const char *bytes, size_t left, bool halves);

typedef enum assay_spelling {
  ASSAY_UNICODE, /* valid UTF-8 */
  ASSAY_HALVES,  /* with halves of surrogate pairs */
  ASSAY_OCTETS   /* no text */
} assay_spelling;

assay_spelling assay_spelling_of(assay_text text);

/* Writes one code point, at most 4 bytes; returns how many. */
size_t assay_encode_character(uint32_t code, char *into);

/* Memory that is given back all at once. A struct of zeros is an empty one. */
typedef struct assay_arena {
  struct assay_block *blocks;
} assay_arena;

/* Aligned memory of zeros; NULL if there is none. */
void *assay_allocate(assay_arena *arena, size_t size);
/* A copy, with a NUL after it; `bytes` is NULL if there is no memory. */
assay_text assay_copy(assay_arena *arena, assay_text text);
/* Gives everything back. */
void assay_reset(assay_arena *arena);

#endif
