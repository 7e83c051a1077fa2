/* An adapter around a library that does what each URL says: see converse. */
#define _POSIX_C_SOURCE 200809L

#include "abt_suite.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct told {
  char text[1000];
  const abt_record *old[32]; /* good until the next URL is opened */
  size_t count;
} told;

static abt_delegate *current;

static bool put_nothing(assay_values *values, void *context) {
  (void)values, (void)context;
  return true;
}

static bool put_old(assay_values *values, void *context) {
  const told *told = context;
  for (size_t index = 0; index < told->count; index++) {
    if (!assay_put_key(values, told->old[index]->key) ||
        !assay_put_value(values, told->old[index]->old_value)) {
      return false;
    }
  }
  return true;
}

static bool put_null(assay_values *values, void *context) {
  (void)context;
  return assay_put_key(values, assay_text_of("nothing")) && assay_put_null(values);
}

static bool put_large(assay_values *values, void *context) {
  assay_text large = {context, 6 << 20};
  return assay_put_key(values, assay_text_of("v")) && assay_put_string(values, large);
}

static bool put_wide(assay_values *values, void *context) {
  assay_text megabyte = {context, 1 << 20};
  if (!assay_put_key(values, assay_text_of("v")) || !assay_begin_array(values)) return false;
  for (int index = 0; index < 10000; index++) {
    if (!assay_put_string(values, megabyte)) return false;
  }
  return assay_end_array(values);
}

static bool put_deep(assay_values *values, void *context) {
  (void)context;
  if (!assay_put_key(values, assay_text_of("v"))) return false;
  for (int level = 0; level < 5000; level++) {
    if (!assay_begin_array(values)) return false;
  }
  for (int level = 0; level < 5000; level++) {
    if (!assay_end_array(values)) return false;
  }
  return true;
}

static bool put_seven(assay_values *values, void *context) {
  (void)context;
  return assay_put_integer(values, 7);
}

static bool put_false(assay_values *values, void *context) {
  (void)context;
  return assay_put_boolean(values, false);
}

static bool put_list(assay_values *values, void *context) {
  (void)context;
  return assay_begin_array(values) && assay_put_string(values, assay_text_of("a")) &&
         assay_put_boolean(values, true) && assay_end_array(values);
}

static bool put_one(assay_values *values, void *context) {
  (void)context;
  return assay_put_integer(values, 1);
}

static bool put_real(assay_values *values, void *context) {
  (void)context;
  return assay_put_real(values, 1.5);
}

static bool put_stranger(assay_values *values, void *context) {
  (void)context;
  return assay_put_unknown(values, "a value of the type Stranger");
}

static bool put_stranger_value(assay_values *values, void *context) {
  return assay_put_key(values, assay_text_of("v")) && put_stranger(values, context);
}

static bool put_stranger_element(assay_values *values, void *context) {
  return assay_put_key(values, assay_text_of("v")) && assay_begin_array(values) &&
         assay_put_string(values, assay_text_of("a")) && put_stranger(values, context) &&
         assay_end_array(values);
}

static bool put_stranger_member(assay_values *values, void *context) {
  return assay_put_key(values, assay_text_of("v")) && assay_begin_dictionary(values) &&
         assay_put_key(values, assay_text_of("k")) && put_stranger(values, context) &&
         assay_end_dictionary(values);
}

static void put_mixed_keys(abt_keys *keys, void *context) {
  abt_put_key(keys, assay_text_of("host"));
  abt_put_key_any(keys, put_one, context);
  abt_put_key_any(keys, put_real, context);
}

static void put_stranger_keys(abt_keys *keys, void *context) {
  abt_put_key(keys, assay_text_of("host"));
  abt_put_key_any(keys, put_stranger, context);
}

static void add(char *text, const char *format, assay_text word) {
  size_t length = strlen(text);
  snprintf(text + length, 1000 - length, format, (int)word.length, word.bytes);
}

static void keep_record(const abt_record *record, void *context) {
  static const char *const formats[] = {",didApply %.*s", ",didApplyOld %.*s", ",didNotApply %.*s"};
  told *told = context;
  add(told->text, formats[record->kind], record->key);
  if (record->kind == ABT_DID_APPLY_OLD) told->old[told->count++] = record;
}

static void ignore_record(const abt_record *record, void *context) {
  (void)record, (void)context;
}

static void say(abt_delegate *delegate, abt_answer answer, const char *records) {
  static const char *const words[] = {"yes", "no", "cancel"};
  char text[2000];
  snprintf(text, sizeof text, "%s%s", words[answer.word], records);
  if (answer.has_error) {
    char code[40];
    snprintf(code, sizeof code, ",%d", (int)answer.code);
    strcat(text, code);
    add(text, " %.*s", answer.message);
  }
  abt_opened(delegate, assay_text_of(text));
}

static void put_keys(abt_keys *keys, void *context) {
  assay_text with_nul = {"a\0", 2};
  (void)context;
  abt_put_key(keys, assay_text_of("host"));
  abt_put_key(keys, with_nul);
}

