#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#ifdef __APPLE__
#include <sys/event.h>
#else
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

// The child of vfork shares our memory until it executes: it may only call functions that touch
// nothing but the kernel, and must not return. It reports through a pipe that closes on execution,
// not through that memory, because sanitizers and valgrind turn a vfork into a fork.

enum { report_descriptor = 3 };

struct child_ends {
  int input;
  int output;
  int error;
  int report;
};

__attribute__((noreturn)) static void give_up(int report, enum cprocess_step step) {
  struct cprocess_failure failure = {step, errno};
  ssize_t written = write(report, &failure, sizeof failure);
  (void)written;
  _exit(127);
}

static int set_limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit present;
  if (getrlimit(resource, &present) != 0) return -1;
  if (present.rlim_max != RLIM_INFINITY && hard > present.rlim_max) hard = present.rlim_max;
  struct rlimit wanted = {.rlim_cur = soft < hard ? soft : hard, .rlim_max = hard};
  return setrlimit(resource, &wanted);
}

static int set_limits(const struct cprocess_plan *plan) {
  if (set_limit(RLIMIT_CORE, 0, 0) != 0) return -1;
  if (plan->processor_seconds >= 0) {
    rlim_t seconds = (rlim_t)plan->processor_seconds;
    if (set_limit(RLIMIT_CPU, seconds, seconds + 1) != 0) return -1;
  }
  if (plan->file_bytes >= 0) {
    rlim_t bytes = (rlim_t)plan->file_bytes;
    if (set_limit(RLIMIT_FSIZE, bytes, bytes) != 0) return -1;
  }
  if (plan->processes >= 0) {
    rlim_t count = (rlim_t)plan->processes;
    if (set_limit(RLIMIT_NPROC, count, count) != 0) return -1;
  }
  return 0;
}

#ifdef __APPLE__
static int set_processor(int processor) {
  (void)processor;
  errno = ENOTSUP;
  return -1;
}

// Nothing ties a child to its parent. The guard ends what is left.
static int die_with_parent(void) { return 0; }

static int move_descriptor(int from, int to) {
  return dup2(from, to) < 0 ? -1 : fcntl(to, F_SETFD, FD_CLOEXEC);
}

static int open_closing_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) {
    if (fcntl(ends[index], F_SETFD, FD_CLOEXEC) == 0) continue;
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
  }
  return 0;
}

// A queue that can be read when the child is dead, or -1.
static int watch_death(pid_t pid) {
  int queue = kqueue();
  if (queue < 0) return -1;
  struct kevent change;
  EV_SET(&change, (uintptr_t)pid, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  if (fcntl(queue, F_SETFD, FD_CLOEXEC) == 0 && kevent(queue, &change, 1, NULL, 0, NULL) == 0) {
    return queue;
  }
  close(queue);
  return -1;
}

// vfork is deprecated there, and may do what fork does.
#define FORK fork
enum { signal_count = NSIG };
#else
static int die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

static int move_descriptor(int from, int to) { return dup3(from, to, O_CLOEXEC); }

static int open_closing_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static int watch_death(pid_t pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  return -1;
#endif
}

#define FORK vfork
enum { signal_count = _NSIG };

static int set_processor(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (processor >= CPU_SETSIZE) {
    errno = EINVAL;
    return -1;
  }
  CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set);
}
#endif

static int close_others(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, report_descriptor + 1u, ~0u, 0u) == 0) return 0;
  if (errno != ENOSYS && errno != EPERM) return -1;
#endif
  struct rlimit open_files;
  if (getrlimit(RLIMIT_NOFILE, &open_files) != 0) return -1;
  int end = open_files.rlim_cur > 1 << 20 ? 1 << 20 : (int)open_files.rlim_cur;
  for (int descriptor = report_descriptor + 1; descriptor < end; descriptor++) close(descriptor);
  return 0;
}

// When memory runs out, the kernel is to take the adapter and not the harness. (macOS chooses by itself.)
static void volunteer_for_oom(void) {
#ifdef __linux__
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t written = write(file, "800", 3);
  (void)written;
  close(file);
#endif
}

