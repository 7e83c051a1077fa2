#define _POSIX_C_SOURCE 200809L

#include "assay_steps.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_LISTS 4

/* The installation, and the step under way. */
static struct {
  const assay_table *table;
  bool is_running;           /* between launch and terminate */
  pthread_mutex_t lock;      /* of what follows; held while an entry is written */
  const assay_json *step;    /* NULL while there is none */
  int64_t id;                /* of the last step, or of the start before any */
  assay_writer lists[MAX_LISTS], told, late, lost; /* JSON with commas between the values */
  bool is_late;              /* the entry that is being written */
  bool is_counted, is_dead;  /* only so many writes are allowed; they have been made */
  int64_t writes_left;
  char *path, *document;     /* of the storage; NULL if there is none */
  size_t length;
} now = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- What the implementation does ---- */

assay_writer *assay_begin_entry(const char *list) {
  pthread_mutex_lock(&now.lock);
  now.is_late = false;
  if (now.is_dead) return &now.lost;
  if (now.step) {
    for (size_t index = 0; index < MAX_LISTS && now.table->lists[index]; index++) {
      if (strcmp(now.table->lists[index], list) == 0) return &now.lists[index];
    }
    return &now.lost;
  }
  now.is_late = true;
  assay_open(&now.late, '{');
  assay_name(&now.late, "id");
  assay_write_integer(&now.late, now.id);
  assay_name(&now.late, list);
  assay_open(&now.late, '[');
  return &now.late;
}

void assay_end_entry(void) {
  if (now.is_late) {
    assay_close(&now.late, ']');
    assay_close(&now.late, '}');
  }
  assay_clear(&now.lost);
  pthread_mutex_unlock(&now.lock);
}

assay_writer *assay_tell(const char *name) {
  assay_name(&now.told, name);
  return &now.told;
}

const assay_json *assay_answer(const char *name, const char *inner) {
  const assay_json *member = now.step ? assay_member(now.step, name) : NULL;
  return member && inner ? assay_member(member, inner) : member;
}

/* ---- The storage ---- */

static bool remember(const char *bytes, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) return false;
  memcpy(copy, bytes, length);
  free(now.document);
  now.document = copy;
  now.length = length;
  return true;
}

static void forget(void) {
  free(now.document);
  now.document = NULL;
  now.length = 0;
}

assay_text assay_load(void) {
  assay_text document = {now.document, now.length};
  return document;
}

static bool read_file(void) {
  FILE *file = fopen(now.path, "rb");
  char *bytes = NULL;
  size_t length = 0, capacity = 0, count;
  bool is_read = true;
  if (!file) return errno == ENOENT;
  do {
    if (capacity - length < 4096) {
      char *larger = realloc(bytes, capacity += 4096 + capacity);
      if (!larger) break;
      bytes = larger;
    }
    count = fread(bytes + length, 1, capacity - length, file);
    length += count;
  } while (count > 0);
  is_read = bytes && feof(file) && !ferror(file) && remember(bytes, length);
  fclose(file);
  free(bytes);
  return is_read;
}

/* Moved into place, so that it is complete at any moment. */
static bool write_file(assay_text document) {
  char next[4096];
  FILE *file;
  bool is_written;
  int length = snprintf(next, sizeof next, "%s.new", now.path);
  if (length < 0 || (size_t)length >= sizeof next) return false;
  file = fopen(next, "wb");
  if (!file) return false;
  is_written = fwrite(document.bytes, 1, document.length, file) == document.length;
  return fclose(file) == 0 && is_written && rename(next, now.path) == 0;
}

bool assay_store(assay_text document) {
  bool is_dead;
  pthread_mutex_lock(&now.lock);
  if (now.is_counted && now.writes_left == 0) now.is_dead = true;
  is_dead = now.is_dead;
  pthread_mutex_unlock(&now.lock);
  if (is_dead) return true;
  if (now.path && !write_file(document)) return false;
  if (!remember(document.bytes, document.length)) return false;
  pthread_mutex_lock(&now.lock);
  now.is_dead = now.is_counted && --now.writes_left == 0;
  pthread_mutex_unlock(&now.lock);
  return true;
}

static bool open_storage(const char *folder, bool keep) {
  forget();
  free(now.path);
  now.path = NULL;
  if (!folder) return true;
  now.path = malloc(strlen(folder) + sizeof "/storage");
  if (!now.path) return false;
  strcat(strcpy(now.path, folder), "/storage");
  if (keep) return read_file();
  return unlink(now.path) == 0 || errno == ENOENT;
}

/* ---- The requests ---- */

static bool is(const char *shape, size_t length, const char *word) {
  return strlen(word) == length && memcmp(shape, word, length) == 0;
}

static bool fits(const assay_json *value, const char *shape) {
  size_t length = strcspn(shape, "?");
  int64_t number;
  if (!value || value->type == ASSAY_JSON_NULL) return shape[length] == '?';
  if (is(shape, length, "boolean")) return value->type == ASSAY_JSON_BOOLEAN;
  if (is(shape, length, "integer")) return assay_read_integer(value, &number);
  if (is(shape, length, "object")) return value->type == ASSAY_JSON_OBJECT;
  if (is(shape, length, "array")) return value->type == ASSAY_JSON_ARRAY;
  if (value->type != ASSAY_JSON_STRING || is(shape, length, "text")) {
    return value->type == ASSAY_JSON_STRING;
  }
  for (const char *word = shape; word < shape + length; word += strcspn(word, "|?") + 1) {
    char allowed[64];
    snprintf(allowed, sizeof allowed, "%.*s", (int)strcspn(word, "|?"), word);
    if (assay_text_is(value->string, allowed)) return true;
  }
  return false;
}

