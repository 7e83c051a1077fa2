/* Counts which branches of the library each case takes, for assay fuzz.
 *
 * Build the library with clang's -fsanitize-coverage=trace-pc-guard and link this file, which must be
 * built without it. Any language will do whose compiler has that instrumentation: C, C++, Objective-C,
 * Swift, Rust. Without the variable __AFL_SHM_ID, which assay sets, nothing is counted.
 *
 * The counters are the bytes of a shared memory segment. Its first 16 bytes are ours: a mark, and how
 * many places the modules of this process have. assay reads and clears the rest. A place is a number
 * that each guard gets when its module is loaded, modulo the size; the count in the segment lets modules
 * that each hold this file number one after another, too. The functions that clang's code calls allocate
 * nothing, take no lock and may run on any thread: at worst a count is lost.
 *
 * AFL++'s compilers bring a runtime of their own.
 */
#ifndef __AFL_COMPILER

#define _XOPEN_SOURCE 700

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#if defined(__clang__)
#define UNCOUNTED __attribute__((no_sanitize("coverage")))
#else
#define UNCOUNTED
#endif

#define HEAD_BYTES 16u
static const char mark[8] = {'a', 's', 's', 'a', 'y', 'c', 'o', 'v'};

static uint8_t *map;  /* NULL where nobody reads it */
static uint32_t room; /* places behind the head */

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);

UNCOUNTED static void attach(void) {
  static int has_tried;
  const char *text = getenv("__AFL_SHM_ID");
  struct shmid_ds about;
  char *end;
  long id;
  void *bytes;
  if (has_tried) return;
  has_tried = 1;
  if (!text || !*text) return;
  id = strtol(text, &end, 10);
  if (*end || id < 0 || id > INT32_MAX) return;
  if (shmctl((int)id, IPC_STAT, &about) != 0 || about.shm_segsz <= HEAD_BYTES) return;
  bytes = shmat((int)id, NULL, 0);
  if (bytes == (void *)-1) return;
  room = about.shm_segsz - HEAD_BYTES < UINT32_MAX ? (uint32_t)(about.shm_segsz - HEAD_BYTES) : UINT32_MAX;
  memcpy(bytes, mark, sizeof mark);
  map = bytes;
}

/* Called once for each module when it is loaded, or more often. A guard that stays 0 counts nothing. */
UNCOUNTED void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  uint32_t first, *guard;
  attach();
  if (!map || start >= stop || *start) return;
  first = __atomic_fetch_add((uint32_t *)(void *)(map + sizeof mark), (uint32_t)(stop - start), __ATOMIC_RELAXED);
  for (guard = start; guard < stop; guard++) *guard = HEAD_BYTES + (first + (uint32_t)(guard - start)) % room;
}

/* Called at each branch. A counter stops at 255. */
UNCOUNTED void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  uint32_t place = *guard;
  uint8_t count;
  if (!place) return;
  count = __atomic_load_n(map + place, __ATOMIC_RELAXED);
  if (count < UINT8_MAX) __atomic_store_n(map + place, (uint8_t)(count + 1), __ATOMIC_RELAXED);
}

#else
typedef int assay_coverage_is_that_of_afl;
#endif
