#include "abt_suite.h"

#include "abt_delegate.h"
#include "assay_base64.h"

typedef struct suite {
  const abt_library *library;
  void *app; /* the library of the current app; NULL if there is none */
  assay_arena app_texts;
  abt_delegate delegate;
} suite;

static assay_outcome step(void *context, const assay_request *request, assay_writer *reply) {
  suite *suite = context;
  assay_text action = assay_string_member(request->json, "action");
  assay_text url = assay_string_member(request->json, "url");
  assay_text base64 = assay_string_member(request->json, "urlBase64");
  assay_outcome outcome, trouble;
  bool is_handled;
  if (!assay_text_is(action, "open")) {
    return assay_unsupported(
        "the suite abt has no action \"%.*s\"", action.length < 40 ? (int)action.length : 40,
        action.bytes ? action.bytes : "");
  }
  if (!suite->app) return assay_failure("no library is started");
  if (!url.bytes && base64.bytes && !(suite->library->capabilities & ABT_BYTES)) {
    return assay_unsupported("this library takes URLs as text, and these bytes are not UTF-8");
  }
  if (!url.bytes && !assay_base64_decode(request->arena, base64, &url)) {
    return assay_failure("the step has neither url nor urlBase64");
  }
  outcome = abt_begin_step(&suite->delegate, request);
  if (outcome.ending != ASSAY_DONE) return outcome;
  is_handled = suite->library->open(suite->app, url, &outcome);
  trouble = abt_finish_step(
      &suite->delegate, is_handled, is_handled ? suite->library->quiet_milliseconds : 0, reply);
  return outcome.ending == ASSAY_DONE ? trouble : outcome;
}

/* A copy for C; NULL if the member is missing or null. */
static const char *copied(suite *suite, const assay_json *json, const char *name) {
  assay_text text = assay_string_member(json, name);
  return text.bytes ? assay_copy(&suite->app_texts, text).bytes : NULL;
}

static assay_outcome start(void *context, const assay_request *request, assay_writer *reply) {
  suite *suite = context;
  const assay_json *json = assay_member(request->json, "configuration");
  const assay_json *dialect = assay_member(json, "dialect");
  assay_text edition = assay_string_member(json, "edition");
  assay_outcome outcome = assay_done();
  abt_app app = {0};
  (void)reply;
  if (suite->app && suite->library->end) suite->library->end(suite->app);
  suite->app = NULL;
  assay_reset(&suite->app_texts);
  app.bundle_identifier = copied(suite, json, "bundleIdentifier");
  app.api_key = copied(suite, json, "apiKey");
  app.url_scheme = copied(suite, json, "urlScheme");
  app.encryption_secret = copied(suite, json, "encryptionSecret");
  app.is_encrypting = assay_text_is(edition, "encrypting");
  app.allows_unencrypted = assay_is_true(json, "allowUnencrypted");
  app.dialect = dialect && dialect->type != ASSAY_JSON_NULL ? dialect : NULL;
  if (!app.bundle_identifier || !app.api_key) {
    return assay_failure("the configuration has no bundleIdentifier or no apiKey");
  }
  if ((!app.is_encrypting && !assay_text_is(edition, "plain")) ||
      !(suite->library->editions & (app.is_encrypting ? ABT_ENCRYPTING : ABT_PLAIN))) {
    return assay_unsupported("there is no such edition of this library");
  }
  if (app.dialect && !(suite->library->capabilities & ABT_DIALECT)) {
    return assay_unsupported("this library speaks the default dialect only");
  }
  suite->app = suite->library->start(&app, &suite->delegate, &outcome);
  if (!suite->app && outcome.ending == ASSAY_DONE) {
    return assay_failure("the library could not be started");
  }
  return outcome;
}

/* ---- What is claimed, and what is late ---- */

static void claim(void *context, assay_writer *reply) {
  static const char *const names[] = {"chunks", "rollback", "cancel", "delegateError",
                                      "log",    "sequence", "bytes",  "dialect"};
  const abt_library *library = ((suite *)context)->library;
  assay_open(reply, '{');
  assay_name(reply, "editions");
  assay_open(reply, '[');
  if (library->editions & ABT_PLAIN) assay_write_string(reply, "plain");
  if (library->editions & ABT_ENCRYPTING) assay_write_string(reply, "encrypting");
  assay_close(reply, ']');
  assay_name(reply, "capabilities");
  assay_open(reply, '[');
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (library->capabilities >> index & 1) assay_write_string(reply, names[index]);
  }
  assay_close(reply, ']');
  assay_close(reply, '}');
}

static void late(void *context, assay_writer *reply) {
  abt_write_late(&((suite *)context)->delegate, reply);
}

assay_suite abt_suite(const abt_library *library) {
  static suite only;
  assay_suite result = {"abt", claim, start, step, late, &only};
  only.library = library;
  abt_delegate_init(&only.delegate, library->capabilities);
  return result;
}
