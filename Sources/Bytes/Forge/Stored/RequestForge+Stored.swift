package import JSONText

/// The form in which requests are stored, for files that outlive the code that wrote them.
///
/// ```json
/// {"action":"apply","profile":"p","payload":"q","contents":{"configuration":{"host":{"string":"h"}}},
///  "parameter":"data-x","layers":{"zlib":{"form":"truncated","by":5},"cipher":{"form":"canonical","ivBase64":"…"}},
///  "edits":[{"layer":"url","offset":3,"removed":1}]}
/// ```
///
/// Only what is not canonical is written: `parameter` is left out for `data` (and null where no parameter carries data), so are
/// canonical layers. A layer's `form` is the raw value of its kind; its parameters have the names that `visitFields` gives them.
/// Both are never changed. Byte strings are Base64, values are those of `PropertyList.write`, numbers beyond 53 bits are text.
extension RequestForge {
  /// Writes the request as one object. Values must not be nested deeper than `StoredLimits.maxNesting` to be read again.
  package func write(to writer: inout JSONWriter) {
    var fields = FieldWriter(taking: &writer)
    var copy = self
    fields.begin()
    fields.word("action", &copy.action, simplest: nil)
    fields.text("profile", &copy.profile, .free)
    fields.text("payload", &copy.payload, .free)
    fields.record("contents", &copy.dictionary)
    switch parameter {
    case .data: break
    case .dataX: fields.write("parameter") { $0.string(DataParameter.dataX.rawValue) }
    case nil: fields.write("parameter") { $0.null() }
    }
    let layers = LayerTable.layers.filter { $0.isStored(for: self) }
    if !layers.isEmpty {
      fields.write("layers") { writer in
        writer.beginObject()
        for layer in layers { layer.write(self, to: &writer) }
        writer.endObject()
      }
    }
    if !edits.isEmpty {
      var list = EditList(edits: edits)
      list.visitFields(&fields)
    }
    fields.end()
    fields.give(to: &writer)
  }

  /// Reads what `write` writes.
  ///
  /// - Throws: what is wrong with the JSON; `missingMember`, `unexpectedType`, and `unexpectedValue` for unknown members, forms and
  ///   words and for numbers that do not fit, with what may stand in their place.
  package static func read(_ reader: inout JSONReader) throws(JSONError) -> RequestForge {
    var fields = try FieldReader(&reader)
    var forge = RequestForge(
      .apply, profile: "", payload: "", dictionary: .configuration(category: nil, []))
    try fields.word("action", &forge.action, simplest: nil)
    try fields.text("profile", &forge.profile, .free)
    try fields.text("payload", &forge.payload, .free)
    try fields.record("contents", &forge.dictionary)
    if var parameter = fields.take("parameter") {
      forge.parameter = try parameter.readIfNull() ? nil : parameter.readWord()
    }
    if var layers = fields.take("layers") { try forge.readLayers(&layers) }
    if fields.has("edits") {
      var list = EditList(edits: [])
      try list.visitFields(&fields)
      forge.edits = list.edits
    }
    try fields.finish()
    return forge
  }

  private mutating func readLayers(_ reader: inout JSONReader) throws(JSONError) {
    var forge = self
    try reader.readObject { (reader: inout JSONReader, name: String) throws(JSONError) in
      guard let layer = LayerTable.layer(name) else {
        throw reader.error(.noneOf(name, LayerTable.layers.map(\.name), "layers"))
      }
      try layer.read(&reader, into: &forge)
    }
    self = forge
  }
}

extension RequestForge.Action: FieldWord {}
extension RequestForge.DataParameter: FieldWord {}

/// What a stored request may hold at most, so that reading one is safe whoever wrote it.
package enum StoredLimits {
  /// Containers in each other.
  package static let maxNesting = 100
  /// Elements of one list, members of one dictionary.
  package static let maxElements = 65_536
  /// Members of an object with fixed names; more cannot all be known.
  package static let maxFields = 64
}

extension JSONError.Reason {
  /// A word that is none of those that may be there.
  static func noneOf(_ word: String, _ words: [String], _ what: String) -> Self {
    // Long lists are for the documentation.
    let known = words.count <= 16 ? words.joined(separator: ", ") : "\(words.count) in all"
    return .unexpectedValue("\"\(word)\" is none of the \(what): \(known)")
  }
}
