#include "assay_value.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool goes_on(const assay_values *values) {
  return !values->too_large && values->trouble.ending == ASSAY_DONE;
}

static void misuse(assay_values *values) {
  if (values->trouble.ending == ASSAY_DONE) {
    values->trouble = assay_failure("the adapter left the values of a call incomplete");
  }
}

/* Begins a value in its place; false if nothing can be written. */
static bool begin_value(assay_values *values) {
  if (values->in_dictionary[values->levels] && !values->has_key) misuse(values);
  if (values->levels == 0 && values->is_written) misuse(values);
  if (values->writer->failed) values->too_large = true;
  values->has_key = false;
  return goes_on(values);
}

/* Ends it: within a dictionary each key and its value are an array of two. */
static bool end_value(assay_values *values) {
  if (values->in_dictionary[values->levels]) assay_close(values->writer, ']');
  if (values->writer->failed) values->too_large = true;
  if (values->levels == 0) values->is_written = true;
  return !values->too_large;
}

static bool put_text(assay_values *values, const char *type, assay_text text) {
  if (!begin_value(values)) return false;
  assay_open(values->writer, '{');
  assay_name(values->writer, type);
  assay_write_text(values->writer, text);
  assay_close(values->writer, '}');
  return end_value(values);
}

bool assay_put_key(assay_values *values, assay_text key) {
  if (!values->in_dictionary[values->levels] || values->has_key) misuse(values);
  if (!goes_on(values)) return false;
  assay_open(values->writer, '[');
  assay_write_name(values->writer, key);
  values->has_key = true;
  return true;
}

/* UTF-16, big endian, of text with halves of surrogate pairs; as Base64. */
static void write_utf16(assay_writer *writer, assay_text text) {
  unsigned char *units = malloc(text.length * 2);
  size_t count = 0;
  if (!units) {
    writer->failed = true;
    return;
  }
  for (size_t at = 0; at < text.length;) {
    const unsigned char *byte = (const unsigned char *)text.bytes + at;
    size_t length = assay_character(text.bytes + at, text.length - at, true);
    uint32_t code = length == 1 ? byte[0] : byte[0] & (0x7Fu >> length);
    for (size_t index = 1; index < length; index++) code = code << 6 | (byte[index] & 0x3F);
    if (code >= 0x10000) {
      uint32_t high = 0xD800 + ((code - 0x10000) >> 10);
      units[count++] = (unsigned char)(high >> 8);
      units[count++] = (unsigned char)high;
      code = 0xDC00 + ((code - 0x10000) & 0x3FF);
    }
    units[count++] = (unsigned char)(code >> 8);
    units[count++] = (unsigned char)code;
    at += length;
  }
  assay_write_base64(writer, units, count);
  free(units);
}

static void write_utf16_object(assay_writer *writer, assay_text text) {
  assay_open(writer, '{');
  assay_name(writer, "utf16");
  write_utf16(writer, text);
  assay_close(writer, '}');
}

void assay_write_name(assay_writer *writer, assay_text name) {
  if (assay_spelling_of(name) == ASSAY_HALVES) {
    write_utf16_object(writer, name);
  } else {
    assay_write_text(writer, name);
  }
}

bool assay_put_string(assay_values *values, assay_text text) {
  if (!text.bytes) return assay_put_null(values);
  if (assay_spelling_of(text) != ASSAY_HALVES) return put_text(values, "string", text);
  if (!begin_value(values)) return false;
  write_utf16_object(values->writer, text);
  return end_value(values);
}

bool assay_put_integer(assay_values *values, int64_t value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRId64, value);
  return put_text(values, "integer", assay_text_of(digits));
}

bool assay_put_unsigned(assay_values *values, uint64_t value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRIu64, value);
  return put_text(values, "integer", assay_text_of(digits));
}

bool assay_put_big_integer(assay_values *values, assay_text digits) {
  return put_text(values, "integer", digits);
}

/* The shortest text that reads back to the same 64 bits. */
static bool put_double(assay_values *values, const char *type, double value) {
  char text[40];
  if (isnan(value)) return put_text(values, type, assay_text_of("nan"));
  if (isinf(value)) return put_text(values, type, assay_text_of(value < 0 ? "-inf" : "inf"));
  if (value == 0) return put_text(values, type, assay_text_of(signbit(value) ? "-0.0" : "0.0"));
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  /* The library may have set a locale whose decimal point is a comma. */
  for (char *at = text; *at; at++) {
    if (*at == ',') *at = '.';
  }
  return put_text(values, type, assay_text_of(text));
}

bool assay_put_real(assay_values *values, double value) {
  return put_double(values, "real", value);
}

bool assay_put_date(assay_values *values, double seconds_since_2001) {
  return put_double(values, "date", seconds_since_2001);
}

