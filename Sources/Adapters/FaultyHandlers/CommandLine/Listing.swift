import JSONText
import WireFormat

/// The catalog as JSON, one line.
enum Listing {
  /// An object with `faults` and `liberties`. Those that cannot be there in the dialect say why in `impossible`. Faults that no fixed
  /// case meets have `deep`, and come last.
  static func json(for dialect: Dialect) -> JSONValue {
    [
      "faults": .array(
        Catalog.faults.map { entry($0, dialect) }
          + Catalog.deepFaults.map { entry($0, dialect, isDeep: true) }),
      "liberties": .array(Catalog.liberties.map { entry($0, dialect) }),
    ]
  }

  private static func entry(
    _ fault: Fault, _ dialect: Dialect, isDeep: Bool = false
  ) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember(key: "name", value: .string(fault.name)),
      JSONMember(key: "kind", value: .string(fault.kind.rawValue)),
      JSONMember(key: "description", value: .string(fault.description)),
      JSONMember(key: "suite", value: .string(fault.change.suite)),
      JSONMember(key: "variants", value: .array(fault.variants.map { .string($0.rawValue) })),
      JSONMember(key: "requirements", value: .array(fault.requirements.map { .string($0) })),
      JSONMember(key: "mayAlso", value: .array(fault.mayAlso.map { .string($0) })),
    ]
    if isDeep { members.append(JSONMember(key: "deep", value: true)) }
    if fault.showsOnlyShuffled { members.append(JSONMember(key: "shuffled", value: true)) }
    if !fault.shownBy.isEmpty {
      members.append(
        JSONMember(key: "shownBy", value: .array(fault.shownBy.map { .string($0) })))
    }
    members += impossible(fault.needs, dialect)
    return .object(members)
  }

  private static func entry(_ liberty: Liberty, _ dialect: Dialect) -> JSONValue {
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
    members += impossible(liberty.needs, dialect)
    return .object(members)
  }

  private static func impossible(_ needs: [DialectNeed], _ dialect: Dialect) -> [JSONMember] {
    needs.filter { !$0.isMet(dialect) }.prefix(1).map {
      JSONMember(key: "impossible", value: .string($0.absence))
    }
  }
}
