import Forge
import PayloadCipher
import WireFormat

/// The ciphertext of encrypted data.
enum CipherAnatomy {
  /// The layer, and the zlib stream where the padding is right.
  static func read(
    _ packed: [UInt8], for context: ForgeContext, mode: BlowfishCipher.Mode, in parameter: String,
    _ limits: AnatomyLimits
  ) -> (layer: DissectedLayer, stream: [UInt8]?) {
    let cabinet = CipherCabinet()
    let cipher = cabinet.cipher(for: context.recipient)
    let plain = cipher.decrypt(blocks: packed, mode: mode)
    let ending: Ending
    var stream: [UInt8]?
    switch cipher.decrypt(packed, mode: mode) {
    case .bytes(let bytes):
      stream = bytes
      ending = .complete
    case .badLength: ending = .stopped(Finding(Defect(.cipherLength, at: packed.count)))
    case .badPadding:
      ending = .stopped(Finding(Defect(.cipherPadding, at: max(0, packed.count - 8))))
    }
    var sheet = NoteSheet()
    add(packed, plain, mode, hasPadding: stream != nil, limits, to: &sheet)
    if !KeyTrial.looksLikeZlib(stream ?? plain) {
      let trial = KeyTrial(packed, for: context, cabinet)
      let words =
        trial.explanation(mode: mode)
        ?? "what it decrypts to is no zlib stream: another key, or damaged bytes"
      sheet.mark(.unusual, Finding(at: 0, words, clause: nil))
    } else if stream == nil, packed.count > 8 {
      let words = "it decrypts to the beginning of a zlib stream: the key fits"
      sheet.mark(.unusual, Finding(at: mode == .cbcWithIV ? 8 : 0, words, clause: nil))
    }
    return (sheet.layer(.cipher, in: parameter, packed, ending), stream)
  }

  private static func add(
    _ packed: [UInt8], _ plain: [UInt8], _ mode: BlowfishCipher.Mode, hasPadding: Bool,
    _ limits: AnatomyLimits, to sheet: inout NoteSheet
  ) {
    let head = mode == .cbcWithIV ? min(BlowfishCipher.blockBytes, packed.count) : 0
    if head > 0 { sheet.add(ByteNote(0..<head, "initialisation vector")) }
    let blocks = plain.count / BlowfishCipher.blockBytes
    let shown = max(2, limits.maxCipherBlocks)
    for number in 0..<blocks {
      if blocks > shown, number == shown - 1 {
        let range = head + 8 * number..<head + 8 * (blocks - 1)
        sheet.addCut(range, blocks - shown, "block")
      }
      guard blocks <= shown || number < shown - 1 || number == blocks - 1 else { continue }
      addBlock(number, of: blocks, head, plain, hasPadding: hasPadding, to: &sheet)
    }
    let end = head + 8 * blocks
    if end < packed.count {
      sheet.add(
        ByteNote(end..<packed.count, "\(Words.count(packed.count - end, "byte")) of no whole block")
      )
    }
  }

  private static func addBlock(
    _ number: Int, of blocks: Int, _ head: Int, _ plain: [UInt8], hasPadding: Bool,
    to sheet: inout NoteSheet
  ) {
    let content = plain[8 * number..<8 * number + 8]
    let range = head + 8 * number..<head + 8 * number + 8
    var note = ByteNote(range, "block \(Words.number(number + 1)) of \(Words.number(blocks))")
    note.decoded = ByteExcerpt(content, maxBytes: 8)
    let isPadded = hasPadding && number == blocks - 1
    let padding = isPadded ? Int(content.last ?? 0) : 0
    if padding < 8 { note.output = 8 * number..<8 * number + 8 - padding }
    if isPadded { note.meaning += ", \(padding) of its bytes padding" }
    sheet.add(note)
  }
}
