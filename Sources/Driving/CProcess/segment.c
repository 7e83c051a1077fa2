#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/shm.h>

// Linux lets others attach to a segment that is marked for removal as long as one process holds it:
// marked at once, it cannot outlive us, however we end.
int cprocess_segment_create(size_t count, struct cprocess_segment *segment) {
  int id = shmget(IPC_PRIVATE, count, IPC_CREAT | 0600);
  if (id < 0) return -errno;
  void *bytes = shmat(id, NULL, 0);
  int error = errno;
#ifdef __APPLE__
  // There it stays until it is destroyed: the adapter could not attach to it otherwise.
  if (bytes == (void *)-1) shmctl(id, IPC_RMID, NULL);
#else
  shmctl(id, IPC_RMID, NULL);
#endif
  if (bytes == (void *)-1) return -error;
  segment->id = id;
  segment->bytes = bytes;
  segment->count = count;
  return 0;
}

void cprocess_segment_destroy(struct cprocess_segment *segment) {
#ifdef __APPLE__
  if (segment->bytes) shmctl(segment->id, IPC_RMID, NULL);
#endif
  if (segment->bytes) shmdt(segment->bytes);
  segment->bytes = NULL;
  segment->count = 0;
}
