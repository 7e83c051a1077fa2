/* A strict, bounded reader and a small writer of JSON (RFC 8259). */
#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H

#include "assay_text.h"

#define ASSAY_MAX_LINE_BYTES ((size_t)16 << 20)
/* A property list of 512 levels takes up to three levels of JSON for each. */
#define ASSAY_MAX_JSON_LEVELS 1600
#define ASSAY_MAX_JSON_VALUES 1000000

typedef enum assay_json_type {
  ASSAY_JSON_NULL,
  ASSAY_JSON_BOOLEAN,
  ASSAY_JSON_NUMBER,
  ASSAY_JSON_STRING,
  ASSAY_JSON_ARRAY,
  ASSAY_JSON_OBJECT
} assay_json_type;

typedef struct assay_json {
  assay_json_type type;
  bool boolean;
  assay_text raw;           /* the value as it stands in the line */
  assay_text string;        /* of a string, decoded */
  assay_text name;          /* of a member of an object, decoded */
  struct assay_json *first; /* of an array or object */
  struct assay_json *next;  /* within an array or object */
} assay_json;

/*
 * Reads a whole text. The values are memory of the arena and point into the text.
 *
 * Returns NULL if it is not JSON, and says why in `*error`, which need not be freed.
 */
const assay_json *assay_read_json(assay_arena *arena, assay_text text, const char **error);

/* The member of this name, the last one if there are several; NULL if there is none. */
const assay_json *assay_member(const assay_json *object, const char *name);
/* Its text; `bytes` is NULL if it is missing or not a string. */
assay_text assay_string_member(const assay_json *object, const char *name);
/* Whether it is the boolean true. */
bool assay_is_true(const assay_json *object, const char *name);
/* An integer within 64 bits, without fraction or exponent. */
bool assay_read_integer(const assay_json *number, int64_t *value);

/* JSON text that grows. A struct with a `limit` and zeros is an empty one. */
typedef struct assay_writer {
  char *bytes;
  size_t length, capacity;
  size_t limit;     /* in bytes */
  bool needs_comma; /* before the next value or name */
  bool failed;      /* the limit is exceeded, or there is no memory; nothing more is written */
} assay_writer;

void assay_open(assay_writer *writer, char bracket); /* '{' or '[' */
void assay_close(assay_writer *writer, char bracket);
void assay_name(assay_writer *writer, const char *name);
/* Makes a name of the string that was written last. */
void assay_end_name(assay_writer *writer);
void assay_write_null(assay_writer *writer);
void assay_write_boolean(assay_writer *writer, bool value);
void assay_write_integer(assay_writer *writer, int64_t value);
/* Bytes that are not UTF-8 become U+FFFD; no text at all (`bytes` is NULL) becomes null. */
void assay_write_text(assay_writer *writer, assay_text text);
void assay_write_string(assay_writer *writer, const char *terminated);
void assay_write_base64(assay_writer *writer, const void *bytes, size_t length);
/* What is JSON already: a value, or several with commas between them. Nothing if it is empty. */
void assay_write_raw(assay_writer *writer, assay_text json);

/* Takes back what was written since the mark. */
void assay_rewind(assay_writer *writer, assay_writer mark);
/* Forgets everything, and gives the memory back if it is much. */
void assay_clear(assay_writer *writer);

#endif
