/*
 * The request loop of an adapter: JSON lines in, one reply per request out.
 *
 * You need not change the files whose names begin with `assay_`. Whatever the library under test
 * prints to standard output goes to standard error, so that it cannot spoil the replies.
 */
#ifndef ASSAY_ADAPTER_H
#define ASSAY_ADAPTER_H

#include "assay_json.h"
#include "assay_outcome.h"

/* Shown in the report. */
typedef struct assay_identity {
  const char *name, *version, *language;
  /* The implementation cannot be started twice in one process: the harness starts a new one. */
  bool needs_fresh_process;
} assay_identity;

/* Valid until the request is answered. */
typedef struct assay_request {
  int64_t id;
  const assay_json *json; /* the whole request, an object */
  assay_arena *arena;
} assay_request;

/*
 * One suite. The loop calls it on one thread, one request at a time.
 *
 * `claim` writes an object: what the implementation claims. `start` and `step` write members of
 * the reply, whose `id` and `type` are already written; if they end badly, what they have
 * written is taken back. `late` writes the member `late` if something came after the last
 * reply, and forgets it.
 */
typedef struct assay_suite {
  const char *name;
  void (*claim)(void *context, assay_writer *reply);
  assay_outcome (*start)(void *context, const assay_request *request, assay_writer *reply);
  assay_outcome (*step)(void *context, const assay_request *request, assay_writer *reply);
  void (*late)(void *context, assay_writer *reply);
  void *context;
} assay_suite;

/*
 * Serves standard input until `stop` or its end.
 *
 * Returns the exit status: 0, even if the harness is gone; 1 after an error of the system.
 */
int assay_serve(assay_identity identity, const assay_suite *suites, size_t count);

#endif
