#include "configuration_library.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "assay_base64.h"

#define MAX_INFLATED_BYTES 1048576

enum {
  SUCCESS = 0,
  MALFORMED_REQUEST = 1,
  UNKNOWN_ACTION = 2,
  INVALID_TOKEN = 3,
  MISSING_DATA = 4,
  ENCRYPTION_UNSUPPORTED = 5,
  UNDECODABLE_DATA = 7,
  DATA_TOO_LARGE = 8,
  INVALID_DICTIONARY = 9,
  UNSUPPORTED_VERSION = 10,
  DELEGATE_FAILED = 11
};

typedef struct library {
  const stack *stack;
  abt_delegate *delegate;
  char token[65];
  char scheme[]; /* with its colon */
} library;

/* One request. */
enum { PROFILE, PAYLOAD, TOKEN, DATA, PARAMETERS };
static const char *const names[PARAMETERS] = {"profile", "payload", "token", "data"};

typedef struct parameter {
  assay_text value; /* decoded; `bytes` is NULL where it is missing */
  bool is_malformed;
} parameter;

typedef struct text_list {
  assay_text *items;
  size_t count, capacity;
} text_list;

typedef struct request {
  const library *library;
  assay_arena arena;
  assay_text verb;
  parameter parameters[PARAMETERS];
  bool has_encrypted_data, has_changed;
  const assay_value *configuration;
  text_list applied, not_applied, changed;
} request;

/* ---- Texts ---- */

static bool is_same(assay_text left, assay_text right) {
  return left.length == right.length && memcmp(left.bytes, right.bytes, left.length) == 0;
}

static bool contains(const text_list *list, assay_text text) {
  for (size_t index = 0; index < list->count; index++) {
    if (is_same(list->items[index], text)) return true;
  }
  return false;
}

static void append(text_list *list, assay_text text) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity * 2 + 16;
    list->items = realloc(list->items, list->capacity * sizeof *list->items);
    if (!list->items) abort();
  }
  list->items[list->count++] = text;
}

/* Cuts `*text` at the first `mark`; what was in front of it, or all. */
static assay_text cut(assay_text *text, char mark) {
  const char *found = text->length ? memchr(text->bytes, mark, text->length) : NULL;
  assay_text front = {text->bytes, found ? (size_t)(found - text->bytes) : text->length};
  size_t skipped = front.length + (found != NULL);
  text->bytes += skipped;
  text->length -= skipped;
  return front;
}

