/* Scripts whose property lists are packed only now. */
#ifndef PACKED_H
#define PACKED_H

#include "text.h"

/*
 * What stands between << and >> is a property list, and becomes Base64 of zlib of magic and list; all else stays. So a
 * fuzzer of bytes changes the list itself, and each change is wrapped rightly. Valid until the next call.
 *
 * It is what a custom mutator's `post_process` would do. AFL++ 4.04 puts into its queue what that has made, so that lists
 * would be changed only once; later versions have AFL_POST_PROCESS_KEEP_ORIGINAL against that.
 */
text packed_script(text script);

#endif
