package import PayloadCipher
import WireFormat

/// Turns forges into bytes. Keeps its compressor, its key schedules and its tokens from one request to the next, so use one
/// renderer per thread; rendering depends on the forge and the context alone.
package final class RequestRenderer {
  // A small hash table: clearing a large one would cost more than compressing a request.
  private let deflater = Deflater(memoryLevel: 5)
  private var writer = PropertyListWriter()
  private var tokens: [TokenOwner: String] = [:]
  private var ciphers: [KeyOwner: BlowfishCipher] = [:]

  private struct TokenOwner: Hashable {
    let bundleIdentifier: String
    let apiKey: String
    let algorithm: Dialect.TokenAlgorithm
  }

  private struct KeyOwner: Hashable {
    let bundleIdentifier: String
    let secret: String
    let hash: Dialect.KeyHash
    let mode: Dialect.CipherMode
  }

  /// Cached tokens and key schedules are dropped beyond this number of owners.
  private static let maxOwners = 64

  package init() {}

  /// The request URL.
  package func render(_ forge: RequestForge, for context: ForgeContext) -> [UInt8] {
    var url: [UInt8] = []
    url.reserveCapacity(512)
    url += scheme(forge.scheme, context).utf8
    url += "://".utf8
    url += verb(forge, context.dialect).utf8
    var separator = UInt8(ascii: "?")
    func append(_ name: String, _ value: [UInt8]) {
      url.append(separator)
      separator = UInt8(ascii: "&")
      url += name.utf8
      url.append(UInt8(ascii: "="))
      PercentCoding.encode(value, into: &url)
    }
    let names = context.dialect.parameters
    if let token = token(forge.token, context) { append(names.token, Array(token.utf8)) }
    if !forge.omitted.contains(.profile) { append(names.profile, Array(forge.profile.utf8)) }
    if !forge.omitted.contains(.payload) { append(names.payload, Array(forge.payload.utf8)) }
    if let chunk = forge.chunk {
      append(names.chunk, Array(String(chunk.index).utf8))
      append(names.chunks, Array(String(chunk.total).utf8))
    }
    if let parameter = forge.parameter {
      let name = parameter == .data ? names.data : names.encryptedData
      switch forge.escaping {
      case .canonical: append(name, text(forge, context))
      case .rawBase64:
        append(name, [])
        url += text(forge, context)
      }
    }
    return url
  }

  private func scheme(_ layer: SchemeLayer, _ context: ForgeContext) -> String {
    let byBundle = context.dialect.defaultScheme(bundleIdentifier: context.bundleIdentifier)
    return switch layer {
    case .canonical: context.urlScheme ?? byBundle
    case .byBundleIdentifier: byBundle
    case .verbatim(let text): text
    }
  }

  private func verb(_ forge: RequestForge, _ dialect: Dialect) -> String {
    switch forge.verb {
    case .canonical: forge.action == .apply ? dialect.verbs.apply : dialect.verbs.reset
    case .verbatim(let text): text
    }
  }

  /// The token as it is sent, before percent-coding; nil where the parameter is left out.
  package func token(_ layer: TokenLayer, _ context: ForgeContext) -> String? {
    switch layer {
    case .canonical: token(context.bundleIdentifier, context.apiKey, context.dialect)
    case .absent: nil
    case .damaged(.ofOther(let bundleIdentifier, let apiKey)):
      token(bundleIdentifier, apiKey, context.dialect)
    case .damaged(let damage):
      damage.applied(to: token(context.bundleIdentifier, context.apiKey, context.dialect))
    }
  }

  private func token(_ bundleIdentifier: String, _ apiKey: String, _ dialect: Dialect) -> String {
    let owner = TokenOwner(
      bundleIdentifier: bundleIdentifier, apiKey: apiKey, algorithm: dialect.token)
    if let token = tokens[owner] { return token }
    let token =
      Token.make(dialect.token, bundleIdentifier: bundleIdentifier, apiKey: apiKey) ?? ""
    if tokens.count >= Self.maxOwners { tokens.removeAll(keepingCapacity: true) }
    tokens[owner] = token
    return token
  }

  /// The packed bytes of the whole request: after compression and encryption, before chunking and Base64.
  package func packed(_ forge: RequestForge, for context: ForgeContext) -> [UInt8] {
    let compressed = compress(forge, context.dialect)
    switch forge.encryption {
    case .none: return compressed
    case .canonical(let iv):
      return cipher(context.bundleIdentifier, context.encryptionSecret, context.dialect)
        .encrypt(compressed, iv: iv)
    case .otherKey(let bundleIdentifier, let secret, let iv):
      return cipher(bundleIdentifier, secret, context.dialect).encrypt(compressed, iv: iv)
    }
  }

  /// The packed bytes that this request carries: all of them, or its piece; nothing where there is no such piece.
  package func piece(_ forge: RequestForge, for context: ForgeContext) -> ArraySlice<UInt8> {
    let packed = packed(forge, for: context)
    guard let chunk = forge.chunk else { return packed[...] }
    guard let pieces = ChunkSplitting.split(packed, into: chunk.total),
      (1...pieces.count).contains(chunk.index)
    else { return [] }
    return pieces[chunk.index - 1]
  }

  /// The value of the data parameter, before percent-encoding.
  package func text(_ forge: RequestForge, _ context: ForgeContext) -> [UInt8] {
    var text: [UInt8] = []
    piece(forge, for: context).withUnsafeBytes { Base64Text.encode($0, into: &text) }
    return forge.base64.applied(to: text)
  }

  private func compress(_ forge: RequestForge, _ dialect: Dialect) -> [UInt8] {
    let content = content(forge, dialect)
    return switch forge.compression {
    case .canonical: deflater.compress(content)
    case .level(let level): deflater.compress(content, level: level)
    case .missing: content
    case .truncated(let count): deflater.compress(content).dropLast(max(0, count))
    case .bomb(let count):
      deflater.compress(content + [UInt8](repeating: 0, count: max(0, count)))
    case .replaced(let bytes): bytes
    }
  }

  /// Magic and property list.
  private func content(_ forge: RequestForge, _ dialect: Dialect) -> [UInt8] {
    var content = forge.magic.applied(to: dialect.magic)
    switch forge.propertyList {
    case .canonical:
      writer.write(forge.dictionary.value(dialect), into: &content)
    case .replaced(let bytes):
      content += bytes
    case .truncated(let length):
      var list: [UInt8] = []
      writer.write(forge.dictionary.value(dialect), into: &list)
      content += list.prefix(max(0, length))
    }
    return content
  }

  /// The cipher that requests to this app are encrypted with.
  package func cipher(for context: ForgeContext) -> BlowfishCipher {
    cipher(context.bundleIdentifier, context.encryptionSecret, context.dialect)
  }

  private func cipher(
    _ bundleIdentifier: String, _ secret: String, _ dialect: Dialect
  ) -> BlowfishCipher {
    let owner = KeyOwner(
      bundleIdentifier: bundleIdentifier, secret: secret, hash: dialect.keyHash,
      mode: dialect.cipher)
    if let cipher = ciphers[owner] { return cipher }
    let key = PayloadKey.derive(
      bundleIdentifier: bundleIdentifier, secret: secret, hash: PayloadKey.Hash(dialect.keyHash))
    let cipher = BlowfishCipher(key: key)
    if ciphers.count >= Self.maxOwners { ciphers.removeAll(keepingCapacity: true) }
    ciphers[owner] = cipher
    return cipher
  }
}

extension PayloadKey.Hash {
  fileprivate init(_ hash: Dialect.KeyHash) {
    self =
      switch hash {
      case .sha256: .sha256
      case .sha1: .sha1
      case .md5: .md5
      }
  }
}
