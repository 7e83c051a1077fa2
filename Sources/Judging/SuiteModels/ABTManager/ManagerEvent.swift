/// One thing that happens to a manager.
package enum ManagerEvent: Hashable, Sendable {
  /// Somebody gives it a profile.
  case install(ProfileDocument)
  /// Somebody wants the profile with this PayloadUUID gone.
  case remove(String)
  /// An app, or somebody who pretends to be one, opens a callback.
  case answer(AppAnswer)
}

/// A callback, by what it answers and how it differs from a right one.
///
/// Its URL is made when it is sent: it echoes what the manager's own request says.
package struct AppAnswer: Hashable, Sendable {
  /// What is answered.
  package enum Target: Hashable, Sendable {
    /// The request that the manager opened last, whether or not it has been answered.
    case latest
    /// A request for this payload, opened or not, with the token of an app.
    case payload(profile: String, payload: String, bundleIdentifier: String)
  }

  package enum Status: String, Hashable, Sendable, CaseIterable {
    case success = "Success"
    case error = "Error"
    case canceled = "Canceled"
    /// A word that is none of the three, an empty value, and no parameter.
    case unknown, empty, missing

    /// The three of section 2.
    package static let known: [Self] = [.success, .error, .canceled]

    var isKnown: Bool { Self.known.contains(self) }
  }

  /// What `changedValues` is made into.
  package enum ListForm: String, Hashable, Sendable, CaseIterable {
    case whole
    /// There is no list where a Success has one.
    case missing
    /// There is a list where there should be none: beside an Error or a Canceled, or in the answer to a reset.
    case stray
    case noBase64, truncated, wrongChecksum, withoutChecksum, rawDeflate, noise, xml
    /// A dictionary instead of an array, or an array with a number among its texts.
    case dictionary, numberAmongTexts
    /// 64 MiB of zeros, one key of 8 MiB, and 100,000 references to one text of 4,000 characters.
    case bombOfZeros, bombOfOneKey, bombOfReferences
    /// Behind the keys stands the list itself, or an element of which there is no object, or one behind the end of the data.
    case cycle, referenceBeyond, offsetBeyond
    /// A text or the list itself says that it is nearly endless, or the trailer that there are so many objects.
    case hugeText, hugeArray, hugeTrailer
    /// 60,000 lists, one inside the other.
    case deep
    /// Bytes stand behind the end of the zlib stream.
    case behindStream

    /// Whether it has to change nothing (MGR-13).
    package var isHostile: Bool {
      switch self {
      case .whole, .missing, .stray, .behindStream: false
      default: true
      }
    }
  }

  /// What the token is made into.
  package enum TokenForm: Hashable, Sendable {
    case right, missing, empty, truncated, extended, upperCase
    /// With a space behind it, and with NUL and a digit behind it.
    case spaceBehind, nulBehind
    /// One digit is another one.
    case changed
    /// That of another app.
    case ofApp(String)
  }

  /// A parameter that stands twice, with another value the second time.
  package struct Injection: Hashable, Sendable {
    package enum Name: String, Hashable, Sendable, CaseIterable {
      case status, profile, payload, token, changedValues
    }
    package var name: Name
    /// Whether the foreign value stands before the right one.
    package var isFirst: Bool

    package init(name: Name, isFirst: Bool) {
      self.name = name
      self.isFirst = isFirst
    }
  }

  /// How a right URL is written.
  package enum Spelling: String, Hashable, Sendable, CaseIterable {
    case usual
    /// Every byte of a value is percent-encoded.
    case escaped
    /// The same with the digits a to f.
    case escapedInSmallLetters
    /// The parameters stand in the opposite order.
    case reversed
    /// `+`, `/` and `=` of Base64 stand as they are.
    case rawBase64
    /// A parameter of the library's own stands among them.
    case withOwnParameter
  }

  package var target = Target.latest
  package var status = Status.success
  /// What `changedValues` lists.
  package var keys: [String] = []
  package var list = ListForm.whole
  package var token = TokenForm.right
  package var injection: Injection?
  package var spelling = Spelling.usual
  /// Whether `chunk` names another piece than the one that is answered. It has no effect where the request is whole.
  package var namesOtherPiece = false
  package var errorCode = ErrorCode.usual
  package var lacks: Lack?
  package var brokenEscape: BrokenEscape?
  package var address = Address.own

  package init(
    _ status: Status = .success, keys: [String] = [], target: Target = .latest,
    list: ListForm = .whole, token: TokenForm = .right, injection: Injection? = nil,
    spelling: Spelling = .usual, namesOtherPiece: Bool = false, errorCode: ErrorCode = .usual,
    lacks: Lack? = nil, brokenEscape: BrokenEscape? = nil, address: Address = .own
  ) {
    self.target = target
    self.status = status
    self.keys = keys
    self.list = list
    self.token = token
    self.injection = injection
    self.spelling = spelling
    self.namesOtherPiece = namesOtherPiece
    self.errorCode = errorCode
    self.lacks = lacks
    self.brokenEscape = brokenEscape
    self.address = address
  }
}
