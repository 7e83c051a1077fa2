/* The subject under libFuzzer, or under AFL++ in persistent mode. */
#include <stdint.h>
#include <unistd.h>

#include "harness.h"
#include "packed.h"

#ifdef __AFL_FUZZ_TESTCASE_LEN

__AFL_FUZZ_INIT();

int main(void) {
  __AFL_INIT();
  const unsigned char *script = __AFL_FUZZ_TESTCASE_BUF; /* After __AFL_INIT, before __AFL_LOOP. */
  while (__AFL_LOOP(10000)) {
    text taken = {(const char *)script, (size_t)__AFL_FUZZ_TESTCASE_LEN};
#ifdef PACKS
    taken = packed_script(taken);
#endif
    harness_run((const unsigned char *)taken.bytes, taken.length, NULL);
  }
  return 0;
}

#else

int LLVMFuzzerTestOneInput(const uint8_t *script, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *script, size_t length) {
  harness_run(script, length, NULL);
  return 0;
}

#endif
