#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// 1 if dead (or no longer our child), 0 if alive.
static int is_dead(pid_t pid) {
  siginfo_t information;
  information.si_pid = 0;
  int result;
  do {
    result = waitid(P_PID, (id_t)pid, &information, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return errno == ECHILD ? 1 : -errno;
  return information.si_pid == pid ? 1 : 0;
}

int cprocess_wait_death(const struct cprocess_child *child, int timeout_ms) {
  int64_t deadline = timeout_ms < 0 ? INT64_MAX : cprocess_now() + (int64_t)timeout_ms * 1000000;
  for (;;) {
    int dead = is_dead(child->pid);
    if (dead != 0) return dead;
    int64_t left = deadline - cprocess_now();
    if (left <= 0) return 0;
    int64_t left_ms = (left + 999999) / 1000000;
    if (child->pidfd >= 0) {
      struct pollfd watched = {.fd = child->pidfd, .events = POLLIN};
      int limit = left_ms > 1000000 ? 1000000 : (int)left_ms;
      if (poll(&watched, 1, limit) < 0 && errno != EINTR) return -errno;
    } else {
      struct timespec pause = {.tv_sec = 0, .tv_nsec = left < 2000000 ? left : 2000000};
      nanosleep(&pause, NULL);
    }
  }
}

int cprocess_kill_group(const struct cprocess_child *child) {
  if (child->pid <= 1) return -ESRCH;
  return kill(-child->pid, SIGKILL) == 0 ? 0 : -errno;
}

int cprocess_reap(const struct cprocess_child *child, int *signal_number, int *status) {
  int raw = 0;
  pid_t reaped;
  do {
    reaped = waitpid(child->pid, &raw, 0);
  } while (reaped < 0 && errno == EINTR);
  if (reaped < 0) return -errno;
  *signal_number = WIFSIGNALED(raw) ? WTERMSIG(raw) : 0;
  *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 0;
  return 0;
}

int64_t cprocess_unread(const struct cprocess_child *child) {
#ifdef __APPLE__
  (void)child;
  return -ENOTSUP;
#else
  int count = 0;
  return ioctl(child->input, FIONREAD, &count) == 0 ? count : -errno;
#endif
}

void cprocess_close_descriptor(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

void cprocess_close(struct cprocess_child *child) {
  cprocess_close_descriptor(&child->input);
  cprocess_close_descriptor(&child->output);
  cprocess_close_descriptor(&child->error);
  cprocess_close_descriptor(&child->pidfd);
}
