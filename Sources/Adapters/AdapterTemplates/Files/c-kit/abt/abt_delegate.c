#define _POSIX_C_SOURCE 200809L

#include "abt_delegate.h"

#include <stdio.h>
#include <time.h>

/* ---- What the library does ---- */

/* Begins an entry of `calls` or `callbacks`, or of `late` if its step is over. */
static assay_writer *begin_entry(abt_delegate *delegate, assay_writer *entries, const char *kind) {
  assay_writer *writer = delegate->is_finished ? &delegate->late : entries;
  if (delegate->is_finished) {
    assay_open(writer, '{');
    assay_name(writer, "id");
    assay_write_integer(writer, delegate->step);
    assay_name(writer, kind);
    assay_open(writer, '[');
  }
  return writer;
}

static void end_entry(abt_delegate *delegate, assay_writer *writer) {
  if (writer == &delegate->late) {
    assay_close(writer, ']');
    assay_close(writer, '}');
  }
}

/* Ends the object of a call or callback: one count runs over both. */
static void end_object(abt_delegate *delegate, assay_writer *writer) {
  delegate->events++;
  if (delegate->shows_sequence) {
    assay_name(writer, "sequence");
    assay_write_integer(writer, delegate->events);
  }
  assay_close(writer, '}');
}

/* Remembers the first trouble of a step; of what is late no reply can tell. */
static void note(abt_delegate *delegate, assay_outcome outcome) {
  if (outcome.ending == ASSAY_DONE) return;
  if (delegate->is_finished) fprintf(stderr, "%s\n", outcome.message);
  if (delegate->trouble.ending == ASSAY_DONE) delegate->trouble = outcome;
}

/* A category is text, or what `put` writes. */
typedef struct category {
  assay_text text;
  assay_put put;
} category;

static assay_writer *begin_call(
    abt_delegate *delegate, const char *method, category category, void *context) {
  assay_writer *writer;
  pthread_mutex_lock(&delegate->mutex);
  delegate->calls_under_way++;
  writer = begin_entry(delegate, &delegate->calls, "calls");
  assay_open(writer, '{');
  assay_name(writer, "method");
  assay_write_string(writer, method);
  assay_name(writer, "category");
  if (category.put) {
    note(delegate, assay_write_value(writer, category.put, context));
  } else {
    assay_write_name(writer, category.text);
  }
  return writer;
}

static void end_call(abt_delegate *delegate) {
  pthread_mutex_lock(&delegate->mutex);
  delegate->calls_under_way--;
  pthread_cond_broadcast(&delegate->changed);
  pthread_mutex_unlock(&delegate->mutex);
}

static abt_answer apply(
    abt_delegate *delegate, category category, assay_put put, abt_record_function record,
    void *context) {
  static const abt_turn yes = {NULL, {ABT_YES, false, 0, {NULL, 0}}};
  abt_turn turn;
  assay_writer *writer = begin_call(delegate, "apply", category, context);
  assay_name(writer, "values");
  note(delegate, assay_write_values(writer, put, context));
  end_object(delegate, writer);
  end_entry(delegate, writer);
  delegate->applies++;
  turn = delegate->applies == 1   ? delegate->apply
         : delegate->applies == 2 ? delegate->rollback
                                  : yes;
  pthread_mutex_unlock(&delegate->mutex);
  for (abt_record *at = turn.records; at; at = at->next) record(at, context);
  end_call(delegate);
  return turn.answer;
}

abt_answer abt_apply(
    abt_delegate *delegate, assay_text text, assay_put put, abt_record_function record,
    void *context) {
  category category = {text, NULL};
  return apply(delegate, category, put, record, context);
}

abt_answer abt_apply_any(
    abt_delegate *delegate, assay_put put_category, assay_put put, abt_record_function record,
    void *context) {
  category category = {{NULL, 0}, put_category};
  return apply(delegate, category, put, record, context);
}

void abt_put_key(abt_keys *keys, assay_text key) {
  assay_write_name(keys->writer, key);
}

void abt_put_key_any(abt_keys *keys, assay_put put, void *context) {
  note(keys->delegate, assay_write_value(keys->writer, put, context));
}

