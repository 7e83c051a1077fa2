/* A library that configures an app through URLs. */
#ifndef CONFIGURATION_H
#define CONFIGURATION_H

#include "list.h"

typedef struct config_app {
  const char *bundle_identifier, *api_key;
  const char *url_scheme; /* NULL: the default one */
  const char *secret;     /* for the encrypting edition */
  bool is_encrypting, allows_unencrypted;
} config_app;

/* What the delegate is asked to apply, or to revert. */
typedef struct config_set {
  text category;          /* `bytes` is NULL where there is none */
  const value *values;    /* apply: a dictionary */
  const text_list *keys;  /* revert */
  struct config_library *library;
} config_set;

void config_did_apply(config_set *set, text key);
void config_did_not_apply(config_set *set, text key);

typedef struct config_delegate {
  void *context;
  bool (*apply)(void *context, config_set *set);
  bool (*revert)(void *context, config_set *set);
  void (*open)(void *context, text url);
} config_delegate;

typedef struct config_library config_library;

config_library *config_create(const config_app *app, config_delegate delegate);
/* Whether the URL is for this library. */
bool config_open(config_library *library, text url);
void config_destroy(config_library *library);

#endif
