/*
 * The suite `abt`: starts libraries, opens URLs, and plays the delegate that the harness scripts.
 *
 * You need not change the files whose names begin with `abt_`; adapter.c passes your library's
 * calls on to it.
 */
#ifndef ABT_SUITE_H
#define ABT_SUITE_H

#include "assay_adapter.h"
#include "assay_value.h"

/* ---- What the library can do; README.md explains each word ---- */

enum { ABT_PLAIN = 1, ABT_ENCRYPTING = 2 };

enum {
  ABT_CHUNKS = 1,
  ABT_ROLLBACK = 2,
  ABT_CANCEL = 4,
  ABT_DELEGATE_ERROR = 8,
  ABT_LOG = 16,
  ABT_SEQUENCE = 32,
  ABT_BYTES = 64,
  ABT_DIALECT = 128
};

/* ---- From the library to the harness; from any thread ---- */

typedef struct abt_delegate abt_delegate;

/* What the delegate does while it is called: a call of the library's configuration set. */
typedef struct abt_record {
  enum { ABT_DID_APPLY, ABT_DID_APPLY_OLD, ABT_DID_NOT_APPLY } kind;
  assay_text key;
  const assay_value *old_value; /* with ABT_DID_APPLY_OLD; its kind may be ASSAY_NO_VALUE: nil */
  struct abt_record *next;
} abt_record;

/* How it answers. */
typedef struct abt_answer {
  enum { ABT_YES, ABT_NO, ABT_CANCELED } word;
  bool has_error; /* with ABT_NO: code and message of the delegate's own */
  int32_t code;
  assay_text message; /* valid until the next URL is opened */
} abt_answer;

/*
 * The library asks to apply values. `put` writes them, keys and values in turn; `record` is called
 * for each record of the script, in order. Both get `context`. There is no category if its
 * `bytes` are NULL.
 */
typedef void (*abt_record_function)(const abt_record *record, void *context);
abt_answer abt_apply(
    abt_delegate *delegate, assay_text category, assay_put put, abt_record_function record,
    void *context);

/* The library asks to revert keys: `put` calls `abt_put_key` for each. */
typedef struct abt_keys abt_keys;
void abt_put_key(abt_keys *keys, assay_text key);
abt_answer abt_revert(
    abt_delegate *delegate, assay_text category, void (*put)(abt_keys *keys, void *context),
    void *context);

/*
 * The same for a library whose categories and keys need not be text: `category` writes one value of
 * any type (NULL if there is none), and so does `put` for a key.
 */
abt_answer abt_apply_any(
    abt_delegate *delegate, assay_put category, assay_put put, abt_record_function record,
    void *context);
abt_answer abt_revert_any(
    abt_delegate *delegate, assay_put category, void (*put)(abt_keys *keys, void *context),
    void *context);
void abt_put_key_any(abt_keys *keys, assay_put put, void *context);

/* The library opens a URL: its callback. */
void abt_opened(abt_delegate *delegate, assay_text url);

/* The library logs a line; shown with the capability ABT_LOG. */
void abt_logged(abt_delegate *delegate, assay_text line);

/* ---- From the harness to the library ---- */

/* The app that the library runs in. Texts end with a NUL and live until the next start. */
typedef struct abt_app {
  const char *bundle_identifier, *api_key;
  const char *url_scheme;        /* NULL: the default one */
  const char *encryption_secret; /* NULL for the plain edition */
  bool is_encrypting, allows_unencrypted;
  const assay_json *dialect; /* NULL: the default one; valid only during the start */
} abt_app;

typedef struct abt_library {
  unsigned editions, capabilities;
  /* How long to wait for the callback of a URL that was handled: 500, or 0 for a library that
     does everything before it returns. */
  unsigned quiet_milliseconds;
  /* Makes a library in a fresh app; NULL if it cannot, with the reason in `*outcome`. */
  void *(*start)(const abt_app *app, abt_delegate *delegate, assay_outcome *outcome);
  /* Gives it a URL, as the system would. Returns whether it says that the URL was for it. Where the
     adapter cannot give it this URL, `*outcome` says why. */
  bool (*open)(void *library, assay_text url, assay_outcome *outcome);
  /* The app is gone; NULL if there is nothing to do. */
  void (*end)(void *library);
} abt_library;

/* The suite for the loop. Call it once; `library` must outlive it. */
assay_suite abt_suite(const abt_library *library);

#endif
