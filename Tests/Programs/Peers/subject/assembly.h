/* Data that comes in pieces. */
#ifndef ASSEMBLY_H
#define ASSEMBLY_H

#include "text.h"

#define MAX_PIECES 256
#define MAX_ASSEMBLIES 16
#define MAX_PACKED_BYTES 1048576

typedef struct piece {
  char *bytes; /* NULL until it has come */
  size_t length;
} piece;

/* The pieces of one request. */
typedef struct assembly {
  struct assembly *next;
  char *payload, *name; /* whose data it is; the same with verb and parameter */
  size_t payload_length, name_length, total, received, bytes;
  piece *pieces;
} assembly;

/* From the oldest to the newest. */
typedef struct assembly_list {
  assembly *first;
} assembly_list;

typedef enum assembling { INCOMPLETE, COMPLETE, CONTRADICTION, TOO_MUCH } assembling;

/* Takes the piece `index` of `total`, from 1. Where it was the last one missing, `*packed` gets the whole. */
assembling assembly_add(
    assembly_list *list, pool *pool, text payload, text name, size_t index, size_t total, text bytes, text *packed);

/* Forgets all of the payload. */
void assembly_drop(assembly_list *list, text payload);
void assembly_drop_all(assembly_list *list);

#endif
