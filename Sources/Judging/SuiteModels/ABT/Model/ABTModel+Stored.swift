import AdapterProtocol
package import Conformance
import Dialects
import Forge
package import JSONText
import WireFormat

// Setups and events as case files hold them.
extension ABTModel {
  package func variant(of setup: ABTSetup) -> Variant { setup.edition.variant }

  package var capabilities: [String] {
    [
      "chunks", "rollback", "cancel", "delegateError", "log", "sequence", "bytes", "dialect",
    ]
  }

  package func needs(_ event: Opening, of setup: ABTSetup) -> Set<String> {
    var needs: Set<String> = []
    if event.meaning.hasPieceNumbers || event.meaning.hasUnreadablePieceNumbers {
      needs.insert("chunks")
    }
    if !setup.dialect.isProfile1 { needs.insert(Self.dialectCapability) }
    let turns = [event.delegate.apply, event.delegate.rollback, event.delegate.revert]
    if turns.contains(where: { $0.answer == .cancel }) { needs.insert("cancel") }
    if turns.contains(where: { $0.error != nil }) { needs.insert("delegateError") }
    return needs
  }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> ABTSetup {
    var places = reader
    try Self.startMembers.check(&places)
    places = reader
    let start = try ABTStart.read(from: &reader)
    var dialect = SharedDialect.profile1
    if let written = start.dialect {
      try places.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        _ = try reader.peek()
        if key == "dialect" { dialect = try storedDialect(written, reader) }
        try reader.skipValue()
      }
    }
    return ABTSetup(
      bundleIdentifier: start.bundleIdentifier, apiKey: start.apiKey, urlScheme: start.urlScheme,
      edition: start.edition == .encrypting ? .encrypting : .plain,
      encryptionSecret: start.encryptionSecret ?? "", allowUnencrypted: start.allowUnencrypted,
      dialect: dialect)
  }

  /// The dialect of a stored case. A command that stands in a file is never run: only that of the suite's own dialect is.
  private func storedDialect(
    _ written: JSONValue, _ place: JSONReader
  ) throws(JSONError) -> SharedDialect {
    var writer = JSONWriter()
    writer.value(written)
    let value: Dialect
    do throws(DialectError) {
      value = try DialectFile.read(writer.bytes)
    } catch {
      let words = error.problems.map { "\($0.field): \($0.reason)" }.joined(separator: "; ")
      throw place.error(.unexpectedValue("this dialect cannot be used: \(words)"))
    }
    if value == dialect.value { return dialect }
    if case .external = value.token {
      throw place.error(
        .unexpectedValue(
          "a command makes the tokens of this dialect, and commands of case files are never run; give the same dialect with --dialect"
        ))
    }
    return value == .profile1 ? .profile1 : SharedDialect(value)
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: ABTSetup
  ) throws(JSONError) -> (event: Opening, difference: String?) {
    guard action == OpenStep.action else {
      throw reader.error(
        .unexpectedValue("a step of abt is \"open\" or \"start\", not \"\(action)\""))
    }
    var ahead = reader
    var members = reader
    try Self.stepMembers.check(&members)
    let step = try OpenStep.read(from: &reader)
    var delegatePlace = ahead
    var role = Opening.Role.subject
    var forge: RequestForge?
    var misunderstanding: String?
    var urls: [String] = []
    try ahead.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      _ = try reader.peek()
      let place = reader
      switch key {
      case "role":
        let word = try reader.readString()
        guard let known = Opening.Role(rawValue: word) else {
          throw place.error(
            .unexpectedValue("a request is a \"subject\" or a \"canary\", no \"\(word)\""))
        }
        role = known
      case "forge": (forge, misunderstanding) = try Self.readForge(&reader)
      case "url", "urlBase64":
        urls.append(key)
        guard urls.count == 1 else {
          throw place.error(
            .unexpectedValue("a step has \"url\" or \"urlBase64\", not both; leave one out"))
        }
        try reader.skipValue()
      case "delegate":
        delegatePlace = place
        try reader.skipValue()
      default: try reader.skipValue()
      }
    }
    let delegate = try DelegatePlan(step.delegate, delegatePlace)
    // Read back only where it is needed: that costs as much as all the rest.
    func foreign() -> Opening {
      Opening(url: step.url, to: setup, delegate: delegate, role: role, in: workshop)
    }
    guard let forge else { return (foreign(), misunderstanding) }
    do throws(HarnessFault) {
      let forged = try Opening(forge, to: setup, delegate: delegate, role: role, in: workshop)
      if forged.url == step.url { return (forged, nil) }
      let offset = zip(forged.url, step.url).enumerated().first { $1.0 != $1.1 }?.offset
      let place = offset ?? min(forged.url.count, step.url.count)
      return (
        foreign(),
        "the forge renders to other bytes today, from byte \(place) on; the stored ones count"
      )
    } catch {
      return (foreign(), "\(error); the stored bytes count")
    }
  }

  /// Reads a stored forge, or says why this version does not understand it: the bytes beside it are the case, so that nothing is lost
  /// but what was meant by them.
  private static func readForge(
    _ reader: inout JSONReader
  ) throws(JSONError) -> (forge: RequestForge?, misunderstanding: String?) {
    var attempt = reader
    do throws(JSONError) {
      let forge = try RequestForge.read(&attempt)
      reader = attempt
      return (forge, nil)
    } catch {
      // What is no JSON is still an error.
      try reader.skipValue()
      return (nil, "the stored forge is not understood (\(error)); the stored bytes count")
    }
  }

  // MARK: What may stand there

  private static let startMembers = KnownMembers.object(
    "the start of abt",
    [
      "bundleIdentifier", "apiKey", "urlScheme", "edition", "encryptionSecret",
      "allowUnencrypted", "dialect",
    ].map { ($0, .open) })

  private static let stepMembers: KnownMembers = {
    // An old value may be of any type, and other readers look at what is in a forge.
    let record = KnownMembers.object(
      "a record of a delegate", [("record", .open), ("key", .open), ("oldValue", .open)])
    let error = KnownMembers.object(
      "the error of a delegate", [("code", .open), ("message", .open)])
    let turn = KnownMembers.object(
      "a turn of a delegate", [("records", .list(record)), ("answer", .open), ("error", error)])
    let delegate = KnownMembers.object(
      "a delegate", [("apply", turn), ("rollback", turn), ("revert", turn)])
    return .object(
      "a step of abt",
      [
        ("action", .open), ("url", .open), ("urlBase64", .open), ("delegate", delegate),
        ("role", .open), ("forge", .open), ("comment", .open),
      ])
  }()

  package func writeNotes(_ event: Opening, of setup: ABTSetup, to writer: inout JSONWriter) {
    if event.role != .subject {
      writer.key("role")
      writer.string(event.role.rawValue)
    }
    // A plain app is told no secret, so that what is encrypted for it could not be rendered again.
    let isEncrypted = event.forge.parameter == .dataX || event.forge.encryption != .none
    if !event.isLifted, setup.edition == .encrypting || !isEncrypted {
      writer.key("forge")
      event.forge.write(to: &writer)
    }
  }
}

