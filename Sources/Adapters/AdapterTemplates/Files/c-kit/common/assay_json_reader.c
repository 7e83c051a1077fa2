#include "assay_json.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
  assay_arena *arena;
  const char *at, *end;
  size_t levels, values;
  const char *error;
} reader;

static bool fail(reader *reader, const char *error) {
  if (!reader->error) reader->error = error;
  return false;
}

static void skip_space(reader *reader) {
  while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t' ||
                                      *reader->at == '\r' || *reader->at == '\n')) {
    reader->at++;
  }
}

static bool take(reader *reader, char wanted) {
  if (reader->at == reader->end || *reader->at != wanted) return false;
  reader->at++;
  return true;
}

static int hex_digit(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return -1;
}

/* The number of an escape whose backslash and `u` are at `at`; -1 if there is none. */
static long unicode_escape(const char *at, const char *end) {
  long code = 0;
  if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
  for (int index = 2; index < 6; index++) {
    int digit = hex_digit(at[index]);
    if (digit < 0) return -1;
    code = code << 4 | digit;
  }
  return code;
}

static bool decode(reader *reader, assay_text raw, assay_text *text) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const char *at = raw.bytes, *end = raw.bytes + raw.length;
  /* An escape is never shorter than what it stands for. */
  char *decoded = assay_allocate(reader->arena, raw.length + 1);
  size_t length = 0;
  if (!decoded) return fail(reader, "out of memory");
  while (at < end) {
    const char *letter;
    if (*at != '\\') {
      decoded[length++] = *at++;
      continue;
    }
    /* A backslash is never the last byte: it would have hidden the quotation mark. */
    if (at[1] == 'u') {
      long code = unicode_escape(at, end);
      if (code < 0) return fail(reader, "\\u needs four hexadecimal digits");
      at += 6;
      if (code >= 0xD800 && code < 0xDC00) {
        long low = unicode_escape(at, end);
        if (low >= 0xDC00 && low < 0xE000) {
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
          at += 6;
        }
      }
      length += assay_encode_character((uint32_t)code, decoded + length);
      continue;
    }
    letter = at[1] ? strchr(letters, at[1]) : NULL;
    if (!letter) return fail(reader, "there is no such escape in JSON");
    decoded[length++] = meanings[letter - letters];
    at += 2;
  }
  text->bytes = decoded;
  text->length = length;
  return true;
}

static bool read_string(reader *reader, assay_text *text) {
  bool has_escapes = false;
  const char *begin;
  if (!take(reader, '"')) return fail(reader, "a string is missing");
  begin = reader->at;
  while (reader->at < reader->end && *reader->at != '"') {
    if (*reader->at == '\\') {
      has_escapes = true;
      reader->at++;
      if (reader->at == reader->end) break;
    }
    if ((unsigned char)*reader->at < 0x20) return fail(reader, "a bare control character");
    size_t length = assay_character(reader->at, (size_t)(reader->end - reader->at), false);
    if (length == 0) return fail(reader, "a string is not UTF-8");
    reader->at += length;
  }
  text->bytes = begin;
  text->length = (size_t)(reader->at - begin);
  if (!take(reader, '"')) return fail(reader, "a string does not end");
  return has_escapes ? decode(reader, *text, text) : true;
}

static bool take_digits(reader *reader) {
  const char *begin = reader->at;
  while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') reader->at++;
  return reader->at > begin;
}

static bool read_number(reader *reader) {
  take(reader, '-');
  if (!take(reader, '0') && !take_digits(reader)) return fail(reader, "this is not a value");
  if (take(reader, '.') && !take_digits(reader)) return fail(reader, "a fraction has no digits");
  if (take(reader, 'e') || take(reader, 'E')) {
    if (!take(reader, '+')) take(reader, '-');
    if (!take_digits(reader)) return fail(reader, "an exponent has no digits");
  }
  return true;
}

static bool read_word(reader *reader, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0) {
    return fail(reader, "this is not a value");
  }
  reader->at += length;
  return true;
}

static assay_json *read_value(reader *reader);

