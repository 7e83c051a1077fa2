import AdapterProtocol
package import Conformance
import Forge
package import JSONText
import WireFormat

// Setups and events as case files hold them.
extension ABTModel {
  package func variant(of setup: ABTSetup) -> Variant { setup.edition.variant }

  package func needs(_ event: Opening, of setup: ABTSetup) -> Set<String> {
    var needs: Set<String> = []
    if event.meaning.piece != nil { needs.insert("chunks") }
    let turns = [event.delegate.apply, event.delegate.rollback, event.delegate.revert]
    if turns.contains(where: { $0.answer == .cancel }) { needs.insert("cancel") }
    if turns.contains(where: { $0.error != nil }) { needs.insert("delegateError") }
    return needs
  }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> ABTSetup {
    let start = try ABTStart.read(from: &reader)
    if start.dialect != nil {
      throw reader.error(
        .unexpectedValue("cases of this version are of profile 1, and have no dialect"))
    }
    return ABTSetup(
      bundleIdentifier: start.bundleIdentifier, apiKey: start.apiKey, urlScheme: start.urlScheme,
      edition: start.edition == .encrypting ? .encrypting : .plain,
      encryptionSecret: start.encryptionSecret ?? "", allowUnencrypted: start.allowUnencrypted)
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: ABTSetup
  ) throws(JSONError) -> (event: Opening, difference: String?) {
    guard action == OpenStep.action else {
      throw reader.error(
        .unexpectedValue("a step of abt is \"open\" or \"start\", not \"\(action)\""))
    }
    var ahead = reader
    let step = try OpenStep.read(from: &reader)
    var role = Opening.Role.subject
    var forge: RequestForge?
    try ahead.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "role":
        let word = try reader.readString()
        guard let known = Opening.Role(rawValue: word) else {
          throw reader.error(
            .unexpectedValue("a request is a \"subject\" or a \"canary\", no \"\(word)\""))
        }
        role = known
      case "forge": forge = try RequestForge.read(&reader)
      case "action", "url", "urlBase64", "delegate", "comment": try reader.skipValue()
      default: throw reader.error(.unexpectedValue("a step of abt has no member \"\(key)\""))
      }
    }
    let delegate = try DelegatePlan(step.delegate, reader)
    let foreign = Opening(url: step.url, to: setup, delegate: delegate, role: role, in: workshop)
    guard let forge else { return (foreign, nil) }
    do throws(HarnessFault) {
      let forged = try Opening(forge, to: setup, delegate: delegate, role: role, in: workshop)
      if forged.url == step.url { return (forged, nil) }
      let offset = zip(forged.url, step.url).enumerated().first { $1.0 != $1.1 }?.offset
      let place = offset ?? min(forged.url.count, step.url.count)
      return (
        foreign,
        "the forge renders to other bytes today, from byte \(place) on; the stored ones count"
      )
    } catch {
      return (foreign, "\(error); the stored bytes count")
    }
  }

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
  init(_ setup: ABTSetup) {
    let isEncrypting = setup.edition == .encrypting
    self.init(
      bundleIdentifier: setup.bundleIdentifier, apiKey: setup.apiKey, urlScheme: setup.urlScheme,
      edition: isEncrypting ? .encrypting : .plain,
      encryptionSecret: isEncrypting ? setup.encryptionSecret : nil,
      allowUnencrypted: isEncrypting && setup.allowUnencrypted)
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
