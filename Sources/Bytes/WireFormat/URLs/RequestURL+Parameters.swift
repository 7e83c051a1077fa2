extension RequestURL {
  /// One raw piece of the query, between `&` and `&`.
  package struct Parameter: Hashable, Sendable {
    /// The part before the first `=`, or the whole piece. May be empty.
    package let name: ArraySlice<UInt8>
    /// The part after the first `=`, or nil without one.
    package let value: ArraySlice<UInt8>?

    package init(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?) {
      self.name = name
      self.value = value
    }

    /// Whether the raw name is exactly this (ABT-URL-17: case counts).
    package func isNamed(_ text: String) -> Bool {
      name.hasSameBytes(as: text)
    }

    /// The value, decoded once. A missing value reads as an empty one.
    package var text: URLText { URLText(decoding: value ?? []) }
  }

  /// The pieces of the query in order, including empty ones. None if the query is empty or missing.
  ///
  /// Complexity: linear, without copying.
  package var parameters: [Parameter] {
    var parameters: [Parameter] = []
    forEachParameter { parameters.append($0) }
    return parameters
  }

  /// Hands out the pieces that `parameters` has, one at a time: a million empty ones take no memory.
  ///
  /// Complexity: linear, without copying.
  package func forEachParameter(_ body: (Parameter) -> Void) {
    guard let query, !query.isEmpty else { return }
    let first = query.startIndex
    // Only what is handed out is a slice of the query: each slice counts references.
    query.withUnsafeBufferPointer { bytes in
      var start = 0
      while true {
        let end = bytes.place(of: UInt8(ascii: "&"), from: start) ?? bytes.endIndex
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        body(
          Parameter(
            name: query[first + start..<first + (equals ?? end)],
            value: equals.map { query[first + $0 + 1..<first + end] }))
        guard end < bytes.endIndex else { return }
        start = end + 1
      }
    }
  }
}

/// The text of one part of a URL, after one percent-decoding (ABT-URL-10, ABT-URL-18).
package enum URLText: Hashable, Sendable {
  /// Well-formed escapes that make valid UTF-8. May contain NUL.
  case text(String)
  /// A `%` without two hexadecimal digits, at this byte of the raw part.
  case malformedEscape(at: Int)
  /// Decoded bytes that are not valid UTF-8.
  case notUTF8([UInt8])

  /// Decodes a raw part. Complexity: linear.
  package init(decoding raw: ArraySlice<UInt8>) {
    if !raw.contains(UInt8(ascii: "%")) {
      let text = raw.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
      self = text.map { .text($0) } ?? .notUTF8(Array(raw))
      return
    }
    switch PercentCoding.decode(raw) {
    case .malformedEscape(let offset): self = .malformedEscape(at: offset)
    case .decoded(let bytes):
      if let text = String(validating: bytes, as: UTF8.self) {
        self = .text(text)
      } else {
        self = .notUTF8(bytes)
      }
    }
  }

  /// Whether a raw part is well-formed, without making its text where that is plain.
  package static func isText(_ raw: ArraySlice<UInt8>) -> Bool {
    raw.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") } || URLText(decoding: raw).string != nil
  }

  /// The text, if the part is well-formed.
  package var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package static func == (left: URLText, right: URLText) -> Bool {
    switch (left, right) {
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    case (.malformedEscape(let a), .malformedEscape(let b)): a == b
    case (.notUTF8(let a), .notUTF8(let b)): a == b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .malformedEscape(let offset): hasher.combine(offset)
    case .notUTF8(let bytes): hasher.combine(bytes)
    }
  }
}
