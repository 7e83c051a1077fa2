package import WireFormat

/// A value whose parameters can be visited one by one.
///
/// A type lists its parameters once, in `visitFields`; measuring a value, making it simpler, storing it and reading it back are
/// visitors of that list, so that none of them can forget a parameter.
package protocol FieldHolding: Sendable {
  /// Hands every parameter to the visitor, always in the same order, and takes over what the visitor makes of it.
  ///
  /// Which parameters there are may depend on parameters visited before, and on nothing else but the form.
  mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure)
}

/// Looks at the parameters of a value, or changes them.
///
/// Names are those of stored requests: part of files, never changed. The rules say what is simplest and how far a parameter may be
/// simplified while the form still does what it claims.
package protocol FieldVisitor {
  associatedtype Failure: Error

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) throws(Failure)
  mutating func numbers<Number: FixedWidthInteger>(
    _ name: String, _ values: inout [Number]
  ) throws(Failure)
  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) throws(Failure)
  mutating func text(_ name: String, _ value: inout String, _ rule: TextRule) throws(Failure)
  mutating func texts(_ name: String, _ values: inout [String]) throws(Failure)
  /// Names of byte strings end in `Base64`.
  mutating func bytes(_ name: String, _ value: inout [UInt8], _ rule: BytesRule) throws(Failure)
  /// - Parameter simplest: nil where no word is simpler than another.
  mutating func word<Word: FieldWord>(
    _ name: String, _ value: inout Word, simplest: Word?
  ) throws(Failure)
  /// - Parameter keepsType: whether a value may only become a simpler one of its type, or false.
  mutating func value(
    _ name: String, _ value: inout PropertyList, keepsType: Bool
  ) throws(Failure)
  mutating func members(_ name: String, _ values: inout [PropertyList.Member]) throws(Failure)
  /// Whether a parameter is there that may be missing. Its own visit follows where it is.
  mutating func presence(
    _ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool
  ) throws(Failure)
  mutating func record<Record: FieldHolding>(
    _ name: String, _ value: inout Record
  ) throws(Failure)
  /// - Parameter blank: what an element is before its fields are read.
  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) throws(Failure)
  /// Refuses parameters that do not go together; of interest only where they are read.
  mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) throws(Failure)
}

/// How a number may be simplified: towards the simplest one.
package struct NumberRule: Sendable {
  package var simplest: Int64 = 0
  /// A number on the way that would mean something else.
  package var exception: Int64?
}

/// How a text may be simplified.
package enum TextRule: Sendable {
  /// Any shorter text will do, the empty one too.
  case free
  /// Any shorter text will do as long as there is some; this one is simplest.
  case someText(simplest: String)
  /// No other text but this one is known to mean the same.
  case whole(simplest: String)
}

/// How a byte string may be simplified.
package enum BytesRule: Sendable {
  /// Any fewer bytes will do, and zeros.
  case free
  /// Any fewer bytes will do as long as there is one.
  case someBytes
  /// Only zeros, so many of them.
  case zeros(count: Int)
}

/// One of a fixed list of words.
package protocol FieldWord: CaseIterable, Equatable, Sendable {
  /// The word in stored requests: lowercase words joined by hyphens.
  var word: String { get }
}

extension FieldWord where Self: RawRepresentable<String> {
  package var word: String { rawValue }
}

extension FieldVisitor {
  package mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, simplest: Int64 = 0, except exception: Int64? = nil
  ) throws(Failure) {
    try number(name, &value, NumberRule(simplest: simplest, exception: exception))
  }

  package mutating func flag(_ name: String, _ value: inout Bool) throws(Failure) {
    try flag(name, &value, simplest: false)
  }

  /// A word of which the first in the list is the simplest.
  package mutating func word<Word: FieldWord>(
    _ name: String, _ value: inout Word
  ) throws(Failure) {
    try word(name, &value, simplest: Word.allCases.first)
  }

  /// A parameter that may be missing, under the names that `visit` gives to it.
  ///
  /// - Parameter blank: what it is before it is read.
  package mutating func optional<Value>(
    _ name: String, _ value: inout Value?, blank: Value, isSimplerWithout: Bool = true,
    _ visit: (inout Self, String, inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    var isPresent = value != nil
    try presence(name, &isPresent, isSimplerWithout: isSimplerWithout)
    guard isPresent else {
      value = nil
      return
    }
    var inner = value ?? blank
    try visit(&self, name, &inner)
    value = inner
  }

  /// Bytes that are left out where there are none.
  package mutating func bytesIfAny(_ name: String, _ value: inout [UInt8]) throws(Failure) {
    var some: [UInt8]? = value.isEmpty ? nil : value
    try optional(name, &some, blank: []) { (fields, name, bytes) throws(Failure) in
      try fields.bytes(name, &bytes, .free)
    }
    value = some ?? []
  }

  /// A number that may be missing.
  package mutating func numberIfAny<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number?
  ) throws(Failure) {
    try optional(name, &value, blank: 0) { (fields, name, number) throws(Failure) in
      try fields.number(name, &number)
    }
  }
}
