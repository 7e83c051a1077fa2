import Conformance
import Forge
import WireFormat

/// What never shows in a callback or in a log (ABT-TOK-11, 12).
extension OpeningDemands {
  /// Shorter secrets may stand anywhere by chance.
  private static let minSecretBytes = 16

  /// What the values of a configuration hold that are looked for. Only apps whose API key holds it, too, are looked at.
  package static let marker = "assay-marker-"

  var secrets: [Rule] {
    let setup = setup
    var rules: [Rule] = []
    let keys = [
      ("the API key", setup.apiKey),
      ("the encryption secret", setup.edition == .encrypting ? setup.encryptionSecret : ""),
    ].filter { $0.1.utf8.count >= Self.minSecretBytes }
    if !keys.isEmpty { rules.append(unseen(["ABT-TOK-11"], "secret-shown", keys)) }
    guard setup.apiKey.hasUTF8(of: Self.marker) else { return rules }
    let values = Self.markedTexts(in: event.forge.dictionary.value(context.dialect))
    if !values.isEmpty {
      rules.append(
        unseen(
          ["ABT-TOK-12"], "value-shown", values.map { ("a value of the configuration", $0) }))
    }
    return rules
  }

  /// Whether a text comes in where callbacks and logs may show it: repeating it is no leak.
  private static func isSent(_ text: String, in event: Opening) -> Bool {
    let delegate = event.delegate
    return event.url.contains(text: text)
      || [delegate.apply, delegate.rollback, delegate.revert].contains {
        $0.error?.message.contains(text) == true
      }
  }

  private func unseen(
    _ rules: [Clause.ID], _ kind: String, _ secrets: [(what: String, text: String)]
  ) -> Rule {
    // The event alone: all that is known of it is large to keep.
    let event = event
    return Rule(
      rules, kind,
      expecting: .made { "neither callback nor log shows \(List.text(secrets.map(\.what)))" }
    ) { observation in
      for (what, text) in secrets {
        let entry = observation.log.first { $0.hasUTF8(of: text) }
        let callback = observation.callbacks.first { callback in
          callback.bytes.contains(text: text)
            || callback.parameters.contains { $0.value.contains(text: text) }
        }
        guard entry != nil || callback != nil, !Self.isSent(text, in: event) else { continue }
        if let entry {
          return Discrepancy("the log shows \(what)", observed: entry, aspect: "log")
        }
        return Discrepancy(
          "a callback shows \(what)", observed: callback?.text ?? "", aspect: "callback")
      }
      return nil
    }
  }

  /// The texts among values that hold the marker. Keys are no values.
  private static func markedTexts(in value: PropertyList) -> [String] {
    var texts: [String] = []
    var open = [value]
    while let next = open.popLast() {
      switch next {
      case .string(let text) where text.hasUTF8(of: marker): texts.append(text)
      case .array(let elements): open += elements
      case .dictionary(let members): open += members.map(\.value)
      default: break
      }
    }
    return texts
  }
}
