/* The scripted delegate, as the suite `abt` sees it. Adapters see it in abt_suite.h. */
#ifndef ABT_DELEGATE_H
#define ABT_DELEGATE_H

#include <pthread.h>

#include "abt_suite.h"

/* What the delegate does within one call. */
typedef struct abt_turn {
  abt_record *records;
  abt_answer answer;
} abt_turn;

struct abt_delegate {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int64_t step;
  bool is_finished; /* what comes now is late */
  bool has_called_back;
  assay_outcome trouble; /* with the values of a call */
  bool shows_sequence, shows_log;
  unsigned applies, events, calls_under_way;
  abt_turn apply, rollback, revert;
  assay_arena script;
  assay_writer calls, callbacks, log, late; /* JSON values with commas between them */
};

struct abt_keys {
  abt_delegate *delegate;
  assay_writer *writer;
};

void abt_delegate_init(abt_delegate *delegate, unsigned capabilities);

/* Reads what the delegate does in this step. */
assay_outcome abt_begin_step(abt_delegate *delegate, const assay_request *request);

/* Waits until the library is quiet, and writes the members of `observed`. */
assay_outcome abt_finish_step(
    abt_delegate *delegate, bool is_handled, unsigned quiet_milliseconds, assay_writer *reply);

/* Writes `late` if something came after the last reply, and forgets it. */
void abt_write_late(abt_delegate *delegate, assay_writer *reply);

#endif
