import WireFormat

/// Reads any URL, however broken, back into a forge that renders to the same bytes: that is how requests that others made are
/// explained, edited and shrunk.
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
    guard renderer.render(forge, for: context) == url else {
      // Nothing that is known leads here; the promise holds all the same.
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
    if let data = pieces.first(where: {
      $0.isNamed(names.data) || $0.isNamed(names.encryptedData)
    }) {
      forge.parameter = data.isNamed(names.data) ? .data : .dataX
      forge.escaping = escaping(of: data)
    }
    var seen: Set<RequestForge.Parameter> = []
    let slots = pieces.map { slot(for: $0, names, context, &seen, &forge) }
    forge.parameters = .slots(slots)
    var canonical = forge
    canonical.parameters = .canonical
    if renderer.slots(of: canonical, names, context) == slots { forge.parameters = .canonical }
  }

  /// The way of escaping that gives the data's raw value again; canonical where none does.
  private func escaping(of data: RequestURL.Parameter) -> EscapingLayer {
    guard let raw = data.value, case .decoded(let bytes) = PercentCoding.decode(raw) else {
      return .canonical
    }
    // A form that escapes every byte makes three of each.
    let forms: [EscapingLayer] =
      raw.count == 3 * bytes.count
      ? [.everything, .canonical] : [.canonical, .rawBase64, .lowercase]
    return forms.first { Self.encoded(bytes, .data, $0).elementsEqual(raw) } ?? .canonical
  }

  private static func encoded(
    _ value: [UInt8], _ parameter: RequestForge.Parameter, _ escaping: EscapingLayer
  ) -> [UInt8] {
    var raw: [UInt8] = []
    escaping.encode(value, of: parameter, into: &raw)
    return raw
  }

  private func slot(
    for piece: RequestURL.Parameter, _ names: Dialect.Parameters, _ context: ForgeContext,
    _ seen: inout Set<RequestForge.Parameter>, _ forge: inout RequestForge
  ) -> ParameterSlot {
    let parameter: RequestForge.Parameter? =
      piece.isNamed(names.token)
      ? .token
      : piece.isNamed(names.profile)
        ? .profile
        : piece.isNamed(names.payload)
          ? .payload
          : piece.isNamed(forge.parameter == .dataX ? names.encryptedData : names.data)
            ? .data : nil
    let verbatim = ParameterSlot(
      nil, name: Array(piece.name), piece.value.map { .raw(Array($0)) } ?? .absent)
    guard let parameter, let raw = piece.value, !seen.contains(parameter),
      case .decoded(let value) = PercentCoding.decode(raw),
      Self.encoded(value, parameter, forge.escaping).elementsEqual(raw)
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

  // MARK: Data

  private func liftText(_ text: [UInt8], _ context: ForgeContext, _ forge: inout RequestForge) {
    let bytes =
      Base64Text.decode(text).bytes ?? Base64Text.decode(Self.standardAlphabet(text)).bytes
    guard let bytes else {
      forge.base64 = .replaced(with: text)
      return
    }
    let canonical = Base64Text.encode(bytes)
    forge.base64 =
      [.canonical, .paddingMissing, .urlSafeAlphabet].first { $0.applied(to: canonical) == text }
      ?? .replaced(with: text)
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
      let levels = (0...9).map(CompressionLayer.level)
      forge.compression =
        ([.canonical] + levels).first { renderer.compressing(content, $0) == stream }
        ?? forge.compression
    }
    liftContent(content, context.dialect, &forge)
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
