#ifdef __linux__
#define _GNU_SOURCE
#include "kin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// PF_EXITING of the kernel's task flags, which /proc shows (proc_pid_stat(5)).
enum { environment_block = 16384, exiting_flag = 4 };

int kin_read(pid_t pid, struct kin *kin) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -ESRCH;
  text[count] = 0;
  // The name is in parentheses and may contain anything, even parentheses and spaces.
  const char *rest = strrchr(text, ')');
  int parent, group, session;
  unsigned flags;
  if (!rest || sscanf(rest + 1, " %c %d %d %d %*d %*d %u", &kin->state, &parent, &group, &session, &flags) != 5) {
    return -EINVAL;
  }
  kin->is_exiting = kin->state != 'Z' && (flags & exiting_flag) != 0;
  kin->parent = parent;
  kin->group = group;
  kin->session = session;
  return 0;
}

int kin_carries(pid_t pid, const char *bytes, size_t wanted) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char block[environment_block];
  size_t held = 0;
  int found = 0;
  while (!found && wanted < sizeof block / 2) {
    ssize_t count = read(file, block + held, sizeof block - held);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    held += (size_t)count;
    found = memmem(block, held, bytes, wanted) != NULL;
    // They may span two reads.
    size_t kept = held < wanted ? held : wanted - 1;
    memmove(block, block + held - kept, kept);
    held = kept;
  }
  close(file);
  return found;
}

int kin_open(pid_t pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  return -1;
#endif
}

void kin_kill(pid_t pid, int descriptor) {
#ifdef SYS_pidfd_send_signal
  if (descriptor >= 0 && syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0) == 0) return;
#endif
  kill(pid, SIGKILL);
}
#endif
