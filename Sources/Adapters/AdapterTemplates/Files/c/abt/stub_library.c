#include "stub_library.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stub_library {
  stub_delegate delegate;
  char scheme[]; /* with its colon */
};

void stub_did_apply(stub_set *set, const char *key) {
  (void)set, (void)key;
}

void stub_did_apply_with_old_value(stub_set *set, const char *key, const char *old_value) {
  (void)set, (void)key, (void)old_value;
}

void stub_did_not_apply(stub_set *set, const char *key) {
  (void)set, (void)key;
}

stub_library *stub_create(
    const char *bundle_identifier, const char *url_scheme, stub_delegate delegate) {
  const char *prefix = url_scheme ? "" : "x-absolutemanageconfig.";
  const char *rest = url_scheme ? url_scheme : bundle_identifier;
  size_t size = strlen(prefix) + strlen(rest) + 2;
  stub_library *library = malloc(sizeof *library + size);
  if (!library) return NULL;
  library->delegate = delegate;
  snprintf(library->scheme, size, "%s%s:", prefix, rest);
  return library;
}

bool stub_handle_url(stub_library *library, const char *url, size_t length) {
  size_t count = strlen(library->scheme);
  if (length < count) return false;
  for (size_t index = 0; index < count; index++) {
    if (tolower((unsigned char)url[index]) != tolower((unsigned char)library->scheme[index])) {
      return false;
    }
  }
  /* A library would verify the token and unpack the data here, call delegate.apply or
     delegate.revert, and echo profile, payload and token. */
  library->delegate.open_url(
      library->delegate.context, "absoluteapps://thirdpartyprofilestatus?status=Error&errorCode=7");
  return true;
}

void stub_destroy(stub_library *library) {
  free(library);
}