static abt_answer revert(
    abt_delegate *delegate, category category, void (*put)(abt_keys *keys, void *context),
    void *context) {
  abt_answer answer;
  assay_writer *writer = begin_call(delegate, "revert", category, context);
  abt_keys keys = {delegate, writer};
  assay_name(writer, "keys");
  assay_open(writer, '[');
  put(&keys, context);
  assay_close(writer, ']');
  end_object(delegate, writer);
  end_entry(delegate, writer);
  answer = delegate->revert.answer;
  pthread_mutex_unlock(&delegate->mutex);
  end_call(delegate);
  return answer;
}

abt_answer abt_revert(
    abt_delegate *delegate, assay_text text, void (*put)(abt_keys *keys, void *context),
    void *context) {
  category category = {text, NULL};
  return revert(delegate, category, put, context);
}

abt_answer abt_revert_any(
    abt_delegate *delegate, assay_put put_category, void (*put)(abt_keys *keys, void *context),
    void *context) {
  category category = {{NULL, 0}, put_category};
  return revert(delegate, category, put, context);
}

static void write_url(assay_writer *writer, assay_text url) {
  if (assay_spelling_of(url) == ASSAY_UNICODE) {
    assay_write_text(writer, url);
  } else {
    assay_open(writer, '{');
    assay_name(writer, "base64");
    assay_write_base64(writer, url.bytes, url.length);
    assay_close(writer, '}');
  }
}

void abt_opened(abt_delegate *delegate, assay_text url) {
  assay_writer *writer;
  pthread_mutex_lock(&delegate->mutex);
  writer = begin_entry(delegate, &delegate->callbacks, "callbacks");
  if (delegate->shows_sequence) {
    assay_open(writer, '{');
    assay_name(writer, "url");
    write_url(writer, url);
    end_object(delegate, writer);
  } else {
    write_url(writer, url);
  }
  end_entry(delegate, writer);
  delegate->has_called_back = true;
  pthread_cond_broadcast(&delegate->changed);
  pthread_mutex_unlock(&delegate->mutex);
}

void abt_logged(abt_delegate *delegate, assay_text line) {
  pthread_mutex_lock(&delegate->mutex);
  if (!delegate->is_finished) assay_write_text(&delegate->log, line);
  pthread_mutex_unlock(&delegate->mutex);
}

/* ---- The script of a step ---- */

static bool read_error(assay_arena *arena, const assay_json *json, abt_answer *answer) {
  int64_t code;
  if (!json || json->type == ASSAY_JSON_NULL) return true;
  if (!assay_read_integer(assay_member(json, "code"), &code) || code != (int32_t)code) return false;
  answer->has_error = true;
  answer->code = (int32_t)code;
  answer->message = assay_copy(arena, assay_string_member(json, "message"));
  return true;
}

static abt_record *read_record(assay_arena *arena, const assay_json *json, assay_outcome *trouble) {
  abt_record *record = assay_allocate(arena, sizeof *record);
  assay_text word = assay_string_member(json, "record");
  const assay_json *old_value = assay_member(json, "oldValue");
  if (!record || !assay_string_member(json, "key").bytes) return NULL;
  record->key = assay_copy(arena, assay_string_member(json, "key"));
  if (assay_text_is(word, "didNotApply")) {
    record->kind = ABT_DID_NOT_APPLY;
  } else if (!assay_text_is(word, "didApply")) {
    return NULL;
  } else if (old_value) { /* null, too, is an old value: nil */
    record->kind = ABT_DID_APPLY_OLD;
    record->old_value = assay_read_value(arena, old_value, trouble);
    if (!record->old_value) return NULL;
  }
  return record;
}

