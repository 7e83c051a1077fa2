#include "stub_app.h"

#include <stdio.h>
#include <string.h>

static char path[4096];
static char state[32];

bool stub_install(const char *folder, bool keep) {
  int length = snprintf(path, sizeof path, "%s%s", folder ? folder : "", folder ? "/mode" : "");
  if (length < 0 || (size_t)length >= sizeof path) return false;
  state[0] = '\0';
  if (keep && *path) {
    FILE *file = fopen(path, "r");
    if (file && !fgets(state, sizeof state, file)) state[0] = '\0';
    if (file) fclose(file);
  }
  return true;
}

void stub_launch(void) {
  FILE *file;
  if (*state) return;
  strcpy(state, "Undecided");
  file = *path ? fopen(path, "w") : NULL;
  if (!file) return;
  fputs(state, file);
  fclose(file);
}

const char *stub_state(void) {
  return *state ? state : NULL;
}

const char *stub_encryption(void) {
  return *state ? "Unencrypted" : NULL;
}
