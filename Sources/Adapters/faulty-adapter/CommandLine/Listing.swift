import JSONText

/// The catalog as JSON, one line.
enum Listing {
  /// An object with `faults` and `liberties`.
  static var json: JSONValue {
    [
      "faults": .array(Catalog.faults.map(entry)),
      "liberties": .array(Catalog.liberties.map(entry)),
    ]
  }

  private static func entry(_ fault: Fault) -> JSONValue {
    [
      "name": .string(fault.name), "kind": .string(fault.kind.rawValue),
      "description": .string(fault.description),
      "suite": .string(fault.change.suite),
      "variants": .array(fault.variants.map { .string($0.rawValue) }),
      "requirements": .array(fault.requirements.map { .string($0) }),
      "mayAlso": .array(fault.mayAlso.map { .string($0) }),
    ]
  }

  private static func entry(_ liberty: Liberty) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember(key: "name", value: .string(liberty.name)),
      JSONMember(key: "description", value: .string(liberty.description)),
      JSONMember(key: "suite", value: .string(liberty.change.suite)),
      JSONMember(key: "source", value: .string(liberty.source)),
    ]
    if !liberty.concedes.isEmpty {
      members.append(
        JSONMember(key: "concedes", value: .array(liberty.concedes.map { .string($0) })))
    }
    if liberty.isLasting { members.append(JSONMember(key: "lasting", value: true)) }
    if liberty.isAlone { members.append(JSONMember(key: "alone", value: true)) }
    return .object(members)
  }
}
