import ReferenceLibrary

/// Mistakes that show only in an app that starts after others in the same process: static variables that a new start does not empty.
///
/// Each needs two apps with something in common, and in the order of the suite they come the other way round, or not at all. So the
/// suite finds them only where it is shuffled.
enum OtherAppFaults {
  /// The right token of the app in which the data of a payload could not be decoded, by payload.
  private static let tokensForRetries = Memory<[[UInt8]: String]>([:])
  /// How the data of a payload could not be decoded last, by payload.
  private static let errors = Memory<[[UInt8]: FailureReport]>([:])
  /// The reason that a delegate gave last.
  private static let lastReason = Memory<FailureReport?>(nil)

  static let all: [Fault] = [
    Fault(
      "token-kept-by-payload", .state,
      "when data cannot be decoded the right token is kept for the retry, in the process and by payload instead of app",
      breaks: ["ABT-DEL-02"], mayAlso: ["ABT-DEL-01", "ABT-URL-10", "ABT-CB-*", "ABT-TOK-*"],
      showsOnlyShuffled: true
    ) { decisions in
      let payload = Memory<[UInt8]>([])
      let own = Memory("")
      decisions.rememberPayload(in: payload)
      let isValid = decisions.tokenIsValid
      decisions.tokenIsValid = { token, right in
        own.update { $0 = right }
        let kept = tokensForRetries.update { $0[payload.update { $0 }] }
        return isValid(token, kept ?? right)
      }
      let describe = decisions.describe
      decisions.describe = { failure, edition in
        let name = payload.update { $0 }
        if failure == .undecodableData, !name.isEmpty {
          let token = own.update { $0 }
          tokensForRetries.update { $0[name] = $0[name] ?? token }
        }
        return describe(failure, edition)
      }
    },
    Fault(
      "error-kept-by-payload", .state,
      "a success is reported with the error that its payload had in an app before, because the list of errors outlives a start",
      breaks: ["ABT-CB-06"], mayAlso: ["ABT-CB-*"], showsOnlyShuffled: true
    ) { decisions in
      let payload = Memory<[UInt8]>([])
      decisions.rememberPayload(in: payload)
      let earlier = errors.update { $0 }
      let describe = decisions.describe
      decisions.describe = { failure, edition in
        let report = describe(failure, edition)
        let name = payload.update { $0 }
        if failure == .undecodableData, !name.isEmpty { errors.update { $0[name] = report } }
        return report
      }
      decisions.changeReport { report in
        guard report.status == .success, let error = earlier[payload.update { $0 }] else { return }
        report.failure = error
      }
    },
    Fault(
      "reason-of-the-app-before", .state,
      "the reason that a delegate gave last is reported by the next app, if its first request fails without one",
      breaks: ["ABT-ROB-06", "ABT-CB-11"], mayAlso: ["ABT-DEL-04", "ABT-CB-*", "ABT-MULTI-*"],
      showsOnlyShuffled: true
    ) { decisions in
      let isFirst = Memory(true)
      let describe = decisions.describe
      decisions.describe = { failure, edition in
        let report = describe(failure, edition)
        let wasFirst = isFirst.update { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        guard case .delegateFailed(let code, let message) = failure else {
          lastReason.update { $0 = nil }
          return report
        }
        return lastReason.update { last in
          defer { last = code != nil || message != nil ? report : nil }
          return code == nil && message == nil && wasFirst ? last ?? report : report
        }
      }
      let status = decisions.status
      decisions.status = { answer, verb in
        let status = status(answer, verb)
        if status != .error {
          isFirst.update { $0 = false }
          lastReason.update { $0 = nil }
        }
        return status
      }
    },
  ]
}

extension Decisions {
  /// Notes the payload of each request before its token is looked at.
  fileprivate mutating func rememberPayload(in payload: Memory<[UInt8]>) {
    let before = needsToken
    needsToken = { request in
      payload.update { $0 = request.payload.bytes ?? [] }
      return before(request)
    }
  }
}
