import Conformance
import Forge
import WireFormat

// What happens in a case, in plain words.
extension ABTModel {
  package func words(_ setup: ABTSetup) -> [(name: String, value: String)] {
    var words = [
      ("bundle identifier", setup.bundleIdentifier), ("API key", setup.apiKey),
      ("edition", setup.edition.rawValue),
    ]
    if let scheme = setup.urlScheme { words.append(("URL scheme", scheme)) }
    if setup.edition == .encrypting {
      words.append(("encryption secret", setup.encryptionSecret))
      words.append(("unencrypted data", setup.allowUnencrypted ? "allowed" : "not allowed"))
    }
    return words
  }

  package func words(_ event: Opening, of setup: ABTSetup) -> String {
    let meaning = event.meaning
    var sentences = [
      event.role == .canary
        ? "A valid request shows whether the library still works: \(Self.request(meaning))."
        : Self.request(meaning).prefix(1).uppercased() + Self.request(meaning).dropFirst() + "."
    ]
    if let piece = meaning.piece, piece.total > 1 {
      sentences.append(
        "It carries piece \(piece.index) of \(piece.total), \(piece.bytes.count) bytes.")
    }
    switch meaning.recognition {
    case .foreign: sentences.append("Its scheme is not the app's.")
    case .either: sentences.append("Its scheme is the default one, and the app has one of its own.")
    case .oursInOtherCase: sentences.append("Its scheme is the app's in other case.")
    case .ours: break
    }
    if !event.isLifted {
      let unusual = LayerTable.layers.compactMap { layer in
        layer.unusualForm(event.forge).map { "\(layer.name): \($0.note.sentence)" }
      }
      if !unusual.isEmpty { sentences.append("Unusual is \(unusual.joined(separator: "; ")).") }
    }
    if meaning.isUnreadable, meaning.action != nil {
      sentences.append("A known parameter is no text.")
    }
    if meaning.mustRefuse {
      sentences.append("It is invalid: \(List.text(meaning.defects.map(\.words))).")
    }
    if let freedom = meaning.freedom {
      sentences.append("The specification leaves open what happens: \(freedom).")
      if let defect = meaning.missingToken {
        sentences.append("The delegate is not called all the same: \(defect.words).")
      }
    }
    if let excuse = meaning.excuse {
      sentences.append("It may be refused: \(excuse.words).")
    }
    if let advice = meaning.advice {
      let wanted = advice.defects.isEmpty ? "accepted" : "refused"
      sentences.append("It should be \(wanted) (\(advice.clause)): \(advice.words).")
    }
    let delegate = event.delegate.words(meaning)
    if !delegate.isEmpty { sentences.append("The delegate \(delegate).") }
    return sentences.joined(separator: " ")
  }

  private static func request(_ meaning: RequestMeaning) -> String {
    switch meaning.contents {
    case .apply(let category, let members)?:
      return "a set request of \(keys(members.map(\.key)))\(ending(category))"
    case .revert(let category, let keys)?:
      return "a reset request for \(Self.keys(keys))\(ending(category))"
    case nil:
      switch meaning.action {
      case .apply?: return "a set request"
      case .reset?: return "a reset request"
      case nil:
        // Nothing else of it is looked at, its verb neither.
        return meaning.isUnreadable
          ? "a URL with a known parameter that is no text"
          : "a URL without a verb that the protocol knows"
      }
    }
  }

  private static func ending(_ category: String?) -> String {
    category.map { " in the category \"\(cut($0))\"" } ?? ""
  }

  private static func keys(_ keys: [String]) -> String {
    let shown = keys.prefix(4).map { cut($0) }.joined(separator: ", ")
    switch keys.count {
    case 0: return "no keys"
    case 1: return "the key \(shown)"
    case ...4: return "\(keys.count) keys (\(shown))"
    default: return "\(keys.count) keys (\(shown), …)"
    }
  }

  fileprivate static func cut(_ text: String) -> String {
    text.count > 40 ? text.prefix(40) + "…" : text
  }
}

extension DelegatePlan {
  /// What it does beside answering YES, without a subject; empty where it does nothing else.
  fileprivate func words(_ meaning: RequestMeaning) -> String {
    guard meaning.action != .reset else { return revert.words }
    var words = apply.words
    let second = rollback.words
    if !second.isEmpty { words += (words.isEmpty ? "" : "; ") + "at the rollback it \(second)" }
    return words
  }
}

extension DelegatePlan.Turn {
  fileprivate var words: String {
    var parts: [String] = []
    if !records.isEmpty {
      let shown = records.prefix(4).map(\.words).joined(separator: ", ")
      parts.append("records \(shown)\(records.count > 4 ? ", …" : "")")
    }
    switch answer {
    case .yes: if !parts.isEmpty { parts.append("answers YES") }
    case .no:
      let reason = error.map {
        " with code \($0.code) and the message \"\(ABTModel.cut($0.message))\""
      }
      parts.append("answers NO\(reason ?? "")")
    case .cancel: parts.append("cancels")
    }
    return parts.joined(separator: " and ")
  }
}

extension DelegatePlan.Record {
  fileprivate var words: String {
    switch self {
    case .didApply(let key): "\(ABTModel.cut(key)) as applied"
    case .didApplyOver(let key, let old):
      "\(ABTModel.cut(key)) as applied over \(ValueComparison.text(old))"
    case .didNotApply(let key): "\(ABTModel.cut(key)) as not applied"
    }
  }
}
