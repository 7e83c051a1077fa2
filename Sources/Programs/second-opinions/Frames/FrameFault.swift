/// Why a conversation of frames cannot go on. Each is a fault of the script at the other end.
enum FrameFault: Error, CustomStringConvertible {
  /// The input ended inside a frame.
  case cutOff
  /// A frame announces more bytes than `FrameInput.maxFrameBytes`.
  case tooLong(bytes: Int)
  /// read(2) or write(2) failed.
  case descriptor(errno: Int32)
  /// The frame's own content is not what the command takes, from this byte on.
  case malformed(offset: Int, expected: String)

  var description: String {
    switch self {
    case .cutOff: "standard input ended inside a frame; write whole frames"
    case .tooLong(let bytes):
      "a frame of \(bytes) bytes; at most \(FrameInput.maxFrameBytes) are taken"
    case .descriptor(let number): "reading or writing failed with errno \(number)"
    case .malformed(let offset, let expected):
      "byte \(offset) of the frame: \(expected) is expected here"
    }
  }
}
