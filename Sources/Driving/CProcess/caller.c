#define _GNU_SOURCE
#include "CProcess.h"

#ifdef __APPLE__
#include <crt_externs.h>
#include <libproc.h>
#endif
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

int cprocess_block_broken_pipe(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  return -pthread_sigmask(SIG_BLOCK, &set, NULL);
}

#ifdef __APPLE__
int cprocess_pin_thread(int processor) {
  (void)processor;
  return -ENOTSUP;
}

int cprocess_allowed_processors(int *processors, int capacity) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  if (count < 0) return -errno;
  if (count > capacity) count = capacity;
  for (int processor = 0; processor < (int)count; processor++) processors[processor] = processor;
  return (int)count;
}
#else
int cprocess_pin_thread(int processor) {
  if (processor < 0 || processor >= CPU_SETSIZE) return -EINVAL;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : -errno;
}

int cprocess_allowed_processors(int *processors, int capacity) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -errno;
  int count = 0;
  for (int processor = 0; processor < CPU_SETSIZE && count < capacity; processor++) {
    if (CPU_ISSET(processor, &set)) processors[count++] = processor;
  }
  return count;
}
#endif

int cprocess_own_path(char *path, int capacity) {
#ifdef __APPLE__
  int count = proc_pidpath(getpid(), path, (uint32_t)capacity);
#else
  int count = (int)readlink("/proc/self/exe", path, (size_t)capacity);
#endif
  return count > 0 ? count : -errno;
}

int64_t cprocess_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

uint64_t cprocess_work(uint64_t rounds) {
  // A chain of shifts in which every round needs the previous one.
  uint64_t state = 0x9E3779B97F4A7C15u;
  for (uint64_t round = 0; round < rounds; round++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  return state;
}

#ifdef __APPLE__
char *const *cprocess_environment(void) { return *_NSGetEnviron(); }
#else
char *const *cprocess_environment(void) { return environ; }
#endif
