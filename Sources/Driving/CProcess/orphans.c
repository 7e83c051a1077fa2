#ifdef __linux__
#define _GNU_SOURCE
#include "CProcess.h"
#include "kin.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { death_wait_ms = 2000, most_rounds = 10000 };

// Kills a child and reaps it, so that we inherit what it leaves. Gives up on one that the kernel
// does not let die.
static void put_down(pid_t pid) {
  int pidfd = kin_open(pid);
  struct kin kin;
  if (kin_read(pid, &kin) == 0 && kin.parent == getpid()) {
    kin_kill(pid, pidfd);
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

// Waits until a process that is dying is dead, and says whether it may be. Whoever owns it reaps it.
static int see_out(pid_t pid) {
  int pidfd = kin_open(pid);
  if (pidfd < 0) {
    usleep(1000);
    return 1;
  }
  struct pollfd watched = {.fd = pidfd, .events = POLLIN};
  int is_dead = poll(&watched, 1, death_wait_ms) != 0;
  close(pidfd);
  return is_dead;
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
  if (pid == sweep->leader || kin_read(pid, &kin) != 0 || kin.parent != sweep->self) return;
  if (kin.session == sweep->leader || (kin.state != 'Z' && kin_carries(pid, sweep->entry, strlen(sweep->entry) + 1))) {
    put_down(pid);
    sweep->found++;
  } else if (kin.state != 'Z') {
    // It may have begun to die while its environment was read, and what it leaves is not ours yet: another round has to look.
    int is_dying = kin_read(pid, &kin) != 0 || kin.state == 'Z' || kin.is_exiting;
    if (is_dying && see_out(pid)) sweep->found++;
  } else if (kin.session != pid && kin.session != sweep->own_session) {
    // It died long ago, and nothing says whose it was. It was not an adapter: those lead their
    // sessions.
    waitpid(pid, NULL, WNOHANG);
  }
}

// The children of one of our threads, or -errno if the kernel does not list them.
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
  // Each round kills one generation. We inherit what that leaves, and kill it in the next round.
  for (int round = 0; round < most_rounds; round++) {
    sweep.found = 0;
    int status = look_around(&sweep);
    if (status < 0) return status;
    if (sweep.found == 0) break;
    total += sweep.found;
  }
  return total;
}
#endif
