extension ProfileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the profile is empty; check that the file was written completely"
    case .tooManyBytes(let count, let limit):
      "the profile has \(count) bytes, more than the \(limit) allowed; split it into several profiles"
    case .signed(let signature):
      "the profile is signed (CMS, \(signature.name)), and signatures are not opened here; "
        + "extract it first: openssl cms -verify -inform \(signature.name) -noverify "
        + "-in signed.mobileconfig -out profile.mobileconfig "
        + "(with -CAfile instead of -noverify to check who signed it)"
    case .unknownFormat(let first):
      "the file is neither an XML nor a binary property list (it begins with "
        + first.map { hexadecimal($0) }.joined(separator: " ")
        + "); export the profile as XML, for example with plutil -convert xml1"
    case .xml(let error): "the profile is not an XML property list: \(error)"
    case .binary(let error): "the profile is not a usable binary property list: \(error)"
    case .field(let place, let key, let problem): place.prefix + problem.message(for: key)
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension ProfileError.Signature {
  /// The name of the form for `openssl cms -inform`.
  fileprivate var name: String {
    switch self {
    case .der: "DER"
    case .pem: "PEM"
    }
  }
}

extension ProfileError.Place {
  fileprivate var prefix: String {
    switch self {
    case .profile: "profile: "
    case .payload(let index): "PayloadContent[\(index)]: "
    }
  }
}

extension ProfileError.FieldProblem {
  /// What is wrong with a key and, after a semicolon, what to do about it.
  fileprivate func message(for key: String) -> String {
    switch self {
    case .missing: "key \(key) is missing; add it"
    case .mistyped(let expected, let found):
      "key \(key) is of kind \(found.rawValue); it must be of kind \(expected.rawValue)"
    case .emptyText: "key \(key) is an empty string; give it a value"
    case .notDictionary(let found):
      "a value of kind \(found.rawValue) is where a dictionary must be; "
        + (key.isEmpty
          ? "put the profile's keys into a dictionary" : "each payload is a dictionary")
    case .notProfile(let type):
      "key \(key) is \"\(type)\"; the one of a whole profile must be "
        + "\"\(ProfileKey.profileType)\", so give a whole profile and not a payload alone"
    case .encryptedContent:
      "the payloads are encrypted to a device (\(ProfileKey.encryptedContent)); "
        + "give the profile as it was before encryption"
    case .notScheme(let text):
      "key \(key) is \"\(text)\", which is not a URL scheme; write a letter and then letters, "
        + "digits, \"+\", \"-\" or \".\", without \"://\""
    case .notInScheme(let text):
      "key \(key) is \"\(text)\", from which no URL scheme can be made; correct it, or give "
        + "\(ProfileKey.urlScheme)"
    case .repeatedUUID(let first):
      "key \(key) is the same as in PayloadContent[\(first)], so that callbacks could not be told "
        + "apart; give each payload its own"
    }
  }
}
