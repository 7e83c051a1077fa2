// Forms of callbacks that are wrong beyond their values.
extension AppAnswer {
  /// What an Error has as its code.
  package enum ErrorCode: String, Hashable, Sendable, CaseIterable {
    case usual
    /// Neither code nor message, which are optional.
    case missing
    case negative
    /// Numbers that do not fit into 32 or 64 bits.
    case beyond32Bits, beyond64Bits
    case noNumber, empty
    /// There is a code beside another status.
    case stray

    package var text: String {
      switch self {
      case .usual, .missing, .stray: "11"
      case .negative: "-1207"
      case .beyond32Bits: "9999999999"
      case .beyond64Bits: "99999999999999999999"
      case .noNumber: "eleven"
      case .empty: ""
      }
    }
  }

  /// A parameter that a right callback has, and this one has not, or has without a value.
  package enum Lack: String, Hashable, Sendable, CaseIterable {
    case profile, emptyProfile, payload, emptyPayload
    /// It has no effect where the request is whole.
    case chunk
  }

  /// Something at the end of a value that no percent-encoding makes.
  package struct BrokenEscape: Hashable, Sendable {
    package enum Place: String, Hashable, Sendable, CaseIterable {
      case profile, payload, token, status, changedValues, errorMessage
      /// A parameter of the library's own.
      case own
    }

    package enum Form: String, Hashable, Sendable, CaseIterable {
      /// `%zz`, and `%4` at the end of the value.
      case noDigits, cutOff
      /// `%FF`, which is no UTF-8.
      case notUTF8
      /// Letters that no URI holds as they are (RFC 3986 section 2).
      case letter, wideLetter

      package var text: String {
        switch self {
        case .noDigits: "%zz"
        case .cutOff: "%4"
        case .notUTF8: "%FF"
        case .letter: "\u{E9}"
        case .wideLetter: "\u{1F600}"
        }
      }
    }

    package var place: Place
    package var form: Form

    package init(_ place: Place, _ form: Form) {
      self.place = place
      self.form = form
    }

    /// Whether it is in what a callback is known by.
    var isInIdentity: Bool { [.profile, .payload, .token].contains(place) }
  }

  /// What stands before the parameters.
  package enum Address: String, Hashable, Sendable, CaseIterable {
    case own
    /// The manager's own, in capitals.
    case capitals
    case otherHost, otherScheme, web

    /// The manager's own is that of its dialect.
    package func text(own: String) -> String {
      switch self {
      case .own: own
      case .capitals: own.uppercased()
      case .otherHost: "absoluteapps://elsewhere?"
      case .otherScheme: "absolute-apps://thirdpartyprofilestatus?"
      case .web: "https://evil.example/x?"
      }
    }
  }

  /// The status as a reader gets it: with a broken escape it is none of the three words.
  var statusAsRead: Status {
    brokenEscape?.place == .status && status.isKnown ? .unknown : status
  }

  /// Whether the library of an app would not send this code with this status (ABT-CB-06), or no reader need take it.
  var hasOddErrorCode: Bool {
    switch errorCode {
    case .usual, .missing, .negative: false
    case .beyond32Bits, .beyond64Bits, .noNumber, .empty: status == .error
    case .stray: status != .error
    }
  }

  /// Whether a broken escape stands where nobody needs to look.
  var hasBrokenText: Bool {
    switch brokenEscape?.place {
    case .own: true
    case .errorMessage: hasErrorMessage
    default: false
    }
  }

  var hasErrorMessage: Bool {
    status == .error ? errorCode != .missing : errorCode == .stray
  }

  /// Whether only its status, keys and token may be other than a library's, so that it can be for a piece.
  var isSimple: Bool {
    target == .latest && list == .whole && injection == nil && status.isKnown
      && brokenEscape == nil && address == .own && !hasOddErrorCode
  }
}
