package import Anatomy
import JSONText
import WireFormat

/// A dissected URL as JSON (`assay-anatomy/1`), for programs. Bytes are Base64, texts are exact.
package enum ExplanationJSON {
  /// Names the form; a change that breaks readers changes it.
  package static let schema = "assay-anatomy/1"

  /// One indented object, ending with a line feed.
  ///
  /// - Parameter maxLayerBytes: bytes of one layer that are written; the count is always that of all.
  package static func bytes(_ dissection: Dissection, maxLayerBytes: Int = 65_536) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.beginObject()
    writer.key("schema")
    writer.string(schema)
    writer.key("subject")
    writer.string(dissection.subject.rawValue)
    writer.key("layers")
    writer.beginArray()
    for layer in dissection.layers { write(layer, maxLayerBytes, to: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(
    _ layer: DissectedLayer, _ maxBytes: Int, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("layer")
    writer.string(layer.kind.rawValue)
    writer.key("parameter")
    if let parameter = layer.parameter { writer.string(parameter) } else { writer.null() }
    writer.key("byteCount")
    writer.integer(layer.bytes.count)
    // The value's tree counts bytes of the list, which stands in front of it.
    if layer.kind != .value {
      writer.key("bytes")
      writer.string(utf8: Base64Text.encode(Array(layer.bytes.prefix(max(0, maxBytes)))))
    }
    write(layer.ending, to: &writer)
    writer.key("notes")
    writer.beginArray()
    for note in layer.notes { write(note, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ ending: Ending, to writer: inout JSONWriter) {
    writer.key("ending")
    writer.beginObject()
    writer.key("kind")
    switch ending {
    case .complete: writer.string("complete")
    case .free(let finding):
      writer.string("free")
      write(finding, to: &writer)
    case .stopped(let finding):
      writer.string("stopped")
      write(finding, to: &writer)
    case .notRead(let reason):
      writer.string("notRead")
      writer.key("reason")
      writer.string(reason)
    }
    writer.endObject()
  }

  private static func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.key("offset")
    writer.integer(finding.offset)
    writer.key("reason")
    writer.string(finding.words)
    writer.key("requirement")
    if let clause = finding.clause { writer.string(clause) } else { writer.null() }
  }

  private static func write(_ note: ByteNote, to writer: inout JSONWriter) {
    func place(_ offset: String, _ count: String, _ range: Range<Int>?) {
      guard let range else { return }
      writer.key(offset)
      writer.integer(range.lowerBound)
      writer.key(count)
      writer.integer(range.count)
    }
    writer.beginObject()
    place("offset", "count", note.range)
    place("bitOffset", "bitCount", note.bits)
    place("outputOffset", "outputCount", note.output)
    writer.key("depth")
    writer.integer(note.depth)
    writer.key("meaning")
    writer.string(note.meaning)
    if let text = note.text {
      writer.key("text")
      writer.string(text.text)
      if text.missingBytes > 0 {
        writer.key("textBytesLeftOut")
        writer.integer(text.missingBytes)
      }
    }
    if let decoded = note.decoded {
      writer.key("decoded")
      writer.string(utf8: Base64Text.encode(decoded.bytes))
      if decoded.missingCount > 0 {
        writer.key("decodedBytesLeftOut")
        writer.integer(decoded.missingCount)
      }
    }
    writer.key("standing")
    writer.string(note.standing.rawValue)
    if let remark = note.remark {
      writer.key("remark")
      writer.string(remark)
    }
    if note.isCut {
      writer.key("isCut")
      writer.boolean(true)
    }
    writer.endObject()
  }
}
