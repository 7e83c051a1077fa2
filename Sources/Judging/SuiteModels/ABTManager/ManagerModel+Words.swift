import Conformance
import Profiles

// Setups and events in plain words.
extension ManagerModel {
  package func words(_ setup: Setup) -> [(name: String, value: String)] {
    setup.installed.map { app in
      (
        name: app.bundleIdentifier,
        value: "scheme \(app.scheme), API key \(app.apiKey)"
          + (app.chunks ? ", takes data in pieces" : "")
      )
    } + [(name: "pieces", value: setup.allowChunks ? "allowed" : "not allowed")]
  }

  package func words(_ event: ManagerEvent, of setup: Setup) -> String {
    switch event {
    case .install(let document):
      guard let profile = document.profile else {
        return "The manager is given \(document.bytes.count) bytes that are no profile."
      }
      let payloads = profile.payloads.map { payload in
        "\(payload.uuid) for \(payload.bundleIdentifier)" + (payload.encrypted ? ", encrypted" : "")
      }
      return "The manager is given the profile \(profile.uuid) with "
        + (payloads.isEmpty ? "no payload for an app." : "\(payloads.joined(separator: "; ")).")
    case .remove(let uuid): return "The profile \(uuid) is removed."
    case .answer(let answer): return words(answer)
    }
  }

  private func words(_ answer: AppAnswer) -> String {
    var text: String
    switch answer.target {
    case .latest: text = "The app that was opened last answers \(answer.status.rawValue)"
    case .payload(let profile, let payload, let bundleIdentifier):
      text =
        "A callback for payload \(payload) of profile \(profile), with the token of "
        + "\(bundleIdentifier), says \(answer.status.rawValue)"
    }
    if answer.status == .success, answer.list == .whole {
      text += ", changed: \(List.text(answer.keys))"
    }
    switch answer.list {
    case .whole: break
    case .missing: text += ", without changedValues"
    case .stray: text += ", with changedValues"
    default: text += ", changedValues: \(answer.list.rawValue)"
    }
    switch answer.token {
    case .right: break
    case .ofApp(let app): text += ", with the token of \(app)"
    default: text += ", token: \(answer.token.word)"
    }
    if let injection = answer.injection {
      text +=
        ", another \(injection.name.rawValue) \(injection.isFirst ? "before" : "after") its own"
    }
    if answer.spelling != .usual { text += ", spelling: \(answer.spelling.rawValue)" }
    if answer.namesOtherPiece { text += ", for another piece" }
    if answer.errorCode != .usual { text += ", errorCode: \(answer.errorCode.rawValue)" }
    if let lacks = answer.lacks { text += ", without \(lacks.rawValue)" }
    if let escape = answer.brokenEscape {
      text += ", \(escape.form.text) at the end of \(escape.place.rawValue)"
    }
    if answer.address != .own { text += ", to another address: \(answer.address.rawValue)" }
    return text + "."
  }
}
