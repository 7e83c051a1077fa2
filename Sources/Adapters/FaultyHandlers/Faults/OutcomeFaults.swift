import ReferenceLibrary
import WireFormat

/// Mistakes that need an outcome besides Success and Error, or a path that few requests take: what a cancellation or a refused reset leaves
/// behind, what is said of pieces, and what a reset does with what it does not need.
enum OutcomeFaults {
  static let all: [Fault] = leaving + telling + unneeded

  private static let leaving: [Fault] = [
    Fault(
      "cancellation-drops-assemblies", .pieces,
      "an apply that is canceled drops what waits for pieces, whatever its payload",
      breaks: ["ABT-MULTI-02"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CB-*", "ABT-ROB-06"]
    ) { decisions in
      dropAssemblies(&decisions) { answer, verb in verb == .apply && answer == .canceled }
    },
    Fault(
      "refused-reset-drops-assemblies", .pieces,
      "a reset that the delegate refuses drops what waits for pieces, whatever its payload",
      breaks: ["ABT-MULTI-02"], mayAlso: ["ABT-CHUNK-*", "ABT-DEL-*", "ABT-CB-*", "ABT-ROB-06"]
    ) { decisions in
      dropAssemblies(&decisions) { answer, verb in
        if case .no = answer { verb == .reset } else { false }
      }
    },
    Fault(
      "whole-request-ends-those-of-its-parameter", .pieces,
      "a whole request ends an assembly only if both have their data in the same parameter",
      breaks: ["ABT-CHUNK-11"], mayAlso: ["ABT-CHUNK-*"]
    ) { decisions in
      let isEncrypted = Memory(false)
      let identifiers = decisions.identifiers
      decisions.identifiers = { request in
        isEncrypted.update { $0 = request.encryptedData.isPresent }
        return identifiers(request)
      }
      let before = decisions.chunks.isEnded
      decisions.chunks.isEnded = { identity, verb, profile, payload in
        before(identity, verb, profile, payload)
          && identity.isEncrypted == isEncrypted.update { $0 }
      }
    },
  ]

  private static let telling: [Fault] = [
    Fault(
      "canceled-pieces-with-code", .path,
      "a request in pieces that is canceled has an error code in its callback",
      breaks: ["ABT-CB-06"], mayAlso: ["ABT-CB-*"]
    ) { decisions in
      let code = decisions.dialect.errorCodes.delegateFailed
      decisions.changeReport { report in
        guard report.chunk != nil, report.status == .canceled else { return }
        report.failure = FailureReport(code: code, message: nil)
      }
    },
    Fault(
      "identifiers-of-pieces-as-they-are", .quoting,
      "the callback of a piece that completes nothing repeats its profile without escapes",
      breaks: ["ABT-CB-09"], mayAlso: ["ABT-CB-*", "ABT-CHUNK-*", "ABT-MULTI-*", "ABT-URL-*"]
    ) { decisions in
      let profile = decisions.dialect.parameters.profile
      escapeOtherwise(&decisions, where: \.isPending) { parameter, output in
        guard parameter.name == profile else { return false }
        output += parameter.value
        return true
      }
    },
    Fault(
      "unreadable-payload-as-sent", .quoting,
      "a payload with a broken escape is repeated in the callback as it stood in the URL",
      breaks: ["ABT-CB-09"], mayAlso: ["ABT-CB-*"]
    ) { decisions in
      let sent = Memory<[UInt8]>([])
      let decode = decisions.decodeParameter
      decisions.decodeParameter = { raw in
        let value = decode(raw)
        let bytes = Array(raw)
        if value == .unreadable { sent.update { $0 = bytes } }
        return value
      }
      let payload = decisions.dialect.parameters.payload
      decisions.changeParameters { parameters, report in
        guard report.lacksUnreadable, report.payload == nil else { return parameters }
        return parameters + [CallbackParameter(payload, sent.update { $0 })]
      }
      escapeOtherwise(&decisions, where: { $0.lacksUnreadable && $0.payload == nil }) {
        parameter, output in
        guard parameter.name == payload else { return false }
        output += parameter.value
        return true
      }
    },
    Fault(
      "spaces-of-canceled-as-plus", .quoting,
      "the callback of a canceled request is escaped as forms are: a space becomes a plus",
      breaks: ["ABT-CB-03"], mayAlso: ["ABT-CB-*", "ABT-MULTI-01"]
    ) { decisions in
      escapeOtherwise(&decisions, where: { $0.status == .canceled }) { parameter, output in
        for part in parameter.value.split(separator: 0x20, omittingEmptySubsequences: false)
          .enumerated()
        {
          if part.offset > 0 { output.append(UInt8(ascii: "+")) }
          PercentCoding.encode(part.element, into: &output)
        }
        return true
      }
    },
  ]

  private static let unneeded: [Fault] = [
    Fault(
      "resets-of-few-levels", .limit,
      "a reset may have 16 nested containers in all, those that it does not need included",
      breaks: ["ABT-DATA-11"],
      mayAlso: ["ABT-DATA-*", "ABT-CB-*", "ABT-DICT-*", "ABT-ENC-11", "ABT-DEL-*"]
    ) { decisions in
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        guard verb == .apply || isShallow(list, room: 16) else { throw .invalidDictionary }
        return try before(list, verb)
      }
    }
  ]

  /// Whether a value has at most so many nested containers.
  private static func isShallow(_ value: PropertyList, room: Int) -> Bool {
    switch value {
    case .array(let values): room > 0 && values.allSatisfy { isShallow($0, room: room - 1) }
    case .dictionary(let members):
      room > 0 && members.allSatisfy { isShallow($0.value, room: room - 1) }
    default: true
    }
  }

  /// Whatever waits for pieces is out of reach after a request that came to this.
  private static func dropAssemblies(
    _ decisions: inout Decisions,
    after isMeant: @escaping @Sendable (ConfigurationAnswer, Verb) -> Bool
  ) {
    let era = Memory(0)
    let identity = decisions.chunks.identity
    decisions.chunks.identity = { own in
      var own = identity(own)
      // No text of a URL has a byte like this.
      own.profile.insert(contentsOf: [UInt8](repeating: 0xFF, count: era.update { $0 }), at: 0)
      return own
    }
    let isEnded = decisions.chunks.isEnded
    decisions.chunks.isEnded = { own, verb, profile, payload in
      let prefix = [UInt8](repeating: 0xFF, count: era.update { $0 })
      return isEnded(own, verb, prefix + profile, payload)
    }
    let status = decisions.status
    decisions.status = { answer, verb in
      if isMeant(answer, verb) { era.update { $0 += 1 } }
      return status(answer, verb)
    }
  }

  /// Escapes the parameters of some callbacks in another way, where there is one.
  private static func escapeOtherwise(
    _ decisions: inout Decisions, where isMeant: @escaping @Sendable (CallbackReport) -> Bool,
    _ escape: @escaping @Sendable (CallbackParameter, _ output: inout [UInt8]) -> Bool
  ) {
    let isOne = Memory(false)
    decisions.changeReport { report in
      let value = isMeant(report)
      isOne.update { $0 = value }
    }
    let before = decisions.escape
    decisions.escape = { parameter, output in
      if isOne.update({ $0 }), escape(parameter, &output) { return }
      before(parameter, &output)
    }
  }
}
