import AdapterKit
import AdapterProtocol

/// Does what the URL says, word by word, and opens a callback that tells what the delegate did.
final class EchoLibrary: ABTLibrary {
  private var earlier: ScriptedDelegate?

  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    defer { earlier = delegate }
    for word in url.split(separator: ",") {
      var records: [String] = []
      let record = { (record: DelegateScript.Record) in records.append(Self.text(record)) }
      let response: ScriptedDelegate.Response
      switch word {
      case "apply":
        response = delegate.apply(
          category: "Mail", values: [.init("host", .string("mail")), .init("port", .null)],
          record: record)
      case "revert":
        response = delegate.revert(category: nil, keys: ["host", "a\u{0}"])
      case "units":
        _ = delegate.apply(
          category: .utf16([0xD8, 0]),
          values: .dictionary([
            TypedMember(key: .utf16([0xDC, 0]), value: .utf16([0, 0x61, 0xD8, 0])),
            TypedMember("a", .dictionary([.init("\u{E9}", .null), .init("e\u{301}", .null)])),
          ])
        ) { _ in }
        _ = delegate.revert(category: .utf16([0xD8, 0]), keys: [.utf16([0xDC, 0])])
        continue
      case "late":
        _ = earlier?.apply(category: nil as String?, values: []) { _ in }
        earlier?.opened("later")
        continue
      default:
        let values = Self.values(String(word))
        _ = delegate.apply(category: nil as String?, values: [.init("v", values)]) { _ in }
        continue
      }
      delegate.log(String(word))
      let code = response.error.map { "\($0.code) \($0.message)" } ?? "- -"
      delegate.opened("\(response.answer) \(code): " + records.joined(separator: ","))
    }
    return true
  }

  func open(bytes url: [UInt8], delegate: ScriptedDelegate) throws -> Bool {
    delegate.opened(bytes: url)
    return false
  }

  private static func text(_ record: DelegateScript.Record) -> String {
    switch record {
    case .didApply(let key): "didApply \(key)"
    case .didApplyOld(let key, let value): "didApplyOld \(key) \(value)"
    case .didNotApply(let key): "didNotApply \(key)"
    }
  }

  private static func values(_ word: String) -> TypedValue {
    switch word {
    case "deep": (0..<5_000).reduce(.null) { value, _ in .array([value]) }
    case "nested": (0..<498).reduce(.null) { value, _ in .dictionary([.init("k", value)]) }
    case "wide":
      // A megabyte shared by ten thousand elements: ten gigabytes on paper.
      .array(Array(repeating: .string(String(repeating: "x", count: 1 << 20)), count: 10_000))
    case "controls": .string(String(repeating: "\u{1}", count: 3 << 20))
    default: .null
    }
  }
}

/// Opens a callback for its last step when it is woken.
final class ForgottenApp: ABTLibrary {
  private var earlier: ScriptedDelegate?

  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool {
    earlier = delegate
    return true
  }

  func wake() { earlier?.opened("awake") }
}

/// A library that takes URLs as text only.
final class TextLibrary: ABTLibrary {
  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool { true }
}