bool assay_put_boolean(assay_values *values, bool value) {
  if (!begin_value(values)) return false;
  assay_open(values->writer, '{');
  assay_name(values->writer, "boolean");
  assay_write_boolean(values->writer, value);
  assay_close(values->writer, '}');
  return end_value(values);
}

bool assay_put_data(assay_values *values, const void *bytes, size_t length) {
  if (!begin_value(values)) return false;
  assay_open(values->writer, '{');
  assay_name(values->writer, "data");
  assay_write_base64(values->writer, bytes, length);
  assay_close(values->writer, '}');
  return end_value(values);
}

bool assay_put_null(assay_values *values) {
  if (!begin_value(values)) return false;
  assay_write_null(values->writer);
  return end_value(values);
}

static bool begin_parts(assay_values *values, bool is_dictionary) {
  if (!begin_value(values)) return false;
  if (values->levels == ASSAY_MAX_VALUE_LEVELS) {
    values->too_large = true;
    return false;
  }
  assay_open(values->writer, '{');
  /* Pairs, because a JSON object may lose one of two similar keys. */
  assay_name(values->writer, is_dictionary ? "pairs" : "array");
  assay_open(values->writer, '[');
  values->in_dictionary[++values->levels] = is_dictionary;
  return true;
}

static bool end_parts(assay_values *values, bool is_dictionary) {
  if (values->levels == 0 || values->in_dictionary[values->levels] != is_dictionary ||
      values->has_key) {
    misuse(values);
  }
  if (!goes_on(values)) return false;
  values->levels--;
  assay_close(values->writer, ']');
  assay_close(values->writer, '}');
  return end_value(values);
}

bool assay_begin_array(assay_values *values) {
  return begin_parts(values, false);
}

bool assay_end_array(assay_values *values) {
  return end_parts(values, false);
}

bool assay_begin_dictionary(assay_values *values) {
  return begin_parts(values, true);
}

bool assay_end_dictionary(assay_values *values) {
  return end_parts(values, true);
}

/* Recurses no deeper than the JSON was that the value came in. */
bool assay_put_value(assay_values *values, const assay_value *value) {
  bool is_dictionary = value->kind == ASSAY_DICTIONARY;
  switch (value->kind) {
    case ASSAY_NO_VALUE: return assay_put_null(values);
    case ASSAY_STRING: return assay_put_string(values, value->text);
    case ASSAY_INTEGER: return assay_put_integer(values, value->integer);
    case ASSAY_BIG_INTEGER: return assay_put_big_integer(values, value->text);
    case ASSAY_REAL: return assay_put_real(values, value->real);
    case ASSAY_BOOLEAN: return assay_put_boolean(values, value->boolean);
    case ASSAY_DATE: return assay_put_date(values, value->real);
    case ASSAY_DATA: return assay_put_data(values, value->text.bytes, value->text.length);
    case ASSAY_ARRAY:
    case ASSAY_DICTIONARY:
      if (!begin_parts(values, is_dictionary)) return false;
      for (const assay_value *part = value->first; part; part = part->next) {
        if (is_dictionary && !assay_put_key(values, part->key)) return false;
        if (!assay_put_value(values, part)) return false;
      }
      return end_parts(values, is_dictionary);
  }
  return false;
}

bool assay_put_unknown(assay_values *values, const char *what) {
  if (goes_on(values)) {
    values->trouble =
        assay_failure("the library gave %s, and the adapter does not say what it is", what);
  }
  return false;
}

static assay_outcome write_put(
    assay_writer *writer, assay_put put, void *context, bool is_dictionary) {
  assay_values values = {0};
  assay_writer mark = *writer;
  size_t limit = writer->limit;
  values.writer = writer;
  if (writer->limit > ASSAY_MAX_VALUE_BYTES) writer->limit = ASSAY_MAX_VALUE_BYTES;
  if (!is_dictionary) {
    put(&values, context);
  } else if (assay_begin_dictionary(&values) && put(&values, context)) {
    assay_end_dictionary(&values);
  }
  writer->limit = limit;
  if (goes_on(&values) && !values.is_written) misuse(&values);
  if (goes_on(&values) && !writer->failed) return assay_done();
  assay_rewind(writer, mark);
  assay_open(writer, '{');
  assay_name(writer, "tooLarge");
  assay_write_boolean(writer, true);
  assay_close(writer, '}');
  return values.trouble;
}

assay_outcome assay_write_values(assay_writer *writer, assay_put put, void *context) {
  return write_put(writer, put, context, true);
}

assay_outcome assay_write_value(assay_writer *writer, assay_put put, void *context) {
  return write_put(writer, put, context, false);
}
