import ReferenceLibrary
import WireFormat

/// What a library may do differently in writing its callback.
enum CallbackLiberties {
  static let all: [Liberty] = [
    Liberty(
      "empty-for-missing",
      "profile, payload and token that the request lacked are echoed as empty ones",
      source: "section 2: a parameter that the request lacked is left out, or empty"
    ) { decisions in
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        var report = report
        report.profile = report.profile ?? []
        report.payload = report.payload ?? []
        report.token = report.token ?? []
        return before(report)
      }
    },
    Liberty(
      "parameters-backwards",
      "the callback's parameters come in another order",
      source: "section 2: the order of the callback's parameters is left open"
    ) { decisions in
      let before = decisions.callbackParameters
      decisions.callbackParameters = { before($0).reversed() }
    },
    Liberty(
      "callbacks-numbered",
      "each callback has a parameter of the library's own, with a number that grows",
      source: "ABT-CB-08: parameters of the library's own are free"
    ) { decisions in
      let number = Memory(0)
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        let serial = number.update { number in
          number += 1
          return number
        }
        return before(report) + [CallbackParameter("x-serial", Array(String(serial).utf8))]
      }
    },
    Liberty(
      "messages-name-the-payload",
      "messages of the library itself say whose request failed",
      source: "section 2: errorMessage is a short text; ABT-ENC-10 is about the kind of failure"
    ) { decisions in
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        var report = report
        let isOwn = if case .delegateFailed = report.cause { false } else { true }
        if isOwn, let payload = report.payload, let message = report.failure?.message {
          let named = message + " (\(String(decoding: payload, as: UTF8.self)))"
          // ABT-CB-07: no more than 256 characters.
          if named.unicodeScalars.count <= 256 { report.failure?.message = named }
        }
        return before(report)
      }
    },
    Liberty(
      "lower-case-escapes",
      "escapes are written with lower-case digits",
      source: "RFC 3986 section 2.1: the digits are equivalent in either case"
    ) { decisions in
      decisions.changeEscapes { token, output in
        for byte in token {
          output.append(token.count == 3 && (0x41...0x46).contains(byte) ? byte + 0x20 : byte)
        }
      }
    },
    Liberty(
      "escapes-sparingly",
      "characters that a query may hold are not escaped: / ? : @ ! $ ' ( ) * , ; +",
      source: "ABT-CB-09: the callback is a URI; ABT-CB-03: + is a plus"
    ) { decisions in
      let unescaped = Array("/?:@!$'()*,;+".utf8)
      decisions.changeEscapes { token, output in
        if let byte = EscapedText.byte(token), unescaped.contains(byte) {
          output.append(byte)
        } else {
          output += token
        }
      }
    },
    Liberty(
      "escapes-digits-too",
      "digits of echoed values are escaped, though they need not be",
      source: "RFC 3986 section 2.3: an escaped unreserved character is equivalent"
    ) { decisions in
      decisions.changeEscapesOfEchoes { token, output in
        if let digit = token.first, token.count == 1, (0x30...0x39).contains(digit) {
          output += [UInt8(ascii: "%"), UInt8(ascii: "3"), digit]
        } else {
          output += token
        }
      }
    },
    Liberty(
      "changed-keys-backwards",
      "changed keys come in another order",
      source: "section 4.6: the list is a set of keys, its order is left open"
    ) { decisions in
      let before = decisions.changedKeys
      decisions.changedKeys = { keys, records in before(keys, records).reversed() }
    },
    Liberty(
      "changed-values-stored",
      "changed values are packed in zlib's stored blocks",
      source: "section 2: zlib of any level"
    ) { decisions in
      decisions.changedValuesLevel = { 0 }
    },
    Liberty(
      "changed-values-wide",
      "the list of changed values has offsets of 8 bytes and references of 4",
      source: "section 2.1: every width from 1 to 8"
    ) { decisions in
      let magic = decisions.dialect.changedValuesCarryMagic ? decisions.dialect.magic : []
      let before = decisions.changedValuesList
      decisions.changedValuesList = { writer, keys in
        magic + WideList.rewrite(Array(before(&writer, keys).dropFirst(magic.count)))
      }
    },
    Liberty(
      "changed-values-of-best-level",
      "changed values are packed as small as zlib can",
      source: "section 2: zlib of any level"
    ) { decisions in
      decisions.changedValuesLevel = { 9 }
    },
    Liberty(
      "changed-values-as-utf-16",
      "all changed keys are written as UTF-16",
      source: "section 2.1: a string of ASCII characters may be written as UTF-16"
    ) { decisions in
      let dialect = decisions.dialect
      let before = decisions.changedValuesList
      decisions.changedValuesList = { writer, keys in
        // The standard writer takes UTF-16 for what ASCII cannot hold only.
        let usual = before(&writer, keys)
        let magicCount = dialect.changedValuesCarryMagic ? dialect.magic.count : 0
        return Array(usual.prefix(magicCount)) + WideText.list(keys)
      }
    },
    Liberty(
      "letters-escaped-too",
      "letters of echoed values are escaped, though they need not be",
      source: "RFC 3986 section 2.3: an escaped unreserved character is equivalent"
    ) { decisions in
      let digits = Array("0123456789ABCDEF".utf8)
      decisions.changeEscapesOfEchoes { token, output in
        if let letter = token.first, token.count == 1, (0x61...0x7A).contains(letter) {
          output += [UInt8(ascii: "%"), digits[Int(letter >> 4)], digits[Int(letter & 15)]]
        } else {
          output += token
        }
      }
    },
    Liberty(
      "own-parameters-of-the-library",
      "each callback says which library and platform made it",
      source: "ABT-CB-08: parameters of the library's own are free"
    ) { decisions in
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        let own = [("libraryVersion", "2.4.1 (1207)"), ("platform", "iOS & more=100%")]
        return own.map { CallbackParameter($0.0, Array($0.1.utf8)) } + before(report)
      }
    },
  ]
}

extension Decisions {
  /// Changes each character or escape of the escaped values.
  ///
  /// - Parameter names: only of these parameters; nil for all.
  private mutating func changeEscapes(
    of names: Set<String>?,
    _ change: @escaping @Sendable (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) {
    let before = escape
    escape = { parameter, output in
      if let names, !names.contains(parameter.name) { return before(parameter, &output) }
      var text: [UInt8] = []
      before(parameter, &text)
      EscapedText(text).append(to: &output, change)
    }
  }

  /// Changes each character or escape of all escaped values.
  fileprivate mutating func changeEscapes(
    _ change: @escaping @Sendable (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) { changeEscapes(of: nil, change) }

  /// Changes each character or escape of the values that are repeated from a request.
  fileprivate mutating func changeEscapesOfEchoes(
    _ change: @escaping @Sendable (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) {
    let names = dialect.parameters
    changeEscapes(of: [names.profile, names.payload, names.token], change)
  }
}

/// An escaped text, read as single characters and escapes.
private struct EscapedText {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Appends the text with what stands for each character or escape, which has one byte or three.
  func append(
    to output: inout [UInt8], _ change: (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) {
    var place = text.startIndex
    while place < text.endIndex {
      let isEscape = text[place] == UInt8(ascii: "%") && place + 3 <= text.endIndex
      let end = place + (isEscape ? 3 : 1)
      change(text[place..<end], &output)
      place = end
    }
  }

  /// The byte of an escape, or nil for a single character.
  static func byte(_ token: ArraySlice<UInt8>) -> UInt8? {
    guard token.count == 3 else { return nil }
    return UInt8(String(decoding: token.dropFirst(), as: UTF8.self), radix: 16)
  }
}
