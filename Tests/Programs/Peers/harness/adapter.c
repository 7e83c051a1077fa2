/* The adapter between assay and the subject. It takes the place of adapter.c in assay's kit for C. */
#include "abt_suite.h"
#include "configuration.h"

#include <stdlib.h>

typedef struct app {
  config_library *library;
  abt_delegate *delegate;
} app;

static assay_text shown(text text) {
  return (assay_text){text.bytes, text.length};
}

static bool put_values(assay_values *values, void *context);

static bool put_value(assay_values *values, const value *value) {
  const struct value *member;
  switch (value->kind) {
    case VALUE_STRING: return assay_put_string(values, shown(value->text));
    case VALUE_INTEGER: return assay_put_integer(values, value->integer);
    case VALUE_REAL: return assay_put_real(values, value->real);
    case VALUE_BOOLEAN: return assay_put_boolean(values, value->integer);
    case VALUE_DATE: return assay_put_date(values, value->real);
    case VALUE_DATA: return assay_put_data(values, value->text.bytes, value->text.length);
    case VALUE_ARRAY:
      if (!assay_begin_array(values)) return false;
      for (member = value->first; member; member = member->next) {
        if (!put_value(values, member)) return false;
      }
      return assay_end_array(values);
    default: {
      if (!assay_begin_dictionary(values)) return false;
      config_set set = {.values = value};
      return put_values(values, &set) && assay_end_dictionary(values);
    }
  }
}

static bool put_values(assay_values *values, void *context) {
  const config_set *set = context;
  for (const value *member = set->values->first; member; member = member->next) {
    if (!assay_put_key(values, shown(member->key)) || !put_value(values, member)) return false;
  }
  return true;
}

static void make_record(const abt_record *record, void *set) {
  text key = {record->key.bytes, record->key.length};
  if (record->kind == ABT_DID_NOT_APPLY) {
    config_did_not_apply(set, key);
  } else {
    config_did_apply(set, key);
  }
}

static bool apply(void *context, config_set *set) {
  return abt_apply(((app *)context)->delegate, shown(set->category), put_values, make_record, set).word == ABT_YES;
}

static void put_keys(abt_keys *keys, void *context) {
  const config_set *set = context;
  for (size_t index = 0; index < set->keys->count; index++) abt_put_key(keys, shown(set->keys->items[index]));
}

static bool revert(void *context, config_set *set) {
  return abt_revert(((app *)context)->delegate, shown(set->category), put_keys, set).word == ABT_YES;
}

static void open_url(void *context, text url) {
  abt_opened(((app *)context)->delegate, shown(url));
}

static void *start_library(const abt_app *wanted, abt_delegate *delegate, assay_outcome *outcome) {
  config_app description = {
      .bundle_identifier = wanted->bundle_identifier,
      .api_key = wanted->api_key,
      .url_scheme = wanted->url_scheme,
      .secret = wanted->encryption_secret,
      .is_encrypting = wanted->is_encrypting,
      .allows_unencrypted = wanted->allows_unencrypted};
  app *made = calloc(1, sizeof *made);
  (void)outcome;
  if (!made) abort();
  made->delegate = delegate;
  made->library = config_create(&description, (config_delegate){made, apply, revert, open_url});
  return made;
}

static bool handle_url(void *context, assay_text url, assay_outcome *outcome) {
  (void)outcome;
  return config_open(((app *)context)->library, (text){url.bytes, url.length});
}

static void end_library(void *context) {
  config_destroy(((app *)context)->library);
  free(context);
}

int main(void) {
  static const abt_library library = {
      ABT_PLAIN | ABT_ENCRYPTING, ABT_CHUNKS | ABT_SEQUENCE | ABT_BYTES, 0, start_library, handle_url, end_library};
  assay_identity identity = {"Peers", "1", "C", false};
  assay_suite suite = abt_suite(&library);
  return assay_serve(identity, &suite, 1);
}