static void show_values(abt_delegate *delegate) {
  told first = {"", {NULL}, 0}, second = {"", {NULL}, 0};
  assay_text none = {NULL, 0};
  abt_answer answer = abt_apply(delegate, none, put_nothing, keep_record, &first);
  say(delegate, answer, first.text);
  memcpy(second.old, first.old, sizeof first.old);
  second.count = first.count;
  answer = abt_apply(delegate, assay_text_of("ä"), put_old, keep_record, &second);
  say(delegate, answer, second.text);
  abt_apply(delegate, assay_text_of(""), put_null, ignore_record, NULL);
}

static void meet_stranger(abt_delegate *delegate, assay_text place) {
  static const struct {
    const char *place;
    assay_put put;
  } values[] = {{"value", put_stranger_value},
                {"element", put_stranger_element},
                {"member", put_stranger_member}};
  assay_text none = {NULL, 0};
  for (size_t index = 0; index < sizeof values / sizeof *values; index++) {
    if (assay_text_is(place, values[index].place)) {
      abt_apply(delegate, none, values[index].put, ignore_record, NULL);
    }
  }
  if (assay_text_is(place, "category")) {
    abt_apply_any(delegate, put_stranger, put_nothing, ignore_record, NULL);
  }
  if (assay_text_is(place, "reverted")) abt_revert(delegate, none, put_stranger_keys, NULL);
}

static void *meet_stranger_later(void *place) {
  struct timespec moment = {0, 50000000};
  nanosleep(&moment, NULL);
  meet_stranger(current, assay_text_of(place));
  return NULL;
}

static void *open_later(void *word) {
  struct timespec moment = {0, 50000000};
  nanosleep(&moment, NULL);
  abt_opened(current, assay_text_of(word));
  return NULL;
}

static void after(void *(*happen)(void *), char *word) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, happen, word) == 0) pthread_detach(thread);
}

static void show_large(abt_delegate *delegate, bool (*put)(assay_values *, void *), int times) {
  assay_text none = {NULL, 0};
  char *letters = malloc(6 << 20);
  if (!letters) abort();
  memset(letters, 'x', 6 << 20);
  while (times-- > 0) abt_apply(delegate, none, put, ignore_record, letters);
  free(letters);
}

static void *start_library(const abt_app *app, abt_delegate *delegate, assay_outcome *outcome) {
  if (app->dialect && assay_is_true(app->dialect, "refuse")) {
    *outcome = assay_unsupported("not this dialect");
    return NULL;
  }
  if (strcmp(app->api_key, "crash") == 0) abort();
  current = delegate;
  return delegate;
}

static bool open_url(void *library, assay_text url, assay_outcome *outcome) {
  abt_delegate *delegate = library;
  if (assay_spelling_of(url) != ASSAY_UNICODE) {
    abt_opened(delegate, url);
    return false;
  }
  if (assay_text_is(url, "values")) show_values(delegate);
  if (assay_text_is(url, "revert")) {
    say(delegate, abt_revert(delegate, assay_text_of("c"), put_keys, NULL), "");
  }
  if (assay_text_is(url, "large")) show_large(delegate, put_large, 3);
  if (assay_text_is(url, "wide")) show_large(delegate, put_wide, 1);
  if (assay_text_is(url, "deep")) show_large(delegate, put_deep, 1);
  if (assay_text_is(url, "other places")) {
    abt_apply_any(delegate, put_seven, put_nothing, ignore_record, NULL);
    abt_apply_any(delegate, put_list, put_nothing, ignore_record, NULL);
    abt_revert_any(delegate, put_false, put_mixed_keys, NULL);
  }
  if (url.length > 9 && strncmp(url.bytes, "stranger ", 9) == 0) {
    assay_text place = {url.bytes + 9, url.length - 9};
    meet_stranger(delegate, place);
  }
  if (assay_text_is(url, "late stranger")) after(meet_stranger_later, "value");
  if (assay_text_is(url, "log")) abt_logged(delegate, assay_text_of("logged"));
  if (assay_text_is(url, "print")) puts("to standard output"), fflush(stdout);
  if (assay_text_is(url, "late")) after(open_later, "later");
  if (assay_text_is(url, "soon")) after(open_later, "soon");
  if (assay_text_is(url, "unsupported")) *outcome = assay_unsupported("not today");
  if (assay_text_is(url, "trouble")) *outcome = assay_failure("broken");
  if (assay_text_is(url, "crash")) abort();
  /* Only where a callback may come later is it waited for. */
  return !assay_text_is(url, "late") && !assay_text_is(url, "late stranger");
}

int main(void) {
  bool claims_nothing = getenv("CLAIMS_NOTHING") != NULL;
  assay_identity identity = {"Told", "1", "C", !claims_nothing};
  abt_library library = {
      ABT_PLAIN, ABT_SEQUENCE | ABT_LOG | ABT_BYTES | ABT_DIALECT, 500, start_library, open_url, NULL};
  if (claims_nothing) library.capabilities = 0;
  assay_suite suite = abt_suite(&library);
  return assay_serve(identity, &suite, 1);
}
