#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "planted.h"

#define MAX_LEVELS 64
#define MAX_MEMBERS 60000
#define MAX_CONTENT ((size_t)4 << 20)
#define TRAILER_BYTES 32

typedef struct reader {
  pool *pool;
  const unsigned char *bytes;
  size_t length, table; /* where the offsets begin: objects end there */
  uint64_t count;
  unsigned offset_bytes, reference_bytes;
  size_t members, content;
} reader;

static uint64_t number(const unsigned char *bytes, size_t width) {
  uint64_t result = 0;
  for (size_t index = 0; index < width; index++) result = result << 8 | bytes[index];
  return result;
}

static bool read_object(reader *reader, uint64_t index, size_t level, value *value);

/* A width of 2^n bytes after a marker; false where it does not fit. */
static bool has_room(const reader *reader, size_t at, uint64_t bytes) {
  return at <= reader->table && bytes <= reader->table - at;
}

/* The count in a marker, or in the integer after it. `*at` is moved to what is counted. */
static bool read_count(const reader *reader, size_t *at, uint64_t *count) {
  unsigned char marker = reader->bytes[(*at)++];
  *count = marker & 15;
  if (*count < 15) return true;
  if (!has_room(reader, *at, 1)) return false;
  marker = reader->bytes[(*at)++];
  if (marker >> 4 != 1 || (marker & 15) > 3) return false;
  size_t width = (size_t)1 << (marker & 15);
  if (!has_room(reader, *at, width)) return false;
  *count = number(reader->bytes + *at, width);
  *at += width;
  return *count <= INT64_MAX;
}

/* Text and data are counted as often as they occur. */
static char *take_content(reader *reader, size_t length) {
  reader->content += length;
  return reader->content <= MAX_CONTENT ? pool_take(reader->pool, length) : NULL;
}

static bool read_ascii(reader *reader, size_t at, text *text) {
  uint64_t count;
  if (!read_count(reader, &at, &count) || !has_room(reader, at, count)) return false;
  for (size_t index = 0; index < count; index++) {
    if (reader->bytes[at + index] > 0x7F) return false;
  }
  char *copy = take_content(reader, count);
  if (!copy) return false;
  memcpy(copy, reader->bytes + at, count);
  text->bytes = copy;
  text->length = count;
  return true;
}

static size_t put_character(uint32_t code, char *into) {
  if (code < 0x80) {
    into[0] = (char)code;
    return 1;
  }
  size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  into[0] = (char)((more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0) | code >> 6 * more);
  for (size_t index = 1; index <= more; index++) into[index] = (char)(0x80 | (code >> 6 * (more - index) & 0x3F));
  return more + 1;
}

static bool read_utf16(reader *reader, size_t at, text *text) {
  uint64_t count;
  if (!read_count(reader, &at, &count) || count > MAX_CONTENT) return false;
  if (!has_room(reader, at, PLANTED(utf16_length) ? count : 2 * count)) return false;
  char *copy = take_content(reader, count * 3);
  if (!copy) return false;
  const unsigned char *units = reader->bytes + at;
  size_t length = 0;
  for (size_t index = 0; index < count; index++) {
    uint32_t code = (uint32_t)number(units + 2 * index, 2);
    if (code >= 0xD800 && code < 0xDC00 && index + 1 < count) {
      uint32_t low = (uint32_t)number(units + 2 * ++index, 2);
      if (low < 0xDC00 || low > 0xDFFF) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xD800 && code < 0xE000) {
      return false;
    }
    length += put_character(code, copy + length);
  }
  text->bytes = copy;
  text->length = length;
  return true;
}

static bool read_text(reader *reader, size_t at, text *text) {
  switch (reader->bytes[at] >> 4) {
    case 5: return read_ascii(reader, at, text);
    case 6: return read_utf16(reader, at, text);
    default: return false;
  }
}

static bool read_integer(reader *reader, size_t at, value *value) {
  size_t width = (size_t)1 << (reader->bytes[at] & 15);
  if (width > 8 || !has_room(reader, at + 1, width)) return false;
  value->kind = VALUE_INTEGER;
  value->integer = (int64_t)number(reader->bytes + at + 1, width);
  if (PLANTED(sign_of_four) && width == 4) value->integer = (int32_t)value->integer;
  return true;
}

