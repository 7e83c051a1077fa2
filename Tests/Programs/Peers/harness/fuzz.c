/* The subject under libFuzzer, or under AFL++ in persistent mode. */
#include <stdint.h>
#include <unistd.h>

#include "harness.h"

#ifdef __AFL_FUZZ_TESTCASE_LEN

__AFL_FUZZ_INIT();

int main(void) {
  __AFL_INIT();
  const unsigned char *script = __AFL_FUZZ_TESTCASE_BUF; /* After __AFL_INIT, before __AFL_LOOP. */
  while (__AFL_LOOP(10000)) harness_run(script, (size_t)__AFL_FUZZ_TESTCASE_LEN, NULL);
  return 0;
}

#else

int LLVMFuzzerTestOneInput(const uint8_t *script, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *script, size_t length) {
  harness_run(script, length, NULL);
  return 0;
}

#endif
