// The yardstick of the throughput benchmark: writes prepared frames to an adapter, case by case, and only counts the replies.
//
//   bench-pump FRAMES ADAPTER [ARGS…]
//   bench-pump --null-adapter | --flooding-adapter    is itself an adapter, see null_adapter.h
//
// FRAMES holds, for each case, two 32-bit numbers in the machine's byte order (how many frames, how many bytes) and then the
// frames as lines. Prints "REPLIES NANOSECONDS".

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "null_adapter.h"

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Counts the line feeds that come until `wanted` are there, and writes what is left to write meanwhile.
static void exchange(int input, int output, const char *bytes, size_t size, uint32_t wanted) {
  static char buffer[1 << 16];
  uint32_t seen = 0;
  while (seen < wanted) {
    if (size > 0) {
      ssize_t written = write(input, bytes, size);
      if (written > 0) {
        bytes += written;
        size -= (size_t)written;
      } else if (errno != EAGAIN && errno != EINTR) {
        fail("write");
      }
    }
    ssize_t count = read(output, buffer, sizeof buffer);
    if (count > 0) {
      for (char *p = buffer; (p = memchr(p, '\n', (size_t)(buffer + count - p))); p++) seen++;
    } else if (count == 0) {
      fputs("bench-pump: the adapter ended\n", stderr);
      exit(1);
    } else if (errno == EAGAIN) {
      struct pollfd waits[2] = {{output, POLLIN, 0}, {input, POLLOUT, 0}};
      poll(waits, size > 0 ? 2 : 1, -1);
    } else if (errno != EINTR) {
      fail("read");
    }
  }
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--null-adapter") == 0) return null_adapter(0);
  if (count == 2 && strcmp(arguments[1], "--flooding-adapter") == 0) return null_adapter(1);
  if (count < 3) {
    fputs("usage: bench-pump FRAMES ADAPTER [ARGS…]\n", stderr);
    return 2;
  }
  int file = open(arguments[1], O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) < 0) fail(arguments[1]);
  const char *frames = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (frames == MAP_FAILED) fail("mmap");
  int toChild[2], fromChild[2];
  if (pipe2(toChild, O_CLOEXEC) < 0 || pipe2(fromChild, O_CLOEXEC) < 0) fail("pipe2");
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    dup2(toChild[0], 0);
    dup2(fromChild[1], 1);
    execv(arguments[2], arguments + 2);
    _exit(127);
  }
  close(toChild[0]);
  close(fromChild[1]);
  signal(SIGPIPE, SIG_IGN);
  fcntl(toChild[1], F_SETFL, O_NONBLOCK);
  fcntl(fromChild[0], F_SETFL, O_NONBLOCK);
  static const char hello[] = "{\"id\":0,\"type\":\"hello\",\"protocol\":1}\n";
  exchange(toChild[1], fromChild[0], hello, sizeof hello - 1, 1);
  int64_t begun = now();
  uint64_t replies = 0;
  for (const char *p = frames, *end = frames + about.st_size; p < end;) {
    uint32_t head[2];
    memcpy(head, p, sizeof head);
    exchange(toChild[1], fromChild[0], p + sizeof head, head[1], head[0]);
    replies += head[0];
    p += sizeof head + head[1];
  }
  int64_t elapsed = now() - begun;
  close(toChild[1]);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  printf("%llu %lld\n", (unsigned long long)replies, (long long)elapsed);
  return 0;
}
