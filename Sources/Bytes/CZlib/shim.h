#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

// zlib's initialisers are macros that pass its version and the size of the stream: Swift sees none.

/// deflateInit2 with the only method there is, Z_DEFLATED.
static inline int czlib_deflate_init(
    z_streamp stream, int level, int window_bits, int memory_level, int strategy) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, strategy);
}

/// inflateInit2: the sign and size of window_bits choose the format.
static inline int czlib_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
