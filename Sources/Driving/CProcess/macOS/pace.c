#ifdef __APPLE__
// macOS does not tell how long a thread waited for a processor. Deadlines are about elapsed time there.
#include "CProcess.h"

int cprocess_paces(pid_t session, struct cprocess_pace *paces, int capacity) {
  (void)session, (void)paces, (void)capacity;
  return 0;
}
#endif
