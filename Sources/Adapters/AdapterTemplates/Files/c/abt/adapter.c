/*
 * The adapter between assay and a library that is configured through URLs.
 *
 * Change what is marked `>>> YOUR LIBRARY`; the other files can stay as they are. Run it with:
 *   make && assay run -- ./adapter
 */
#include "abt_suite.h"

/* >>> YOUR LIBRARY: include it here, and delete stub_library.h and stub_library.c. */
#include "stub_library.h"

/* >>> YOUR LIBRARY: the values of a set, keys and values in turn. Call the function that fits each
   value's type (assay_value.h), with assay_begin_array and assay_begin_dictionary for those that
   have parts, and stop as soon as one returns false. */
static bool put_values(assay_values *values, void *context) {
  const stub_set *set = context;
  for (size_t index = 0; index < set->count; index++) {
    if (!assay_put_key(values, assay_text_of(set->keys[index])) ||
        !assay_put_string(values, assay_text_of(set->values[index]))) {
      return false;
    }
  }
  return true;
}

/* >>> YOUR LIBRARY: what the delegate tells it of a set. An old value can be of any type; here
   only strings are passed on. */
static void make_record(const abt_record *record, void *set) {
  switch (record->kind) {
    case ABT_DID_APPLY: stub_did_apply(set, record->key.bytes); break;
    case ABT_DID_NOT_APPLY: stub_did_not_apply(set, record->key.bytes); break;
    case ABT_DID_APPLY_OLD:
      stub_did_apply_with_old_value(set, record->key.bytes, record->old_value->text.bytes);
  }
}

/* >>> YOUR LIBRARY: the delegate that it calls. Where it lets its delegate cancel, or give a code
   and a message, pass on `answer.word == ABT_CANCELED`, `answer.code` and `answer.message`. */
static bool apply(void *delegate, stub_set *set) {
  abt_answer answer =
      abt_apply(delegate, assay_text_of(set->category), put_values, make_record, set);
  return answer.word == ABT_YES;
}

static void put_keys(abt_keys *keys, void *context) {
  const stub_set *set = context;
  for (size_t index = 0; index < set->count; index++) {
    abt_put_key(keys, assay_text_of(set->keys[index]));
  }
}

static bool revert(void *delegate, stub_set *set) {
  return abt_revert(delegate, assay_text_of(set->category), put_keys, set).word == ABT_YES;
}

static void open_url(void *delegate, const char *url) {
  abt_opened(delegate, assay_text_of(url));
}

/* >>> YOUR LIBRARY: make a new one, which must remember nothing of earlier ones. For the
   encrypting edition, `app` also has `encryption_secret` and `allows_unencrypted`. */
static void *start_library(const abt_app *app, abt_delegate *delegate, assay_outcome *outcome) {
  stub_delegate glue = {apply, revert, open_url, delegate};
  (void)outcome;
  return stub_create(app->bundle_identifier, app->url_scheme, glue);
}

/* >>> YOUR LIBRARY: give it the URL; return whether it says that the URL was for it. */
static bool handle_url(void *library, assay_text url, assay_outcome *outcome) {
  (void)outcome;
  return stub_handle_url(library, url.bytes, url.length);
}

/* >>> YOUR LIBRARY: give it up; none of its threads may call the delegate any more. */
static void end_library(void *library) {
  stub_destroy(library);
}

int main(void) {
  /* >>> YOUR LIBRARY: what it can do (README.md). What is not claimed is not tested. ABT_SEQUENCE
     is the adapter's own doing and always right. Where the library works on after it has
     returned, write 500 instead of 0: the adapter waits that many milliseconds for its callback. */
  static const abt_library library = {
      ABT_PLAIN, ABT_SEQUENCE | ABT_BYTES, 0, start_library, handle_url, end_library};
  /* >>> YOUR LIBRARY: its name and version, as the report will show them. */
  assay_identity identity = {"Stub", "0.1.0", "C", false};
  assay_suite suite = abt_suite(&library);
  return assay_serve(identity, &suite, 1);
}
