/* Values of property lists between harness and adapter, with nothing lost. */
#ifndef ASSAY_VALUE_H
#define ASSAY_VALUE_H

#include "assay_json.h"
#include "assay_outcome.h"

/* ---- From the harness: the old values of the scripted delegate ---- */

typedef enum assay_kind {
  ASSAY_NO_VALUE, /* nil */
  ASSAY_STRING,
  ASSAY_INTEGER,
  ASSAY_BIG_INTEGER, /* beyond 64 bits: decimal digits in `text` */
  ASSAY_REAL,
  ASSAY_BOOLEAN,
  ASSAY_DATE,
  ASSAY_DATA,
  ASSAY_ARRAY,
  ASSAY_DICTIONARY
} assay_kind;

typedef struct assay_value {
  assay_kind kind;
  bool boolean;
  int64_t integer;
  double real;               /* of a date: seconds since 2001-01-01T00:00:00Z */
  assay_text text;           /* of a string; the bytes of data */
  assay_text key;            /* within a dictionary */
  struct assay_value *first; /* of an array or a dictionary */
  struct assay_value *next;  /* within one; in the order of the message */
} assay_value;

/* Reads a typed value into memory of the arena. NULL if it is not one: see `*trouble`. */
assay_value *assay_read_value(assay_arena *arena, const assay_json *json, assay_outcome *trouble);

/* The same for typed values by their keys, as `values` of a call are: a dictionary. */
assay_value *assay_read_values(assay_arena *arena, const assay_json *json, assay_outcome *trouble);

/* ---- To the harness: what the delegate is given ---- */

#define ASSAY_MAX_VALUE_LEVELS 500
/* What else stands in a reply is far below the rest of its 16 MiB. */
#define ASSAY_MAX_VALUE_BYTES ((size_t)12 << 20)

/* Values that are being written. */
typedef struct assay_values {
  assay_writer *writer;
  size_t levels;
  bool has_key;    /* a key waits for its value */
  bool too_large;  /* beyond the limits: nothing more is written */
  bool is_written; /* the outermost value */
  assay_outcome trouble; /* a value without a key, one of an unknown type, or the like */
  bool in_dictionary[ASSAY_MAX_VALUE_LEVELS + 1];
} assay_values;

/*
 * Each writes one value, or begins or ends one that has parts. In a dictionary `assay_put_key`
 * comes before each value.
 *
 * All return false once the values are too large to be shown; stop then, for values that share
 * their parts can be small in memory and without end on paper.
 */
bool assay_put_key(assay_values *values, assay_text key);
bool assay_put_string(assay_values *values, assay_text text);
bool assay_put_integer(assay_values *values, int64_t value);
bool assay_put_unsigned(assay_values *values, uint64_t value);
bool assay_put_big_integer(assay_values *values, assay_text digits);
bool assay_put_real(assay_values *values, double value);
bool assay_put_boolean(assay_values *values, bool value);
bool assay_put_date(assay_values *values, double seconds_since_2001);
bool assay_put_data(assay_values *values, const void *bytes, size_t length);
bool assay_put_null(assay_values *values); /* a key without a value */
bool assay_begin_array(assay_values *values);
bool assay_end_array(assay_values *values);
bool assay_begin_dictionary(assay_values *values);
bool assay_end_dictionary(assay_values *values);
/*
 * In place of a value for which there is no such function, such as a UID or a set, where nothing
 * else says what it is. Returns false: stop then. The step is a `failure` whose message names it:
 * `what` is, for instance, "a value of the type UID".
 */
bool assay_put_unknown(assay_values *values, const char *what);
/* Writes a value that the harness has sent. */
bool assay_put_value(assay_values *values, const assay_value *value);

/* Writes a name that need not be valid Unicode: a key or a category; null for no text. */
void assay_write_name(assay_writer *writer, assay_text name);

/*
 * Writes the `values` of a call: `put` writes keys and values. Where they are too large, a remark
 * to that effect replaces them, and likewise where `put` left them incomplete or met a value of an
 * unknown type; the outcome then says so.
 */
typedef bool (*assay_put)(assay_values *values, void *context);
assay_outcome assay_write_values(assay_writer *writer, assay_put put, void *context);

/* The same for a single value, such as a category that is not text. */
assay_outcome assay_write_value(assay_writer *writer, assay_put put, void *context);

#endif
