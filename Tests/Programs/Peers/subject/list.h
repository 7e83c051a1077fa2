/* Binary property lists: a strict reader, and a writer of arrays of texts. */
#ifndef LIST_H
#define LIST_H

#include <stdint.h>

#include "text.h"

typedef enum value_kind {
  VALUE_STRING,
  VALUE_INTEGER,
  VALUE_REAL,
  VALUE_BOOLEAN,
  VALUE_DATE,
  VALUE_DATA,
  VALUE_ARRAY,
  VALUE_DICTIONARY
} value_kind;

typedef struct value {
  value_kind kind;
  int64_t integer; /* of a boolean: 0 or 1 */
  double real;     /* of a date: seconds since 2001 */
  text text;       /* of a string: UTF-8; of data: its bytes */
  text key;        /* within a dictionary */
  struct value *first, *next;
} value;

/* The top value, in memory of the pool; NULL for a list that is broken, or larger than any that is needed. */
const value *list_read(pool *pool, const unsigned char *bytes, size_t length);

/* An array of texts in UTF-8. */
void list_write(buffer *list, const text *texts, size_t count);

#endif