static const assay_action *action_named(assay_text name) {
  for (const assay_action *action = now.table->actions; action->name; action++) {
    if (assay_text_is(name, action->name)) return action;
  }
  return NULL;
}

static bool claims(const char *capability) {
  for (const char *const *claimed = now.table->capabilities; *claimed; claimed++) {
    if (strcmp(*claimed, capability) == 0) return true;
  }
  return false;
}

static assay_outcome check(const assay_action *action, const assay_json *step) {
  const assay_json *death = assay_member(step, "dieAfterPersist");
  if (death && death->type != ASSAY_JSON_NULL && !claims("killPoints")) {
    return assay_unsupported("this app cannot be killed at a given write");
  }
  if (action->while_running && !now.is_running) return assay_failure("the app is not launched");
  for (size_t index = 0; index < ASSAY_MAX_MEMBERS && action->members[index]; index++) {
    const char *colon = strchr(action->members[index], ':');
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(colon - action->members[index]),
             action->members[index]);
    if (!fits(assay_member(step, name), colon + 2)) {
      return assay_failure("%s is missing, or not %s", name, colon + 2);
    }
  }
  return assay_done();
}

static assay_outcome perform(const assay_action *action, const assay_request *step) {
  return action->perform ? action->perform(step) : now.table->perform(action->name, step);
}

static assay_outcome act(const assay_action *action, const assay_request *request) {
  assay_outcome outcome = perform(action, request);
  if (outcome.ending != ASSAY_DONE) return outcome;
  if (strcmp(action->name, "launch") == 0) now.is_running = true;
  if (strcmp(action->name, "terminate") == 0 || now.is_dead) now.is_running = false;
  if (now.is_dead) {
    outcome = perform(action_named(assay_text_of("terminate")), request);
    if (outcome.ending != ASSAY_DONE) return outcome;
  }
  return now.table->observe();
}

static void begin(const assay_request *request, bool is_step) {
  const assay_json *death = assay_member(request->json, "dieAfterPersist");
  pthread_mutex_lock(&now.lock);
  now.step = is_step ? request->json : NULL;
  now.id = request->id;
  now.is_dead = false;
  now.is_counted = death && assay_read_integer(death, &now.writes_left);
  for (size_t index = 0; index < MAX_LISTS; index++) {
    now.lists[index].limit = ASSAY_MAX_LINE_BYTES;
    assay_clear(&now.lists[index]);
  }
  now.told.limit = now.late.limit = now.lost.limit = ASSAY_MAX_LINE_BYTES;
  assay_clear(&now.told);
  pthread_mutex_unlock(&now.lock);
}

static void write_members(assay_writer *reply, const assay_writer *members) {
  assay_text json = {members->bytes, members->length};
  assay_write_raw(reply, json);
  if (members->failed) reply->failed = true;
}

static assay_outcome step(void *context, const assay_request *request, assay_writer *reply) {
  assay_text name = assay_string_member(request->json, "action");
  const assay_action *action = action_named(name);
  assay_outcome outcome;
  (void)context;
  if (!action) {
    return assay_unsupported(
        "there is no action \"%.*s\"", name.length < 40 ? (int)name.length : 40,
        name.bytes ? name.bytes : "");
  }
  outcome = check(action, request->json);
  if (outcome.ending != ASSAY_DONE) return outcome;
  begin(request, true);
  outcome = act(action, request);
  pthread_mutex_lock(&now.lock);
  now.step = NULL;
  for (size_t index = 0; index < MAX_LISTS && now.table->lists[index]; index++) {
    assay_name(reply, now.table->lists[index]);
    assay_open(reply, '[');
    write_members(reply, &now.lists[index]);
    assay_close(reply, ']');
  }
  write_members(reply, &now.told);
  pthread_mutex_unlock(&now.lock);
  return outcome;
}

static assay_outcome start(void *context, const assay_request *request, assay_writer *reply) {
  assay_text folder = assay_string_member(request->json, "storage");
  bool keep = assay_is_true(request->json, "keep");
  (void)context, (void)reply;
  now.is_running = false;
  begin(request, false);
  if (folder.bytes) folder = assay_copy(request->arena, folder);
  if (!open_storage(folder.bytes, keep)) return assay_failure("the storage is out of reach");
  return now.table->start(request, folder.bytes, keep);
}

static void claim(void *context, assay_writer *reply) {
  (void)context;
  assay_open(reply, '{');
  if (*now.table->capabilities) {
    assay_name(reply, "capabilities");
    assay_open(reply, '[');
    for (const char *const *claimed = now.table->capabilities; *claimed; claimed++) {
      assay_write_string(reply, *claimed);
    }
    assay_close(reply, ']');
  }
  assay_close(reply, '}');
}

static void late(void *context, assay_writer *reply) {
  (void)context;
  pthread_mutex_lock(&now.lock);
  if (now.late.length > 0) {
    assay_name(reply, "late");
    assay_open(reply, '[');
    write_members(reply, &now.late);
    assay_close(reply, ']');
  }
  assay_clear(&now.late);
  pthread_mutex_unlock(&now.lock);
}

assay_suite assay_steps(const assay_table *table) {
  assay_suite suite = {table->suite, claim, start, step, late, NULL};
  now.table = table;
  return suite;
}
