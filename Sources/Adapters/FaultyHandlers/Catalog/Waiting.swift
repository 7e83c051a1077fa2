#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Never returns, and takes no processor time: a loop that goes on for ever.
func waitForever() {
  while true { usleep(1_000) }
}

/// Returns after so many seconds, and takes no processor time.
func wait(seconds: UInt32) { usleep(seconds * 1_000_000) }
