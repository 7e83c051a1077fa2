/// A callback URL that a library opened, read strictly (ABT-CB-08, ABT-CB-09).
package struct CallbackURL: Hashable, Sendable {
  /// One parameter. Name and value are decoded once; `+` is a plus.
  package struct Parameter: Hashable, Sendable {
    /// The name, which may be empty.
    package let name: [UInt8]
    /// The value, which is empty if the parameter has no `=`.
    package let value: [UInt8]
  }

  /// The URL as it was opened.
  package let url: RequestURL
  /// The parameters, in order. An empty query has none.
  package let parameters: [Parameter]

  /// Reads a callback. Complexity: linear.
  ///
  /// Names and values may decode to bytes that are not UTF-8: an echo is compared by bytes.
  /// - Throws: the first place at which it is not a URI.
  package init(_ bytes: [UInt8]) throws(Defect) {
    let url = RequestURL(bytes)
    if let defect = Self.firstDefect(of: url) { throw defect }
    self.url = url
    parameters = url.parameters.map { parameter in
      // The grammar allows no stray percent, so decoding always succeeds.
      Parameter(
        name: Self.decoded(parameter.name), value: Self.decoded(parameter.value ?? []))
    }
  }

  /// The first place that makes a URL no URI, or nil. Complexity: linear; nothing is copied.
  package static func firstDefect(of url: RequestURL) -> Defect? {
    do throws(URIGrammar.Fault) {
      try URIGrammar.check(url)
      return nil
    } catch {
      return Defect(error)
    }
  }

  private static func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    if case .decoded(let bytes) = PercentCoding.decode(raw) { bytes } else { Array(raw) }
  }

  /// Whether the raw URL begins with the dialect's prefix (ABT-CB-02).
  package func hasPrefix(_ prefix: String) -> Bool {
    url.bytes.starts(with: prefix.utf8)
  }

  /// The value of the first parameter with this name, or nil if there is none.
  package func value(of name: String) -> [UInt8]? {
    parameters.first { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// That value as text, or nil if there is none or it is not UTF-8.
  package func text(of name: String) -> String? {
    value(of: name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// How often the parameter occurs.
  package func count(of name: String) -> Int {
    parameters.count { $0.name.elementsEqual(name.utf8) }
  }

  /// The name of the first parameter that repeats an earlier one (ABT-CB-08).
  package var repeatedName: [UInt8]? {
    var seen: Set<[UInt8]> = []
    return parameters.first { !seen.insert($0.name).inserted }?.name
  }
}

extension CallbackURL {
  /// Why a callback is not a URI, and where.
  package struct Defect: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of defects.
    package enum Reason: Hashable, Sendable {
      /// A byte that this part must not contain: beyond ASCII, a control, a space, a bracket…
      case forbiddenCharacter(UInt8)
      /// A `%` without two hexadecimal digits.
      case strayPercent
      /// The scheme is missing or malformed.
      case scheme
      /// The port is not a number.
      case port
    }

    /// What is wrong.
    package let reason: Reason
    /// The position in the URL, in bytes.
    package let offset: Int

    /// What is wrong and where.
    package var description: String {
      let words =
        switch reason {
        case .forbiddenCharacter(let byte): "byte \(byte) must be percent-encoded"
        case .strayPercent: "a percent sign without two hexadecimal digits"
        case .scheme: "the scheme is missing or malformed"
        case .port: "the port is not a number"
        }
      return "callback, byte \(offset): \(words)"
    }

    init(_ fault: URIGrammar.Fault) {
      switch fault {
      case .forbiddenCharacter(let byte, let offset):
        (reason, self.offset) = (.forbiddenCharacter(byte), offset)
      case .strayPercent(let offset): (reason, self.offset) = (.strayPercent, offset)
      case .scheme(let offset): (reason, self.offset) = (.scheme, offset)
      case .port(let offset): (reason, self.offset) = (.port, offset)
      }
    }
  }
}
