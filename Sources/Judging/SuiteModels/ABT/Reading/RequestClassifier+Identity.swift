import Conformance
import Forge
import WireFormat

// What a request says of itself: profile and payload, token, which piece it is.
extension RequestClassifier {
  func readIdentifiers(_ parameters: Parameters, _ reading: inout RequestMeaning) {
    for (name, value) in [
      (dialect.parameters.profile, parameters.profile),
      (dialect.parameters.payload, parameters.payload),
    ] where (value ?? .text("")) == .text("") {
      reading.defects.append(
        RequestDefect(
          ["ABT-URL-12"], codes: [dialect.errorCodes.malformedRequest],
          "\(name) is missing or empty"))
    }
  }

  func readToken(
    _ parameters: Parameters, _ action: RequestForge.Action?, _ reading: inout RequestMeaning
  ) {
    let right = bench.renderer.token(.canonical, context) ?? ""
    guard parameters.token != .text(right) else { return }
    let isEmpty = (parameters.token ?? .text("")) == .text("")
    reading.defects.append(
      Self.tokenDefect(
        isEmpty: isEmpty, action, isPiece: parameters.chunk != nil, dialect.errorCodes))
  }

  /// Section 4.2.
  static func tokenDefect(
    isEmpty: Bool, _ action: RequestForge.Action?, isPiece: Bool, _ codes: Dialect.ErrorCodes
  ) -> RequestDefect {
    var clauses: [Clause.ID] = ["ABT-TOK-02"]
    clauses += isEmpty ? ["ABT-TOK-04"] : ["ABT-TOK-05", "ABT-TOK-06"]
    if action == .reset { clauses.append("ABT-TOK-08") }
    if isPiece { clauses.append("ABT-TOK-09") }
    return RequestDefect(
      clauses, codes: [codes.invalidToken],
      isEmpty ? "the token is missing or empty" : "the token is not the right one", in: .token)
  }

  func readChunk(_ parameters: Parameters, _ reading: inout RequestMeaning) {
    guard parameters.chunk != nil || parameters.chunks != nil else { return }
    reading.hasPieceNumbers = true
    let odd = Set([parameters.chunk, parameters.chunks].compactMap { $0?.oddNumberPlace })
    if !odd.isEmpty {
      reading.leave(
        odd.count == 1 ? odd.first : nil, "leading zeros, signs or spaces in the chunk's numbers")
      // Whoever takes such numbers takes the request for this piece.
      if let index = parameters.chunk?.looseNumber, let total = parameters.chunks?.looseNumber,
        index >= 1, index <= total, total <= dialect.limits.maxChunks
      {
        reading.piece = ChunkPiece(index: index, total: total, bytes: [])
      }
      return
    }
    let index = parameters.chunk?.number ?? 0
    let total = parameters.chunks?.number ?? 0
    let limit = dialect.limits.maxChunks
    // Both are beyond the largest `Int`, so that it is not known which one is larger.
    let mayBeAboveTotal = index == .max && total == .max
    if index < 1 || total < 1 || index > total || mayBeAboveTotal {
      // Which of the two codes a number beyond 32 bits has is free, whichever of the two parameters it is.
      let isBeyond = max(index, total) > Int32.max
      reading.defects.append(
        RequestDefect(
          ["ABT-CHUNK-07"],
          codes: [dialect.errorCodes.invalidChunk]
            + (isBeyond ? [dialect.errorCodes.tooManyChunks] : []),
          "the chunk's index and total are not right"))
    }
    if total > limit {
      // Some libraries may not take a number that does not fit into 32 bits for a number.
      let isNoNumber = total > Int32.max
      let noNumber = isNoNumber ? [dialect.errorCodes.invalidChunk] : []
      reading.defects.append(
        RequestDefect(
          ["ABT-CHUNK-08"] + (isNoNumber ? ["ABT-CHUNK-07"] : []),
          codes: [dialect.errorCodes.tooManyChunks] + noNumber,
          "more than \(limit) chunks are announced"))
    }
    guard index >= 1, index <= total, total <= limit else { return }
    reading.piece = ChunkPiece(index: index, total: total, bytes: [])
  }
}
