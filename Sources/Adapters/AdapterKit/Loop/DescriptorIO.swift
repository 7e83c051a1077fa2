#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes blocking file descriptors with read(2) and write(2).
enum DescriptorIO {
  /// Reads what is available: at least one byte, at most what `buffer` holds.
  ///
  /// - Returns: how many bytes were read; 0 at the end of the input, nil after an error.
  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let received = systemRead(descriptor, buffer)
      if received >= 0 { return received }
      if errno != EINTR { return nil }
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: false if nobody reads them any more, or after another error.
  static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = systemWrite(
          descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
        if count > 0 {
          written += count
        } else if count < 0, errno == EAGAIN {
          waitUntilWritable(descriptor)
        } else if !(count < 0 && errno == EINTR) {
          return false
        }
      }
      return true
    }
  }

  /// The position of the first line feed. Uses memchr(3), which looks at many bytes at once.
  static func lineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// Makes whatever else the process prints to standard output go to standard error.
  ///
  /// - Returns: a descriptor of the original standard output, for replies only; 1 if that fails.
  static func reserveStandardOutput() -> Int32 {
    let reserved = dup(1)
    guard reserved >= 0 else { return 1 }
    guard dup2(2, 1) >= 0 else {
      close(reserved)
      return 1
    }
    return reserved
  }

  /// Makes the thread wait: poll(2) with nothing to wait for.
  static func rest(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Ends the process: exit(3).
  static func leave(status: Int32) -> Never { exit(status) }

  private static func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Darwin)
      Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
