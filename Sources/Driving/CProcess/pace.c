#ifdef __linux__
#define _GNU_SOURCE
#include "CProcess.h"
#include "kin.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Reads the first two numbers of a thread's schedstat. Returns 0 if the kernel does not say.
static int read_thread(pid_t pid, const char *thread, struct cprocess_pace *pace) {
  char path[96], text[96];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)pid, thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  long long ran, waited;
  if (sscanf(text, "%lld %lld", &ran, &waited) != 2) return 0;
  *pace = (struct cprocess_pace){.thread = atoi(thread), .ran = ran, .waited = waited};
  return 1;
}

static int read_threads(pid_t pid, struct cprocess_pace *paces, int capacity) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *folder = opendir(path);
  if (!folder) return 0;
  int count = 0;
  for (struct dirent *entry; count < capacity && (entry = readdir(folder));) {
    if (isdigit((unsigned char)entry->d_name[0])) {
      count += read_thread(pid, entry->d_name, paces + count);
    }
  }
  closedir(folder);
  return count;
}

int cprocess_paces(pid_t session, struct cprocess_pace *paces, int capacity) {
  DIR *folder = opendir("/proc");
  if (!folder) return -errno;
  int count = 0;
  for (struct dirent *entry; count < capacity && (entry = readdir(folder));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    pid_t pid = atoi(entry->d_name);
    struct kin kin;
    if (kin_read(pid, &kin) != 0 || kin.session != session) continue;
    count += read_threads(pid, paces + count, capacity - count);
  }
  closedir(folder);
  return count;
}
#endif
