/* The subject at the end of a pipe, for Hypothesis: a script is its length in four bytes and its bytes; the answer is what
   has happened, likewise. */
#include <stdint.h>
#include <stdlib.h>

#include "harness.h"

#define MAX_SCRIPT_BYTES (16u << 20)

static bool read_all(unsigned char *into, size_t length) {
  return fread(into, 1, length, stdin) == length;
}

int main(void) {
  unsigned char head[4];
  while (read_all(head, sizeof head)) {
    uint32_t length = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    char *answer = NULL;
    size_t size = 0;
    if (length > MAX_SCRIPT_BYTES) return 2;
    unsigned char *script = grown(NULL, length);
    if (!read_all(script, length)) return 2;
    FILE *told = open_memstream(&answer, &size);
    if (!told) abort();
    harness_run(script, length, told);
    fclose(told);
    for (int shift = 24; shift >= 0; shift -= 8) putchar((int)(size >> shift & 255));
    fwrite(answer, 1, size, stdout);
    fflush(stdout);
    free(answer);
    free(script);
  }
  return 0;
}
