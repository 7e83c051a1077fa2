import ReferenceLibrary
import WireFormat

/// Mistakes in the callback (4.7).
enum CallbackFaults {
  static let all: [Fault] = reports + escaping

  /// What is reported, where, and how often.
  private static let reports: [Fault] = [
    Fault(
      "code-of-zero-as-none", .language,
      "a delegate that gives the code 0 and no words counts as one that gives no reason",
      breaks: ["ABT-CB-10"]
    ) { decisions in
      changeReason(&decisions) { code, message in
        code == 0 && (message ?? "").isEmpty ? (nil, message) : (code, message)
      }
    },
    Fault(
      "words-of-an-earlier-reason", .state,
      "the words of a delegate's reason stay until others come in their place",
      breaks: ["ABT-CB-10"], mayAlso: ["ABT-CB-07"]
    ) { decisions in
      let latest = Memory<String?>(nil)
      changeReason(&decisions) { code, message in
        guard let message, !message.isEmpty else { return (code, latest.update { $0 } ?? message) }
        latest.update { $0 = message }
        return (code, message)
      }
    },
    Fault(
      "callback-twice-on-error", .error,
      "an error calls back where it is found and once more at the end",
      breaks: ["ABT-CB-01"],
      mayAlso: ["ABT-MULTI-02", "ABT-ROB-06", "ABT-ROLL-05", "ABT-URL-18", "ABT-URL-19"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        let once = before(url, report)
        return report.cause == nil ? once : once + once
      }
    },
    Fault(
      "callback-missing-when-malformed", .error,
      "a malformed request is dropped without a callback",
      breaks: ["ABT-CB-01"],
      mayAlso: ["ABT-ENC-09", "ABT-ENC-09/allowed", "ABT-URL-12", "ABT-URL-13", "ABT-URL-17"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        report.cause == .malformedRequest ? [] : before(url, report)
      }
    },
    Fault(
      "callback-with-path", .quoting,
      "the callback is put together by a URL type that adds a slash after the host",
      breaks: ["ABT-CB-02"]
    ) { decisions in
      let before = decisions.openings
      decisions.openings = { url, report in
        before(url, report).map { url in
          let mark = url.firstIndex(of: UInt8(ascii: "?")) ?? url.endIndex
          return url[..<mark] + [UInt8(ascii: "/")] + url[mark...]
        }
      }
    },
    Fault(
      "status-in-lower-case", .quoting,
      "the status is written in lower case",
      breaks: ["ABT-CB-04"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let names = decisions.dialect.parameters
      let before = decisions.callbackParameters
      decisions.callbackParameters = { report in
        before(report).map { parameter in
          guard parameter.name == names.status else { return parameter }
          return CallbackParameter(names.status, parameter.value.map { $0 | 0x20 })
        }
      }
    }.needing(.capitalsInStatuses),
    Fault(
      "success-despite-no", .error,
      "the delegate's answer is ignored",
      breaks: ["ABT-CB-04"],
      mayAlso: [
        "ABT-CB-05", "ABT-CB-07", "ABT-CB-10", "ABT-MULTI-02", "ABT-ROLL-05", "ABT-ROLL-11",
      ]
    ) { decisions in
      decisions.status = { _, _ in .success }
    },
    Fault(
      "cancel-as-error", .error,
      "a canceled request is reported as an error",
      breaks: ["ABT-CB-05"]
    ) { decisions in
      let before = decisions.status
      decisions.status = { $0 == .canceled ? .error : before($0, $1) }
    },
    Fault(
      "noncharacters-replaced", .language,
      "characters that Unicode keeps for itself are replaced where identifiers are echoed",
      breaks: ["ABT-CB-03"], mayAlso: ["ABT-CB-10", "ABT-TOK-03"]
    ) { decisions in
      decisions.changeParameters { parameters, _ in
        parameters.map { parameter in
          guard parameter.value.count < 4_096 else { return parameter }
          var text = String.UnicodeScalarView()
          for scalar in String(decoding: parameter.value, as: UTF8.self).unicodeScalars {
            text.append(scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar)
          }
          return CallbackParameter(parameter.name, Array(String(text).utf8))
        }
      }
    },

    Fault(
      "callback-host-in-capitals", .quoting,
      "the callback's host is written as the product is called, with capitals",
      breaks: ["ABT-CB-02"]
    ) { decisions in
      let prefix = Array(decisions.dialect.callbackPrefix.utf8)
      let host = prefix.firstRange(of: Array("://".utf8))?.upperBound ?? 0
      Self.rewrite(&decisions) { url, _ in
        prefix[..<host] + [prefix[host] ^ 0x20] + url.dropFirst(host + 1)
      }
    },
    Fault(
      "callback-of-errors-elsewhere", .path,
      "errors are told to another address than successes",
      breaks: ["ABT-CB-02"]
    ) { decisions in
      let prefix = Array(decisions.dialect.callbackPrefix.utf8)
      Self.rewrite(&decisions) { url, report in
        report.cause == nil
          ? url : prefix.dropLast() + Array("-error?".utf8) + url.dropFirst(prefix.count)
      }
    },
    Fault(
      "status-of-last-request", .state,
      "an error stays in the object until it is read by a second request",
      breaks: ["ABT-CB-04"],
      mayAlso: ["ABT-MULTI-02", "ABT-ROB-04"]
    ) { decisions in
      let last = Memory(CallbackReport.Status.success)
      let before = decisions.status
      decisions.status = { answer, verb in
        let status = before(answer, verb)
        let earlier = last.update { last in
          defer { last = status }
          return last
        }
        return earlier == .error && status == .success ? earlier : status
      }
    },
    Fault(
      "no-of-reset-ignored", .path,
      "the delegate's answer to a reset is ignored",
      breaks: ["ABT-CB-04", "ABT-ROLL-11"],
      mayAlso: ["ABT-CB-07", "ABT-CB-10"]
    ) { decisions in
      let before = decisions.status
      decisions.status = { answer, verb in
        if verb == .reset, case .no = answer { return .success }
        return before(answer, verb)
      }
    },
    Fault(
      "no-without-reason-ignored", .language,
      "the delegate's answer is judged by whether it has an error object",
      breaks: ["ABT-CB-04"],
      mayAlso: ["ABT-MULTI-02", "ABT-ROLL-05", "ABT-ROLL-11"]
    ) { decisions in
      let before = decisions.status
      decisions.status = { answer, verb in
        if case .no(nil) = answer { return .success }
        return before(answer, verb)
      }
    },
    Fault(
      "cancel-as-success", .error,
      "a canceled request is reported as done",
      breaks: ["ABT-CB-05"]
    ) { decisions in
      let before = decisions.status
      decisions.status = { $0 == .canceled ? .success : before($0, $1) }
    },
    Fault(
      "cancel-of-reset-as-error", .path,
      "only an apply can be canceled",
      breaks: ["ABT-CB-05"]
    ) { decisions in
      let before = decisions.status
      decisions.status = { answer, verb in
        answer == .canceled && verb == .reset ? .error : before(answer, verb)
      }
    },
    Fault(
      "code-in-hex", .quoting,
      "error codes are written in hexadecimal",
      breaks: ["ABT-CB-06"],
      mayAlso: ["ABT-CB-07", "ABT-CB-10", "ABT-ROLL-05"]
    ) { decisions in
      Self.rewriteCode(&decisions) { "0x" + String($0, radix: 16) }
    },
    Fault(
      "code-by-locale", .language,
      "error codes are formatted for readers, with a comma after the thousands",
      breaks: ["ABT-CB-06"],
      mayAlso: ["ABT-CB-10"]
    ) { decisions in
      Self.rewriteCode(&decisions) { code in
        code < 1_000 ? String(code) : "\(code / 1_000),\(String(code % 1_000 + 1_000).dropFirst())"
      }
    },
    Fault(
      "code-as-real", .language,
      "error codes are kept as reals",
      breaks: ["ABT-CB-06"],
      mayAlso: ["ABT-CB-07", "ABT-CB-10", "ABT-ROLL-05"]
    ) { decisions in
      Self.rewriteCode(&decisions) { "\(Double($0))" }
    },
    Fault(
      "code-of-success", .error,
      "a success has the error code 0",
      breaks: ["ABT-CB-06"]
    ) { decisions in
      decisions.changeReport { report in
        if report.failure == nil { report.failure = FailureReport(code: 0, message: nil) }
      }
    },
    Fault(
      "message-of-success", .error,
      "a success has a message, too",
      breaks: ["ABT-CB-06"]
    ) { decisions in
      decisions.changeReport { report in
        if report.failure == nil { report.failure = FailureReport(code: nil, message: "OK") }
      }
    },
    Fault(
      "error-of-last-request", .state,
      "code and message of an error stay for the callbacks that follow",
      breaks: ["ABT-CB-06"],
      mayAlso: ["ABT-DEL-04", "ABT-ROB-06"]
    ) { decisions in
      let last = Memory<FailureReport?>(nil)
      decisions.changeReport { report in
        let failure = report.failure
        report.failure = last.update { last in
          last = failure ?? last
          return last
        }
      }
    },
    Fault(
      "message-not-cut", .limit,
      "the delegate's message is passed on whole, however long it is",
      breaks: ["ABT-CB-07"]
    ) { decisions in
      Self.rewriteOwnMessage(&decisions) { $0 }
    },
    Fault(
      "message-of-255", .limit,
      "the delegate's message is cut to 255 characters",
      breaks: ["ABT-CB-07"],
      mayAlso: ["ABT-CB-10"]
    ) { decisions in
      Self.rewriteOwnMessage(&decisions) { String($0.prefix(255)) }
    },
    Fault(
      "message-with-dots", .limit,
      "a message that is cut has three dots behind its 256 characters",
      breaks: ["ABT-CB-07"],
      mayAlso: ["ABT-CB-10"]
    ) { decisions in
      Self.rewriteOwnMessage(&decisions) { text in
        text.unicodeScalars.count > 256 ? String(text.prefix(256)) + "..." : text
      }
    },
    Fault(
      "status-twice", .error,
      "the status is written first and again when it changes to an error",
      breaks: ["ABT-CB-08"],
      mayAlso: ["ABT-*"]
    ) { decisions in
      let names = decisions.dialect.parameters
      let success = Array(decisions.dialect.statuses.success.utf8)
      decisions.changeParameters { parameters, report in
        report.status == .error
          ? [CallbackParameter(names.status, success)] + parameters : parameters
      }
    },
    Fault(
      "delegate-code-lost", .error,
      "every NO of the delegate has the library's own code",
      breaks: ["ABT-CB-10"],
      mayAlso: ["ABT-CB-07", "ABT-ROLL-05"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0.isOfDelegate }) { $0.code = codes.delegateFailed }
    },
    Fault(
      "delegate-message-lost", .error,
      "every NO of the delegate has the library's own message",
      breaks: ["ABT-CB-10"],
      mayAlso: ["ABT-CB-07", "ABT-ROLL-05"]
    ) { decisions in
      decisions.changeFailures({ $0.isOfDelegate }) { $0.message = "The app could not do it." }
    },
    Fault(
      "delegate-error-of-reset-lost", .path,
      "only of an apply the delegate's code and message are passed on",
      breaks: ["ABT-CB-10"],
      mayAlso: ["ABT-CB-07"]
    ) { decisions in
      let isReset = Memory(false)
      let before = decisions.status
      decisions.status = { answer, verb in
        isReset.update { $0 = verb == .reset }
        return before(answer, verb)
      }
      decisions.changeFailures({ $0.isOfDelegate && isReset.update { $0 } }) { report in
        report = FailureReport(code: 11, message: nil)
      }
    },
    Fault(
      "delegate-code-without-sign", .language,
      "the delegate's code is written as a number without a sign",
      breaks: ["ABT-CB-10"]
    ) { decisions in
      decisions.changeFailures({ $0.isOfDelegate }) { report in
        report.code = report.code.map { Int(UInt32(truncatingIfNeeded: $0)) }
      }
    },
    Fault(
      "delegate-code-zero-as-none", .language,
      "the delegate's code 0 counts as none",
      breaks: ["ABT-CB-10"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0.isOfDelegate }) {
        if $0.code == 0 { $0.code = codes.delegateFailed }
      }
    },
    Fault(
      "empty-message-as-none", .language,
      "an empty message of the delegate counts as none",
      breaks: ["ABT-CB-10"]
    ) { decisions in
      decisions.changeFailures({ $0.isOfDelegate }) { report in
        if report.message == "" { report.message = "The app could not do it." }
      }
    },
    Fault(
      "codes-counted-from-zero", .limit,
      "error codes are the numbers of a list that begins at 0",
      breaks: ["ABT-CB-11"],
      mayAlso: ["ABT-CHUNK-08/code", "ABT-DICT-02/code", "ABT-TOK-07/code"]
    ) { decisions in
      decisions.changeFailures({ !$0.isOfDelegate }) { $0.code = $0.code.map { $0 - 1 } }
    },
    Fault(
      "all-codes-malformed", .error,
      "every error is caught in one place and reported as a malformed request",
      breaks: ["ABT-CB-11", "ABT-DATA-08/code", "ABT-DICT-02/code", "ABT-CHUNK-08/code"],
      mayAlso: ["ABT-TOK-07/code"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ !$0.isOfDelegate }) { $0.code = codes.malformedRequest }
    },
    Fault(
      "delegate-failure-as-malformed", .error,
      "a delegate that answers NO and gives no code is reported like a request that cannot be read",
      breaks: ["ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0.isOfDelegate }) { report in
        if report.code == codes.delegateFailed { report.code = codes.malformedRequest }
      }
    },
    Fault(
      "undecodable-as-too-large", .error,
      "whatever cannot be unpacked is reported as too large",
      breaks: ["ABT-CB-11"], mayAlso: ["ABT-ENC-10"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .undecodableData }) { $0.code = codes.dataTooLarge }
    },
    Fault(
      "missing-identifiers-as-missing-data", .error,
      "a request without profile or payload is reported like one without data",
      breaks: ["ABT-CB-11"]
    ) { decisions in
      let codes = decisions.dialect.errorCodes
      decisions.changeFailures({ $0 == .malformedRequest }) { $0.code = codes.missingData }
    },
  ]
}

