package import WireFormat

extension ConfigurationProfile {
  /// Reads a profile, XML or binary.
  ///
  /// Complexity: linear in the bytes; bounded by the limits.
  ///
  /// - Parameter bytes: the whole file, without a signature around it.
  /// - Throws: the first defect of the document, else of a key. The latter names the payload it is
  ///   in.
  package static func read(
    _ bytes: [UInt8], limits: ProfileLimits = ProfileLimits()
  ) throws(ProfileError) -> ConfigurationProfile {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= limits.maxBytes else {
      throw .tooManyBytes(count: bytes.count, limit: limits.maxBytes)
    }
    if bytes.starts(with: "bplist".utf8) {
      let value = try readBinary(bytes, limits: limits)
      return try ConfigurationProfile(value, format: .binary)
    }
    if bytes[0] == 0x30 { throw .signed(.der) }
    let visible = bytes.drop { $0 == 0 || $0 >= 0x80 || XMLCharacters.isSpace($0) }
    if visible.starts(with: "-----BEGIN".utf8) { throw .signed(.pem) }
    guard visible.first == UInt8(ascii: "<") else { throw .unknownFormat(Array(bytes.prefix(8))) }
    return try ConfigurationProfile(readXML(bytes, limits: limits), format: .xml)
  }

  private static func readXML(
    _ bytes: [UInt8], limits: ProfileLimits
  ) throws(ProfileError) -> PropertyList {
    do {
      return try XMLPropertyListReader.read(bytes, limits: limits)
    } catch {
      throw .xml(error)
    }
  }

  /// Creates a profile from its property list.
  ///
  /// - Throws: `ProfileError.field` only.
  package init(_ value: PropertyList, format: Format) throws(ProfileError) {
    let fields = try ProfileFields(value, place: .profile, key: "")
    let type = try fields.requiredString(ProfileKey.type)
    guard type.utf8.elementsEqual(ProfileKey.profileType.utf8) else {
      throw fields.fail(ProfileKey.type, .notProfile(type: type))
    }
    if fields[ProfileKey.content] == nil, fields[ProfileKey.encryptedContent] != nil {
      throw fields.fail(ProfileKey.content, .encryptedContent)
    }
    _ = try fields.integer(ProfileKey.version)
    self.init(
      format: format,
      identifier: try fields.requiredString(ProfileKey.identifier),
      uuid: try fields.requiredString(ProfileKey.uuid),
      displayName: try fields.string(ProfileKey.displayName),
      organization: try fields.string(ProfileKey.organization),
      payloads: [],
      otherPayloads: [],
      unknownKeys: fields.unknownKeys(known: [ProfileKey.dataEncryption]))
    let encrypted = try fields.boolean(ProfileKey.dataEncryption) ?? false
    try readPayloads(fields.requiredArray(ProfileKey.content), encrypted: encrypted)
  }

  private mutating func readPayloads(
    _ elements: [PropertyList], encrypted: Bool
  ) throws(ProfileError) {
    var indices: [[UInt8]: Int] = [:]
    for (index, element) in elements.enumerated() {
      let fields = try ProfileFields(element, place: .payload(index), key: ProfileKey.content)
      guard fields.areThirdParty else {
        otherPayloads.append(OtherPayload(index: index, fields))
        continue
      }
      let payload = try Payload(index: index, fields, encryptedByDefault: encrypted)
      if let first = indices.updateValue(index, forKey: Array(payload.uuid.utf8)) {
        throw fields.fail(ProfileKey.uuid, .repeatedUUID(first: first))
      }
      payloads.append(payload)
    }
  }
}

extension ConfigurationProfile.Payload {
  fileprivate init(
    index: Int, _ fields: ProfileFields, encryptedByDefault: Bool
  ) throws(ProfileError) {
    _ = try fields.string(ProfileKey.type)
    _ = try fields.integer(ProfileKey.version)
    let urlScheme = try fields.string(ProfileKey.urlScheme)
    if let urlScheme, !SchemeText.isScheme(urlScheme) {
      throw fields.fail(ProfileKey.urlScheme, .notScheme(urlScheme))
    }
    let bundleIdentifier = try fields.requiredString(ProfileKey.bundleIdentifier)
    guard urlScheme != nil || SchemeText.canEndScheme(bundleIdentifier) else {
      throw fields.fail(ProfileKey.bundleIdentifier, .notInScheme(bundleIdentifier))
    }
    self.init(
      index: index,
      uuid: try fields.requiredString(ProfileKey.uuid),
      identifier: try fields.string(ProfileKey.identifier),
      displayName: try fields.string(ProfileKey.displayName),
      bundleIdentifier: bundleIdentifier,
      category: try fields.string(ProfileKey.category),
      configuration: try fields.requiredDictionary(ProfileKey.configuration),
      urlScheme: urlScheme,
      encrypted: try fields.boolean(ProfileKey.dataEncryption) ?? encryptedByDefault,
      unknownKeys: fields.unknownKeys(known: [
        ProfileKey.bundleIdentifier, ProfileKey.category, ProfileKey.configuration,
        ProfileKey.dataEncryption, ProfileKey.urlScheme,
      ]))
  }
}

extension ConfigurationProfile.OtherPayload {
  fileprivate init(index: Int, _ fields: ProfileFields) {
    self.index = index
    if case .string(let type)? = fields[ProfileKey.type] { self.type = type }
    let isApples = type.map { ProfileKey.begins($0, with: "com.apple.") } ?? false
    reason = isApples ? .operatingSystem : .withoutThirdPartyKeys
  }
}

extension ProfileFields {
  /// Whether the dictionary is a payload for a third-party app: one of its keys begins like ours,
  /// or its PayloadType does (section 5 is silent on PayloadType).
  fileprivate var areThirdParty: Bool {
    if keys.contains(where: { ProfileKey.begins($0, with: ProfileKey.prefix) }) { return true }
    guard case .string(let type)? = self[ProfileKey.type] else { return false }
    return ProfileKey.begins(type + ".", with: ProfileKey.prefix)
  }

  /// The unknown keys that begin like ours.
  fileprivate func unknownKeys(known: [String]) -> [String] {
    keys.filter { key in
      ProfileKey.begins(key, with: ProfileKey.prefix)
        && !known.contains { $0.utf8.elementsEqual(key.utf8) }
    }
  }
}
