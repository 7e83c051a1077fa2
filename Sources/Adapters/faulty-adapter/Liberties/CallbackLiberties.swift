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
        if isOwn, let payload = report.payload, payload.count <= 64,
          let message = report.failure?.message
        {
          report.failure?.message = message + " (\(String(decoding: payload, as: UTF8.self)))"
        }
        return before(report)
      }
    },
    Liberty(
      "lower-case-escapes",
      "escapes are written with lower-case digits",
      source: "RFC 3986 section 2.1: the digits are equivalent in either case"
    ) { decisions in
      let before = decisions.escape
      decisions.escape = { parameter, output in
        var text: [UInt8] = []
        before(parameter, &text)
        output += EscapedText(text).tokens.flatMap { token in
          token.count == 3 ? token.map { (0x41...0x46).contains($0) ? $0 + 0x20 : $0 } : token
        }
      }
    },
    Liberty(
      "escapes-sparingly",
      "characters that a query may hold are not escaped: / ? : @ ! $ ' ( ) * , ; +",
      source: "ABT-CB-09: the callback is a URI; ABT-CB-03: + is a plus"
    ) { decisions in
      let before = decisions.escape
      decisions.escape = { parameter, output in
        var text: [UInt8] = []
        before(parameter, &text)
        output += EscapedText(text).tokens.flatMap { token in
          guard let byte = EscapedText.byte(token), "/?:@!$'()*,;+".utf8.contains(byte) else {
            return token
          }
          return [byte]
        }
      }
    },
    Liberty(
      "escapes-digits-too",
      "digits of echoed values are escaped, though they need not be",
      source: "RFC 3986 section 2.3: an escaped unreserved character is equivalent"
    ) { decisions in
      let before = decisions.escape
      decisions.escape = { parameter, output in
        guard ["profile", "payload", "token"].contains(parameter.name) else {
          return before(parameter, &output)
        }
        var text: [UInt8] = []
        before(parameter, &text)
        output += EscapedText(text).tokens.flatMap { token in
          token.count == 1 && (0x30...0x39).contains(token[0])
            ? [UInt8(ascii: "%"), UInt8(ascii: "3"), token[0]] : token
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
      let before = decisions.changedValuesList
      decisions.changedValuesList = { writer, keys in WideList.rewrite(before(&writer, keys)) }
    },
  ]
}

/// An escaped text, cut into single characters and escapes.
private struct EscapedText {
  /// Each token has one byte or three.
  let tokens: [[UInt8]]

  init(_ text: [UInt8]) {
    var tokens: [[UInt8]] = []
    var rest = text[...]
    while let byte = rest.first {
      let count = byte == UInt8(ascii: "%") && rest.count >= 3 ? 3 : 1
      tokens.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    self.tokens = tokens
  }

  /// The byte of an escape, or nil for a single character.
  static func byte(_ token: [UInt8]) -> UInt8? {
    guard token.count == 3 else { return nil }
    return UInt8(String(decoding: token.dropFirst(), as: UTF8.self), radix: 16)
  }
}
