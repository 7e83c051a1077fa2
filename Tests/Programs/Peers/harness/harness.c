#include "harness.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "configuration.h"
#include "packing.h"

#define CALLBACK "absoluteapps://thirdpartyprofilestatus?"

/* What the delegate does with one URL, and what it has seen. */
typedef struct turn {
  FILE *told;
  text url;
  bool refuses, applies_none, applies_first;
  unsigned calls, callbacks;
  bool has_applied;
  text_list changed; /* which keys should be reported; copies in `pool` */
  pool pool;
} turn;

static const char right_token[] = HARNESS_TOKEN;

static void wrong(const char *what) {
  fprintf(stderr, "WRONG: %s\n", what);
  abort();
}

static text decoded(pool *pool, text raw) {
  char *bytes = pool_take(pool, raw.length), *to = bytes;
  for (size_t at = 0; at < raw.length; at++) {
    char hex[3] = {0}, *end;
    if (raw.bytes[at] == '%' && raw.length - at >= 3) {
      memcpy(hex, raw.bytes + at + 1, 2);
      unsigned long code = strtoul(hex, &end, 16);
      if (end == hex + 2) {
        *to++ = (char)code;
        at += 2;
        continue;
      }
    }
    *to++ = raw.bytes[at];
  }
  return (text){bytes, (size_t)(to - bytes)};
}

/* ---- Telling ---- */

static void tell_text(FILE *told, text text) {
  for (size_t at = 0; at < text.length; at++) fprintf(told, "%02x", (unsigned char)text.bytes[at]);
}

static void tell_value(FILE *told, const value *value) {
  static const char kinds[] = "siRbDx[{";
  uint64_t bits;
  putc(kinds[value->kind], told);
  memcpy(&bits, &value->real, sizeof bits);
  switch (value->kind) {
    case VALUE_STRING:
    case VALUE_DATA: tell_text(told, value->text); break;
    case VALUE_INTEGER:
    case VALUE_BOOLEAN: fprintf(told, "%" PRId64, value->integer); break;
    case VALUE_REAL:
    case VALUE_DATE: fprintf(told, "%016" PRIx64, bits); break;
    default:
      for (const struct value *member = value->first; member; member = member->next) {
        tell_text(told, member->key);
        putc(':', told);
        tell_value(told, member);
        putc(',', told);
      }
      putc(value->kind == VALUE_ARRAY ? ']' : '}', told);
  }
}

/* ---- The delegate ---- */

static void check_call(turn *turn) {
  text url = decoded(&turn->pool, turn->url);
  if (++turn->calls > 1) wrong("the delegate is called twice");
  for (size_t at = 0; at + 64 <= url.length; at++) {
    if (memcmp(url.bytes + at, right_token, 64) == 0) return;
  }
  wrong("the delegate is called without the right token");
}

static text copied(turn *turn, text text) {
  char *copy = pool_take(&turn->pool, text.length);
  if (text.length) memcpy(copy, text.bytes, text.length);
  return (struct text){copy, text.length};
}

static bool apply(void *context, config_set *set) {
  turn *turn = context;
  check_call(turn);
  if (turn->told) {
    fputs("apply ", turn->told);
    if (set->category.bytes) putc('s', turn->told);
    tell_text(turn->told, set->category);
    putc(' ', turn->told);
    tell_value(turn->told, set->values);
    putc('\n', turn->told);
  }
  const value *first = set->values->first;
  if (turn->applies_first && first) config_did_apply(set, first->key);
  for (const value *at = first; at; at = at->next) {
    if (turn->applies_none) config_did_not_apply(set, at->key);
    bool is_changed = turn->applies_first ? at == first : !turn->applies_none;
    text key = copied(turn, at->key);
    if (is_changed && !text_list_contains(&turn->changed, key)) text_list_append(&turn->changed, key);
  }
  turn->has_applied = true;
  return !turn->refuses;
}

static bool revert(void *context, config_set *set) {
  turn *turn = context;
  check_call(turn);
  if (turn->told) {
    fputs("revert ", turn->told);
    if (set->category.bytes) putc('s', turn->told);
    tell_text(turn->told, set->category);
    putc(' ', turn->told);
    for (size_t index = 0; index < set->keys->count; index++) {
      tell_text(turn->told, set->keys->items[index]);
      putc(',', turn->told);
    }
    putc('\n', turn->told);
  }
  return !turn->refuses;
}