/* What is left out means: no records, answer yes. */
static abt_turn read_turn(
    assay_arena *arena, const assay_json *script, const char *name, assay_outcome *trouble) {
  const assay_json *json = assay_member(script, name);
  const assay_json *records = assay_member(json, "records");
  const assay_json *word = assay_member(json, "answer");
  abt_turn turn = {NULL, {ABT_YES, false, 0, {NULL, 0}}};
  abt_record **link = &turn.records;
  bool is_right = !word || word->type == ASSAY_JSON_STRING;
  for (const assay_json *at = records ? records->first : NULL; at && is_right; at = at->next) {
    *link = read_record(arena, at, trouble);
    is_right = *link != NULL;
    if (*link) link = &(*link)->next;
  }
  if (is_right && word && assay_text_is(word->string, "no")) {
    turn.answer.word = ABT_NO;
    is_right = read_error(arena, assay_member(json, "error"), &turn.answer);
  } else if (is_right && word && assay_text_is(word->string, "cancel")) {
    turn.answer.word = ABT_CANCELED;
  } else if (is_right && word) {
    is_right = assay_text_is(word->string, "yes");
  }
  if (!is_right && trouble->ending == ASSAY_DONE) {
    *trouble = assay_failure("the script for %s is not understood", name);
  }
  return turn;
}

/* ---- The steps ---- */

assay_outcome abt_begin_step(abt_delegate *delegate, const assay_request *request) {
  const assay_json *script = assay_member(request->json, "delegate");
  assay_outcome outcome = assay_done();
  pthread_mutex_lock(&delegate->mutex);
  while (delegate->calls_under_way > 0) pthread_cond_wait(&delegate->changed, &delegate->mutex);
  assay_reset(&delegate->script);
  delegate->step = request->id;
  delegate->apply = read_turn(&delegate->script, script, "apply", &outcome);
  delegate->rollback = read_turn(&delegate->script, script, "rollback", &outcome);
  delegate->revert = read_turn(&delegate->script, script, "revert", &outcome);
  delegate->is_finished = delegate->has_called_back = false;
  delegate->trouble = assay_done();
  delegate->applies = delegate->events = 0;
  assay_clear(&delegate->calls);
  assay_clear(&delegate->callbacks);
  assay_clear(&delegate->log);
  pthread_mutex_unlock(&delegate->mutex);
  return outcome;
}

/* Waits until the library is quiet: its callback has been opened and no call is under way. */
static void wait_until_quiet(abt_delegate *delegate, unsigned milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000;
  }
  while (!delegate->has_called_back &&
         pthread_cond_timedwait(&delegate->changed, &delegate->mutex, &end) == 0) {
  }
  while (delegate->calls_under_way > 0) pthread_cond_wait(&delegate->changed, &delegate->mutex);
}

static void write_entries(assay_writer *reply, const char *name, const assay_writer *entries) {
  assay_text json = {entries->bytes, entries->length};
  assay_name(reply, name);
  assay_open(reply, '[');
  assay_write_raw(reply, json);
  assay_close(reply, ']');
  if (entries->failed) reply->failed = true;
}

assay_outcome abt_finish_step(
    abt_delegate *delegate, bool is_handled, unsigned quiet_milliseconds, assay_writer *reply) {
  assay_outcome trouble;
  pthread_mutex_lock(&delegate->mutex);
  wait_until_quiet(delegate, quiet_milliseconds);
  delegate->is_finished = true;
  trouble = delegate->trouble;
  assay_name(reply, "handled");
  assay_write_boolean(reply, is_handled);
  write_entries(reply, "calls", &delegate->calls);
  write_entries(reply, "callbacks", &delegate->callbacks);
  if (delegate->shows_log) write_entries(reply, "log", &delegate->log);
  pthread_mutex_unlock(&delegate->mutex);
  return trouble;
}

void abt_write_late(abt_delegate *delegate, assay_writer *reply) {
  pthread_mutex_lock(&delegate->mutex);
  if (delegate->late.length > 0) write_entries(reply, "late", &delegate->late);
  assay_clear(&delegate->late);
  pthread_mutex_unlock(&delegate->mutex);
}

void abt_delegate_init(abt_delegate *delegate, unsigned capabilities) {
  pthread_mutex_init(&delegate->mutex, NULL);
  pthread_cond_init(&delegate->changed, NULL);
  delegate->is_finished = true;
  delegate->shows_sequence = capabilities & ABT_SEQUENCE;
  delegate->shows_log = capabilities & ABT_LOG;
  delegate->calls.limit = delegate->callbacks.limit = ASSAY_MAX_LINE_BYTES;
  delegate->log.limit = delegate->late.limit = ASSAY_MAX_LINE_BYTES;
}
