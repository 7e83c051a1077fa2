#include "configuration.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "assembly.h"
#include "packing.h"
#include "planted.h"

enum {
  SUCCESS = 0,
  MALFORMED_REQUEST = 1,
  UNKNOWN_ACTION = 2,
  INVALID_TOKEN = 3,
  MISSING_DATA = 4,
  ENCRYPTION_UNSUPPORTED = 5,
  ENCRYPTION_REQUIRED = 6,
  UNDECODABLE_DATA = 7,
  DATA_TOO_LARGE = 8,
  INVALID_DICTIONARY = 9,
  UNSUPPORTED_VERSION = 10,
  DELEGATE_FAILED = 11,
  INVALID_CHUNK = 12,
  TOO_MANY_CHUNKS = 13
};

enum { PROFILE, PAYLOAD, TOKEN, DATA, DATA_X, CHUNK, CHUNKS, PARAMETERS };
static const char *const names[PARAMETERS] = {"profile", "payload", "token", "data", "data-x", "chunk", "chunks"};

#define MAX_PAIRS 16
#define CATEGORY_BYTES 128

struct config_library {
  config_delegate delegate;
  bool is_encrypting, allows_unencrypted;
  char token[65];
  unsigned char key[32];
  char *scheme; /* with its colon */
  assembly_list assemblies;
  text_list applied, not_applied; /* copies of the keys that the delegate has recorded */
  char last_category[CATEGORY_BYTES];
};

typedef struct parameter {
  text value; /* decoded; `bytes` is NULL where it is missing */
  bool is_malformed;
} parameter;

typedef struct request {
  config_library *library;
  pool pool;
  text verb;
  parameter parameters[PARAMETERS];
  bool is_piece; /* of an assembly that is not complete */
  bool has_changed;
  text_list changed;
} request;

/* ---- The URL ---- */

