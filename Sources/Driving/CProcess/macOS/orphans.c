#ifdef __APPLE__
// macOS lets nobody adopt the orphans among its descendants: they go to launchd, which reaps them. So all processes are looked at.
#include "CProcess.h"
#include "../kin.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_rounds = 2000 };

int cprocess_adopt_orphans(void) { return -ENOTSUP; }

// Kills what belongs to a child. Returns how many there were that live, or -errno.
static int kill_kin(const struct cprocess_child *child, const char *entry) {
  pid_t *processes;
  int count = kin_all(&processes);
  if (count < 0) return count;
  int found = 0;
  for (int index = 0; index < count; index++) {
    pid_t pid = processes[index];
    struct kin kin;
    if (pid <= 1 || pid == child->pid || pid == getpid()) continue;
    if (kin_read(pid, &kin) != 0 || kin.state == 'Z') continue;
    if (kin.session != child->pid && !kin_carries(pid, entry, strlen(entry) + 1)) continue;
    kin_kill(pid, -1);
    waitpid(pid, NULL, WNOHANG);
    found++;
  }
  free(processes);
  return found;
}

int cprocess_sweep(const struct cprocess_child *child, const char *entry) {
  int total = 0;
  for (int round = 0; round < most_rounds; round++) {
    int found = kill_kin(child, entry);
    if (found < 0) return found;
    if (found == 0) break;
    if (round == 0) total = found;
    // They need a moment to die.
    poll(NULL, 0, 1);
  }
  return total;
}
#endif
