#ifdef __linux__
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int open_file(pid_t pid, const char *name, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  int file = open(path, flags | O_CLOEXEC);
  return file < 0 ? -errno : file;
}

int cprocess_gauge_open(pid_t pid, struct cprocess_gauge *gauge) {
  gauge->statm = open_file(pid, "statm", O_RDONLY);
  gauge->status = open_file(pid, "status", O_RDONLY);
  gauge->clear_refs = open_file(pid, "clear_refs", O_WRONLY);
  int lowest = gauge->statm < gauge->status ? gauge->statm : gauge->status;
  if (gauge->clear_refs < lowest) lowest = gauge->clear_refs;
  if (lowest >= 0) return 0;
  cprocess_gauge_close(gauge);
  return lowest;
}

void cprocess_gauge_close(struct cprocess_gauge *gauge) {
  cprocess_close_descriptor(&gauge->statm);
  cprocess_close_descriptor(&gauge->status);
  cprocess_close_descriptor(&gauge->clear_refs);
}

static ssize_t read_whole(int file, char *text, size_t capacity) {
  ssize_t count;
  do {
    count = pread(file, text, capacity - 1, 0);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  text[count] = 0;
  return count;
}

int64_t cprocess_gauge_resident(const struct cprocess_gauge *gauge) {
  char text[256];
  ssize_t count = read_whole(gauge->statm, text, sizeof text);
  if (count < 0) return count;
  const char *second = strchr(text, ' ');
  if (!second) return -EINVAL;
  return strtoll(second, NULL, 10) * (int64_t)sysconf(_SC_PAGESIZE);
}

int64_t cprocess_gauge_peak(const struct cprocess_gauge *gauge) {
  char text[4096];
  ssize_t count = read_whole(gauge->status, text, sizeof text);
  if (count < 0) return count;
  const char *line = strstr(text, "\nVmHWM:");
  if (!line) return -ESRCH;
  return strtoll(line + 7, NULL, 10) * 1024;
}

int cprocess_gauge_reset_peak(const struct cprocess_gauge *gauge) {
  return write(gauge->clear_refs, "5", 1) == 1 ? 0 : -errno;
}

int64_t cprocess_processor_time(pid_t pid) {
  clockid_t clock;
  int error = clock_getcpuclockid(pid, &clock);
  if (error != 0) return -error;
  struct timespec used;
  if (clock_gettime(clock, &used) != 0) return -errno;
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

int64_t cprocess_thread_time(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}
#endif
