package import WireFormat

extension RequestForge {
  /// What the forms of its layers claim. Canonical layers claim nothing.
  package var claims: Set<LayerNote.Claim> {
    var claims = Set(unusualForms.map(\.note.claim))
    if !edits.isEmpty { claims.insert(.anything) }
    return claims
  }

  /// The liberties that its layers take, from the inside out.
  package var liberties: [LayerForm] { unusualForms.filter { $0.note.claim == .liberty } }

  /// The forms of its layers that are not canonical, from the inside out.
  private var unusualForms: [LayerForm] {
    LayerTable.unusualForms.compactMap { $0(self) }
  }

  /// Whether every layer is canonical or a liberty of the sender: the request is right in itself, whether or not an edition takes it.
  package var isCanonical: Bool { token == .canonical && isCanonicalButForToken }

  /// Whether nothing but the token may be wrong.
  package var isCanonicalButForToken: Bool {
    guard edits.isEmpty, scheme == .canonical, verb == .canonical, shape == .canonical,
      parameters == .canonical, !profile.isEmpty, !payload.isEmpty, dictionary.fits(action),
      dictionaryForm == .canonical, propertyList == .canonical, magic == .canonical,
      base64 == .canonical, escaping == .canonical || escaping == .rawBase64
    else { return false }
    guard [.canonical, .liberty].contains(compression.note.claim) else { return false }
    switch (parameter, encryption) {
    case (.data, .none), (.dataX, .canonical): break
    default: return false
    }
    guard let chunk else { return true }
    // A piece without bytes has no data (ABT-URL-14).
    guard chunk.form == .numbers, chunk.cut?.isEmpty != true else { return false }
    return chunk.total >= 1 && (1...chunk.total).contains(chunk.index)
  }
}

extension DictionaryLayer {
  fileprivate func fits(_ action: RequestForge.Action) -> Bool {
    switch (self, action) {
    case (.configuration, .apply), (.keys, .reset), (.both, _): true
    default: false
    }
  }

  /// Whether the contents stay far inside the bounds within which a library is bound to accept them (section 2.1 of the protocol, and
  /// the limits of the dialect): few values, little text, plain keys, ordinary dates. The strict reader decides about other contents.
  package func isUnremarkable(in dialect: Dialect) -> Bool {
    var budget = Budget(dialect)
    switch self {
    case .configuration(let category, let members):
      return budget.takes(text: category ?? "") && budget.takes(members, depth: 2)
    case .keys(let category, let keys):
      return budget.takes(text: category ?? "") && keys.allSatisfy { budget.takes(text: $0) }
    case .both(let category, let members, let keys):
      return budget.takes(text: category ?? "") && budget.takes(members, depth: 2)
        && keys.allSatisfy { budget.takes(text: $0) }
    case .verbatim: return false
    }
  }

  private struct Budget {
    var values: Int
    var bytes: Int
    let depth: Int

    /// A text takes at most two bytes for each of its UTF-8, and a value at most 22 of its own: marker, count, offset and reference.
    init(_ dialect: Dialect) {
      let limits = dialect.limits
      let names = dialect.keys
      let fixed = [names.version, names.category, names.configuration, names.keys]
        .reduce(200 + dialect.magic.count) { $0 + 2 * $1.utf8.count }
      let room = max(0, limits.maxInflatedBytes - fixed)
      values = min(2_000, room / 44)
      bytes = min(100_000, room / 4)
      depth = limits.remarkableDepth
    }

    mutating func takes(text: String) -> Bool {
      values -= 1
      bytes -= text.utf8.count
      return values >= 0 && bytes >= 0
    }

    mutating func takes(_ members: [PropertyList.Member], depth: Int) -> Bool {
      // Plain keys that are in ascending order are different even under canonical equivalence.
      members.allSatisfy { member in
        member.key.utf8.allSatisfy { $0 < 0x80 } && takes(text: member.key)
          && takes(member.value, depth: depth + 1)
      } && Self.areDistinct(members)
    }

    /// Comparing a few keys with each other costs less than a set of them.
    private static func areDistinct(_ members: [PropertyList.Member]) -> Bool {
      guard members.count <= 12 else { return Set(members.map(\.key)).count == members.count }
      return members.indices.allSatisfy { index in
        !members[..<index].contains { $0.key.hasSameBytes(as: members[index].key) }
      }
    }

    mutating func takes(_ value: PropertyList, depth: Int) -> Bool {
      switch value {
      case .string(let text): return takes(text: text)
      case .integer, .boolean: return takes(text: "")
      case .real(let number): return number.isFinite && takes(text: "")
      case .date(let seconds): return abs(seconds) < 30e9 && takes(text: "")
      case .data(let data):
        bytes -= data.count
        return takes(text: "")
      case .array(let elements):
        return depth < self.depth && takes(text: "")
          && elements.allSatisfy { takes($0, depth: depth + 1) }
      case .dictionary(let members):
        return depth < self.depth && takes(text: "") && takes(members, depth: depth)
      }
    }
  }
}

extension Dialect.Limits {
  /// So many containers in each other are no longer unremarkable.
  package var remarkableDepth: Int { min(16, maxDepth) }
}
