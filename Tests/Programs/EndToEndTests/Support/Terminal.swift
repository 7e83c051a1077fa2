import Glibc

/// A terminal that a program can write to, as on a person's screen.
final class Terminal {
  struct Unavailable: Error {
    let code: Int32
  }

  private let descriptor: Int32
  /// The device for the program.
  let path: String

  /// - Parameter columns: how wide it is; nil: it does not say.
  init(columns: Int? = nil) throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unavailable(code: errno) }
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): it is unlocked, and says its number.
    var lock: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(descriptor, 0x4004_5431, &lock) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0
    else {
      close(descriptor)
      throw Unavailable(code: errno)
    }
    path = "/dev/pts/\(number)"
    guard let columns else { return }
    var size = winsize(ws_row: 25, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else {
      close(descriptor)
      throw Unavailable(code: errno)
    }
  }

  deinit { close(descriptor) }

  /// Everything that is written until no program has the terminal open any more.
  func readAll() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer[..<count]
    }
  }
}
