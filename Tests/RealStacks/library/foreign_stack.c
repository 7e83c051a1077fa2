#include "foreign_stack.h"

#include <stdlib.h>
#include <string.h>

#include "configuration_library.h"

struct foreign_values {
  stack_reading *reading;
  assay_value *root;
  assay_text key;
  size_t levels; /* containers that are open */
  struct {
    assay_value *container, *last;
  } open[STACK_MAX_LEVELS + 1];
};

struct foreign_strings {
  const assay_text *texts;
  size_t count;
};

struct foreign_written {
  void *bytes;
  size_t length;
};

/* ---- Reading ---- */

/* A new value where the next one belongs; NULL if there are too many. */
static assay_value *add(foreign_values *values, assay_kind kind) {
  assay_value *value;
  if (values->levels == 0) {
    value = values->root = assay_allocate(values->reading->arena, sizeof *value);
    if (!value) abort();
  } else {
    size_t level = values->levels - 1;
    assay_value *container = values->open[level].container;
    value = stack_add(values->reading, container, &values->open[level].last, level);
    if (!value) return NULL;
    if (container->kind == ASSAY_DICTIONARY) value->key = values->key;
  }
  value->kind = kind;
  return value;
}

static bool add_text(foreign_values *values, assay_kind kind, const uint8_t *bytes, size_t length) {
  assay_value *value = add(values, kind);
  assay_text text = {length ? (const char *)bytes : "", length};
  return value && stack_copy(values->reading, text, &value->text);
}

static bool begin(foreign_values *values, assay_kind kind) {
  assay_value *value = add(values, kind);
  if (!value) return false;
  values->open[values->levels].container = value;
  values->open[values->levels].last = NULL;
  values->levels++;
  return true;
}

bool foreign_key(foreign_values *values, const uint8_t *bytes, size_t length) {
  return stack_copy(values->reading, (assay_text){length ? (const char *)bytes : "", length}, &values->key);
}

bool foreign_string(foreign_values *values, const uint8_t *bytes, size_t length) {
  return add_text(values, ASSAY_STRING, bytes, length);
}

bool foreign_data(foreign_values *values, const uint8_t *bytes, size_t length) {
  return add_text(values, ASSAY_DATA, bytes, length);
}

bool foreign_big_integer(foreign_values *values, const uint8_t *digits, size_t length) {
  return add_text(values, ASSAY_BIG_INTEGER, digits, length);
}

bool foreign_integer(foreign_values *values, int64_t value) {
  assay_value *added = add(values, ASSAY_INTEGER);
  if (added) added->integer = value;
  return added != NULL;
}

bool foreign_real(foreign_values *values, double value) {
  assay_value *added = add(values, ASSAY_REAL);
  if (added) added->real = value;
  return added != NULL;
}

bool foreign_boolean(foreign_values *values, bool value) {
  assay_value *added = add(values, ASSAY_BOOLEAN);
  if (added) added->boolean = value;
  return added != NULL;
}

bool foreign_date(foreign_values *values, double seconds_since_2001) {
  assay_value *added = add(values, ASSAY_DATE);
  if (added) added->real = seconds_since_2001;
  return added != NULL;
}

bool foreign_begin_array(foreign_values *values) { return begin(values, ASSAY_ARRAY); }

bool foreign_begin_dictionary(foreign_values *values) { return begin(values, ASSAY_DICTIONARY); }

bool foreign_end(foreign_values *values) {
  values->levels--;
  return true;
}

/* ---- Writing ---- */

size_t foreign_count(const foreign_strings *strings) { return strings->count; }

const uint8_t *foreign_text(const foreign_strings *strings, size_t index, size_t *length) {
  *length = strings->texts[index].length;
  return (const uint8_t *)strings->texts[index].bytes;
}

void foreign_put(foreign_written *written, const uint8_t *bytes, size_t length) {
  written->bytes = malloc(length + 1);
  if (!written->bytes) abort();
  memcpy(written->bytes, bytes, length);
  written->length = length;
}

/* ---- Serving ---- */

static foreign_read served_read;
static foreign_write served_write;

static assay_value *read_list(stack_reading *reading, const void *bytes, size_t length) {
  foreign_values values = {.reading = reading};
  return served_read(bytes, length, &values) ? values.root : NULL;
}

static void *write_list(const assay_text *texts, size_t count, size_t *length) {
  foreign_strings strings = {texts, count};
  foreign_written written = {NULL, 0};
  served_write(&strings, &written);
  *length = written.length;
  return written.bytes;
}

int foreign_serve(const char *name, const char *version, const char *language, foreign_read read, foreign_write write) {
  static const stack stack = {read_list, write_list};
  assay_identity identity = {name, version, language, false};
  served_read = read;
  served_write = write;
  return stack_serve(&stack, identity);
}
