#ifndef KIN_H
#define KIN_H

// What the system says about a process: its family, and the environment it was started with. Linux says it in /proc.

#include <stddef.h>
#include <sys/types.h>

struct kin {
  char state;
  // Dying: it has no environment any more, and is not yet a zombie, nor are its children orphans.
  int is_exiting;
  pid_t parent;
  pid_t group;
  pid_t session;
};

// Reads them. Returns 0 or -errno.
int kin_read(pid_t pid, struct kin *kin);

// Whether the environment that the process was started with contains these bytes.
int kin_carries(pid_t pid, const char *bytes, size_t count);

// A descriptor that stands for the process, or -1.
int kin_open(pid_t pid);

// Sends SIGKILL to what `descriptor` stands for, or to the number if it is -1.
void kin_kill(pid_t pid, int descriptor);

#ifdef __APPLE__
// The numbers of all processes, which the caller frees. Returns how many there are, or -errno.
int kin_all(pid_t **processes);
#endif

#endif
