/*
 * A library that knows its scheme and refuses every request.
 *
 * It lets the adapter run at once. Delete it when yours is in place.
 */
#ifndef STUB_LIBRARY_H
#define STUB_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A configuration as a library hands it to the delegate. */
typedef struct stub_set {
  const char *category; /* NULL if there is none */
  const char *const *keys;
  const char *const *values; /* NULL in a set that is to be reverted */
  size_t count;
} stub_set;

/* What the delegate tells the library of a set while it is asked to apply it. */
void stub_did_apply(stub_set *set, const char *key);
void stub_did_apply_with_old_value(stub_set *set, const char *key, const char *old_value);
void stub_did_not_apply(stub_set *set, const char *key);

typedef struct stub_delegate {
  bool (*apply)(void *context, stub_set *set);
  bool (*revert)(void *context, stub_set *set);
  void (*open_url)(void *context, const char *url);
  void *context;
} stub_delegate;

typedef struct stub_library stub_library;

/* `url_scheme` is NULL for the default one. */
stub_library *stub_create(
    const char *bundle_identifier, const char *url_scheme, stub_delegate delegate);
bool stub_handle_url(stub_library *library, const char *url, size_t length);
void stub_destroy(stub_library *library);

#endif
