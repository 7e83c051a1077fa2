/* Bugs that are switched on by the variable PEERS_BUG, one at a time, so that one build of a tool serves for all. */
#ifndef PLANTED_H
#define PLANTED_H

typedef enum planted_bug {
  PLANTED_NONE,
#define BUG(name, ...) PLANTED_##name,
#include "planted.def"
#undef BUG
} planted_bug;

/* Which bug is switched on; chosen before anything else runs. */
extern planted_bug planted_now;

#define PLANTED(name) (planted_now == PLANTED_##name)

#endif
