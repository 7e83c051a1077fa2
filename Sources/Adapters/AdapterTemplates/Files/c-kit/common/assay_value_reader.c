#include "assay_base64.h"
#include "assay_value.h"

#include <stdlib.h>
#include <string.h>

/* The longest text of a number; 64-bit reals written out in full have fewer characters. */
#define MAX_NUMBER_BYTES 1200

static bool read_decimal(assay_text text, assay_value *value) {
  assay_json number = {0};
  size_t at = text.length > 0 && (text.bytes[0] == '-' || text.bytes[0] == '+');
  if (text.length == at || text.length > MAX_NUMBER_BYTES) return false;
  for (size_t index = at; index < text.length; index++) {
    if (text.bytes[index] < '0' || text.bytes[index] > '9') return false;
  }
  number.type = ASSAY_JSON_NUMBER;
  number.raw = text;
  if (text.bytes[0] == '+') {
    number.raw.bytes++;
    number.raw.length--;
  }
  value->text = text;
  value->kind = assay_read_integer(&number, &value->integer) ? ASSAY_INTEGER : ASSAY_BIG_INTEGER;
  return true;
}

/* Decimal or hexadecimal text, `nan`, `inf` or `-inf`; `text` ends with a NUL. */
static bool read_real(assay_text text, double *real) {
  const char *sign = text.bytes && *text.bytes == '-' ? text.bytes + 1 : text.bytes;
  char *end;
  if (!text.bytes || text.length > MAX_NUMBER_BYTES) return false;
  if (!assay_text_is(text, "nan") && strcmp(sign, "inf") != 0 && (*sign < '0' || *sign > '9')) {
    return false;
  }
  *real = strtod(text.bytes, &end);
  return end == text.bytes + text.length;
}

/* UTF-16, big endian, as the kind of UTF-8 that `assay_text` is. */
static bool read_utf16(assay_arena *arena, assay_text units, assay_text *text) {
  const unsigned char *at = (const unsigned char *)units.bytes, *end = at + units.length;
  char *bytes = assay_allocate(arena, units.length / 2 * 3 + 1);
  size_t length = 0;
  if (!bytes || units.length % 2 != 0) return false;
  while (at < end) {
    uint32_t code = (uint32_t)at[0] << 8 | at[1];
    at += 2;
    if (code >= 0xD800 && code < 0xDC00 && at < end && at[0] >= 0xDC && at[0] < 0xE0) {
      code = 0x10000 + ((code - 0xD800) << 10) + (((uint32_t)at[0] << 8 | at[1]) - 0xDC00);
      at += 2;
    }
    length += assay_encode_character(code, bytes + length);
  }
  text->bytes = bytes;
  text->length = length;
  return true;
}

static bool read_string(assay_arena *arena, assay_text string, assay_text *text) {
  if (!string.bytes) return false;
  *text = assay_copy(arena, string);
  return text->bytes != NULL;
}

/* A key of `pairs`: a string or {"utf16":"…"}. */
static bool read_key(assay_arena *arena, const assay_json *json, assay_text *key) {
  assay_text units;
  if (json->type == ASSAY_JSON_STRING) return read_string(arena, json->string, key);
  return assay_base64_decode(arena, assay_string_member(json, "utf16"), &units) &&
         read_utf16(arena, units, key);
}

static bool read_parts(
    assay_arena *arena, const assay_json *json, const char *type, assay_value *value,
    assay_outcome *trouble) {
  bool is_dictionary = strcmp(type, "dictionary") == 0, is_pairs = strcmp(type, "pairs") == 0;
  assay_value **link = &value->first;
  if (json->type != (is_dictionary ? ASSAY_JSON_OBJECT : ASSAY_JSON_ARRAY)) return false;
  value->kind = is_dictionary || is_pairs ? ASSAY_DICTIONARY : ASSAY_ARRAY;
  for (const assay_json *part = json->first; part; part = part->next) {
    const assay_json *part_value = part;
    assay_text key = {NULL, 0};
    if (is_dictionary && !read_string(arena, part->name, &key)) return false;
    if (is_pairs) {
      const assay_json *name = part->type == ASSAY_JSON_ARRAY ? part->first : NULL;
      part_value = name ? name->next : NULL;
      if (!part_value || part_value->next || !read_key(arena, name, &key)) return false;
    }
    *link = assay_read_value(arena, part_value, trouble);
    if (!*link) return false;
    (*link)->key = key;
    link = &(*link)->next;
  }
  return true;
}

static bool read_typed(
    assay_arena *arena, const assay_json *json, const char *type, assay_value *value,
    assay_outcome *trouble) {
  assay_text bytes;
  if (strcmp(type, "string") == 0) {
    value->kind = ASSAY_STRING;
    return read_string(arena, json->string, &value->text);
  }
  if (strcmp(type, "integer") == 0) {
    return read_string(arena, json->string, &value->text) && read_decimal(value->text, value);
  }
  if (strcmp(type, "real") == 0 || strcmp(type, "date") == 0) {
    value->kind = *type == 'd' ? ASSAY_DATE : ASSAY_REAL;
    return read_string(arena, json->string, &value->text) && read_real(value->text, &value->real);
  }
  if (strcmp(type, "boolean") == 0) {
    value->kind = ASSAY_BOOLEAN;
    value->boolean = json->boolean;
    return json->type == ASSAY_JSON_BOOLEAN;
  }
  if (strcmp(type, "data") == 0) {
    value->kind = ASSAY_DATA;
    return assay_base64_decode(arena, json->string, &value->text);
  }
  if (strcmp(type, "utf16") == 0) {
    value->kind = ASSAY_STRING;
    return assay_base64_decode(arena, json->string, &bytes) &&
           read_utf16(arena, bytes, &value->text);
  }
  return read_parts(arena, json, type, value, trouble);
}

/* Recurses no deeper than the JSON is. */
assay_value *assay_read_value(assay_arena *arena, const assay_json *json, assay_outcome *trouble) {
  static const char *const types[] = {"string", "integer", "real",       "boolean", "date",
                                      "data",   "array",   "dictionary", "utf16",   "pairs"};
  assay_value *value = assay_allocate(arena, sizeof *value);
  if (value && json->type == ASSAY_JSON_NULL) return value;
  if (value && json->type == ASSAY_JSON_OBJECT && json->first && !json->first->next) {
    for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
      if (assay_text_is(json->first->name, types[index]) &&
          read_typed(arena, json->first, types[index], value, trouble)) {
        return value;
      }
    }
  }
  if (trouble->ending == ASSAY_DONE) {
    int length = json->raw.length < 60 ? (int)json->raw.length : 60;
    *trouble = assay_failure("this is not a typed value: %.*s", length, json->raw.bytes);
  }
  return NULL;
}

assay_value *assay_read_values(assay_arena *arena, const assay_json *json, assay_outcome *trouble) {
  const assay_json *first = json->first;
  assay_json members = *json, typed = {.type = ASSAY_JSON_OBJECT, .raw = json->raw};
  bool is_pairs = first && first->type == ASSAY_JSON_ARRAY && assay_text_is(first->name, "pairs");
  if (json->type != ASSAY_JSON_OBJECT || is_pairs) return assay_read_value(arena, json, trouble);
  members.name = assay_text_of("dictionary");
  members.next = NULL;
  typed.first = &members;
  return assay_read_value(arena, &typed, trouble);
}
