#ifndef KIN_H
#define KIN_H

// What /proc says about a process: its family, and the environment it was started with.

#include <stddef.h>
#include <sys/types.h>

struct kin {
  char state;
  pid_t parent;
  pid_t group;
  pid_t session;
};

// Reads /proc/<pid>/stat. Returns 0 or -errno.
int kin_read(pid_t pid, struct kin *kin);

// Whether the environment that the process was started with contains these bytes.
int kin_carries(pid_t pid, const char *bytes, size_t count);

// A descriptor that stands for the process, or -1.
int kin_open(pid_t pid);

// Sends SIGKILL to what `descriptor` stands for, or to the number if it is -1.
void kin_kill(pid_t pid, int descriptor);

#endif