static bool read_real(reader *reader, size_t at, value *value) {
  size_t width = (size_t)1 << (reader->bytes[at] & 15);
  if ((width != 4 && width != 8) || !has_room(reader, at + 1, width)) return false;
  uint64_t bits = number(reader->bytes + at + 1, width);
  value->kind = VALUE_REAL;
  if (width == 4) {
    uint32_t half = (uint32_t)bits;
    float real;
    memcpy(&real, &half, sizeof real);
    value->real = real;
  } else {
    memcpy(&value->real, &bits, sizeof bits);
  }
  return true;
}

static bool read_date(reader *reader, size_t at, value *value) {
  size_t width = (size_t)1 << (reader->bytes[at] & 15);
  unsigned char big_endian[8];
  if ((width != sizeof big_endian && !PLANTED(date_width)) || !has_room(reader, at + 1, width)) return false;
  memcpy(big_endian, reader->bytes + at + 1, width);
  uint64_t bits = number(big_endian, sizeof big_endian);
  value->kind = VALUE_DATE;
  memcpy(&value->real, &bits, sizeof bits);
  return true;
}

static bool read_data(reader *reader, size_t at, value *value) {
  uint64_t count;
  if (!read_count(reader, &at, &count) || !has_room(reader, at, count)) return false;
  char *copy = take_content(reader, count);
  if (!copy) return false;
  memcpy(copy, reader->bytes + at, count);
  value->kind = VALUE_DATA;
  value->text = (text){copy, count};
  return true;
}

/* Where an object begins; 0 if there is none. */
static size_t place_of(const reader *reader, uint64_t index) {
  uint64_t offset = number(reader->bytes + reader->table + index * reader->offset_bytes, reader->offset_bytes);
  return offset >= 8 && offset < reader->table ? (size_t)offset : 0;
}

static bool read_key(reader *reader, uint64_t index, text *key) {
  size_t at = index < reader->count ? place_of(reader, index) : 0;
  return at && read_text(reader, at, key);
}

static bool read_container(reader *reader, size_t at, size_t level, value *container) {
  bool has_keys = reader->bytes[at] >> 4 == 13;
  size_t width = reader->reference_bytes;
  uint64_t count;
  if (!read_count(reader, &at, &count) || count > reader->length || !has_room(reader, at, count * width * (1 + has_keys))) {
    return false;
  }
  container->kind = has_keys ? VALUE_DICTIONARY : VALUE_ARRAY;
  value **end = &container->first;
  for (size_t index = 0; index < count; index++) {
    value *member = pool_take(reader->pool, sizeof *member);
    uint64_t reference = number(reader->bytes + at + index * width, width);
    if (has_keys) {
      if (!read_key(reader, reference, &member->key)) return false;
      reference = number(reader->bytes + at + (count + index) * width, width);
    }
    if (reference >= reader->count && !(has_keys && PLANTED(value_reference))) return false;
    if (!read_object(reader, reference, level + 1, member)) return false;
    *end = member;
    end = &member->next;
  }
  return true;
}

static bool read_object(reader *reader, uint64_t index, size_t level, value *value) {
  size_t at = place_of(reader, index);
  if (!at) return false;
  if (!PLANTED(no_limits) && (level > MAX_LEVELS || ++reader->members > MAX_MEMBERS)) return false;
  switch (reader->bytes[at] >> 4) {
    case 0:
      value->kind = VALUE_BOOLEAN;
      value->integer = reader->bytes[at] == 9;
      return reader->bytes[at] == 8 || reader->bytes[at] == 9;
    case 1: return read_integer(reader, at, value);
    case 2: return read_real(reader, at, value);
    case 3: return read_date(reader, at, value);
    case 4: return read_data(reader, at, value);
    case 5:
    case 6: value->kind = VALUE_STRING; return read_text(reader, at, &value->text);
    case 10:
    case 13: return read_container(reader, at, level, value);
    default: return false;
  }
}

