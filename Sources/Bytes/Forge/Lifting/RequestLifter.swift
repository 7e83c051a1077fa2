import WireFormat

/// Reads any URL, however broken, back into a forge that renders to the same bytes. Requests that others made are explained, edited and
/// shrunk in this way.
///
/// Each layer is taken for canonical, or for the form that gives the same bytes again, as long as there is one; what is left is
/// kept as it stands, in the outermost layer that holds it. So the forge of a right request has nothing but canonical layers, and
/// the forge of noise is the noise.
///
/// Keeps its decompressor and its buffers: use one lifter per thread.
package final class RequestLifter {
  private let renderer = RequestRenderer()
  private let inflater = Inflater()
  private var writer = PropertyListWriter()

  /// The latest texts, and requests that hold what they were lifted to: a series of ten thousand requests repeats a few.
  private var latest: [(text: [UInt8], context: ForgeContext, lifted: RequestForge)] = []

  private static let maxLatest = 8
  private static let maxLatestBytes = 65_536

  /// Queries of more pieces than this are kept as one.
  private static let maxParameters = 256
  /// Streams of more content than this are not compressed again to find out how they were compressed.
  private static let maxRecompressedBytes = 65_536

  package init() {}

  /// The forge of a request. Rendered for the same context it gives exactly `url`.
  ///
  /// Complexity: linear in the bytes, and in what they unpack to up to the dialect's limit.
  package func lift(_ url: [UInt8], for context: ForgeContext) -> RequestForge {
    let cut = RequestURL(url)
    var forge = RequestForge(
      .apply, profile: "", payload: "", dictionary: .verbatim(.dictionary([])))
    liftAddress(cut, url, context, &forge)
    liftParameters(cut, context, &forge)
    guard url[...].hasSameBytes(as: renderer.render(forge, for: context)) else {
      // No input is known to lead here. The promise holds all the same.
      return Self.verbatim(url)
    }
    return forge
  }

  private static func verbatim(_ url: [UInt8]) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "", payload: "", dictionary: .verbatim(.dictionary([])))
    forge.shape = .verbatim(head: url, hasQuery: false, tail: [])
    forge.parameter = nil
    return forge
  }

  // MARK: Address

  private func liftAddress(
    _ cut: RequestURL, _ url: [UInt8], _ context: ForgeContext, _ forge: inout RequestForge
  ) {
    let dialect = context.dialect
    let host = Array(cut.authority?.host ?? [])
    switch host {
    case Array(dialect.verbs.apply.utf8): forge.action = .apply
    case Array(dialect.verbs.reset.utf8): forge.action = .reset
    default:
      if let text = String(validating: host, as: UTF8.self) { forge.verb = .verbatim(text) }
    }
    if let scheme = cut.scheme.flatMap({ String(validating: $0, as: UTF8.self) }) {
      let byBundle = dialect.defaultScheme(bundleIdentifier: context.bundleIdentifier)
      let own = context.urlScheme ?? byBundle
      if !scheme.utf8.elementsEqual(own.utf8) {
        forge.scheme =
          scheme.utf8.elementsEqual(byBundle.utf8) ? .byBundleIdentifier : .verbatim(scheme)
      }
    }
    let tail = cut.fragment.map { Array(url[($0.startIndex - 1)...]) } ?? []
    let end = cut.query.map { $0.startIndex - 1 } ?? url.count - tail.count
    forge.shape = .verbatim(head: Array(url[..<end]), hasQuery: cut.query != nil, tail: tail)
    for shape in [ShapeLayer.canonical, cut.fragment.flatMap(Self.fragment)] {
      guard let shape, cut.query != nil, shape.tail == tail else { continue }
      var candidate = forge
      candidate.shape = shape
      candidate.parameters = .slots([])
      // Without parameters the rendered URL is the address, the `?` and the tail.
      if renderer.render(candidate, for: context) == url[...end] + tail { forge.shape = shape }
    }
  }

  private static func fragment(_ bytes: ArraySlice<UInt8>) -> ShapeLayer? {
    String(validating: bytes, as: UTF8.self).map(ShapeLayer.fragment)
  }

  // MARK: Parameters

  private func liftParameters(
    _ cut: RequestURL, _ context: ForgeContext, _ forge: inout RequestForge
  ) {
    forge.parameter = nil
    forge.token = .absent
    guard let query = cut.query else { return }
    guard
      query.count(where: { $0 == UInt8(ascii: "&") }) < Self.maxParameters
    else {
      forge.parameters = .slots([ParameterSlot(nil, name: Array(query), .absent)])
      return
    }
    let pieces = cut.parameters
    let names = context.parameterNames
    var data: [UInt8]?
    if let piece = pieces.first(where: {
      $0.isNamed(names.data) || $0.isNamed(names.encryptedData)
    }) {
      forge.parameter = piece.isNamed(names.data) ? .data : .dataX
      if let raw = piece.value, case .decoded(let value) = PercentCoding.decode(raw) {
        forge.escaping = Self.escaping(of: raw, decoded: value)
        data = decodedAgain(value, .data, forge.escaping, raw)
        if data == nil { forge.escaping = .canonical }
      }
    }
    var seen: Set<RequestForge.Parameter> = []
    let slots = pieces.map { slot(for: $0, data: data, names, context, &seen, &forge) }
    forge.parameters = .slots(slots)
    var canonical = forge
    canonical.parameters = .canonical
    if renderer.slots(of: canonical, names, context) == slots { forge.parameters = .canonical }
  }

  /// The only way of escaping that may give the data's raw value again.
  private static func escaping(
    of raw: ArraySlice<UInt8>, decoded value: [UInt8]
  ) -> EscapingLayer {
    var isEveryByteEscaped = true
    var hasRawBase64 = false
    var position = raw.startIndex
    while position < raw.endIndex {
      switch raw[position] {
      case UInt8(ascii: "%"):
        if raw[position + 1] > 0x60 || raw[position + 2] > 0x60 { return .lowercase }
        position += 3
        continue
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): hasRawBase64 = true
      default: break
      }
      isEveryByteEscaped = false
      position += 1
    }
    if hasRawBase64 { return .rawBase64 }
    return isEveryByteEscaped && value.contains(where: PercentCoding.isUnreserved)
      ? .everything : .canonical
  }

  /// The value, where encoding it gives the raw bytes again.
  private func decodedAgain(
    _ value: [UInt8], _ parameter: RequestForge.Parameter, _ escaping: EscapingLayer,
    _ raw: ArraySlice<UInt8>
  ) -> [UInt8]? {
    raw.hasSameBytes(as: Self.encoded(value, parameter, escaping)) ? value : nil
  }

  private static func encoded(
    _ value: [UInt8], _ parameter: RequestForge.Parameter, _ escaping: EscapingLayer
  ) -> [UInt8] {
    var raw: [UInt8] = []
    escaping.encode(value, of: parameter, into: &raw)
    return raw
  }

  /// - Parameter data: what the data decodes to, where encoding gives its raw value again.
  private func slot(
    for piece: RequestURL.Parameter, data: [UInt8]?, _ names: Dialect.Parameters,
    _ context: ForgeContext, _ seen: inout Set<RequestForge.Parameter>, _ forge: inout RequestForge
  ) -> ParameterSlot {
    let verbatim = ParameterSlot(
      nil, name: Array(piece.name), piece.value.map { .raw(Array($0)) } ?? .absent)
    guard let raw = piece.value,
      let parameter = Self.parameter(piece, names, forge.parameter), !seen.contains(parameter),
      let value = parameter == .data ? data : decoded(raw, parameter, forge.escaping)
    else { return verbatim }
    if parameter == .data {
      liftText(value, context, &forge)
    } else {
      guard let text = String(validating: value, as: UTF8.self) else { return verbatim }
      switch parameter {
      case .token:
        let right = renderer.token(.canonical, context) ?? ""
        forge.token =
          right.utf8.elementsEqual(text.utf8) ? .canonical : .damaged(.replaced(with: text))
      case .profile: forge.profile = text
      default: forge.payload = text
      }
    }
    seen.insert(parameter)
    return ParameterSlot(parameter)
  }

  /// What a piece is about; nil for a name that the protocol does not know, or whose value no form reads.
  private static func parameter(
    _ piece: RequestURL.Parameter, _ names: Dialect.Parameters,
    _ data: RequestForge.DataParameter?
  ) -> RequestForge.Parameter? {
    if piece.isNamed(names.token) { return .token }
    if piece.isNamed(names.profile) { return .profile }
    if piece.isNamed(names.payload) { return .payload }
    return piece.isNamed(data == .dataX ? names.encryptedData : names.data) ? .data : nil
  }

  /// What a raw value decodes to, where encoding gives it again.
  private func decoded(
    _ raw: ArraySlice<UInt8>, _ parameter: RequestForge.Parameter, _ escaping: EscapingLayer
  ) -> [UInt8]? {
    guard case .decoded(let value) = PercentCoding.decode(raw) else { return nil }
    return decodedAgain(value, parameter, escaping, raw)
  }

  // MARK: Data

  private func liftText(_ text: [UInt8], _ context: ForgeContext, _ forge: inout RequestForge) {
    let known = latest.first {
      $0.text == text && $0.lifted.parameter == forge.parameter
        && $0.lifted.action == forge.action && $0.context == context
    }
    if let lifted = known?.lifted {
      forge.base64 = lifted.base64
      forge.encryption = lifted.encryption
      forge.compression = lifted.compression
      forge.magic = lifted.magic
      forge.propertyList = lifted.propertyList
      forge.dictionary = lifted.dictionary
      return
    }
    liftLayers(text, context, &forge)
    guard text.count <= Self.maxLatestBytes else { return }
    if latest.count == Self.maxLatest { latest.removeFirst() }
    latest.append((text, context, forge))
  }

  private func liftLayers(_ text: [UInt8], _ context: ForgeContext, _ forge: inout RequestForge) {
    let outcome = Base64Text.decode(text)
    guard let bytes = outcome.bytes ?? Base64Text.decode(Self.standardAlphabet(text)).bytes else {
      forge.base64 = .replaced(with: text)
      return
    }
    if case .decoded = outcome {
      forge.base64 = .canonical
    } else {
      let canonical = Base64Text.encode(bytes)
      forge.base64 =
        [.paddingMissing, .urlSafeAlphabet].first { $0.applied(to: canonical) == text }
        ?? .replaced(with: text)
    }
    liftPacked(bytes, context, &forge)
  }

  private static func standardAlphabet(_ text: [UInt8]) -> [UInt8] {
    text.map {
      $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
    }
  }

  private func liftPacked(_ bytes: [UInt8], _ context: ForgeContext, _ forge: inout RequestForge) {
    if forge.parameter == .dataX, let (encryption, stream) = renderer.decrypting(bytes, context) {
      forge.encryption = encryption
      liftStream(stream, context, &forge)
    } else {
      liftStream(bytes, context, &forge)
    }
  }

  private func liftStream(_ stream: [UInt8], _ context: ForgeContext, _ forge: inout RequestForge) {
    let limit = max(0, context.dialect.limits.maxInflatedBytes)
    let (content, outcome) = inflater.inflate(stream, limit: limit)
    forge.compression = .replaced(with: stream)
    if outcome == .complete(consumed: stream.count), content.count <= Self.maxRecompressedBytes {
      forge.compression =
        Self.levels(of: stream).first { renderer.compressing(content, $0) == stream }
        ?? forge.compression
    }
    liftContent(content, context.dialect, &forge)
  }

  /// The levels that the header of a stream may stand for (RFC 1950, FLEVEL, as zlib writes it); none for other windows than 32 KiB.
  private static func levels(of stream: [UInt8]) -> [CompressionLayer] {
    guard stream.count > 1, stream[0] == 0x78 else { return [] }
    return switch stream[1] >> 6 {
    case 0: [.level(1), .level(0)]
    case 1: (2...5).map(CompressionLayer.level)
    case 2: [.canonical]
    default: (7...9).map(CompressionLayer.level)
    }
  }

  private func liftContent(_ content: [UInt8], _ dialect: Dialect, _ forge: inout RequestForge) {
    var list = content[...]
    if content.starts(with: dialect.magic) {
      list = content[dialect.magic.count...]
    } else {
      let header = Array("bplist".utf8)
      let start = (0...min(64, content.count)).first { content[$0...].starts(with: header) } ?? 0
      forge.magic = start == 0 ? .missing : .replaced(with: Array(content[..<start]))
      list = content[start...]
    }
    liftList(Array(list), dialect, &forge)
  }

  private func liftList(_ list: [UInt8], _ dialect: Dialect, _ forge: inout RequestForge) {
    var reader = PropertyListReader(limits: PropertyListLimits(dialect))
    let value = reader.read(list).value
    if let value {
      forge.dictionary = Self.layer(of: value, dialect, forge.action)
      if writer.write(forge.dictionary.value(dialect)) == list { return }
    }
    forge.propertyList = .image(PropertyListImage(lifting: list))
  }

  /// The layer that has this value, in the terms of the protocol where it can be said in them.
  private static func layer(
    of value: PropertyList, _ dialect: Dialect, _ action: RequestForge.Action
  ) -> DictionaryLayer {
    guard case .dictionary(let members) = value else { return .verbatim(value) }
    func member(_ key: String) -> PropertyList? {
      members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
    var category: String?
    if case .string(let text) = member(dialect.keys.category) { category = text }
    var candidates: [DictionaryLayer] = []
    if case .dictionary(let inner) = member(dialect.keys.configuration) {
      candidates.append(.configuration(category: category, inner))
    }
    if case .array(let elements) = member(dialect.keys.keys) {
      let keys = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      if keys.count == elements.count { candidates.append(.keys(category: category, keys)) }
    }
    return candidates.first { $0.value(dialect) == value } ?? .verbatim(value)
  }
}
