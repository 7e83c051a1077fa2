#include "CProcess.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The C library of GNU raises this bound by itself to the largest block that was ever given back, up to 32 MiB, and keeps what lies below
// it. A bound that is set stays.
void cprocess_heap_return_large_blocks(size_t bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, (int)bytes);
  mallopt(M_TRIM_THRESHOLD, (int)bytes);
#else
  (void)bytes;
#endif
}
