#define _POSIX_C_SOURCE 200809L

#include "assay_adapter.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROTOCOL 1
#define READ_BYTES ((size_t)64 << 10)

typedef struct adapter {
  assay_identity identity;
  const assay_suite *suites;
  size_t count;
  const assay_suite *current; /* NULL before the first start */
  bool has_stopped;
  assay_arena arena;
  assay_writer reply;
} adapter;

static assay_outcome outcome(assay_ending ending, const char *format, va_list arguments) {
  assay_outcome outcome = {ending, ""};
  vsnprintf(outcome.message, sizeof outcome.message, format, arguments);
  return outcome;
}

assay_outcome assay_done(void) {
  assay_outcome outcome = {ASSAY_DONE, ""};
  return outcome;
}

assay_outcome assay_unsupported(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  assay_outcome result = outcome(ASSAY_UNSUPPORTED, format, arguments);
  va_end(arguments);
  return result;
}

assay_outcome assay_failure(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  assay_outcome result = outcome(ASSAY_FAILURE, format, arguments);
  va_end(arguments);
  return result;
}

static void begin_reply(assay_writer *reply, int64_t id, const char *type) {
  assay_open(reply, '{');
  assay_name(reply, "id");
  assay_write_integer(reply, id);
  assay_name(reply, "type");
  assay_write_string(reply, type);
}

static void write_hello(adapter *adapter) {
  assay_writer *reply = &adapter->reply;
  assay_name(reply, "protocol");
  assay_write_integer(reply, PROTOCOL);
  assay_name(reply, "implementation");
  assay_open(reply, '{');
  assay_name(reply, "name");
  assay_write_string(reply, adapter->identity.name);
  assay_name(reply, "version");
  assay_write_string(reply, adapter->identity.version);
  assay_name(reply, "language");
  assay_write_string(reply, adapter->identity.language);
  assay_close(reply, '}');
  assay_name(reply, "suites");
  assay_open(reply, '{');
  for (size_t index = 0; index < adapter->count; index++) {
    assay_name(reply, adapter->suites[index].name);
    adapter->suites[index].claim(adapter->suites[index].context, reply);
  }
  assay_close(reply, '}');
  if (adapter->identity.needs_fresh_process) {
    assay_name(reply, "freshProcess");
    assay_write_boolean(reply, true);
  }
}

static void write_late(adapter *adapter) {
  if (adapter->current) adapter->current->late(adapter->current->context, &adapter->reply);
}

static assay_outcome start(adapter *adapter, const assay_request *request) {
  assay_text name = assay_string_member(request->json, "suite");
  assay_outcome outcome;
  adapter->current = NULL;
  for (size_t index = 0; index < adapter->count; index++) {
    const assay_suite *suite = &adapter->suites[index];
    if (!assay_text_is(name, suite->name)) continue;
    outcome = suite->start(suite->context, request, &adapter->reply);
    if (outcome.ending == ASSAY_DONE) {
      adapter->current = suite;
      /* Last, because a start that is refused would lose the entries. */
      write_late(adapter);
    }
    return outcome;
  }
  return assay_unsupported(
      "this adapter has no suite \"%.*s\"", name.length < 40 ? (int)name.length : 40,
      name.bytes ? name.bytes : "");
}

static assay_outcome handle(adapter *adapter, const assay_request *request) {
  assay_text type = assay_string_member(request->json, "type");
  assay_outcome outcome;
  if (!type.bytes) return assay_failure("the request has no type");
  if (assay_text_is(type, "hello")) {
    begin_reply(&adapter->reply, request->id, "hello");
    write_hello(adapter);
    return assay_done();
  }
  if (assay_text_is(type, "start")) {
    begin_reply(&adapter->reply, request->id, "started");
    return start(adapter, request);
  }
  if (assay_text_is(type, "step")) {
    if (!adapter->current) return assay_failure("a step came before any start");
    begin_reply(&adapter->reply, request->id, "observed");
    outcome = adapter->current->step(adapter->current->context, request, &adapter->reply);
    if (outcome.ending == ASSAY_DONE) write_late(adapter);
    return outcome;
  }
  if (assay_text_is(type, "stop")) {
    adapter->has_stopped = true;
    begin_reply(&adapter->reply, request->id, "stopped");
    write_late(adapter);
    return assay_done();
  }
  return assay_unsupported(
      "there is no request \"%.*s\" in protocol %d", type.length < 40 ? (int)type.length : 40,
      type.bytes, PROTOCOL);
}