static bool read_elements(reader *reader, assay_json *container) {
  bool is_object = container->type == ASSAY_JSON_OBJECT;
  char end = is_object ? '}' : ']';
  assay_json **link = &container->first;
  reader->at++;
  skip_space(reader);
  if (take(reader, end)) return true;
  do {
    assay_text name = {NULL, 0};
    skip_space(reader);
    if (is_object) {
      if (!read_string(reader, &name)) return false;
      skip_space(reader);
      if (!take(reader, ':')) return fail(reader, "a colon is missing");
    }
    *link = read_value(reader);
    if (!*link) return false;
    (*link)->name = name;
    link = &(*link)->next;
    skip_space(reader);
  } while (take(reader, ','));
  return take(reader, end) ? true
                           : fail(reader, "a comma or the end of an array or object is missing");
}

/* Recurses no deeper than ASSAY_MAX_JSON_LEVELS. */
static assay_json *read_value(reader *reader) {
  bool is_right;
  assay_json *value = assay_allocate(reader->arena, sizeof *value);
  skip_space(reader);
  if (!value || ++reader->values > ASSAY_MAX_JSON_VALUES) {
    fail(reader, "too many values, or out of memory");
    return NULL;
  }
  if (reader->at == reader->end) {
    fail(reader, "the text ends where a value is expected");
    return NULL;
  }
  value->raw.bytes = reader->at;
  switch (*reader->at) {
    case '{':
    case '[':
      value->type = *reader->at == '{' ? ASSAY_JSON_OBJECT : ASSAY_JSON_ARRAY;
      if (++reader->levels > ASSAY_MAX_JSON_LEVELS) {
        fail(reader, "too many levels of arrays and objects");
        return NULL;
      }
      is_right = read_elements(reader, value);
      reader->levels--;
      break;
    case '"':
      value->type = ASSAY_JSON_STRING;
      is_right = read_string(reader, &value->string);
      break;
    case 't':
    case 'f':
      value->type = ASSAY_JSON_BOOLEAN;
      value->boolean = *reader->at == 't';
      is_right = read_word(reader, value->boolean ? "true" : "false");
      break;
    case 'n':
      value->type = ASSAY_JSON_NULL;
      is_right = read_word(reader, "null");
      break;
    default: value->type = ASSAY_JSON_NUMBER; is_right = read_number(reader);
  }
  value->raw.length = (size_t)(reader->at - value->raw.bytes);
  return is_right ? value : NULL;
}

const assay_json *assay_read_json(assay_arena *arena, assay_text text, const char **error) {
  reader reader = {arena, text.bytes, text.bytes + text.length, 0, 0, NULL};
  assay_json *value = read_value(&reader);
  skip_space(&reader);
  if (value && reader.at < reader.end) {
    fail(&reader, "something follows the value");
    value = NULL;
  }
  *error = reader.error;
  return value;
}

const assay_json *assay_member(const assay_json *object, const char *name) {
  const assay_json *found = NULL;
  if (!object || object->type != ASSAY_JSON_OBJECT) return NULL;
  for (const assay_json *member = object->first; member; member = member->next) {
    if (assay_text_is(member->name, name)) found = member;
  }
  return found;
}

assay_text assay_string_member(const assay_json *object, const char *name) {
  const assay_json *member = assay_member(object, name);
  assay_text none = {NULL, 0};
  return member && member->type == ASSAY_JSON_STRING ? member->string : none;
}

bool assay_is_true(const assay_json *object, const char *name) {
  const assay_json *member = assay_member(object, name);
  return member && member->type == ASSAY_JSON_BOOLEAN && member->boolean;
}

bool assay_read_integer(const assay_json *number, int64_t *value) {
  uint64_t size = 0, most;
  bool is_negative;
  size_t at;
  if (!number || number->type != ASSAY_JSON_NUMBER) return false;
  is_negative = number->raw.bytes[0] == '-';
  most = (uint64_t)INT64_MAX + is_negative;
  for (at = is_negative; at < number->raw.length; at++) {
    char character = number->raw.bytes[at];
    if (character < '0' || character > '9') return false;
    if (size > (most - (uint64_t)(character - '0')) / 10) return false;
    size = size * 10 + (uint64_t)(character - '0');
  }
  *value = !is_negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
  return true;
}
