#ifdef __APPLE__
// What macOS says about a process: libproc (proc_pidinfo, PROC_PIDTBSDINFO) and sysctl(3), KERN_PROCARGS2.
#include "../kin.h"

#include <errno.h>
#include <libproc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/proc.h>
#include <sys/sysctl.h>
#include <unistd.h>

int kin_read(pid_t pid, struct kin *kin) {
  struct proc_bsdinfo about;
  if (proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &about, sizeof about) != (int)sizeof about) return -ESRCH;
  kin->state = about.pbi_status == SZOMB ? 'Z' : 'R';
  kin->is_exiting = kin->state != 'Z' && (about.pbi_flags & PROC_FLAG_INEXIT) != 0;
  kin->parent = (pid_t)about.pbi_ppid;
  kin->group = (pid_t)about.pbi_pgid;
  kin->session = getsid(pid);
  return 0;
}

// The buffer holds the number of arguments, the path of the file, zeros, the arguments and the environment, each with a zero. Of
// processes of other users, and of protected ones, it tells nothing.
int kin_carries(pid_t pid, const char *bytes, size_t wanted) {
  int name[3] = {CTL_KERN, KERN_PROCARGS2, pid};
  size_t size = 0;
  if (sysctl(name, 3, NULL, &size, NULL, 0) != 0 || size <= sizeof(int)) return 0;
  char *text = malloc(size);
  if (!text) return 0;
  int found = 0;
  if (sysctl(name, 3, text, &size, NULL, 0) == 0 && size > sizeof(int)) {
    int arguments;
    memcpy(&arguments, text, sizeof arguments);
    const char *place = text + sizeof arguments, *end = text + size;
    // Past the path and the zeros after it, then past each argument.
    place = memchr(place, 0, (size_t)(end - place));
    while (place && place < end && *place == 0) place++;
    for (int index = 0; place && place < end && index < arguments; index++) {
      place = memchr(place, 0, (size_t)(end - place));
      if (place) place++;
    }
    found = place && place < end && memmem(place, (size_t)(end - place), bytes, wanted) != NULL;
  }
  free(text);
  return found;
}

// Nothing stands for a process but its number.
int kin_open(pid_t pid) {
  (void)pid;
  return -1;
}

void kin_kill(pid_t pid, int descriptor) {
  (void)descriptor;
  kill(pid, SIGKILL);
}

int kin_all(pid_t **processes) {
  // There may be more by the time that they are listed.
  int capacity = proc_listallpids(NULL, 0) + 64;
  *processes = capacity > 64 ? calloc((size_t)capacity, sizeof **processes) : NULL;
  if (!*processes) return -ENOMEM;
  int count = proc_listallpids(*processes, capacity * (int)sizeof **processes);
  if (count >= 0) return count < capacity ? count : capacity;
  int error = errno;
  free(*processes);
  *processes = NULL;
  return -error;
}
#endif
