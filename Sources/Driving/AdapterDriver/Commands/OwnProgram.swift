import CProcess

/// The program that this process runs.
package enum OwnProgram {
  /// The path of its file; nil if the system does not say.
  package static var path: String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      let length = buffer.withMemoryRebound(to: CChar.self) {
        cprocess_own_path($0.baseAddress, Int32($0.count))
      }
      count = max(0, Int(length))
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
