import CCrypto

/// Blowfish with PKCS #7 padding under one key, whose schedule (22 µs) is made once.
///
/// Every message gets a padding of 1 to 8 bytes. Sending an instance to another thread is safe:
/// nothing in it changes after `init`.
package final class BlowfishCipher: Sendable {
  /// How blocks are chained. The raw values are the words of a dialect file.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// CBC. The initialisation vector is sent before the ciphertext.
    case cbcWithIV = "blowfish-cbc-iv"
    /// CBC from a vector of zeros, which is not sent.
    case cbcZeroIV = "blowfish-cbc-zero-iv"
    /// Every block by itself.
    case ecb = "blowfish-ecb"
  }

  /// What decryption found.
  package enum Result: Hashable, Sendable {
    /// The bytes without their padding.
    case bytes([UInt8])
    /// Not a positive multiple of 8 bytes, or (with a vector in front) nothing after the vector.
    case badLength
    /// The last byte is not 1 to 8, or the bytes that it counts differ from it.
    case badPadding
  }

  /// The eight bytes of a block, and of an initialisation vector.
  package static let blockBytes = 8

  private let schedule: Schedule

  /// A cipher under `key`. A key of 1 to 56 bytes is used as it is, a longer key up to its 56th
  /// byte, and an empty key as one zero byte.
  package init(key: [UInt8]) {
    schedule = Schedule(key: key.isEmpty ? [0] : Array(key.prefix(56)))
  }

  /// The ciphertext of `plain`, with the vector in front in the mode that sends it.
  ///
  /// - Parameter iv: eight bytes, for the mode that sends it. A shorter vector is filled up with
  ///   zeros; of a longer one the first eight bytes count.
  package func encrypt(_ plain: [UInt8], iv: [UInt8], mode: Mode = .cbcWithIV) -> [UInt8] {
    let padding = Self.blockBytes - plain.count % Self.blockBytes
    let padded = plain + Array(repeating: UInt8(padding), count: padding)
    return encrypt(blocks: padded, iv: iv, mode: mode)
  }

  /// Like `encrypt(_:iv:mode:)` but without padding, for messages whose padding is wrong on
  /// purpose.
  ///
  /// Ignores bytes after the last whole block.
  package func encrypt(blocks: [UInt8], iv: [UInt8], mode: Mode = .cbcWithIV) -> [UInt8] {
    let whole = Array(blocks.prefix(blocks.count & ~7))
    switch mode {
    case .ecb: return schedule.ecb(whole, encrypting: true)
    case .cbcZeroIV:
      return schedule.cbc(whole[...], vector: Self.zeros, encrypting: true)
    case .cbcWithIV:
      let vector = Array((iv + Self.zeros).prefix(Self.blockBytes))
      return vector + schedule.cbc(whole[...], vector: vector, encrypting: true)
    }
  }

  /// The message in `bytes`. Complexity: linear.
  package func decrypt(_ bytes: [UInt8], mode: Mode = .cbcWithIV) -> Result {
    let head = mode == .cbcWithIV ? Self.blockBytes : 0
    guard bytes.count > head, bytes.count % Self.blockBytes == 0 else { return .badLength }
    var plain = decrypt(blocks: bytes, mode: mode)
    guard let last = plain.last, (1...8).contains(last),
      plain.suffix(Int(last)).allSatisfy({ $0 == last })
    else { return .badPadding }
    plain.removeLast(Int(last))
    return .bytes(plain)
  }

  /// The plain blocks with their padding, whatever it is; none where there is no block.
  ///
  /// Bytes after the last whole block are left out. Complexity: linear.
  package func decrypt(blocks bytes: [UInt8], mode: Mode = .cbcWithIV) -> [UInt8] {
    let whole = Array(bytes.prefix(bytes.count & ~7))
    switch mode {
    case .ecb: return schedule.ecb(whole, encrypting: false)
    case .cbcZeroIV: return schedule.cbc(whole[...], vector: Self.zeros, encrypting: false)
    case .cbcWithIV:
      guard whole.count > Self.blockBytes else { return [] }
      return schedule.cbc(
        whole[Self.blockBytes...], vector: Array(whole[..<Self.blockBytes]), encrypting: false)
    }
  }

  private static let zeros = [UInt8](repeating: 0, count: blockBytes)
}

/// A key schedule of OpenSSL on the heap, wiped on deallocation.
private final class Schedule: @unchecked Sendable {
  // Only read after `init`, so sharing it is safe.
  private let pointer: UnsafeMutableRawPointer

  init(key: [UInt8]) {
    guard let pointer = ccrypto_blowfish_new(key, Int32(key.count)) else {
      fatalError("no memory for a Blowfish key schedule")
    }
    self.pointer = pointer
  }

  deinit { ccrypto_blowfish_free(pointer) }

  func cbc(_ bytes: ArraySlice<UInt8>, vector: [UInt8], encrypting: Bool) -> [UInt8] {
    var vector = vector
    return transformed(bytes) { input, output in
      ccrypto_blowfish_cbc(pointer, input, output, bytes.count, &vector, encrypting ? 1 : 0)
    }
  }

  func ecb(_ bytes: [UInt8], encrypting: Bool) -> [UInt8] {
    transformed(bytes[...]) { input, output in
      ccrypto_blowfish_ecb(pointer, input, output, bytes.count, encrypting ? 1 : 0)
    }
  }

  private func transformed(
    _ bytes: ArraySlice<UInt8>,
    _ body: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
      bytes.withUnsafeBufferPointer { input in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        body(source, target)
        count = bytes.count
      }
    }
  }
}