const value *list_read(pool *pool, const unsigned char *bytes, size_t length) {
  if (length < 8 + TRAILER_BYTES || memcmp(bytes, "bplist00", 8) != 0) return NULL;
  const unsigned char *trailer = bytes + length - TRAILER_BYTES;
  reader reader = {.pool = pool, .bytes = bytes, .length = length};
  reader.offset_bytes = trailer[6];
  reader.reference_bytes = trailer[7];
  reader.count = number(trailer + 8, 8);
  uint64_t top = number(trailer + 16, 8), table = number(trailer + 24, 8);
  size_t end = length - TRAILER_BYTES;
  if (reader.offset_bytes < 1 || reader.offset_bytes > 8) return NULL;
  if (reader.reference_bytes < 1 || reader.reference_bytes > 8) return NULL;
  if (table < 8 || table > end || top >= reader.count) return NULL;
  if (PLANTED(table_overflow)) {
    if (table + reader.count * reader.offset_bytes > end) return NULL;
  } else {
    if (reader.count > (end - table) / reader.offset_bytes) return NULL;
  }
  reader.table = (size_t)table;
  value *root = pool_take(pool, sizeof *root);
  return read_object(&reader, top, 1, root) ? root : NULL;
}

/* ---- Writing ---- */

static size_t width_of(size_t number) {
  size_t width = 1;
  while (width < 8 && number >> 8 * width) width++;
  return width;
}

static void put_number(buffer *list, uint64_t number, size_t width) {
  char byte;
  while (width-- > 0) {
    byte = (char)(number >> 8 * width);
    buffer_put(list, (text){&byte, 1});
  }
}

static void put_count(buffer *list, unsigned marker, size_t count) {
  put_number(list, marker << 4 | (count < 15 ? count : 15), 1);
  if (count < 15) return;
  unsigned power = count < 0x100 ? 0 : count < 0x10000 ? 1 : count < 0x100000000 ? 2 : 3;
  put_number(list, 0x10 | power, 1);
  put_number(list, count, (size_t)1 << power);
}

static uint32_t take_character(text *text) {
  const unsigned char *bytes = (const unsigned char *)text->bytes;
  size_t more = bytes[0] < 0x80 ? 0 : bytes[0] < 0xE0 ? 1 : bytes[0] < 0xF0 ? 2 : 3;
  uint32_t code = more == 0 ? bytes[0] : bytes[0] & (0x3F >> more);
  for (size_t index = 1; index <= more; index++) code = code << 6 | (bytes[index] & 0x3F);
  text->bytes += more + 1;
  text->length -= more + 1;
  return code;
}

static void put_text(buffer *list, text item) {
  if (PLANTED(empty_key) && item.bytes[item.length - 1] == '\0') item.length--; /* A text of C with its end. */
  bool is_ascii = true;
  for (size_t index = 0; index < item.length; index++) is_ascii = is_ascii && (unsigned char)item.bytes[index] < 0x80;
  if (is_ascii) {
    put_count(list, 5, item.length);
    buffer_put(list, item);
    return;
  }
  buffer units = {0};
  while (item.length > 0) {
    uint32_t code = take_character(&item);
    if (code < 0x10000) {
      put_number(&units, code, 2);
    } else {
      put_number(&units, 0xD800 + ((code - 0x10000) >> 10), 2);
      put_number(&units, 0xDC00 + ((code - 0x10000) & 0x3FF), 2);
    }
  }
  put_count(list, 6, units.length / 2);
  buffer_put(list, (text){units.bytes, units.length});
  free(units.bytes);
}

void list_write(buffer *list, const text *texts, size_t count) {
  static const char padding[6];
  pool pool = {0};
  size_t *offsets = pool_take(&pool, (count + 1) * sizeof *offsets);
  size_t reference_bytes = PLANTED(many_changed) ? 1 : width_of(count);
  buffer_put(list, text_of("bplist00"));
  offsets[0] = list->length;
  put_count(list, 10, count);
  for (size_t index = 0; index < count; index++) put_number(list, index + 1, reference_bytes);
  for (size_t index = 0; index < count; index++) {
    offsets[index + 1] = list->length;
    put_text(list, texts[index]);
  }
  size_t table = list->length, offset_bytes = width_of(table);
  for (size_t index = 0; index <= count; index++) put_number(list, offsets[index], offset_bytes);
  buffer_put(list, (text){padding, sizeof padding});
  put_number(list, offset_bytes, 1);
  put_number(list, reference_bytes, 1);
  put_number(list, count + 1, 8);
  put_number(list, 0, 8);
  put_number(list, table, 8);
  pool_reset(&pool);
}
