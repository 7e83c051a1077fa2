package import Conformance
import Profiles
import WireFormat

// What is asked of several requests together.
extension ManagerModel {
  package func comparisons(
    of events: [ManagerEvent], in situation: Situation<Setup>
  ) -> [Comparison<ManagerObservation>] {
    vectors(of: events) + pieces(of: events, in: situation)
  }

  /// Section 2: each encrypted message begins with eight random bytes (MGR-04/iv). Messages that are the same in all bytes may be one that
  /// was sent again.
  private func vectors(of events: [ManagerEvent]) -> [Comparison<ManagerObservation>] {
    let isEncrypted = events.contains { event in
      guard case .install(let document) = event else { return false }
      return document.profile?.payloads.contains(where: \.encrypted) ?? false
    }
    guard isEncrypted else { return [] }
    return [
      Comparison(
        Array(events.indices),
        Demand(
          ["MGR-04/iv"], "repeated-vector", expecting: "eight other bytes before each ciphertext"
        ) { observations in
          var messages: [ArraySlice<UInt8>: [UInt8]] = [:]
          for request in observations.flatMap(\.opened)
          where request.value(of: "data-x") != nil && request.piece?.index ?? 1 == 1 {
            guard let bytes = request.packed?.value, bytes.count > 8 else { continue }
            if let earlier = messages[bytes.prefix(8)], earlier != bytes {
              return Discrepancy(
                "two encrypted messages begin with the same initialization vector",
                observed: request.words)
            }
            messages[bytes.prefix(8)] = bytes
          }
          return nil
        })
    ]
  }

  /// All pieces of one request (MGR-12). Only where nothing but installs and plain successes happens: otherwise a request may be broken off and made anew.
  private func pieces(
    of events: [ManagerEvent], in situation: Situation<Setup>
  ) -> [Comparison<ManagerObservation>] {
    guard situation.setup.allowChunks, situation.setup.installed.contains(where: \.chunks) else {
      return []
    }
    var documents: [ProfileDocument] = []
    // How many profiles have come at each event.
    var counts: [Int] = []
    for event in events {
      defer { counts.append(documents.count) }
      switch event {
      case .install(let document): documents.append(document)
      case .answer(let answer):
        let plain = AppAnswer(keys: answer.keys)
        guard answer == plain else { return [] }
      case .remove: break
      }
    }
    // Small profiles have no pieces, which each event is asked about by itself.
    let setup = situation.setup
    let isLarge = documents.contains { document in
      document.profile?.payloads.contains {
        document.listBytes(ofPayload: $0.uuid) > ManagerRow.certainBytes
      } ?? false
    }
    guard isLarge else { return [] }
    let ring = ring
    let (documentsGiven, countsGiven) = (documents, counts)
    return [
      Comparison(
        Array(events.indices),
        Demand(
          ["MGR-12", "MGR-01"], "wrong-pieces", expecting: "the pieces of what was to be sent"
        ) { observations in
          PieceCheck(setup: setup, documents: documentsGiven, ring: ring)
            .discrepancy(Array(zip(observations.map(\.opened), countsGiven)))
        })
    ]
  }
}

/// Puts the pieces together as a library does.
private struct PieceCheck {
  let setup: ManagerSetup
  let documents: [ProfileDocument]
  let ring: CipherRing

  /// - Parameter events: what was opened at each event, and how many of the documents had come by then.
  func discrepancy(_ events: [(opened: [OpenedRequest], documents: Int)]) -> Discrepancy? {
    let opened = events.flatMap(\.opened)
    let log = PieceLog(opened)
    if log.hasForeignPiece {
      return Discrepancy(
        "a piece is sent twice", observed: List.text(opened.map(\.words)), aspect: "repeated")
    }
    for pieces in log.assemblies where PieceLog.isComplete(pieces) {
      // A profile may come again with other values: what is sent is the edition that was there when the sending began.
      let count = events.first { event in event.opened.contains { $0 === pieces.first } }?.documents
      if let found = discrepancy(ofAssembly: pieces, count ?? documents.count) { return found }
    }
    return nil
  }

  private func discrepancy(ofAssembly pieces: [OpenedRequest], _ count: Int) -> Discrepancy? {
    let limits = Dialect.profile1.limits
    guard let first = pieces.first, first.verb == .apply else { return nil }
    let profile = first.text(of: "profile")
    let payload = documents.prefix(count).last { $0.profile?.uuid == profile }?.profile?
      .payload(uuid: first.text(of: "payload"))
    guard let payload, let app = setup.app(payload.bundleIdentifier) else { return nil }
    if pieces.count > limits.maxChunks {
      return Discrepancy(
        "more pieces than a library takes", observed: "\(pieces.count)", aspect: "too-many")
    }
    var packed: [UInt8] = []
    for piece in pieces.sorted(by: { ($0.piece?.index ?? 0) < ($1.piece?.index ?? 0) }) {
      guard let bytes = piece.packed?.value, !bytes.isEmpty else {
        return Discrepancy("a piece is empty or no Base64", observed: piece.words, aspect: "empty")
      }
      packed += bytes
    }
    let isEncrypted = first.value(of: "data-x") != nil
    switch OpenedRequest.contents(.accepted(packed), isEncrypted: isEncrypted, for: app, ring) {
    case .unclear: break
    case .broken(let words):
      return Discrepancy(
        "the pieces do not unpack to anything", observed: words, aspect: "unreadable")
    case .list(let list):
      let check = DictionaryCheck(kind: .apply, payload: payload, keys: [])
      if let found = check.frame(list) ?? check.values(list) { return found }
    }
    return needless(packed, first)
  }

  /// Whether the same bytes fit into one URL, however they are escaped.
  private func needless(_ packed: [UInt8], _ first: OpenedRequest) -> Discrepancy? {
    let text = Base64Text.encode(packed)
    let escapes = text.count { !PercentCoding.isUnreserved($0) }
    let names = (first.value(of: "profile") ?? []) + (first.value(of: "payload") ?? [])
    let frame = 200 + (first.url.scheme?.count ?? 0) + 3 * names.count
    let longest = frame + text.count + 2 * escapes
    if longest > Dialect.profile1.limits.maxURLBytes { return nil }
    return Discrepancy(
      "data that fits into one URL is sent in pieces", observed: "\(packed.count) packed bytes",
      aspect: "needless")
  }
}