extension ABTStart {
  package init(_ setup: ABTSetup) {
    let isEncrypting = setup.edition == .encrypting
    self.init(
      bundleIdentifier: setup.bundleIdentifier, apiKey: setup.apiKey, urlScheme: setup.urlScheme,
      edition: isEncrypting ? .encrypting : .plain,
      encryptionSecret: isEncrypting ? setup.encryptionSecret : nil,
      allowUnencrypted: isEncrypting && setup.allowUnencrypted,
      dialect: setup.dialect.isProfile1 ? .none : DialectFile.json(of: setup.dialect.value))
  }
}

extension DelegatePlan {
  /// The plan that travels as a script.
  ///
  /// - Throws: where an old value is one that no property list has.
  fileprivate init(_ script: DelegateScript, _ reader: JSONReader) throws(JSONError) {
    self.init(
      apply: try Turn(script.apply, reader), rollback: try Turn(script.rollback, reader),
      revert: try Turn(script.revert, reader))
  }
}

extension DelegatePlan.Turn {
  fileprivate init(_ turn: DelegateScript.Turn, _ reader: JSONReader) throws(JSONError) {
    var records: [DelegatePlan.Record] = []
    for record in turn.records {
      switch record {
      case .didApply(let key): records.append(.didApply(key))
      case .didNotApply(let key): records.append(.didNotApply(key))
      case .didApplyOld(let key, .null): records.append(.didApplyOver(key, oldValue: nil))
      case .didApplyOld(let key, let value):
        guard let oldValue = value.propertyList(maxDepth: 64) else {
          throw reader.error(
            .unexpectedValue("the old value of \"\(key)\" is none that a property list has"))
        }
        records.append(.didApplyOver(key, oldValue: oldValue))
      }
    }
    let answer: DelegatePlan.Answer =
      switch turn.answer {
      case .yes: .yes
      case .no: .no
      case .cancel: .cancel
      }
    self.init(
      records, answer: answer, error: turn.error.map { .init(code: $0.code, message: $0.message) })
  }
}

extension TypedValue {
  /// The value as a property list has it; nil for what none has, and for deeper nesting.
  fileprivate func propertyList(maxDepth: Int) -> PropertyList? {
    guard maxDepth > 0 else { return nil }
    switch self {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .boolean(let truth): return .boolean(truth)
    case .date(let seconds): return .date(seconds)
    case .data(let bytes): return .data(bytes)
    case .array(let elements):
      let values = elements.compactMap { $0.propertyList(maxDepth: maxDepth - 1) }
      return values.count == elements.count ? .array(values) : nil
    case .dictionary(let members):
      var values: [PropertyList.Member] = []
      for member in members {
        guard case .string(let key) = member.key,
          let value = member.value.propertyList(maxDepth: maxDepth - 1)
        else { return nil }
        values.append(.init(key: key, value: value))
      }
      return .dictionary(values)
    case .bigInteger, .null, .utf16, .tooLarge: return nil
    }
  }
}
