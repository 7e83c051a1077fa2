#define _GNU_SOURCE
#include "CProcess.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { death_wait_ms = 2000, most_rounds = 10000, environment_block = 16384 };

// What /proc/<pid>/stat tells of a process's family.
struct kin {
  char state;
  pid_t parent;
  pid_t session;
};

static int read_kin(pid_t pid, struct kin *kin) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -ESRCH;
  text[count] = 0;
  // The name stands in parentheses and may hold anything, parentheses and spaces too.
  const char *rest = strrchr(text, ')');
  int parent, group, session;
  if (!rest || sscanf(rest + 1, " %c %d %d %d", &kin->state, &parent, &group, &session) != 4) {
    return -EINVAL;
  }
  kin->parent = parent;
  kin->session = session;
  return 0;
}

// Whether the environment that the process was started with has exactly this entry.
static int carries(pid_t pid, const char *entry) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char block[environment_block];
  size_t wanted = strlen(entry) + 1, held = 0;
  int found = 0;
  while (!found && wanted < sizeof block / 2) {
    ssize_t count = read(file, block + held, sizeof block - held);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    held += (size_t)count;
    found = memmem(block, held, entry, wanted) != NULL;
    // An entry may lie across two reads.
    size_t kept = held < wanted ? held : wanted - 1;
    memmove(block, block + held - kept, kept);
    held = kept;
  }
  close(file);
  return found;
}

// Kills a child and takes its status, so that what it leaves comes to us. Gives up on one that the
// kernel does not let die.
static void put_down(pid_t pid) {
  int pidfd = -1;
#ifdef SYS_pidfd_open
  pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
#endif
  struct kin kin;
  if (read_kin(pid, &kin) == 0 && kin.parent == getpid()) {
    int sent = -1;
#ifdef SYS_pidfd_send_signal
    if (pidfd >= 0) sent = (int)syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
#endif
    if (sent != 0) kill(pid, SIGKILL);
    if (pidfd >= 0) {
      struct pollfd watched = {.fd = pidfd, .events = POLLIN};
      poll(&watched, 1, death_wait_ms);
      waitpid(pid, NULL, WNOHANG);
    } else {
      for (int slice = 0; slice < death_wait_ms; slice++) {
        if (waitpid(pid, NULL, WNOHANG) != 0) break;
        usleep(1000);
      }
    }
  }
  if (pidfd >= 0) close(pidfd);
}

struct sweep {
  pid_t leader;
  const char *entry;
  pid_t self;
  pid_t own_session;
  int found;
};

static void look_at(pid_t pid, struct sweep *sweep) {
  struct kin kin;
  if (pid == sweep->leader || read_kin(pid, &kin) != 0 || kin.parent != sweep->self) return;
  if (kin.session == sweep->leader || (kin.state != 'Z' && carries(pid, sweep->entry))) {
    put_down(pid);
    sweep->found++;
  } else if (kin.state == 'Z' && kin.session != pid && kin.session != sweep->own_session) {
    // Died long ago, and nothing tells whose it was. No adapter: those lead their sessions.
    waitpid(pid, NULL, WNOHANG);
  }
}

// The children of one of our threads; -errno where the kernel does not list them.
static int look_at_children(const char *thread, struct sweep *sweep) {
  char path[300], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  pid_t pid = 0;
  ssize_t count;
  while ((count = read(file, text, sizeof text)) > 0) {
    for (ssize_t at = 0; at < count; at++) {
      if (isdigit((unsigned char)text[at])) {
        pid = pid * 10 + (text[at] - '0');
      } else {
        if (pid > 0) look_at(pid, sweep);
        pid = 0;
      }
    }
  }
  close(file);
  return 0;
}

static int is_number(const char *name) { return isdigit((unsigned char)name[0]); }

static int look_around(struct sweep *sweep) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return -errno;
  int unlisted = 0;
  for (struct dirent *entry; !unlisted && (entry = readdir(threads));) {
    if (is_number(entry->d_name)) unlisted = look_at_children(entry->d_name, sweep) == -ENOENT;
  }
  closedir(threads);
  if (!unlisted) return 0;
  // A thread has just ended, or the kernel has no such lists: ask every process for its parent.
  DIR *processes = opendir("/proc");
  if (!processes) return -errno;
  for (struct dirent *entry; (entry = readdir(processes));) {
    if (is_number(entry->d_name)) look_at((pid_t)atoi(entry->d_name), sweep);
  }
  closedir(processes);
  return 0;
}

int cprocess_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : -errno;
}

int cprocess_sweep(const struct cprocess_child *child, const char *entry) {
  struct sweep sweep = {child->pid, entry, getpid(), getsid(0), 0};
  int total = 0;
  // Each round kills a generation, and what that leaves comes to us for the next one.
  for (int round = 0; round < most_rounds; round++) {
    sweep.found = 0;
    int status = look_around(&sweep);
    if (status < 0) return status;
    if (sweep.found == 0) break;
    total += sweep.found;
  }
  return total;
}
