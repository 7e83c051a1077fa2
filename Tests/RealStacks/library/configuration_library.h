/*
 * A configuration library after the specification (Protocol.md), plain edition, for any reader of property lists. Everything
 * but the property list is done here.
 */
#ifndef CONFIGURATION_LIBRARY_H
#define CONFIGURATION_LIBRARY_H

#include "abt_suite.h"

/* Members of containers and bytes of text and data, counted as often as they occur, and levels: what has more is beyond
   what a library must accept, and is refused before the adapter has copied it. */
#define STACK_MAX_MEMBERS 60000
#define STACK_MAX_CONTENT ((size_t)4 << 20)
#define STACK_MAX_LEVELS 300

/* How far the copy of a property list has come. */
typedef struct stack_reading {
  assay_arena *arena; /* where the values go */
  size_t members, content;
  bool is_too_large; /* one of the limits is met */
} stack_reading;

/* A reader and writer of property lists. */
typedef struct stack {
  /* The value, in memory of the arena; NULL if the stack cannot read it. */
  assay_value *(*read)(stack_reading *reading, const void *bytes, size_t length);
  /* A binary property list, an array of strings; from malloc. */
  void *(*write)(const assay_text *strings, size_t count, size_t *length);
} stack;

/* Appends a member to a container, or notes that there are too many: then NULL. */
assay_value *stack_add(
    stack_reading *reading, assay_value *container, assay_value **last, size_t level);

/* Copies text or data. False if there is too much of it, or none. */
bool stack_copy(stack_reading *reading, assay_text text, assay_text *copy);

/* The text of a macro's value, such as a version. */
#define STACK_TEXT(macro) STACK_TEXT_OF(macro)
#define STACK_TEXT_OF(value) #value

/* Serves the stack by the protocol of adapters; returns the exit status. */
int stack_serve(const stack *stack, assay_identity identity);

#endif
