package import Conformance
package import Forge
import WireFormat

/// The event of the suite: a URL is opened while the delegate does something.
package struct Opening: Hashable, Sendable {
  /// What the request is there for.
  package enum Role: String, Hashable, Sendable {
    case subject
    /// A valid request that shows whether the library still works after what came before it (ABT-ROB-04).
    case canary
  }

  /// All of it. A request is handed on far more often than it is made, and copying a hundred references costs more than judging it.
  private let content: Content

  /// The bytes that are sent.
  package var url: [UInt8] { content.url }
  /// The layers that render to these bytes.
  package var forge: RequestForge { content.forge }
  /// Whether the layers were read back from the bytes, which somebody else made.
  package var isLifted: Bool { content.isLifted }
  package var delegate: DelegatePlan { content.delegate }
  package var role: Role { content.role }
  /// What the specification says of the bytes.
  package var meaning: RequestMeaning { content.meaning }
  /// The packed bytes that a forged piece is cut out of, which the pieces of one request share; nil where nobody has kept them.
  package var whole: [UInt8]? { content.whole }

  /// Whether the delegate answers the first call of the request's verb with anything but yes.
  var isRefusedByDelegate: Bool {
    (meaning.action == .reset ? delegate.revert : delegate.apply).answer != .yes
  }

  /// A request that is forged.
  ///
  /// - Throws: where the strict reader refuses what was forged to be right: a fault of assay, never of a library.
  package init(
    _ forge: RequestForge, to setup: ABTSetup, delegate: DelegatePlan = .init(),
    role: Role = .subject, in workshop: RequestWorkshop
  ) throws(HarnessFault) {
    let (meaning, url, whole) = try RequestClassifier.classify(forge, setup, workshop)
    if let failure = setup.dialect.tokens?.failure {
      throw HarnessFault("the token command of the dialect: \(failure)")
    }
    content = Content(
      url: url, forge: forge, isLifted: false, delegate: delegate, role: role, meaning: meaning,
      whole: whole)
  }

  /// A request that somebody else made, of any bytes.
  package init(
    url: [UInt8], to setup: ABTSetup, delegate: DelegatePlan = .init(), role: Role = .subject,
    in workshop: RequestWorkshop
  ) {
    let (meaning, forge) = RequestClassifier.classify(url, setup, workshop)
    content = Content(
      url: url, forge: forge, isLifted: true, delegate: delegate, role: role, meaning: meaning)
  }

  /// The same bytes, taken for somebody else's: what was put in is forgotten.
  package func lifted(to setup: ABTSetup, in workshop: RequestWorkshop) -> Opening {
    Opening(url: url, to: setup, delegate: delegate, role: role, in: workshop)
  }

  /// The same request for another payload, whose name ends with `suffix`: everything else stays as it is, the token as well. The
  /// request itself where it is not clear which bytes the payload has. It counts as read back from its bytes, so that a case file of ten
  /// thousand of them holds these alone.
  ///
  /// - Parameter suffix: characters that need no escape.
  package func renamed(by suffix: String, of setup: ABTSetup) -> Opening {
    guard let payload = meaning.echoes.payload else { return self }
    let parameter =
      "\(setup.context.parameterNames.payload)=\(String(decoding: payload, as: UTF8.self))"
    guard let place = url.place(of: parameter) else { return self }
    var url = url
    url.insert(contentsOf: Array(suffix.utf8), at: place + parameter.utf8.count)
    var forge = forge
    forge.payload += suffix
    var meaning = meaning
    meaning.echoes.payload = payload + Array(suffix.utf8)
    return Opening(
      Content(
        url: url, forge: forge, isLifted: true, delegate: delegate, role: role,
        meaning: meaning))
  }

  private init(_ content: Content) { self.content = content }

  private final class Content: Hashable, Sendable {
    let url: [UInt8]
    let forge: RequestForge
    let isLifted: Bool
    let delegate: DelegatePlan
    let role: Role
    let meaning: RequestMeaning
    /// Follows from the forge, and has no say in whether two are equal.
    let whole: [UInt8]?

    init(
      url: [UInt8], forge: RequestForge, isLifted: Bool, delegate: DelegatePlan, role: Role,
      meaning: RequestMeaning, whole: [UInt8]? = nil
    ) {
      self.whole = whole
      self.url = url
      self.forge = forge
      self.isLifted = isLifted
      self.delegate = delegate
      self.role = role
      self.meaning = meaning
    }

    static func == (one: Content, other: Content) -> Bool {
      one === other
        || one.url == other.url && one.isLifted == other.isLifted && one.role == other.role
          && one.delegate == other.delegate && one.forge == other.forge
          && one.meaning == other.meaning
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(url)
      hasher.combine(role)
      hasher.combine(delegate)
    }
  }
}
