/*
 * A suite of steps: one thing happens to an implementation, and the reply tells what it did.
 *
 * You need not change this file, nor assay_steps.c; the adapter has the table of the suite's
 * actions. One process serves one suite, so there is only one journal.
 */
#ifndef ASSAY_STEPS_H
#define ASSAY_STEPS_H

#include "assay_adapter.h"

#define ASSAY_MAX_MEMBERS 8

/* ---- What the implementation does; may be used from any thread ---- */

/*
 * Begins an entry of a list of the reply, such as "calls": write one value into it (assay_json.h),
 * and end it at once. What comes after the reply goes into the next one.
 */
assay_writer *assay_begin_entry(const char *list);
void assay_end_entry(void);

/* Writes the name of another member of the reply; write its value into what it returns. */
assay_writer *assay_tell(const char *name);

/*
 * A member of the step, such as what the app is to answer, or with `inner` a member of that. NULL if
 * the step does not say, or is over.
 */
const assay_json *assay_answer(const char *name, const char *inner);

/*
 * What survives the end of the app: a document, in a file of the folder that the harness names, or
 * in memory if it names none. `bytes` is NULL if there is none yet; valid until the next store.
 */
assay_text assay_load(void);
/*
 * Replaces it. The harness may let the app die before or after it: what the app does then is not
 * recorded, and not stored. False after an error of the system.
 */
bool assay_store(assay_text document);

/* ---- The table ---- */

typedef struct assay_action {
  const char *name;
  assay_outcome (*perform)(const assay_request *step);
  /* The members of the step, each as "name: shape". A shape is text, boolean, integer, object,
     array, or the words that are allowed, with `|` between them; `?` after it: the member may be
     missing or null. */
  const char *members[ASSAY_MAX_MEMBERS];
  /* It makes sense only between `launch` and `terminate`. */
  bool while_running;
} assay_action;

typedef struct assay_table {
  const char *suite;
  const char *const *lists;        /* the members of a reply that are always there; then NULL */
  const char *const *capabilities; /* what is claimed; then NULL */
  const assay_action *actions;     /* the last one has no name */
  /* A new installation. The folder is NULL if the harness names none; it is empty without `keep`,
     but for what the kit keeps there. */
  assay_outcome (*start)(const assay_request *start, const char *folder, bool keep);
  /* Tells what each reply tells. */
  assay_outcome (*observe)(void);
  /* Performs actions that have no function of their own; may be NULL. */
  assay_outcome (*perform)(const char *action, const assay_request *step);
} assay_table;

/* The suite for the loop. The table must outlive it. */
assay_suite assay_steps(const assay_table *table);

#endif
