import PayloadCipher
import WireFormat

/// What lifting asks of the renderer: whether a form gives the same bytes again.
extension RequestRenderer {
  /// The encryption and the stream under it, where encrypting the stream again gives the same bytes.
  func decrypting(
    _ packed: [UInt8], _ context: ForgeContext
  ) -> (encryption: EncryptionLayer, stream: [UInt8])? {
    guard let mode = context.recipient.blockMode else { return nil }
    let cipher = cipher(for: context)
    guard case .bytes(let stream) = cipher.decrypt(packed, mode: mode) else { return nil }
    let iv = mode == .cbcWithIV ? Array(packed.prefix(BlowfishCipher.blockBytes)) : []
    guard cipher.encrypt(stream, iv: iv, mode: mode) == packed else { return nil }
    return (.canonical(iv: iv), stream)
  }
}