static void check_changed(turn *turn, text encoded) {
  text packed, bytes;
  size_t count = 0;
  if (!base64_decode(&turn->pool, encoded, &packed)) wrong("the list of changed keys is no Base64");
  if (inflate_all(&turn->pool, packed, &bytes) != UNPACKED) wrong("the list of changed keys cannot be unpacked");
  const value *list = list_read(&turn->pool, (const unsigned char *)bytes.bytes, bytes.length);
  if (!list || list->kind != VALUE_ARRAY) wrong("the list of changed keys cannot be read");
  for (const value *key = list->first; key; key = key->next) {
    if (key->kind != VALUE_STRING || !text_list_contains(&turn->changed, key->text)) wrong("a key is reported as changed");
    count++;
  }
  if (count != turn->changed.count) wrong("another number of keys is reported as changed");
}

/* The callback has to be a URI with known parameters, each at most once. */
static void open_url(void *context, text url) {
  static const char *const names[] = {"profile", "payload", "token", "chunk", "status", "errorCode", "changedValues"};
  enum { NAMES = sizeof names / sizeof *names, STATUS = 4, CHANGED = 6 };
  turn *turn = context;
  text values[NAMES] = {{NULL, 0}}, query = url;
  turn->callbacks++;
  if (turn->told) fprintf(turn->told, "callback %.*s\n", (int)url.length, url.bytes);
  for (size_t at = 0; at < url.length; at++) {
    if (url.bytes[at] <= ' ' || url.bytes[at] > '~') wrong("the callback is no URI");
  }
  if (url.length < strlen(CALLBACK) || memcmp(url.bytes, CALLBACK, strlen(CALLBACK)) != 0) wrong("the callback is another URL");
  text_cut(&query, '?');
  while (query.length > 0) {
    text value = text_cut(&query, '&'), name = text_cut(&value, '=');
    size_t index = 0;
    while (index < NAMES && !text_is(name, names[index])) index++;
    if (index == NAMES) wrong("the callback has an unknown parameter");
    if (values[index].bytes) wrong("a parameter occurs twice in the callback");
    values[index] = value;
  }
  bool is_success = text_is(values[STATUS], "Success");
  if (!is_success && !text_is(values[STATUS], "Error")) wrong("the callback has no status");
  if (turn->calls && is_success == turn->refuses) wrong("the status is not the delegate's answer");
  if ((values[CHANGED].bytes != NULL) != (is_success && turn->has_applied)) wrong("changed keys are missing or too much");
  if (values[CHANGED].bytes) check_changed(turn, decoded(&turn->pool, values[CHANGED]));
}

/* ---- Scripts ---- */

static void open_line(config_library *library, turn *turn, text line) {
  for (; line.length > 0; line.bytes++, line.length--) {
    if (line.bytes[0] == '!') {
      turn->refuses = true;
    } else if (line.bytes[0] == '-') {
      turn->applies_none = true;
    } else if (line.bytes[0] == '+') {
      turn->applies_first = true;
    } else {
      break;
    }
  }
  turn->url = line;
  bool is_handled = config_open(library, line);
  if (turn->callbacks != is_handled) wrong("not one callback for a URL that was handled");
  if (turn->told) fprintf(turn->told, "handled %d\n", is_handled);
  text_list_clear(&turn->changed);
  pool_reset(&turn->pool);
}

void harness_run(const unsigned char *script, size_t length, FILE *told) {
  static const config_app app = {
      .bundle_identifier = HARNESS_BUNDLE,
      .api_key = HARNESS_KEY,
      .secret = HARNESS_SECRET,
      .is_encrypting = true,
      .allows_unencrypted = true};
  turn turn = {0};
  config_library *library = config_create(&app, (config_delegate){&turn, apply, revert, open_url});
  text rest = {(const char *)script, length};
  while (rest.length > 0) {
    turn = (struct turn){.told = told};
    open_line(library, &turn, text_cut(&rest, '\n'));
  }
  config_destroy(library);
}
