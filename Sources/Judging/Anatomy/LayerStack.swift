import Forge
import PayloadCipher
import WireFormat

/// The layers inside one parameter's value, from the outside in.
struct LayerStack {
  private(set) var layers: [DissectedLayer] = []
  private let parameter: String
  private let dialect: Dialect
  private let limits: AnatomyLimits

  init(parameter: String, _ dialect: Dialect, _ limits: AnatomyLimits) {
    self.parameter = parameter
    self.dialect = dialect
    self.limits = limits
  }

  /// The data of a request, after percent-decoding.
  ///
  /// - Parameters:
  ///   - cipher: whose key it is encrypted under; nil for data that is not encrypted.
  ///   - action: what the verb asks for; nil for a verb that the dialect does not have.
  ///   - keyOwner: under whose key data is tried that should not be encrypted.
  mutating func readRequest(
    _ text: [UInt8], cipher: ForgeContext?, keyOwner: ForgeContext,
    action: RequestForge.Action?, piece: (index: Int, total: Int)?
  ) {
    guard let packed = readBase64(text) else { return }
    if let piece {
      let words = "piece \(piece.index) of \(piece.total): \(Words.count(packed.count, "byte"))"
      layers.append(
        RestAnatomy.read(
          .piece, packed, in: parameter, words,
          because: "it takes the other pieces to read what is inside"))
      return
    }
    var stream = packed
    var hint: String?
    if let cipher, let mode = cipher.recipient.blockMode {
      let read = CipherAnatomy.read(packed, for: cipher, mode: mode, in: parameter, limits)
      layers.append(read.layer)
      guard let plain = read.stream else { return }
      stream = plain
    } else if !KeyTrial.looksLikeZlib(packed), let mode = keyOwner.recipient.blockMode,
      KeyTrial(packed, for: keyOwner).fits(mode: mode)
    {
      hint = "it decrypts under the app's key: this is encrypted data (ABT-ENC-08)"
    }
    guard let content = readStream(stream, hint: hint) else { return }
    let magic = MagicAnatomy.read(content, magic: dialect.magic, in: parameter)
    layers.append(magic)
    guard magic.ending.defect == nil else { return }
    readList(Array(content.dropFirst(dialect.magic.count)), action)
  }

  /// The changed values of a callback, after percent-decoding.
  mutating func readChangedValues(_ text: [UInt8]) {
    guard let packed = readBase64(text), var content = readStream(packed, hint: nil) else { return }
    if dialect.changedValuesCarryMagic {
      let magic = MagicAnatomy.read(content, magic: dialect.magic, in: parameter)
      layers.append(magic)
      guard magic.ending.defect == nil else { return }
      content.removeFirst(dialect.magic.count)
    }
    readChangedKeys(content)
  }

  private mutating func readBase64(_ text: [UInt8]) -> [UInt8]? {
    let read = Base64Anatomy.read(text, in: parameter, limits)
    layers.append(read.layer)
    return read.bytes
  }

  /// What a sound stream holds; of a broken one, what it unpacks to until then is shown.
  private mutating func readStream(_ stream: [UInt8], hint: String?) -> [UInt8]? {
    let zlib = ZlibAnatomy(
      stream, outputLimit: dialect.limits.maxInflatedBytes, in: parameter, limits, hint: hint)
    layers.append(zlib.layer)
    guard zlib.layer.ending.defect != nil else { return zlib.output }
    if !zlib.output.isEmpty {
      layers.append(
        RestAnatomy.read(
          .unpacked, zlib.output, in: parameter,
          "what the stream unpacks to until it breaks",
          because: "the stream must be refused"))
    }
    return nil
  }

  // MARK: Property lists

  private mutating func readList(_ list: [UInt8], _ action: RequestForge.Action?) {
    var reader = PropertyListReader(
      limits: PropertyListLimits(dialect), configurationKey: dialect.keys.configuration)
    reader.checksConfiguration = action != .reset
    let reading = reader.read(list)
    let isNoDictionary =
      reading.defect == nil && reader.lastTopIsNoDictionary
      && reading.freedom?.reason != .otherVersion
    var rules: DictionaryRules?
    if case .accepted(.dictionary(let members)) = reading {
      rules = DictionaryRules(members, action, dialect)
    }
    add(
      list, reading, valueDefect: isNoDictionary ? Defect(.topNotDictionary, at: 0) : nil, rules)
  }

  private mutating func readChangedKeys(_ list: [UInt8]) {
    var reader = PropertyListReader(
      limits: PropertyListLimits(dialect), configurationKey: dialect.keys.configuration)
    let reading = reader.read(list)
    var defect: Defect?
    switch reading.value {
    case .array(let members)?:
      let isText = members.allSatisfy { if case .string = $0 { true } else { false } }
      if !isText { defect = Defect(.changedValueNotString, at: 0) }
    case nil: break
    default: defect = Defect(.changedValuesNotArray, at: 0)
    }
    add(list, reading, valueDefect: defect)
  }

  private mutating func add(
    _ list: [UInt8], _ reading: Reading<PropertyList>, valueDefect: Defect?,
    _ rules: DictionaryRules? = nil
  ) {
    let map = PropertyListMap(list)
    layers.append(ListAnatomy.read(list, map, Ending(reading), in: parameter, limits))
    guard let map else { return }
    let ending: Ending
    if let valueDefect {
      // Told on the top object: the reader's own offset is the list as a whole.
      let place = map.object(map.top).range.lowerBound
      ending = .stopped(Finding(Defect(valueDefect.reason, at: place)))
    } else if reading.defect != nil {
      ending = .notRead("the list must be refused")
    } else if reading.value == nil {
      ending = .notRead("the list has no one value")
    } else {
      ending = rules?.ending(at: map.object(map.top).range.lowerBound) ?? .complete
    }
    layers.append(
      ValueTree.read(
        list, map, ending, in: parameter, limits, remarks: rules?.remarks ?? []))
  }
}
