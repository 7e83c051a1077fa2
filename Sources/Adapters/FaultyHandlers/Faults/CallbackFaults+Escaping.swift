import ReferenceLibrary
import WireFormat

/// How values are written into a callback (ABT-CB-03, 08, 09).
extension CallbackFaults {
  static let escaping: [Fault] = [
    Fault(
      "bar-of-message-not-escaped", .quoting,
      "messages are escaped by a list of characters from which the bar is missing",
      breaks: ["ABT-CB-09"], mayAlso: ["ABT-CB-08"]
    ) { decisions in leave(UInt8(ascii: "|"), &decisions) },
    Fault(
      "delete-of-message-not-escaped", .quoting,
      "messages are escaped up to the space and from 128 on",
      breaks: ["ABT-CB-09"], mayAlso: ["ABT-CB-08"]
    ) { decisions in leave(0x7F, &decisions) },
    Fault(
      "unknown-verb-repeated", .quoting,
      "the message about an unknown verb repeats it as it stands in the URL, and is put into the callback as it is",
      breaks: ["ABT-CB-08"], mayAlso: ["ABT-CB-*", "ABT-URL-06"]
    ) { decisions in
      let host = Memory<[UInt8]>([])
      let verb = decisions.verb
      decisions.verb = { text in
        host.update { $0 = Array(text) }
        return verb(text)
      }
      decisions.changeFailures({ $0 == .unknownAction }) { report in
        report.message = String(decoding: host.update { $0 }, as: UTF8.self)
      }
      let name = decisions.dialect.parameters.errorMessage
      let escape = decisions.escape
      decisions.escape = { parameter, output in
        guard parameter.name == name, parameter.value == host.update({ $0 }) else {
          return escape(parameter, &output)
        }
        output += parameter.value
      }
    },
    Fault(
      "escapes-too-little", .quoting,
      "values are escaped by the characters of a whole query, so that & and = stay",
      breaks: ["ABT-CB-08", "ABT-CB-03"],
      mayAlso: [
        "ABT-CB-*", "ABT-CHG-09", "ABT-CHUNK-03", "ABT-DATA-02", "ABT-TOK-03", "ABT-URL-10",
      ]
    ) { decisions in
      decisions.escape = { parameter, output in
        for byte in parameter.value {
          if "!$&'()*+,;=:@/?".utf8.contains(byte) {
            output.append(byte)
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
    Fault(
      "percent-not-escaped", .quoting,
      "values with a percent sign are taken to be escaped already",
      breaks: ["ABT-CB-03", "ABT-CB-09"],
      mayAlso: ["ABT-CB-08", "ABT-CB-10", "ABT-TOK-03", "ABT-URL-10"]
    ) { decisions in
      decisions.escape = { parameter, output in
        for byte in parameter.value {
          if byte == UInt8(ascii: "%") {
            output.append(byte)
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
    Fault(
      "spaces-as-plus", .quoting,
      "values are escaped as forms are: a space becomes a plus",
      breaks: ["ABT-CB-03"],
      mayAlso: ["ABT-MULTI-01", "ABT-CB-10", "ABT-TOK-03", "ABT-URL-10"]
    ) { decisions in
      decisions.escape = { parameter, output in
        for byte in parameter.value {
          if byte == 0x20 {
            output.append(UInt8(ascii: "+"))
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
    Fault(
      "message-cut-after-escaping", .limit,
      "the message is cut when it is escaped, in the middle of an escape",
      breaks: ["ABT-CB-09", "ABT-CB-07"],
      mayAlso: ["ABT-CB-10"]
    ) { decisions in
      let names = decisions.dialect.parameters
      Self.rewriteOwnMessage(&decisions) { $0 }
      let before = decisions.escape
      decisions.escape = { parameter, output in
        var text: [UInt8] = []
        before(parameter, &text)
        output += parameter.name == names.errorMessage ? Array(text.prefix(256)) : text
      }
    },
    Fault(
      "hash-not-escaped", .quoting,
      "a hash stays as it is in the callback",
      breaks: ["ABT-CB-03"],
      mayAlso: [
        "ABT-CB-04", "ABT-CB-09", "ABT-CB-10", "ABT-CHG-09", "ABT-DATA-02", "ABT-DATA-05",
        "ABT-TOK-03", "ABT-CB-05", "ABT-CHUNK-03", "ABT-CHUNK-14",
      ]
    ) { decisions in
      Self.keep(&decisions) { $0 == UInt8(ascii: "#") }
    },
    Fault(
      "lines-not-escaped", .quoting,
      "line ends stay as they are in the callback",
      breaks: ["ABT-CB-09"]
    ) { decisions in
      Self.keep(&decisions) { $0 == 0x0D || $0 == 0x0A }
    },
    Fault(
      "message-not-escaped", .path,
      "only what comes from the request is escaped, not the delegate's message",
      breaks: ["ABT-CB-08", "ABT-CB-10"],
      mayAlso: ["ABT-CB-09"]
    ) { decisions in
      let names = decisions.dialect.parameters
      let before = decisions.escape
      decisions.escape = { parameter, output in
        guard parameter.name == names.errorMessage else { return before(parameter, &output) }
        for byte in parameter.value {
          if byte > 0x20, byte < 0x7F {
            output.append(byte)
          } else {
            PercentCoding.encode([byte], into: &output)
          }
        }
      }
    },
    Fault(
      "token-not-escaped", .path,
      "the token is not escaped, as it has nothing but digits",
      breaks: ["ABT-CB-03", "ABT-CB-08"],
      mayAlso: ["ABT-URL-10", "ABT-CB-*", "ABT-TOK-03"]
    ) { decisions in
      let names = decisions.dialect.parameters
      let before = decisions.escape
      decisions.escape = { parameter, output in
        if parameter.name == names.token {
          output += parameter.value
        } else {
          before(parameter, &output)
        }
      }
    },
    Fault(
      "identifiers-escaped-on-success-only", .path,
      "the callback about an error is put together by another function, which does not escape",
      breaks: ["ABT-CB-08", "ABT-CB-03", "ABT-CB-09"],
      mayAlso: [
        "ABT-CB-04", "ABT-CB-06", "ABT-CB-11", "ABT-CHG-09", "ABT-DATA-02", "ABT-DATA-05",
        "ABT-TOK-03", "ABT-URL-10",
      ]
    ) { decisions in
      let names = decisions.dialect.parameters
      let isError = Memory(false)
      decisions.changeReport { report in
        let isFailed = report.status == .error
        isError.update { $0 = isFailed }
      }
      let before = decisions.escape
      decisions.escape = { parameter, output in
        if isError.update({ $0 }), [names.profile, names.payload].contains(parameter.name) {
          output += parameter.value
        } else {
          before(parameter, &output)
        }
      }
    },
    Fault(
      "letters-not-escaped", .quoting,
      "letters of all languages stay as they are in the callback",
      breaks: ["ABT-CB-09"]
    ) { decisions in
      Self.keep(&decisions) { $0 >= 0x80 }
    },
    Fault(
      "brackets-not-escaped", .quoting,
      "brackets, braces and the like stay as they are in the callback",
      breaks: ["ABT-CB-09"]
    ) { decisions in
      Self.keep(&decisions) { "[]{}|\\^`<>\"".utf8.contains($0) }
    },
    Fault(
      "escaped-twice", .quoting,
      "values are escaped by the library and again by the URL type",
      breaks: ["ABT-CB-03"],
      mayAlso: [
        "ABT-MULTI-01",
        "ABT-CB-07", "ABT-CB-10", "ABT-CHG-09", "ABT-ROLL-09", "ABT-TOK-03", "ABT-URL-10",
        "ABT-URL-17",
      ]
    ) { decisions in
      let before = decisions.escape
      decisions.escape = { parameter, output in
        var once: [UInt8] = []
        before(parameter, &once)
        before(CallbackParameter(parameter.name, once), &output)
      }
    },
  ]

  /// Leaves some bytes unescaped.
  private static func keep(
    _ decisions: inout Decisions, _ isKept: @escaping @Sendable (UInt8) -> Bool
  ) {
    let before = decisions.escape
    decisions.escape = { parameter, output in
      for byte in parameter.value {
        if isKept(byte) {
          output.append(byte)
        } else {
          before(CallbackParameter(parameter.name, [byte]), &output)
        }
      }
    }
  }

  /// Leaves a character of the delegate's message as it is.
  private static func leave(_ byte: UInt8, _ decisions: inout Decisions) {
    let name = decisions.dialect.parameters.errorMessage
    let before = decisions.escape
    decisions.escape = { parameter, output in
      guard parameter.name == name else { return before(parameter, &output) }
      for part in parameter.value.split(separator: byte, omittingEmptySubsequences: false)
        .enumerated()
      {
        if part.offset > 0 { output.append(byte) }
        before(CallbackParameter(parameter.name, Array(part.element)), &output)
      }
    }
  }
}
