/* Mode logic that fails as it is launched: see converse. */
#include "stub_app.h"

#include <stdlib.h>

bool stub_install(const char *folder, bool keep) {
  (void)folder, (void)keep;
  return true;
}

void stub_launch(void) {
  abort();
}

const char *stub_state(void) {
  return NULL;
}

const char *stub_encryption(void) {
  return NULL;
}
