package import PayloadCipher
package import WireFormat

/// Turns forges into bytes. Keeps its compressor, its key schedules and its tokens from one request to the next, so use one
/// renderer per thread; rendering depends on the forge and the context alone.
package final class RequestRenderer {
  // A small hash table: clearing a large one would cost more than compressing a request.
  private let deflater = Deflater(memoryLevel: 5)
  private var writer = PropertyListWriter()
  private var tokens: [TokenOwner: String] = [:]
  /// The latest of them: a script has one owner nearly always, whose names need not be hashed again.
  private var latestToken: (owner: TokenOwner, token: String)?
  private let cabinet = CipherCabinet()
  /// The latest request of which a piece was made, and its packed bytes: each piece is cut out of the whole.
  private var cut: (forge: RequestForge, context: ForgeContext, packed: [UInt8])?

  private struct TokenOwner: Hashable {
    let bundleIdentifier: String
    let apiKey: String
    let algorithm: Dialect.TokenAlgorithm

    /// By bytes: names that look alike are equal texts, and have other tokens.
    static func == (left: Self, right: Self) -> Bool {
      left.bundleIdentifier.hasSameBytes(as: right.bundleIdentifier)
        && left.apiKey.hasSameBytes(as: right.apiKey) && left.algorithm == right.algorithm
    }
  }

  /// Cached tokens are dropped beyond this number of owners.
  private static let maxOwners = 64

  package init() {}

  // MARK: URL

  /// The request URL.
  package func render(_ forge: RequestForge, for context: ForgeContext) -> [UInt8] {
    var observer = NoObserver()
    return render(forge, for: context, &observer)
  }

  /// The request URL; the observer sees the output of each layer that takes part, from the inside out.
  func render(
    _ forge: RequestForge, for context: ForgeContext, _ observer: inout some RenderingObserver
  ) -> [UInt8] {
    var url: [UInt8] = []
    url.reserveCapacity(512)
    let verb = forge.action == .apply ? context.dialect.verbs.apply : context.dialect.verbs.reset
    url += forge.shape.head(
      scheme: scheme(forge.scheme, context), verb: forge.verb.applied(to: verb))
    observer.part(.address, of: url, from: 0)
    if forge.shape.hasParameters {
      url.append(UInt8(ascii: "?"))
      appendParameters(of: forge, context, to: &url, &observer)
    }
    let end = url.count
    url += forge.shape.tail
    observer.part(.tail, of: url, from: end)
    edit(forge, .url, &url)
    observer.output(.url, url)
    return url
  }

  private func appendParameters(
    of forge: RequestForge, _ context: ForgeContext, to url: inout [UInt8],
    _ observer: inout some RenderingObserver
  ) {
    let names = context.parameterNames
    var isFirst = true
    // Rendered once, however often it is sent.
    var text: [UInt8]?
    for slot in slots(of: forge, names, context) {
      if !isFirst { url.append(UInt8(ascii: "&")) }
      isFirst = false
      let start = url.count
      if let name = slot.name {
        url += name
      } else if let parameter = slot.parameter {
        url += name(of: parameter, forge, names).utf8
      }
      switch slot.value {
      case .absent: break
      case .empty: url.append(UInt8(ascii: "="))
      case .raw(let bytes):
        url.append(UInt8(ascii: "="))
        url += bytes
      case .canonical, .extended, .followed:
        url.append(UInt8(ascii: "="))
        var value: [UInt8] = []
        if slot.parameter == .data {
          if text == nil { text = self.text(forge, context, &observer) }
          value = text ?? []
        } else if let parameter = slot.parameter {
          value = self.value(of: parameter, forge, context)
        }
        if case .extended(let more) = slot.value { value += more }
        if let parameter = slot.parameter {
          forge.escaping.encode(value, of: parameter, into: &url)
        }
        if case .followed(let more) = slot.value { url += more }
      }
      observer.part(.parameter(slot.parameter), of: url, from: start)
    }
  }

  /// The parameters in the order in which they are sent.
  func slots(
    of forge: RequestForge, _ names: Dialect.Parameters, _ context: ForgeContext
  ) -> [ParameterSlot] {
    if case .slots(let slots) = forge.parameters { return slots }
    var slots: [ParameterSlot] = []
    slots.reserveCapacity(6)
    if forge.token != .absent { slots.append(ParameterSlot(.token)) }
    slots.append(ParameterSlot(.profile))
    slots.append(ParameterSlot(.payload))
    if let texts = chunkTexts(forge, context) {
      if texts.index != nil { slots.append(ParameterSlot(.chunk)) }
      if texts.total != nil { slots.append(ParameterSlot(.chunks)) }
    }
    if forge.parameter != nil { slots.append(ParameterSlot(.data)) }
    if forge.parameters == .canonical { return slots }
    return forge.parameters.applied(
      to: slots, name: { name(of: $0, forge, names) },
      otherDataName: forge.parameter == .data ? names.encryptedData : names.data)
  }

  private func name(
    of parameter: RequestForge.Parameter, _ forge: RequestForge, _ names: Dialect.Parameters
  ) -> String {
    switch parameter {
    case .token: names.token
    case .profile: names.profile
    case .payload: names.payload
    case .chunk: names.chunk
    case .chunks: names.chunks
    case .data: forge.parameter == .dataX ? names.encryptedData : names.data
    }
  }

  /// The value of a parameter other than the data, before percent-encoding.
  private func value(
    of parameter: RequestForge.Parameter, _ forge: RequestForge, _ context: ForgeContext
  ) -> [UInt8] {
    switch parameter {
    case .token: Array((token(forge.token, context) ?? "").utf8)
    case .profile: Array(forge.profile.utf8)
    case .payload: Array(forge.payload.utf8)
    case .chunk: Array((chunkTexts(forge, context)?.index ?? "").utf8)
    case .chunks: Array((chunkTexts(forge, context)?.total ?? "").utf8)
    case .data: []
    }
  }

  private func chunkTexts(
    _ forge: RequestForge, _ context: ForgeContext
  ) -> (index: String?, total: String?)? {
    forge.chunk?.texts(maxChunks: context.dialect.limits.maxChunks)
  }

  private func scheme(_ layer: SchemeLayer, _ context: ForgeContext) -> String {
    let byBundle = { context.dialect.defaultScheme(bundleIdentifier: $0) }
    let own = context.urlScheme ?? byBundle(context.bundleIdentifier)
    return layer.applied(
      to: own, bundleIdentifier: context.bundleIdentifier, byBundle: byBundle)
  }

  /// The token as it is sent, before percent-coding; nil where the parameter is left out.
  package func token(_ layer: TokenLayer, _ context: ForgeContext) -> String? {
    switch layer {
    case .canonical: token(context.bundleIdentifier, context.apiKey, context.shared)
    case .absent: nil
    case .damaged(.ofOther(let bundleIdentifier, let apiKey)):
      token(bundleIdentifier, apiKey, context.shared)
    case .damaged(let damage):
      damage.applied(to: token(context.bundleIdentifier, context.apiKey, context.shared))
    }
  }

  private func token(
    _ bundleIdentifier: String, _ apiKey: String, _ dialect: SharedDialect
  ) -> String {
    let owner = TokenOwner(
      bundleIdentifier: bundleIdentifier, apiKey: apiKey, algorithm: dialect.value.token)
    if let latestToken, latestToken.owner == owner { return latestToken.token }
    let known = tokens[owner]
    let token =
      known ?? dialect.rightToken(bundleIdentifier: bundleIdentifier, apiKey: apiKey) ?? ""
    if known == nil {
      if tokens.count >= Self.maxOwners { tokens.removeAll(keepingCapacity: true) }
      tokens[owner] = token
    }
    latestToken = (owner, token)
    return token
  }

  // MARK: Data

  /// The value of the data parameter, before percent-encoding.
  package func text(_ forge: RequestForge, _ context: ForgeContext) -> [UInt8] {
    var observer = NoObserver()
    return text(forge, context, &observer)
  }

  private func text(
    _ forge: RequestForge, _ context: ForgeContext, _ observer: inout some RenderingObserver
  ) -> [UInt8] {
    var text: [UInt8] = []
    if case .replaced(let replacement) = forge.base64, !observer.isWatching {
      // What is inside it shows on a map only.
      text = replacement
    } else {
      piece(forge, for: context, &observer).withUnsafeBytes { Base64Text.encode($0, into: &text) }
      if forge.base64 != .canonical { text = forge.base64.applied(to: text) }
    }
    edit(forge, .text, &text)
    observer.output(.text, text)
    return text
  }

  /// The packed bytes that this request carries: all of them, or its piece; nothing where there is no such piece.
  package func piece(_ forge: RequestForge, for context: ForgeContext) -> [UInt8] {
    var observer = NoObserver()
    return piece(forge, for: context, &observer)
  }

  private func piece(
    _ forge: RequestForge, for context: ForgeContext, _ observer: inout some RenderingObserver
  ) -> [UInt8] {
    var piece: [UInt8]
    if let chunk = forge.chunk {
      let whole =
        observer.isWatching ? packed(forge, for: context, &observer) : whole(forge, context)
      piece = Array(chunk.applied(to: whole))
    } else {
      piece = packed(forge, for: context, &observer)
    }
    edit(forge, .piece, &piece)
    observer.output(.piece, piece)
    return piece
  }

  /// The packed bytes that a piece is cut out of, kept for the next piece.
  func whole(_ piece: RequestForge, _ context: ForgeContext) -> [UInt8] {
    let forge = Self.inside(of: piece)
    if let cut, cut.forge == forge, cut.context == context { return cut.packed }
    let packed = packed(forge, for: context)
    cut = (forge, context, packed)
    return packed
  }

  /// The packed bytes that a piece is cut out of, where it was the latest that was made; nil where they would have to be made anew.
  package func latestWhole(of piece: RequestForge, for context: ForgeContext) -> [UInt8]? {
    guard let cut, cut.forge == Self.inside(of: piece), cut.context == context else { return nil }
    return cut.packed
  }

  /// The request without what has no say in its packed bytes: what a piece has of its own, and whose it is.
  private static func inside(of piece: RequestForge) -> RequestForge {
    var forge = piece
    forge.chunk = nil
    forge.profile = ""
    forge.payload = ""
    if !forge.edits.isEmpty {
      forge.edits.removeAll { [.piece, .text, .url].contains($0.layer) }
    }
    return forge
  }

  /// The packed bytes of the whole request: after compression and encryption, before chunking and Base64.
  package func packed(_ forge: RequestForge, for context: ForgeContext) -> [UInt8] {
    var observer = NoObserver()
    return packed(forge, for: context, &observer)
  }

  private func packed(
    _ forge: RequestForge, for context: ForgeContext, _ observer: inout some RenderingObserver
  ) -> [UInt8] {
    let stream = stream(forge, context.dialect, &observer)
    var packed = forge.encryption.applied(to: stream, for: context.recipient, cabinet)
    edit(forge, .packed, &packed)
    observer.output(.packed, packed)
    return packed
  }

  /// The zlib stream.
  private func stream(
    _ forge: RequestForge, _ dialect: Dialect, _ observer: inout some RenderingObserver
  ) -> [UInt8] {
    var stream: [UInt8]
    if case .replaced(let replacement) = forge.compression, !observer.isWatching {
      stream = replacement
    } else {
      let content = content(forge, dialect, &observer)
      stream = forge.compression.applied(to: content, deflater)
    }
    edit(forge, .stream, &stream)
    observer.output(.stream, stream)
    return stream
  }

  /// The stream that a way of compressing makes of a content.
  func compressing(_ content: [UInt8], _ layer: CompressionLayer) -> [UInt8] {
    layer.applied(to: content, deflater)
  }

  /// Magic and property list.
  private func content(
    _ forge: RequestForge, _ dialect: Dialect, _ observer: inout some RenderingObserver
  ) -> [UInt8] {
    var content = forge.magic.applied(to: dialect.magic)
    if forge.propertyList == .canonical, forge.edits.isEmpty, !observer.isWatching {
      writer.write(value(of: forge, dialect), into: &content)
      return content
    }
    var list: [UInt8] = []
    if case .replaced = forge.propertyList {
    } else {
      writer.write(value(of: forge, dialect), into: &list)
    }
    list = forge.propertyList.applied(to: list)
    edit(forge, .propertyList, &list)
    observer.output(.propertyList, list)
    content += list
    edit(forge, .content, &content)
    observer.output(.content, content)
    return content
  }

  /// The value that is packed.
  package func value(of forge: RequestForge, _ dialect: Dialect) -> PropertyList {
    let value = forge.dictionary.value(dialect)
    if forge.dictionaryForm == .canonical { return value }
    return forge.dictionaryForm.applied(
      to: value, keys: dialect.keys,
      content: forge.action == .apply ? dialect.keys.configuration : dialect.keys.keys)
  }

  private func edit(_ forge: RequestForge, _ position: WirePosition, _ bytes: inout [UInt8]) {
    for edit in forge.edits where edit.layer == position { edit.apply(to: &bytes) }
  }

  // MARK: Ciphers

  /// The cipher that requests to this app are encrypted with.
  package func cipher(for context: ForgeContext) -> BlowfishCipher {
    cabinet.cipher(for: context.recipient)
  }
}