__attribute__((noreturn, noinline)) static void become(const struct cprocess_plan *plan,
                                                       struct child_ends ends, pid_t parent) {
  int report = ends.report;
  if (setsid() < 0) give_up(report, CPROCESS_STEP_SESSION);
  if (die_with_parent() != 0) give_up(report, CPROCESS_STEP_DEATH_SIGNAL);
  if (getppid() != parent) {
    errno = ESRCH;
    give_up(report, CPROCESS_STEP_DEATH_SIGNAL);
  }
  // Tell the guard before anything runs that could leave something behind.
  if (plan->guard >= 0) cprocess_guard_tell(plan->guard, getpid());
  if (dup2(ends.input, 0) < 0 || dup2(ends.output, 1) < 0 || dup2(ends.error, 2) < 0 ||
      (report != report_descriptor && move_descriptor(report, report_descriptor) < 0)) {
    give_up(report, CPROCESS_STEP_DESCRIPTORS);
  }
  report = report_descriptor;
  if (close_others() != 0) give_up(report, CPROCESS_STEP_DESCRIPTORS);
  volunteer_for_oom();
  if (plan->processor >= 0 && set_processor(plan->processor) != 0) {
    give_up(report, CPROCESS_STEP_PROCESSOR);
  }
  if (plan->directory && chdir(plan->directory) != 0) give_up(report, CPROCESS_STEP_DIRECTORY);
  if (set_limits(plan) != 0) give_up(report, CPROCESS_STEP_LIMITS);

  // Handlers first: one that runs after the mask is empty would run on our memory.
  struct sigaction by_default;
  memset(&by_default, 0, sizeof by_default);
  by_default.sa_handler = SIG_DFL;
  for (int number = 1; number < signal_count; number++) sigaction(number, &by_default, NULL);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) give_up(report, CPROCESS_STEP_SIGNALS);

  execve(plan->path, plan->arguments, plan->environment);
  give_up(report, CPROCESS_STEP_EXECUTE);
}

// A pipe whose ends are not 0, 1 or 2, even if our process has closed some of these.
static int open_pipe(int ends[2]) {
  if (open_closing_pipe(ends) != 0) {
    ends[0] = ends[1] = -1;
    return -1;
  }
  for (int index = 0; index < 2; index++) {
    if (ends[index] > 2) continue;
    int higher = fcntl(ends[index], F_DUPFD_CLOEXEC, 3);
    if (higher < 0) return -1;
    close(ends[index]);
    ends[index] = higher;
  }
  return 0;
}

static int make_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  return fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

static void restore_child_signal(void) {
  struct sigaction present;
  if (sigaction(SIGCHLD, NULL, &present) != 0) return;
  if (present.sa_handler != SIG_IGN && !(present.sa_flags & SA_NOCLDWAIT)) return;
  present.sa_flags &= ~SA_NOCLDWAIT;
  if (present.sa_handler == SIG_IGN) present.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &present, NULL);
}

// Waits until the child has executed, which closes its end, or has reported why not.
static void await_report(int descriptor, struct cprocess_failure *failure) {
  struct cprocess_failure found;
  ssize_t count;
  do {
    count = read(descriptor, &found, sizeof found);
  } while (count < 0 && errno == EINTR);
  if (count == (ssize_t)sizeof found) *failure = found;
}

// Not inlined, so that the caller's frame is safe when vfork returns twice.
__attribute__((noinline)) static pid_t fork_and_become(const struct cprocess_plan *plan,
                                                       struct child_ends ends) {
  pid_t parent = getpid();
  pid_t pid = FORK();
  if (pid == 0) become(plan, ends, parent);
  return pid;
}

int cprocess_launch(const struct cprocess_plan *plan, struct cprocess_child *child,
                    struct cprocess_failure *failure) {
  // Input, output, error; [0] is for reading.
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  int report[2] = {-1, -1};
  struct cprocess_failure reported = {CPROCESS_STEP_NONE, 0};
  pid_t pid = -1;

  for (int index = 0; index < 3; index++) {
    int ours = index == 0 ? 1 : 0;
    if (open_pipe(pipes[index]) != 0 || make_nonblocking(pipes[index][ours]) != 0) {
      reported.error = errno;
      reported.step = CPROCESS_STEP_PIPES;
      goto failed;
    }
  }
  if (open_pipe(report) != 0) {
    reported.error = errno;
    reported.step = CPROCESS_STEP_PIPES;
    goto failed;
  }
  restore_child_signal();

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  struct child_ends ends = {pipes[0][0], pipes[1][1], pipes[2][1], report[1]};
  pid = fork_and_become(plan, ends);
  int fork_error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);

  if (pid < 0) {
    reported.error = fork_error;
    reported.step = CPROCESS_STEP_FORK;
    goto failed;
  }
  cprocess_close_descriptor(&report[1]);
  await_report(report[0], &reported);
  cprocess_close_descriptor(&report[0]);
  child->pid = pid;
  child->pidfd = -1;
  if (reported.step != CPROCESS_STEP_NONE) {
    int signal_number, status;
    cprocess_reap(child, &signal_number, &status);
    if (plan->guard >= 0) cprocess_guard_tell(plan->guard, -pid);
    goto failed;
  }
  child->input = pipes[0][1];
  child->output = pipes[1][0];
  child->error = pipes[2][0];
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  child->pidfd = watch_death(pid);
  return 0;

failed:
  failure->step = reported.step;
  failure->error = reported.error;
  cprocess_close_descriptor(&report[0]);
  cprocess_close_descriptor(&report[1]);
  for (int index = 0; index < 3; index++) {
    cprocess_close_descriptor(&pipes[index][0]);
    cprocess_close_descriptor(&pipes[index][1]);
  }
  return -1;
}
