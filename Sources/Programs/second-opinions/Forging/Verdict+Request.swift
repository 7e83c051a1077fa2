import Conformance
import SuiteModels
import Suites
import WireFormat

extension Verdict {
  /// A piece of chunked data that is not the last missing one.
  static let kept = Verdict("K", reason: "", value: nil)

  /// What a fresh library has to do with a request.
  ///
  /// `A` accept it, and show the delegate the value; `R` refuse it; `K` keep the piece; `U` neither call the delegate nor
  /// need to call back; `N` leave it to the app; `F` either accept it, with the value where there is one, or refuse it. A
  /// small letter: the same, or leave it to the app.
  ///
  /// - Parameter unpacked: what the data holds of the request that `url` is.
  init(_ reading: RequestMeaning, unpacked: PropertyList?, of url: [UInt8]) {
    let verdict = Self.verdict(reading) {
      unpacked?.asCall(RequestURL(url).authority?.host ?? [])
    }
    switch reading.recognition {
    case .ours: self = verdict
    case .foreign: self = Verdict("N", reason: "", value: nil)
    case .oursInOtherCase, .either: self = verdict.orLeftToTheApp
    }
  }

  private static func verdict(
    _ reading: RequestMeaning, _ call: () -> PropertyList?
  ) -> Verdict {
    if reading.isUnreadable { return Verdict("U", reason: "", value: nil) }
    if let freedom = reading.freedom {
      return Verdict("F", reason: reason(of: freedom.words), value: nil)
    }
    if let defect = reading.defects.first {
      return Verdict("R", reason: defect.clauses.first?.path ?? "freeData", value: nil)
    }
    let isPiece = (reading.piece?.total ?? 1) > 1
    if let advice = reading.advice {
      return Verdict("F", reason: advice.clause.path, value: nil)
    }
    if let excuse = reading.excuse {
      // A verb in other case is no verb to whoever reads the call from the URL.
      let isClear = excuse.concedes != ["ABT-URL-07"] && !isPiece
      return Verdict("F", reason: reason(of: excuse.words), value: isClear ? call() : nil)
    }
    return isPiece ? .kept : Verdict("A", reason: "", value: call())
  }

  /// The requirement in a sentence's brackets, else the sentence without what may differ between requests.
  private static func reason(of sentence: String) -> String {
    if let bracket = sentence.utf8.lastIndex(of: UInt8(ascii: "(")), sentence.hasSuffix(")") {
      return String(sentence[sentence.index(after: bracket)...].dropLast())
    }
    return sentence
  }
}

extension PropertyList {
  /// What the delegate sees of a right dictionary: `category`, where there is one, and under the name of the method that is
  /// called the configuration (`apply`), or the keys (`revert`), each once and in the order of their UTF-8.
  ///
  /// - Parameter verb: the host of the request's URL, which is one of the two exactly.
  fileprivate func asCall(_ verb: some Sequence<UInt8>) -> PropertyList {
    let dialect = Dialect.profile1
    let isApply = verb.elementsEqual(dialect.verbs.apply.utf8)
    var members: [Member] = []
    if let category = member(dialect.keys.category) {
      members.append(Member(key: "category", value: category))
    }
    if isApply, let configuration = member(dialect.keys.configuration) {
      members.append(Member(key: "apply", value: configuration))
    } else if !isApply, case .array(let keys) = member(dialect.keys.keys) {
      members.append(Member(key: "revert", value: .array(Self.asSet(keys))))
    }
    return .dictionary(members)
  }

  private func member(_ key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  private static func asSet(_ keys: [PropertyList]) -> [PropertyList] {
    let texts = keys.map { if case .string(let text) = $0 { Array(text.utf8) } else { [UInt8]() } }
    return Set(texts).sorted { $0.lexicographicallyPrecedes($1) }.map {
      .string(String(decoding: $0, as: UTF8.self))
    }
  }
}