extension RequestFailure {
  fileprivate var isOfDelegate: Bool {
    if case .delegateFailed = self { true } else { false }
  }
}

extension CallbackFaults {
  /// Changes the whole URL.
  fileprivate static func rewrite(
    _ decisions: inout Decisions, _ change: @escaping @Sendable ([UInt8], CallbackReport) -> [UInt8]
  ) {
    let before = decisions.openings
    decisions.openings = { url, report in before(url, report).map { change($0, report) } }
  }

  /// Writes error codes in another way.
  fileprivate static func rewriteCode(
    _ decisions: inout Decisions, _ text: @escaping @Sendable (Int) -> String
  ) {
    let name = decisions.dialect.parameters.errorCode
    decisions.changeParameters { parameters, report in
      parameters.map { parameter in
        guard parameter.name == name, let code = report.failure?.code else {
          return parameter
        }
        return CallbackParameter(name, Array(text(code).utf8))
      }
    }
  }

  /// Replaces what the delegate gave as its reason, where it gave any.
  fileprivate static func changeReason(
    _ decisions: inout Decisions,
    _ change: @escaping @Sendable (_ code: Int32?, _ message: String?) -> (Int32?, String?)
  ) {
    let before = decisions.describe
    decisions.describe = { failure, edition in
      guard case .delegateFailed(let code, let message) = failure else {
        return before(failure, edition)
      }
      let (newCode, newMessage) = change(code, message)
      return before(.delegateFailed(code: newCode, message: newMessage), edition)
    }
  }

  /// Replaces the message of the delegate as it was given.
  static func rewriteOwnMessage(
    _ decisions: inout Decisions, _ change: @escaping @Sendable (String) -> String
  ) {
    let before = decisions.describe
    decisions.describe = { failure, edition in
      var report = before(failure, edition)
      if case .delegateFailed(_, let message?) = failure { report.message = change(message) }
      return report
    }
  }
}