static int digit(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  character |= 0x20;
  return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

/* A plus is a plus. False for a malformed escape, or bytes that are not UTF-8. */
static bool percent_decode(assay_arena *arena, assay_text raw, assay_text *decoded) {
  *decoded = assay_copy(arena, raw);
  char *to = (char *)decoded->bytes;
  for (size_t at = 0; at < raw.length; at++) {
    if (raw.bytes[at] != '%') {
      *to++ = raw.bytes[at];
      continue;
    }
    if (raw.length - at < 3 || digit(raw.bytes[at + 1]) < 0 || digit(raw.bytes[at + 2]) < 0) return false;
    *to++ = (char)(digit(raw.bytes[at + 1]) << 4 | digit(raw.bytes[at + 2]));
    at += 2;
  }
  decoded->length = (size_t)(to - decoded->bytes);
  return assay_spelling_of(*decoded) == ASSAY_UNICODE;
}

/* ---- The URL ---- */

/* The host of what stands between scheme and query, without user info, port and path. */
static assay_text verb_of(assay_text location) {
  if (location.length < 2 || memcmp(location.bytes, "//", 2) != 0) return (assay_text){"", 0};
  location.bytes += 2;
  location.length -= 2;
  assay_text host = cut(&location, '/');
  while (memchr(host.bytes, '@', host.length)) cut(&host, '@');
  return cut(&host, ':');
}

static void read_parameter(request *request, assay_text text) {
  assay_text value = text, name = cut(&value, '='), decoded;
  if (assay_text_is(name, "data-x")) request->has_encrypted_data = true; /* The plain edition does not look at it. */
  for (size_t index = 0; index < PARAMETERS; index++) {
    parameter *known = &request->parameters[index];
    if (!assay_text_is(name, names[index])) continue;
    if (!percent_decode(&request->arena, value, &decoded)) {
      known->is_malformed = true;
    } else if (known->value.bytes && !is_same(known->value, decoded)) {
      known->is_malformed = true;
    } else {
      known->value = decoded;
    }
  }
}

static void read_url(request *request, assay_text rest) {
  assay_text query = cut(&rest, '#'), location = cut(&query, '?');
  request->verb = verb_of(location);
  while (query.length > 0) read_parameter(request, cut(&query, '&'));
}

/* ---- The data ---- */

/* Inflates one whole zlib stream; the code of an error. */
static int unpack(assay_text packed, unsigned char *into, size_t *length) {
  z_stream stream = {.next_in = (unsigned char *)packed.bytes,
                     .avail_in = (unsigned)packed.length,
                     .next_out = into,
                     .avail_out = MAX_INFLATED_BYTES + 1};
  if (inflateInit(&stream) != Z_OK) abort();
  int result = inflate(&stream, Z_FINISH);
  *length = stream.total_out;
  inflateEnd(&stream);
  if (*length > MAX_INFLATED_BYTES) return DATA_TOO_LARGE;
  return result == Z_STREAM_END && stream.avail_in == 0 ? SUCCESS : UNDECODABLE_DATA;
}

static const assay_value *member(const assay_value *dictionary, const char *key) {
  const assay_value *value = dictionary->first;
  while (value && !assay_text_is(value->key, key)) value = value->next;
  return value;
}

static bool put_configuration(assay_values *values, void *context) {
  const assay_value *value = ((request *)context)->configuration->first;
  for (; value; value = value->next) {
    if (!assay_put_key(values, value->key) || !assay_put_value(values, value)) return false;
  }
  return true;
}

static void note_record(const abt_record *record, void *context) {
  request *request = context;
  append(record->kind == ABT_DID_NOT_APPLY ? &request->not_applied : &request->applied, record->key);
}

static int apply(request *request, const assay_value *content, assay_text category) {
  request->configuration = member(content, "Configuration");
  if (!request->configuration || request->configuration->kind != ASSAY_DICTIONARY) return INVALID_DICTIONARY;
  abt_answer answer = abt_apply(request->library->delegate, category, put_configuration, note_record, request);
  if (answer.word != ABT_YES) return DELEGATE_FAILED;
  request->has_changed = true;
  for (size_t index = 0; index < request->applied.count; index++) {
    assay_text key = request->applied.items[index];
    if (!contains(&request->changed, key)) append(&request->changed, key);
  }
  if (request->applied.count > 0) return SUCCESS;
  for (const assay_value *value = request->configuration->first; value; value = value->next) {
    if (!contains(&request->not_applied, value->key)) append(&request->changed, value->key);
  }
  return SUCCESS;
}

static void put_keys(abt_keys *keys, void *context) {
  const text_list *list = context;
  for (size_t index = 0; index < list->count; index++) abt_put_key(keys, list->items[index]);
}

static int reset(request *request, const assay_value *content, assay_text category) {
  const assay_value *keys = member(content, "Keys");
  text_list *list = &request->applied;
  if (!keys || keys->kind != ASSAY_ARRAY) return INVALID_DICTIONARY;
  for (const assay_value *key = keys->first; key; key = key->next) {
    if (key->kind != ASSAY_STRING) return INVALID_DICTIONARY;
    if (!contains(list, key->text)) append(list, key->text);
  }
  abt_answer answer = abt_revert(request->library->delegate, category, put_keys, list);
  return answer.word == ABT_YES ? SUCCESS : DELEGATE_FAILED;
}

/* Reads the property list, with its magic in front. */
static int perform(request *request, bool applies, const unsigned char *data, size_t length) {
  stack_reading reading = {.arena = &request->arena};
  assay_text category = {NULL, 0};
  if (length < 4 || memcmp(data, "ABTC", 4) != 0) return UNDECODABLE_DATA;
  const assay_value *content = request->library->stack->read(&reading, data + 4, length - 4);
  if (reading.is_too_large) return DATA_TOO_LARGE;
  if (!content) return UNDECODABLE_DATA;
  if (content->kind != ASSAY_DICTIONARY) return INVALID_DICTIONARY;
  const assay_value *version = member(content, "Version"), *named = member(content, "Category");
  if (!version || (version->kind != ASSAY_INTEGER && version->kind != ASSAY_BIG_INTEGER)) return INVALID_DICTIONARY;
  if (version->kind != ASSAY_INTEGER || version->integer != 1) return UNSUPPORTED_VERSION;
  if (named && named->kind != ASSAY_STRING) return INVALID_DICTIONARY;
  if (named) category = named->text;
  return (applies ? apply : reset)(request, content, category);
}

static int process(request *request) {
  const parameter *parameters = request->parameters;
  assay_text token = parameters[TOKEN].value, packed;
  const char *right = request->library->token;
  bool is_valid = token.length == strlen(right) && CRYPTO_memcmp(token.bytes, right, token.length) == 0;
  if (!parameters[TOKEN].is_malformed && !is_valid) return INVALID_TOKEN;
  for (size_t index = 0; index < PARAMETERS; index++) {
    if (parameters[index].is_malformed) return MALFORMED_REQUEST;
  }
  if (parameters[PROFILE].value.length == 0 || parameters[PAYLOAD].value.length == 0) return MALFORMED_REQUEST;
  bool applies = request->verb.length == 5 && strncasecmp(request->verb.bytes, "apply", 5) == 0;
  bool resets = request->verb.length == 5 && strncasecmp(request->verb.bytes, "reset", 5) == 0;
  if (!applies && !resets) return UNKNOWN_ACTION;
  if (parameters[DATA].value.length == 0) return request->has_encrypted_data ? ENCRYPTION_UNSUPPORTED : MISSING_DATA;
  if (!assay_base64_decode(&request->arena, parameters[DATA].value, &packed)) return UNDECODABLE_DATA;
  unsigned char *data = malloc(MAX_INFLATED_BYTES + 1);
  size_t length;
  if (!data) abort();
  int code = unpack(packed, data, &length);
  if (code == SUCCESS) code = perform(request, applies, data, length);
  free(data);
  return code;
}

/* ---- The callback ---- */

typedef struct buffer {
  char *bytes;
  size_t length, capacity;
} buffer;

static void put(buffer *buffer, assay_text text) {
  if (buffer->capacity - buffer->length < text.length) {
    buffer->capacity = (buffer->length + text.length) * 2;
    buffer->bytes = realloc(buffer->bytes, buffer->capacity);
    if (!buffer->bytes) abort();
  }
  memcpy(buffer->bytes + buffer->length, text.bytes, text.length);
  buffer->length += text.length;
}

static void put_parameter(buffer *callback, const char *name, assay_text value) {
  static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  char escape[4];
  put(callback, assay_text_of(callback->bytes[callback->length - 1] == '?' ? "" : "&"));
  put(callback, assay_text_of(name));
  put(callback, assay_text_of("="));
  for (size_t at = 0; at < value.length; at++) {
    if (value.bytes[at] && strchr(unreserved, value.bytes[at])) {
      put(callback, (assay_text){value.bytes + at, 1});
    } else {
      snprintf(escape, sizeof escape, "%%%02X", (unsigned char)value.bytes[at]);
      put(callback, (assay_text){escape, 3});
    }
  }
}

static void put_changed(buffer *callback, const request *request) {
  size_t length, at;
  unsigned char *list = request->library->stack->write(request->changed.items, request->changed.count, &length);
  uLongf packed_length = compressBound(length);
  unsigned char *packed = malloc(packed_length);
  if (!list || !packed || compress(packed, &packed_length, list, length) != Z_OK) abort();
  buffer encoded = {0};
  for (at = 0; at < packed_length; at += 3) {
    char group[4];
    assay_base64_group(packed + at, packed_length - at < 3 ? packed_length - at : 3, group);
    put(&encoded, (assay_text){group, 4});
  }
  put_parameter(callback, "changedValues", (assay_text){encoded.bytes, encoded.length});
  free(encoded.bytes);
  free(packed);
  free(list);
}

static void call_back(const request *request, int code) {
  buffer callback = {0};
  char number[12];
  put(&callback, assay_text_of("absoluteapps://thirdpartyprofilestatus?"));
  for (size_t index = PROFILE; index <= TOKEN; index++) {
    const parameter *parameter = &request->parameters[index];
    if (!parameter->is_malformed && parameter->value.bytes) put_parameter(&callback, names[index], parameter->value);
  }
  put_parameter(&callback, "status", assay_text_of(code == SUCCESS ? "Success" : "Error"));
  snprintf(number, sizeof number, "%d", code);
  if (code != SUCCESS) put_parameter(&callback, "errorCode", assay_text_of(number));
  if (request->has_changed) put_changed(&callback, request);
  abt_opened(request->library->delegate, (assay_text){callback.bytes, callback.length});
  free(callback.bytes);
}

/* ---- The library, as the suite starts it ---- */

static const stack *served;

static void *start_library(const abt_app *app, abt_delegate *delegate, assay_outcome *outcome) {
  const char *prefix = app->url_scheme ? "" : "x-absolutemanageconfig.";
  const char *rest = app->url_scheme ? app->url_scheme : app->bundle_identifier;
  size_t size = strlen(prefix) + strlen(rest) + 2;
  unsigned char digest[32];
  library *library = malloc(sizeof *library + size);
  (void)outcome;
  if (!library) abort();
  library->stack = served;
  library->delegate = delegate;
  snprintf(library->scheme, size, "%s%s:", prefix, rest);
  HMAC(EVP_sha256(), app->api_key, (int)strlen(app->api_key), (const unsigned char *)app->bundle_identifier,
       strlen(app->bundle_identifier), digest, NULL);
  for (size_t index = 0; index < sizeof digest; index++) {
    snprintf(library->token + 2 * index, 3, "%02x", digest[index]);
  }
  return library;
}

static bool handle_url(void *context, assay_text url, assay_outcome *outcome) {
  const library *library = context;
  size_t length = strlen(library->scheme);
  request request = {.library = library};
  (void)outcome;
  if (url.length < length || strncasecmp(url.bytes, library->scheme, length) != 0) return false;
  read_url(&request, (assay_text){url.bytes + length, url.length - length});
  call_back(&request, process(&request));
  assay_reset(&request.arena);
  free(request.applied.items);
  free(request.not_applied.items);
  free(request.changed.items);
  return true;
}

assay_value *stack_add(stack_reading *reading, assay_value *container, assay_value **last, size_t level) {
  reading->members++;
  if (reading->members > STACK_MAX_MEMBERS || level >= STACK_MAX_LEVELS) {
    reading->is_too_large = true;
    return NULL;
  }
  assay_value *value = assay_allocate(reading->arena, sizeof *value);
  if (!value) abort();
  if (*last) {
    (*last)->next = value;
  } else {
    container->first = value;
  }
  *last = value;
  return value;
}

bool stack_copy(stack_reading *reading, assay_text text, assay_text *copy) {
  if (!text.bytes) return false;
  reading->content += text.length;
  reading->is_too_large = reading->is_too_large || reading->content > STACK_MAX_CONTENT;
  if (!reading->is_too_large) *copy = assay_copy(reading->arena, text);
  return !reading->is_too_large;
}

int stack_serve(const stack *stack, assay_identity identity) {
  static const abt_library functions = {ABT_PLAIN, ABT_SEQUENCE | ABT_BYTES, 0, start_library, handle_url, free};
  assay_suite suite = abt_suite(&functions);
  served = stack;
  return assay_serve(identity, &suite, 1);
}
