import Foundation
import JSONText

/// A validator of the keywords that our schema uses; any other keyword is a complaint of its own,
/// so that none is passed over in silence.
struct SchemaValidator {
  private let root: JSONValue
  /// Whether members that the schema does not name are complaints, too: readers must pass them,
  /// but we must not write them.
  private let refusesUnknownMembers: Bool

  init(_ schema: JSONValue, refusesUnknownMembers: Bool) {
    root = schema
    self.refusesUnknownMembers = refusesUnknownMembers
  }

  /// The published schema of reports.
  static func report() throws -> SchemaValidator { try published("assay-report-1") }

  /// A schema that is published beside the code that writes its values.
  static func published(_ name: String) throws -> SchemaValidator {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = folder.appendingPathComponent(
      "Sources/Running/Reporting/Schema/\(name).schema.json")
    let schema = try JSONValue(parsing: [UInt8](try Data(contentsOf: file)))
    return SchemaValidator(schema, refusesUnknownMembers: true)
  }

  /// What is wrong with a value, each complaint with its place; empty where nothing is.
  func complaints(_ value: JSONValue) -> [String] { check(value, root, "$") }

  private func check(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    var found: [String] = []
    func demand(_ holds: Bool, _ complaint: String) {
      if !holds { found.append("\(place): \(complaint)") }
    }
    for member in schema.members ?? [] {
      let wanted = member.value
      switch member.key {
      case "$schema", "$id", "$defs", "title", "description", "then": break
      case "$ref": found += check(value, definition(wanted), place)
      case "const": demand(value == wanted, "is not \(wanted.compactText)")
      case "enum": demand(wanted.arrayValue?.contains(value) == true, "is none of the enum")
      case "type":
        let types = wanted.arrayValue ?? [wanted]
        demand(types.contains { isOf($0.stringValue, value) }, "is not of \(wanted.compactText)")
      case "minimum":
        if let number = value.doubleValue, let least = wanted.doubleValue {
          demand(number >= least, "is less than \(least)")
        }
      case "minLength":
        if let text = value.stringValue, let least = wanted.integerValue {
          demand(text.unicodeScalars.count >= least, "is shorter than \(least)")
        }
      case "minItems":
        if let items = value.arrayValue, let least = wanted.integerValue {
          demand(items.count >= least, "has less than \(least) items")
        }
      case "pattern":
        if let text = value.stringValue, let pattern = wanted.stringValue {
          demand((try? Regex(pattern).firstMatch(in: text)) != nil, "does not match \(pattern)")
        }
      case "required":
        if value.members != nil {
          for name in (wanted.arrayValue ?? []).compactMap(\.stringValue) {
            demand(value[name] != nil, "lacks \(name)")
          }
        }
      case "items":
        for (index, item) in (value.arrayValue ?? []).enumerated() {
          found += check(item, wanted, "\(place)[\(index)]")
        }
      case "properties":
        for property in value.members ?? [] {
          if let own = wanted[property.key] {
            found += check(property.value, own, "\(place).\(property.key)")
          } else if let others = schema["additionalProperties"] {
            found += check(property.value, others, "\(place).\(property.key)")
          } else if refusesUnknownMembers, schema["type"] != nil {
            found.append("\(place): has the member \(property.key), which the schema does not name")
          }
        }
      case "additionalProperties":
        if schema["properties"] == nil {
          for property in value.members ?? [] {
            found += check(property.value, wanted, "\(place).\(property.key)")
          }
        }
      case "if":
        if check(value, wanted, place).isEmpty, let then = schema["then"] {
          found += check(value, then, place)
        }
      default: found.append("\(place): the schema uses \(member.key), which nobody checks")
      }
    }
    return found
  }

  private func definition(_ reference: JSONValue) -> JSONValue {
    let name = reference.stringValue?.split(separator: "/").last.map(String.init) ?? ""
    return root["$defs"]?[name] ?? ["missing definition": .string(name)]
  }

  private func isOf(_ type: String?, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .boolean),
      ("null", .null), ("integer", .integer), ("number", .integer), ("number", .real):
      true
    case ("integer", .real(let number)): number == number.rounded()
    default: false
    }
  }
}
