#include "dualmode_suite.h"

#include <string.h>

/* The step under way. The mode logic runs on the loop's thread, so there is only one. */
static struct {
  bool is_running; /* between launch and terminate */
  bool should_start;
  assay_writer calls, actions; /* JSON values with commas between them */
} now = {.calls.limit = ASSAY_MAX_LINE_BYTES, .actions.limit = ASSAY_MAX_LINE_BYTES};

static void begin(assay_writer *entries, const char *method) {
  assay_open(entries, '{');
  assay_name(entries, "method");
  assay_write_string(entries, method);
}

static void note(assay_writer *entries, const char *method) {
  begin(entries, method);
  assay_close(entries, '}');
}

bool dualmode_should_start(void) {
  note(&now.calls, "shouldStartAppConnect");
  return now.should_start;
}

void dualmode_init_with_delegate(void) {
  note(&now.calls, "initWithDelegate");
}

void dualmode_start_with_launch_options(const char *options) {
  begin(&now.calls, "startWithLaunchOptions");
  assay_name(&now.calls, "options");
  assay_write_raw(&now.calls, assay_text_of(options ? options : "null"));
  assay_close(&now.calls, '}');
}

void dualmode_retire(void) {
  note(&now.calls, "retire");
}

void dualmode_stop(void) {
  note(&now.calls, "stop");
}

void dualmode_erase_sensitive_data(void) {
  note(&now.actions, "eraseSensitiveData");
}

void dualmode_notify_mode_change(bool success) {
  begin(&now.actions, "notifyModeChange");
  assay_name(&now.actions, "success");
  assay_write_boolean(&now.actions, success);
  assay_close(&now.actions, '}');
}

void dualmode_encrypt_existing_data(void) {
  note(&now.actions, "encryptExistingData");
}

static assay_outcome not_a_word(const char *member) {
  return assay_failure("\"%s\" is missing or not a word of the protocol", member);
}

static assay_outcome managed_policy(const dualmode_app *app, const assay_json *json) {
  assay_text policy = assay_string_member(json, "policy");
  assay_text authorization = assay_string_member(json, "authState");
  dualmode_notice notice = {
      assay_text_is(policy, "MANAGED"),
      assay_is_true(json, "secureServices"),
      assay_is_true(json, "secureFileIORequired"),
      DUALMODE_AUTHORIZED,
  };
  if (!notice.is_managed && !assay_text_is(policy, "UNMANAGED")) return not_a_word("policy");
  if (assay_text_is(authorization, "UNAUTHORIZED")) {
    notice.authorization = DUALMODE_UNAUTHORIZED;
  } else if (assay_text_is(authorization, "RETIRED")) {
    notice.authorization = DUALMODE_RETIRED;
  } else if (authorization.bytes && !assay_text_is(authorization, "AUTHORIZED")) {
    return not_a_word("authState");
  }
  app->managed_policy(&notice);
  return assay_done();
}

static assay_outcome launch(const dualmode_app *app, const assay_request *request) {
  const assay_json *options = assay_member(request->json, "options");
  assay_text copy = assay_copy(request->arena, options ? options->raw : assay_text_of("{}"));
  now.should_start = assay_is_true(request->json, "shouldStart");
  now.is_running = true;
  app->launch(copy.bytes);
  return assay_done();
}

static assay_outcome perform(const dualmode_app *app, const assay_request *request) {
  assay_text action = assay_string_member(request->json, "action");
  assay_text mode = assay_string_member(request->json, "mode");
  if (assay_member(request->json, "dieAfterPersist")) {
    return assay_unsupported("this app cannot be killed at a given write");
  }
  if (assay_text_is(action, "launch")) return launch(app, request);
  if (assay_text_is(action, "terminate")) {
    now.is_running = false;
    app->terminate();
    return assay_done();
  }
  if (!assay_text_is(action, "managedPolicy") && !assay_text_is(action, "userRequests")) {
    return assay_unsupported("the suite appconnect.dualmode has no such action");
  }
  if (!now.is_running) return assay_failure("the app is not launched");
  if (assay_text_is(action, "managedPolicy")) return managed_policy(app, request->json);
  if (!assay_text_is(mode, "AppConnectMode") && !assay_text_is(mode, "NonAppConnectMode")) {
    return not_a_word("mode");
  }
  app->user_requests(assay_text_is(mode, "AppConnectMode"));
  return assay_done();
}

static void write_entries(assay_writer *reply, const char *name, const assay_writer *entries) {
  assay_text json = {entries->bytes, entries->length};
  assay_name(reply, name);
  assay_open(reply, '[');
  assay_write_raw(reply, json);
  assay_close(reply, ']');
  if (entries->failed) reply->failed = true;
}

static assay_outcome step(void *context, const assay_request *request, assay_writer *reply) {
  const dualmode_app *app = context;
  assay_outcome outcome;
  assay_clear(&now.calls);
  assay_clear(&now.actions);
  outcome = perform(app, request);
  if (outcome.ending != ASSAY_DONE) return outcome;
  write_entries(reply, "calls", &now.calls);
  write_entries(reply, "app", &now.actions);
  assay_name(reply, "state");
  assay_write_string(reply, app->state());
  assay_name(reply, "encryption");
  assay_write_string(reply, app->encryption());
  return outcome;
}

static assay_outcome start(void *context, const assay_request *request, assay_writer *reply) {
  const dualmode_app *app = context;
  assay_text storage = assay_string_member(request->json, "storage");
  assay_outcome outcome = assay_done();
  (void)reply;
  now.is_running = false;
  if (storage.bytes) storage = assay_copy(request->arena, storage);
  if (!app->install(storage.bytes, assay_is_true(request->json, "keep"), &outcome) &&
      outcome.ending == ASSAY_DONE) {
    return assay_failure("the app could not be installed");
  }
  return outcome;
}

static void claim(void *context, assay_writer *reply) {
  (void)context;
  assay_open(reply, '{');
  assay_close(reply, '}');
}

static void late(void *context, assay_writer *reply) {
  (void)context, (void)reply;
}

assay_suite dualmode_suite(const dualmode_app *app) {
  assay_suite suite = {"appconnect.dualmode", claim, start, step, late, (void *)app};
  return suite;
}
