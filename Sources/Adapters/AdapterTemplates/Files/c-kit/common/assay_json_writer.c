#include "assay_base64.h"
#include "assay_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Buffers beyond this size are given back when they are cleared. */
#define KEPT_BYTES ((size_t)1 << 20)

/* Room for `count` more bytes; NULL if they are not allowed or not available. */
static char *reserve(assay_writer *writer, size_t count) {
  if (writer->failed) return NULL;
  if (count > writer->limit || writer->length > writer->limit - count) {
    writer->failed = true;
    return NULL;
  }
  if (writer->capacity - writer->length < count) {
    size_t capacity = writer->capacity ? writer->capacity : 1024;
    char *bytes;
    while (capacity - writer->length < count) capacity *= 2;
    bytes = realloc(writer->bytes, capacity);
    if (!bytes) {
      writer->failed = true;
      return NULL;
    }
    writer->bytes = bytes;
    writer->capacity = capacity;
  }
  return writer->bytes + writer->length;
}

static void append(assay_writer *writer, const char *bytes, size_t count) {
  char *room = reserve(writer, count);
  if (!room || count == 0) return;
  memcpy(room, bytes, count);
  writer->length += count;
}

static void separate(assay_writer *writer) {
  if (writer->needs_comma) append(writer, ",", 1);
  writer->needs_comma = true;
}

void assay_open(assay_writer *writer, char bracket) {
  separate(writer);
  append(writer, &bracket, 1);
  writer->needs_comma = false;
}

void assay_close(assay_writer *writer, char bracket) {
  append(writer, &bracket, 1);
  writer->needs_comma = true;
}

void assay_name(assay_writer *writer, const char *name) {
  assay_write_string(writer, name);
  assay_end_name(writer);
}

void assay_end_name(assay_writer *writer) {
  append(writer, ":", 1);
  writer->needs_comma = false;
}

void assay_write_null(assay_writer *writer) {
  separate(writer);
  append(writer, "null", 4);
}

void assay_write_boolean(assay_writer *writer, bool value) {
  separate(writer);
  append(writer, value ? "true" : "false", value ? 4 : 5);
}

void assay_write_integer(assay_writer *writer, int64_t value) {
  char digits[32];
  int count = snprintf(digits, sizeof digits, "%" PRId64, value);
  separate(writer);
  append(writer, digits, (size_t)count);
}

void assay_write_text(assay_writer *writer, assay_text text) {
  size_t plain = 0, at = 0; /* bytes from `plain` to `at` need no escape */
  if (!text.bytes) {
    assay_write_null(writer);
    return;
  }
  separate(writer);
  append(writer, "\"", 1);
  while (at < text.length && !writer->failed) {
    unsigned char byte = (unsigned char)text.bytes[at];
    size_t length = assay_character(text.bytes + at, text.length - at, false);
    char escape[8];
    if (length > 0 && byte >= 0x20 && byte != '"' && byte != '\\') {
      at += length;
      continue;
    }
    append(writer, text.bytes + plain, at - plain);
    if (length == 0) {
      append(writer, "\xEF\xBF\xBD", 3);
    } else if (byte < 0x20) {
      snprintf(escape, sizeof escape, "\\u%04x", (unsigned)byte);
      append(writer, escape, 6);
    } else {
      escape[0] = '\\';
      escape[1] = (char)byte;
      append(writer, escape, 2);
    }
    plain = ++at;
  }
  append(writer, text.bytes + plain, at - plain);
  append(writer, "\"", 1);
}

void assay_write_string(assay_writer *writer, const char *terminated) {
  assay_write_text(writer, assay_text_of(terminated));
}

void assay_write_base64(assay_writer *writer, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  separate(writer);
  append(writer, "\"", 1);
  while (length > 0 && !writer->failed) {
    char group[4];
    size_t count = length < 3 ? length : 3;
    assay_base64_group(at, count, group);
    append(writer, group, 4);
    at += count;
    length -= count;
  }
  append(writer, "\"", 1);
}

void assay_write_raw(assay_writer *writer, assay_text json) {
  if (json.length == 0) return;
  separate(writer);
  append(writer, json.bytes, json.length);
}

void assay_rewind(assay_writer *writer, assay_writer mark) {
  writer->length = mark.length;
  writer->needs_comma = mark.needs_comma;
  writer->failed = mark.failed;
}

void assay_clear(assay_writer *writer) {
  if (writer->capacity > KEPT_BYTES) {
    free(writer->bytes);
    writer->bytes = NULL;
    writer->capacity = 0;
  }
  writer->length = 0;
  writer->needs_comma = false;
  writer->failed = false;
}