static int digit_of(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  character |= 0x20;
  return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

/* A plus is a plus. False for a malformed escape, or bytes that are not UTF-8. */
static bool percent_decode(pool *pool, text raw, text *decoded) {
  char *bytes = pool_take(pool, raw.length), *to = bytes;
  for (size_t at = 0; at < raw.length; at++) {
    if (raw.bytes[at] != '%') {
      *to++ = raw.bytes[at];
      continue;
    }
    if (raw.length - at < 3 && !PLANTED(percent_at_end)) return false;
    int high = digit_of(raw.bytes[at + 1]), low = digit_of(raw.bytes[at + 2]);
    if (high < 0 || low < 0) return false;
    *to++ = (char)(high << 4 | low);
    at += 2;
  }
  *decoded = (text){bytes, (size_t)(to - bytes)};
  return text_is_utf8(*decoded);
}

/* The host of what stands between scheme and query, without user info, port and path. */
static text verb_of(text location) {
  if (location.length < 2 || memcmp(location.bytes, "//", 2) != 0) return (text){"", 0};
  location.bytes += 2;
  location.length -= 2;
  text host = text_cut(&location, '/');
  while (host.length && memchr(host.bytes, '@', host.length)) text_cut(&host, '@');
  return text_cut(&host, ':');
}

static size_t index_of(text name) {
  size_t index = 0;
  while (index < PARAMETERS && !text_is(name, names[index])) index++;
  return index;
}

static void read_parameters(request *request, text query) {
  struct {
    text name, value;
  } pairs[MAX_PAIRS];
  size_t count = 0;
  while (query.length > 0) {
    text value = text_cut(&query, '&'), name = text_cut(&value, '=');
    size_t index = index_of(name);
    if (index == DATA_X && !request->library->is_encrypting && value.length > 0) {
      request->parameters[index].value = value; /* The plain edition does not look at it. */
      continue;
    }
    if (!PLANTED(many_parameters)) {
      if (index == PARAMETERS) continue;
      if (count == MAX_PAIRS) {
        request->parameters[index].is_malformed = true; /* Something has come twice. */
        continue;
      }
    }
    pairs[count].name = name;
    pairs[count++].value = value;
  }
  for (size_t at = 0; at < count; at++) {
    size_t index = index_of(pairs[at].name);
    if (index == PARAMETERS) continue;
    parameter *parameter = &request->parameters[index];
    text decoded;
    if (!percent_decode(&request->pool, pairs[at].value, &decoded)) {
      parameter->is_malformed = true;
    } else if (parameter->value.bytes && !text_is_same(parameter->value, decoded)) {
      parameter->is_malformed = true;
    } else {
      parameter->value = decoded;
    }
  }
}

/* ---- The dictionary ---- */

static void forget_records(config_library *library) {
  for (size_t index = 0; index < library->applied.count; index++) free((char *)library->applied.items[index].bytes);
  for (size_t index = 0; index < library->not_applied.count; index++) {
    free((char *)library->not_applied.items[index].bytes);
  }
  text_list_clear(&library->applied);
  text_list_clear(&library->not_applied);
}

static void record(text_list *list, text key) {
  char *copy = grown(NULL, key.length);
  if (key.length) memcpy(copy, key.bytes, key.length);
  text_list_append(list, (text){copy, key.length});
}

void config_did_apply(config_set *set, text key) {
  record(&set->library->applied, key);
}

void config_did_not_apply(config_set *set, text key) {
  record(&set->library->not_applied, key);
}

static const value *member_of(const value *dictionary, const char *key) {
  const value *member = dictionary->first;
  while (member && !text_is(member->key, key)) member = member->next;
  return member;
}

/* Which keys the delegate has changed. */
static void find_changed(request *request, const value *configuration) {
  const text_list *applied = &request->library->applied, *not_applied = &request->library->not_applied;
  for (size_t index = 0; index < applied->count; index++) {
    text key = applied->items[index];
    if (!text_list_contains(&request->changed, key)) text_list_append(&request->changed, key);
  }
  if (request->changed.count > 0) return;
  for (const value *at = configuration->first; at; at = at->next) {
    bool is_changed = !text_list_contains(not_applied, at->key) && !text_list_contains(&request->changed, at->key);
    if (is_changed) text_list_append(&request->changed, at->key);
  }
  if (!PLANTED(none_changed) || request->changed.count > 0) return;
  for (const value *at = configuration->first; at; at = at->next) text_list_append(&request->changed, at->key);
}

static int apply(request *request, const value *content, text category) {
  config_library *library = request->library;
  const value *configuration = member_of(content, "Configuration");
  if (!configuration || configuration->kind != VALUE_DICTIONARY) return INVALID_DICTIONARY;
  config_set set = {.category = category, .values = configuration, .library = library};
  if (!PLANTED(left_records)) forget_records(library);
  if (!library->delegate.apply(library->delegate.context, &set)) return DELEGATE_FAILED;
  request->has_changed = true;
  find_changed(request, configuration);
  return SUCCESS;
}

static int reset(request *request, const value *content, text category) {
  config_library *library = request->library;
  const value *list = member_of(content, "Keys");
  if (!list || list->kind != VALUE_ARRAY) return INVALID_DICTIONARY;
  text_list keys = {0};
  bool is_right = true;
  for (const value *key = list->first; key && is_right; key = key->next) {
    is_right = key->kind == VALUE_STRING;
    if (is_right && !text_list_contains(&keys, key->text)) text_list_append(&keys, key->text);
  }
  config_set set = {.category = category, .keys = &keys, .library = library};
  int code = !is_right                                                      ? INVALID_DICTIONARY
             : library->delegate.revert(library->delegate.context, &set) ? SUCCESS
                                                                            : DELEGATE_FAILED;
  text_list_clear(&keys);
  return code;
}

/* For the log of the app. */
static void note_category(config_library *library, text category) {
  size_t length = category.length;
  if (length >= CATEGORY_BYTES && !PLANTED(long_category)) length = CATEGORY_BYTES - 1;
  if (length) memcpy(library->last_category, category.bytes, length);
  if (length < CATEGORY_BYTES) library->last_category[length] = '\0';
}

static int perform(request *request, bool applies, text bytes) {
  if (bytes.length < 4 && !PLANTED(short_magic)) return UNDECODABLE_DATA;
  if (memcmp(bytes.bytes, "ABTC", 4) != 0) return UNDECODABLE_DATA;
  const unsigned char *list = (const unsigned char *)bytes.bytes + 4;
  const value *content = list_read(&request->pool, list, bytes.length - 4);
  if (!content) return UNDECODABLE_DATA; /* A list that is too large may be one without end. */
  if (content->kind != VALUE_DICTIONARY) return INVALID_DICTIONARY;
  const value *version = member_of(content, "Version"), *category = member_of(content, "Category");
  if (!version || version->kind != VALUE_INTEGER) return INVALID_DICTIONARY;
  if (version->integer != 1) return UNSUPPORTED_VERSION;
  if (category && category->kind != VALUE_STRING) return INVALID_DICTIONARY;
  text name = category ? category->text : (text){NULL, 0};
  note_category(request->library, name);
  return (applies ? apply : reset)(request, content, name);
}

/* ---- The request ---- */

static bool is_right_token(const config_library *library, text token) {
  size_t length = strlen(library->token);
  if (PLANTED(token_prefix) && token.length > 0 && token.length < length) length = token.length;
  return token.length == length && CRYPTO_memcmp(token.bytes, library->token, length) == 0;
}

/* A decimal number; false for anything else. What is too large for any limit is cut off. */
static bool read_number(text text, size_t *number) {
  *number = 0;
  for (size_t at = 0; at < text.length; at++) {
    if (text.bytes[at] < '0' || text.bytes[at] > '9') return false;
    *number = *number * 10 + (size_t)(text.bytes[at] - '0');
    if (*number > 1000000) *number = 1000000;
  }
  return text.length > 0;
}

/* Takes a piece; where it completes its assembly, `*packed` becomes the whole. */
static int take_piece(request *request, size_t name, text *packed) {
  const parameter *parameters = request->parameters;
  text payload[2] = {parameters[PROFILE].value, parameters[PAYLOAD].value};
  buffer whose = {0}, which = {0};
  size_t index = 1, total = 1;
  int code = SUCCESS;
  bool has_index = parameters[CHUNK].value.bytes, has_total = parameters[CHUNKS].value.bytes;
  if (has_index != has_total) return INVALID_CHUNK;
  if (has_index) {
    if (!read_number(parameters[CHUNK].value, &index) || !read_number(parameters[CHUNKS].value, &total)) {
      return INVALID_CHUNK;
    }
    if (total > MAX_PIECES) return TOO_MANY_CHUNKS;
    if ((index < 1 && !PLANTED(chunk_zero)) || index > total) return INVALID_CHUNK;
  }
  for (size_t at = 0; at < 2; at++) {
    buffer_put(&whose, (text){(char *)&payload[at].length, sizeof payload[at].length});
    buffer_put(&whose, payload[at]);
  }
  text key = {whose.bytes, whose.length};
  if (total <= 1) {
    assembly_drop(&request->library->assemblies, key);
  } else {
    char verb = (char)(request->verb.bytes[0] | 0x20);
    buffer_put(&which, (text){&verb, 1});
    buffer_put(&which, text_of(name == DATA ? "=" : "x"));
    buffer_put(&which, key);
    switch (assembly_add(
        &request->library->assemblies, &request->pool, key, (text){which.bytes, which.length}, index, total, *packed,
        packed)) {
      case INCOMPLETE: request->is_piece = true; break;
      case COMPLETE: break;
      case CONTRADICTION: code = INVALID_CHUNK; break;
      case TOO_MUCH: code = TOO_MANY_CHUNKS; break;
    }
  }
  free(whose.bytes);
  free(which.bytes);
  return code;
}

static int unpack_and_perform(request *request, bool applies, bool is_encrypted, text packed) {
  text plain = packed, bytes;
  if (is_encrypted && !decrypt(&request->pool, request->library->key, packed, &plain)) return UNDECODABLE_DATA;
  switch (inflate_all(&request->pool, plain, &bytes)) {
    case UNPACKED: return perform(request, applies, bytes);
    case TOO_LARGE: return DATA_TOO_LARGE;
    default: return UNDECODABLE_DATA;
  }
}

/* Which of the two parameters has the data; an error code otherwise. */
static int choose_data(const request *request, size_t *name) {
  const config_library *library = request->library;
  const text *plain = &request->parameters[DATA].value, *encrypted = &request->parameters[DATA_X].value;
  bool has_plain = plain->length > 0, has_encrypted = encrypted->length > 0;
  *name = library->is_encrypting && has_encrypted ? DATA_X : DATA;
  if (!library->is_encrypting) return has_plain ? SUCCESS : has_encrypted ? ENCRYPTION_UNSUPPORTED : MISSING_DATA;
  if (plain->bytes && encrypted->bytes) return MALFORMED_REQUEST;
  if (has_plain && !library->allows_unencrypted) return ENCRYPTION_REQUIRED;
  return has_plain || has_encrypted ? SUCCESS : MISSING_DATA;
}

static int process(request *request) {
  const parameter *parameters = request->parameters;
  if (!parameters[TOKEN].is_malformed && !is_right_token(request->library, parameters[TOKEN].value)) {
    return INVALID_TOKEN;
  }
  for (size_t index = 0; index < PARAMETERS; index++) {
    if (parameters[index].is_malformed) return MALFORMED_REQUEST;
  }
  if (parameters[PROFILE].value.length == 0 || parameters[PAYLOAD].value.length == 0) return MALFORMED_REQUEST;
  bool applies = request->verb.length == 5 && strncasecmp(request->verb.bytes, "apply", 5) == 0;
  bool resets = request->verb.length == 5 && strncasecmp(request->verb.bytes, "reset", 5) == 0;
  if (!applies && !resets) return UNKNOWN_ACTION;
  size_t name;
  text packed;
  int code = choose_data(request, &name);
  if (code != SUCCESS) return code;
  if (!base64_decode(&request->pool, parameters[name].value, &packed)) return UNDECODABLE_DATA;
  code = take_piece(request, name, &packed);
  if (code != SUCCESS || request->is_piece) return code;
  return unpack_and_perform(request, applies, name == DATA_X, packed);
}

/* ---- The callback ---- */

static void put_parameter(buffer *callback, const char *name, text value) {
  static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  char escape[4];
  buffer_put(callback, text_of(callback->bytes[callback->length - 1] == '?' ? "" : "&"));
  buffer_put(callback, text_of(name));
  buffer_put(callback, text_of("="));
  for (size_t at = 0; at < value.length; at++) {
    bool is_free = value.bytes[at] && strchr(unreserved, value.bytes[at]);
    if (is_free || (PLANTED(callback_escape) && value.bytes[at] == '&')) {
      buffer_put(callback, (text){value.bytes + at, 1});
    } else {
      snprintf(escape, sizeof escape, "%%%02X", (unsigned char)value.bytes[at]);
      buffer_put(callback, (text){escape, 3});
    }
  }
}

static void put_changed(buffer *callback, const request *request) {
  buffer list = {0}, packed = {0}, encoded = {0};
  list_write(&list, request->changed.items, request->changed.count);
  deflate_all(&packed, (text){list.bytes, list.length});
  base64_encode(&encoded, (text){packed.bytes, packed.length});
  put_parameter(callback, "changedValues", (text){encoded.bytes, encoded.length});
  free(list.bytes);
  free(packed.bytes);
  free(encoded.bytes);
}

static void call_back(const request *request, int code) {
  static const size_t echoed[] = {PROFILE, PAYLOAD, TOKEN, CHUNK};
  buffer callback = {0};
  char number[12];
  size_t ignored;
  buffer_put(&callback, text_of("absoluteapps://thirdpartyprofilestatus?"));
  for (size_t at = 0; at < sizeof echoed / sizeof *echoed; at++) {
    const parameter *parameter = &request->parameters[echoed[at]];
    if (parameter->is_malformed || !parameter->value.bytes) continue;
    if (echoed[at] == CHUNK && !read_number(parameter->value, &ignored)) continue;
    put_parameter(&callback, names[echoed[at]], parameter->value);
  }
  put_parameter(&callback, "status", text_of(code == SUCCESS ? "Success" : "Error"));
  snprintf(number, sizeof number, "%d", code);
  if (code != SUCCESS) put_parameter(&callback, "errorCode", text_of(number));
  if (request->has_changed) put_changed(&callback, request);
  request->library->delegate.open(request->library->delegate.context, (text){callback.bytes, callback.length});
  free(callback.bytes);
}

/* ---- The library ---- */

config_library *config_create(const config_app *app, config_delegate delegate) {
  const char *prefix = app->url_scheme ? "" : "x-absolutemanageconfig.";
  const char *rest = app->url_scheme ? app->url_scheme : app->bundle_identifier;
  size_t size = strlen(prefix) + strlen(rest) + 2;
  unsigned char digest[32];
  config_library *library = calloc(1, sizeof *library);
  if (!library) abort();
  library->delegate = delegate;
  library->is_encrypting = app->is_encrypting;
  library->allows_unencrypted = app->allows_unencrypted;
  library->scheme = grown(NULL, size);
  snprintf(library->scheme, size, "%s%s:", prefix, rest);
  HMAC(
      EVP_sha256(), app->api_key, (int)strlen(app->api_key), (const unsigned char *)app->bundle_identifier,
      strlen(app->bundle_identifier), digest, NULL);
  for (size_t index = 0; index < sizeof digest; index++) {
    snprintf(library->token + 2 * index, 3, "%02x", digest[index]);
  }
  buffer secret = {0};
  buffer_put(&secret, text_of(app->bundle_identifier));
  if (app->secret) buffer_put(&secret, text_of(app->secret));
  SHA256((const unsigned char *)secret.bytes, secret.length, library->key);
  free(secret.bytes);
  return library;
}

bool config_open(config_library *library, text url) {
  size_t length = strlen(library->scheme);
  if (url.length < length || strncasecmp(url.bytes, library->scheme, length) != 0) return false;
  request request = {.library = library};
  char *copy = pool_take(&request.pool, url.length); /* The system's text does not outlive the call. */
  memcpy(copy, url.bytes, url.length);
  text query = {copy + length, url.length - length};
  query = text_cut(&query, '#');
  text location = text_cut(&query, '?');
  request.verb = verb_of(location);
  read_parameters(&request, query);
  int code = process(&request);
  call_back(&request, code);
  if (code == SUCCESS && !request.is_piece) forget_records(library);
  text_list_clear(&request.changed);
  pool_reset(&request.pool);
  return true;
}

void config_destroy(config_library *library) {
  assembly_drop_all(&library->assemblies);
  forget_records(library);
  free(library->scheme);
  free(library);
}