/* Writes the reply to one line into `adapter->reply`. */
static void answer(adapter *adapter, assay_text line) {
  assay_writer *reply = &adapter->reply;
  assay_request request = {0, NULL, &adapter->arena};
  const char *error = NULL;
  assay_outcome outcome;
  request.json = assay_read_json(&adapter->arena, line, &error);
  if (!request.json) {
    outcome = assay_failure("the request is not JSON: %s", error);
  } else if (!assay_read_integer(assay_member(request.json, "id"), &request.id)) {
    outcome = assay_failure("the request has no integer id");
  } else {
    outcome = handle(adapter, &request);
  }
  if (outcome.ending == ASSAY_DONE) {
    assay_close(reply, '}');
    if (reply->failed) outcome = assay_failure("the reply is larger than 16 MiB");
  }
  if (outcome.ending != ASSAY_DONE) {
    bool is_failure = outcome.ending == ASSAY_FAILURE;
    assay_clear(reply);
    begin_reply(reply, request.id, is_failure ? "failure" : "unsupported");
    assay_name(reply, is_failure ? "message" : "reason");
    assay_write_string(reply, outcome.message);
    assay_close(reply, '}');
  }
  assay_reset(&adapter->arena);
}

static bool write_all(int output, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(output, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

/* Answers a line, unless it is blank, and writes the reply at once. */
static bool reply_to(adapter *adapter, assay_text line, int output) {
  static const char line_feed = '\n';
  bool is_blank = true;
  for (size_t index = 0; index < line.length && is_blank; index++) {
    is_blank = strchr(" \t\r", line.bytes[index]) && line.bytes[index];
  }
  if (is_blank) return true;
  answer(adapter, line);
  if (!write_all(output, adapter->reply.bytes, adapter->reply.length)) return false;
  assay_clear(&adapter->reply);
  return write_all(output, &line_feed, 1);
}

/* The bytes that have been read and not been handled: from `start` to `end`. */
typedef struct input {
  char *bytes;
  size_t start, end, capacity;
  bool is_skipping; /* within a line that is too long */
} input;

/* Reads what there is; 0 at the end of the input, -1 after an error. */
static ssize_t fill(input *input) {
  ssize_t count;
  memmove(input->bytes, input->bytes + input->start, input->end - input->start);
  input->end -= input->start;
  input->start = 0;
  /* The memory of the process is watched: what a long line took is given back. */
  if (input->capacity - input->end < READ_BYTES ||
      (input->end == 0 && input->capacity > READ_BYTES * 16)) {
    size_t capacity = input->end == 0 ? READ_BYTES * 2 : input->capacity * 2;
    char *bytes = realloc(input->bytes, capacity);
    if (!bytes) return -1;
    input->bytes = bytes;
    input->capacity = capacity;
  }
  do {
    count = read(STDIN_FILENO, input->bytes + input->end, READ_BYTES);
  } while (count < 0 && errno == EINTR);
  if (count > 0) input->end += (size_t)count;
  return count;
}

/* Answers all whole lines; `scanned` bytes of the first are known to hold no line feed. */
static bool reply_to_lines(adapter *adapter, input *input, size_t scanned, int output) {
  while (!adapter->has_stopped) {
    char *begin = input->bytes + input->start;
    size_t left = input->end - input->start;
    char *end = memchr(begin + scanned, '\n', left - scanned);
    assay_text line = {begin, end ? (size_t)(end - begin) : left};
    bool is_too_long = line.length > ASSAY_MAX_LINE_BYTES;
    scanned = 0;
    if (!end && !is_too_long && !input->is_skipping) return true;
    if (is_too_long && !input->is_skipping) line = assay_text_of("a line of more than 16 MiB");
    if (!input->is_skipping && !reply_to(adapter, line, output)) return false;
    input->is_skipping = !end;
    input->start = end ? (size_t)(end + 1 - input->bytes) : input->end;
    if (!end) return true;
  }
  return true;
}

int assay_serve(assay_identity identity, const assay_suite *suites, size_t count) {
  adapter adapter = {identity, suites, count, NULL, false, {NULL}, {0}};
  input input = {0};
  int status = 0, output = dup(STDOUT_FILENO);
  adapter.reply.limit = ASSAY_MAX_LINE_BYTES;
  if (output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  signal(SIGPIPE, SIG_IGN);
  input.bytes = malloc(READ_BYTES * 2);
  input.capacity = input.bytes ? READ_BYTES * 2 : 0;
  if (!input.bytes) return 1;
  while (!adapter.has_stopped) {
    size_t scanned = input.end - input.start;
    ssize_t received = fill(&input);
    if (received <= 0) {
      assay_text rest = {input.bytes + input.start, input.end - input.start};
      if (received < 0) status = 1;
      if (received == 0 && !input.is_skipping) reply_to(&adapter, rest, output);
      break;
    }
    if (!reply_to_lines(&adapter, &input, scanned, output)) {
      if (errno != EPIPE) status = 1;
      break;
    }
  }
  assay_clear(&adapter.reply);
  free(adapter.reply.bytes);
  free(input.bytes);
  return status;
}
