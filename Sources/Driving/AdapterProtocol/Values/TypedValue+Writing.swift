public import JSONText

extension TypedValue {
  /// Writes `null` or the object with the one member that names the type.
  ///
  /// A dictionary is written with `pairs` if a key is not valid Unicode, or if two keys are the
  /// same or canonically equivalent, because maps of some languages cannot tell them apart.
  public func write(to writer: inout JSONWriter) {
    if case .null = self { return writer.null() }
    writer.beginObject()
    switch self {
    case .string(let text):
      writer.key("string")
      writer.string(text)
    case .integer(let number):
      writer.key("integer")
      writer.string(String(number))
    case .bigInteger(let digits):
      writer.key("integer")
      writer.string(digits)
    case .real(let number):
      writer.key("real")
      writer.string(Self.text(of: number))
    case .boolean(let truth):
      writer.key("boolean")
      writer.boolean(truth)
    case .date(let seconds):
      writer.key("date")
      writer.string(Self.text(of: seconds))
    case .data(let bytes):
      writer.key("data")
      writer.string(utf8: AdapterBase64.encode(bytes))
    case .utf16(let units):
      writer.key("utf16")
      writer.string(utf8: AdapterBase64.encode(units))
    case .array(let elements):
      writer.key("array")
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .dictionary(let members):
      if Self.needsPairs(members) {
        Self.writePairs(members, to: &writer)
      } else {
        writer.key("dictionary")
        writer.beginObject()
        Self.writeMembers(members, to: &writer)
        writer.endObject()
      }
    case .tooLarge:
      writer.key("tooLarge")
      writer.boolean(true)
    case .null:
      break
    }
    writer.endObject()
  }

  /// Writes the `values` of a call: what `readValues` reads.
  public static func writeValues(_ members: [TypedMember], to writer: inout JSONWriter) {
    writer.beginObject()
    if needsPairs(members) {
      writePairs(members, to: &writer)
    } else {
      writeMembers(members, to: &writer)
    }
    writer.endObject()
  }

  /// The shortest decimal text that reads back to the same value; `nan`, `inf`, `-inf`, `-0.0`.
  static func text(of number: Double) -> String {
    number.isNaN ? "nan" : number.description
  }

  private static func writeMembers(_ members: [TypedMember], to writer: inout JSONWriter) {
    for member in members {
      guard case .string(let key) = member.key else { continue }
      writer.key(key)
      member.value.write(to: &writer)
    }
  }

  private static func writePairs(_ members: [TypedMember], to writer: inout JSONWriter) {
    writer.key("pairs")
    writer.beginArray()
    for member in members {
      writer.beginArray()
      member.key.write(to: &writer)
      member.value.write(to: &writer)
      writer.endArray()
    }
    writer.endArray()
  }

  /// Whether an object could lose a member. `Set<String>` compares canonically, which is what we
  /// want here.
  private static func needsPairs(_ members: [TypedMember]) -> Bool {
    if members.count < 2 {
      if case .utf16? = members.first?.key { return true }
      return false
    }
    var keys: Set<String> = []
    keys.reserveCapacity(members.count)
    for member in members {
      // Long runs of combining marks take the square of their number to compare, and pairs are always right.
      guard case .string(let key) = member.key,
        key.utf8.count <= longestCompared || key.utf8.allSatisfy({ $0 < 0x80 }),
        keys.insert(key).inserted
      else { return true }
    }
    return false
  }

  /// In bytes.
  private static let longestCompared = 1_024
}

extension TypedKey {
  /// Writes a string, or `{"utf16":"…"}`.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let key): writer.string(key)
    case .utf16(let units): TypedValue.utf16(units).write(to: &writer)
    }
  }
}
