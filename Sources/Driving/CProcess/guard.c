#define _GNU_SOURCE
#include "CProcess.h"
#include "kin.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// The guard gets the numbers of leaders, and their negatives when they are gone.

enum { most_leaders = 4096, longest_mark = 256 };
static const char guard_name[] = "adapter-guard";
static const int64_t clearing_nanoseconds = 5000000000;

struct watch {
  pid_t leaders[most_leaders];
  int count;
  char mark[longest_mark];
};

static int find(const struct watch *watch, pid_t leader) {
  for (int index = 0; index < watch->count; index++) {
    if (watch->leaders[index] == leader) return index;
  }
  return -1;
}

static void note(struct watch *watch, pid_t message) {
  if (message > 0 && watch->count < most_leaders) watch->leaders[watch->count++] = message;
  int index = message < 0 ? find(watch, -message) : -1;
  if (index >= 0) watch->leaders[index] = watch->leaders[--watch->count];
}

static int belongs(const struct watch *watch, pid_t pid) {
  struct kin kin;
  if (kin_read(pid, &kin) != 0 || kin.state == 'Z' || kin.state == 'X') return 0;
  return find(watch, kin.session) >= 0 || find(watch, kin.group) >= 0 ||
         kin_carries(pid, watch->mark, strlen(watch->mark));
}

// Kills everything that belongs to the adapters. Returns how many there were.
#ifdef __APPLE__
static int kill_all(const struct watch *watch) {
  pid_t *processes;
  int count = kin_all(&processes);
  if (count < 0) return 0;
  int found = 0;
  for (int index = 0; index < count; index++) {
    pid_t pid = processes[index];
    if (pid <= 1 || pid == getpid() || !belongs(watch, pid)) continue;
    kin_kill(pid, -1);
    found++;
  }
  free(processes);
  return found;
}

// macOS lets nobody change what process lists show.
static void take_name(void) { (void)guard_name; }
#else
static int kill_all(const struct watch *watch) {
  int found = 0;
  DIR *processes = opendir("/proc");
  if (!processes) return 0;
  for (struct dirent *entry; (entry = readdir(processes));) {
    pid_t pid = isdigit((unsigned char)entry->d_name[0]) ? (pid_t)atoi(entry->d_name) : 0;
    if (pid <= 1 || pid == getpid() || !belongs(watch, pid)) continue;
    // Look once more, through a descriptor: while we hold it, nobody else can get the number.
    int descriptor = kin_open(pid);
    if (belongs(watch, pid)) {
      kin_kill(pid, descriptor);
      found++;
    }
    if (descriptor >= 0) close(descriptor);
  }
  closedir(processes);
  return found;
}

// Process lists show the memory of the arguments. A tool that kills or counts programs by our name
// and command must not take the guard for one of them.
static void take_name(void) {
  prctl(PR_SET_NAME, guard_name);
  char text[2048];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return;
  text[count] = 0;
  // arg_start and arg_end are the 48th and 49th field; the name, which may hold spaces, is the second.
  char *field = strrchr(text, ')');
  for (int number = 2; field && number < 48; number++) field = strchr(field + 1, ' ');
  if (!field) return;
  char *start = (char *)strtoul(field, &field, 10);
  char *end = (char *)strtoul(field, NULL, 10);
  if (!start || end <= start) return;
  memset(start, 0, (size_t)(end - start));
  size_t room = (size_t)(end - start) - 1;
  memcpy(start, guard_name, room < sizeof guard_name ? room : sizeof guard_name);
}
#endif

static void close_all_but_the_first(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 1u, ~0u, 0u) == 0) return;
#endif
  struct rlimit open_files;
  if (getrlimit(RLIMIT_NOFILE, &open_files) != 0) return;
  int end = open_files.rlim_cur > 1 << 20 ? 1 << 20 : (int)open_files.rlim_cur;
  for (int descriptor = 1; descriptor < end; descriptor++) close(descriptor);
}

__attribute__((noreturn)) static void stand_guard(int messages, const char *mark) {
  struct watch watch = {.count = 0};
  strncpy(watch.mark, mark, sizeof watch.mark - 1);
  if (dup2(messages, 0) < 0) _exit(1);
  close_all_but_the_first();
  take_name();
  if (chdir("/") != 0) _exit(1);

  for (;;) {
    // Each message is sent in one piece, so every read gets whole messages.
    pid_t batch[256];
    ssize_t count = recv(0, batch, sizeof batch, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    for (size_t index = 0; index < (size_t)count / sizeof *batch; index++) {
      note(&watch, batch[index]);
    }
  }
  int64_t end = cprocess_now() + clearing_nanoseconds;
  while (watch.count > 0 && kill_all(&watch) > 0 && cprocess_now() < end) poll(NULL, 0, 1);
  _exit(0);
}

#ifdef __APPLE__
// Two connected sockets that are closed on execution. Writing to a dead guard must not raise SIGPIPE.
static int open_sockets(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  int yes = 1;
  for (int index = 0; index < 2; index++) {
    if (fcntl(ends[index], F_SETFD, FD_CLOEXEC) == 0 &&
        setsockopt(ends[index], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes) == 0) {
      continue;
    }
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
  }
  return 0;
}

enum { send_flags = MSG_DONTWAIT };
#else
static int open_sockets(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

enum { send_flags = MSG_NOSIGNAL | MSG_DONTWAIT };
#endif

int cprocess_guard_post(const char *mark, struct cprocess_guard *guard) {
  if (!*mark || strlen(mark) >= longest_mark) return -EINVAL;
  int ends[2];
  // A socket, not a pipe: writing to a dead guard must not raise SIGPIPE.
  if (open_sockets(ends) != 0) return -errno;
  // A session of its own keeps it off the terminal. No signal that can be blocked reaches it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) {
    setsid();
    stand_guard(ends[0], mark);
  }
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (pid < 0) {
    close(ends[1]);
    return -error;
  }
  guard->pid = pid;
  guard->messages = ends[1];
  return 0;
}

void cprocess_guard_tell(int messages, pid_t message) {
  // A guard that does not listen must not hold us up.
  ssize_t sent = send(messages, &message, sizeof message, send_flags);
  (void)sent;
}

void cprocess_guard_dismiss(const struct cprocess_guard *guard) {
  shutdown(guard->messages, SHUT_WR);
  while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR) {
  }
}
