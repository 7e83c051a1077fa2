import Profiles
import WireFormat

/// Single objects of a list in words.
enum ObjectWords {
  /// What an object is, and what it holds unless that is text.
  static func words(
    _ object: PropertyListMap.Object, _ number: Int, _ map: PropertyListMap, _ bytes: [UInt8],
    _ limits: AnatomyLimits
  ) -> String {
    switch object.kind {
    case .ascii: "ASCII text of \(Words.count(object.count, "byte"))"
    case .utf16: "text of \(Words.count(object.count, "unit")) of UTF-16"
    case .array:
      "array of \(Words.count(object.count, "element"))" + members(object, map, limits)
    case .set: "set of \(Words.count(object.count, "element"))" + members(object, map, limits)
    case .dictionary:
      "dictionary of \(Words.count(object.count, "pair"))" + pairs(object, map, limits)
    case .broken: broken(number, object, map, bytes)
    default: scalar(object, map, bytes, limits)
    }
  }

  /// The text of a string object; what is no text in it becomes U+FFFD.
  static func text(
    _ object: PropertyListMap.Object, _ bytes: [UInt8], _ limits: AnatomyLimits
  ) -> TextExcerpt? {
    switch object.kind {
    case .ascii: return TextExcerpt(bytes[object.content], maxBytes: limits.maxTextBytes)
    case .utf16:
      // No more units than could be shown are decoded, and one more to see that there are more.
      let content = bytes[object.content]
      let units = min(object.count, max(0, limits.maxTextBytes))
      let start = content.startIndex
      let text = String(
        decoding: (0..<units).map {
          UInt16(content[start + 2 * $0]) << 8 | UInt16(content[start + 2 * $0 + 1])
        }, as: UTF16.self)
      let missing = content.count - 2 * units
      return TextExcerpt(text.utf8, maxBytes: limits.maxTextBytes).missing(missing)
    default: return nil
    }
  }

  /// A value without members in few words.
  static func scalar(
    _ object: PropertyListMap.Object, _ map: PropertyListMap, _ bytes: [UInt8],
    _ limits: AnatomyLimits
  ) -> String {
    let marker =
      bytes.indices.contains(object.range.lowerBound) ? bytes[object.range.lowerBound] : 0
    switch object.kind {
    case .null: return "null"
    case .fill: return "fill byte"
    case .later: return "something of a later version"
    case .boolean: return marker == 0x09 ? "true" : "false"
    case .uid: return "UID"
    case .integer:
      let number = Int64(bitPattern: map.bits(of: object))
      return "integer \(Words.number(number))"
    case .wideInteger: return "integer of \(1 << Int(marker & 15)) bytes"
    case .real:
      let bits = map.bits(of: object)
      let real =
        object.content.count == 4
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
      return "real \(real)"
    case .date: return "date \(DateWords.text(Double(bitPattern: map.bits(of: object))))"
    case .data:
      let excerpt = ByteExcerpt(bytes[object.content], maxBytes: limits.maxDecodedBytes)
      let digits = Digest.hexadecimal(excerpt.bytes)
      let rest = excerpt.missingCount > 0 ? "…" : ""
      return "data of \(Words.count(object.count, "byte"))"
        + (object.count > 0 ? ": \(digits)\(rest)" : "")
    case .uncounted: return "an object whose count has no number of up to 8 bytes"
    default: return ""
    }
  }

  private static func broken(
    _ number: Int, _ object: PropertyListMap.Object, _ map: PropertyListMap, _ bytes: [UInt8]
  ) -> String {
    object.range.isEmpty
      ? "its entry is \(Words.hexadecimal(map.entry(number)))"
      : "marker \(Words.hexadecimal(bytes[object.range.lowerBound])), unreadable"
  }

  private static func members(
    _ object: PropertyListMap.Object, _ map: PropertyListMap, _ limits: AnatomyLimits
  ) -> String {
    guard object.count > 0 else { return "" }
    let shown = min(object.count, limits.maxReferences)
    let list = (0..<shown).map { Words.number(map.reference(at: $0, of: object)) }
    return ": objects " + list.joined(separator: " ") + more(object.count - shown)
  }

  private static func pairs(
    _ object: PropertyListMap.Object, _ map: PropertyListMap, _ limits: AnatomyLimits
  ) -> String {
    guard object.count > 0 else { return "" }
    let shown = min(object.count, limits.maxReferences)
    let list = (0..<shown).map {
      "\(Words.number(map.reference(at: $0, of: object))) → "
        + Words.number(map.reference(at: $0 + object.count, of: object))
    }
    return ": objects " + list.joined(separator: ", ") + more(object.count - shown)
  }

  private static func more(_ count: Int) -> String {
    count > 0 ? " … \(Words.number(count)) more" : ""
  }
}

/// Dates of property lists.
enum DateWords {
  /// `2026-01-31T12:00:00Z`; seconds since 2001 for dates outside the years 1 to 9999.
  static func text(_ seconds: Double) -> String {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else {
      return "\(seconds) s after 2001-01-01"
    }
    let whole = seconds.rounded(.down)
    return DateText.text(secondsSince2001: Int(whole))
      + (seconds == whole ? "" : " and a fraction")
  }
}
