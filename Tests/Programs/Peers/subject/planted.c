#include "planted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

planted_bug planted_now = PLANTED_NONE;

/* Before main, so that it holds for whichever main a tool brings. */
__attribute__((constructor)) static void choose(void) {
  static const char *const names[] = {
      "none",
#define BUG(name, text, ...) text,
#include "planted.def"
#undef BUG
  };
  const char *wanted = getenv("PEERS_BUG");
  if (!wanted) return;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (strcmp(wanted, names[index]) != 0) continue;
    planted_now = (planted_bug)index;
    return;
  }
  fprintf(stderr, "there is no planted bug %s\n", wanted);
  _Exit(2);
}
