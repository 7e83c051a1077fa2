import Foundation
import JSONText
import Testing
import WireFormat

@testable import Forge

/// Committed files with a value of every form: files of today are read tomorrow, with the same meaning.
///
/// A line holds a layer as it is stored, and the Adler-32 of a request with it. A file that is missing is written, and the test
/// fails.
@Suite struct GoldenLayerTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  private struct Line {
    var form: String
    var stored: [UInt8]
    var checksum: String
  }

  @Test(arguments: LayerTable.layers.map(\.name)) func filesAreReadAsBefore(name: String) throws {
    let layer = try #require(LayerTable.layer(name))
    let path = Self.folder.appendingPathComponent(name + ".json").path
    guard let text = FileManager.default.contents(atPath: path) else {
      try Self.write(layer).write(toFile: path, atomically: false, encoding: .utf8)
      Issue.record("\(path) has been written; look at it, and run the test once more.")
      return
    }
    var forms: [String] = []
    var again: [String] = []
    let forges = try JSONReader.read(Array(text)) { (reader) throws(JSONError) in
      var forges: [(RequestForge, String)] = []
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        var forge = Self.request(layer)
        var count = 0
        var checksum = ""
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          if count == 0 {
            try layer.read(&reader, into: &forge)
          } else {
            checksum = try reader.readString()
          }
          count += 1
        }
        forges.append((forge, checksum))
      }
      return forges
    }
    for (forge, checksum) in forges {
      let form = try #require(layer.form(in: forge)?.name)
      forms.append(form)
      again.append(Self.line(layer, forge))
      #expect(Self.checksum(forge) == checksum, "\(name)/\(form) means something else")
    }
    let missing = layer.forms.map(\.name).filter { !forms.contains($0) }
    #expect(missing.isEmpty, "delete the file, so that it is written anew")
    #expect(Self.file(again) == String(decoding: text, as: UTF8.self))
  }

  /// Streams are stored in the zlib layer's own file only: what they look like is zlib's business.
  private static func request(_ layer: any ForgeLayer) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "profile", payload: "payload",
      dictionary: .configuration(
        category: "c",
        [.init(key: "a", value: .array([.string("text"), .integer(1)]))]))
    forge.compression = .missing
    if layer.isForEncryptedOnly { forge.parameter = .dataX }
    return forge
  }

  private static func write(_ layer: any ForgeLayer) -> String {
    var lines: [String] = []
    for form in layer.forms {
      for seed: UInt64 in [0, 5] {
        var forge = request(layer)
        if seed == 0 {
          var choices = FirstChoices()
          layer.put(form.name, into: &forge, &choices)
        } else {
          var samples = ForgeSamples(seed: seed)
          layer.put(form.name, into: &forge, &samples)
        }
        let line = line(layer, forge)
        if lines.last != line { lines.append(line) }
      }
    }
    return file(lines)
  }

  private static func file(_ lines: [String]) -> String {
    "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private static func line(_ layer: any ForgeLayer, _ forge: RequestForge) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    layer.write(forge, to: &writer)
    writer.endObject()
    // Without the layer's name around it.
    let stored = writer.text.dropFirst(layer.name.utf8.count + 4).dropLast()
    return "[\(stored),\"\(checksum(forge))\"]"
  }

  private static func checksum(_ forge: RequestForge) -> String {
    if forge.compression != .missing { return "" }
    return String(Checksum.adler32(forge.sample), radix: 16)
  }

  private struct FirstChoices: ForgeChoices {
    mutating func below(_ bound: UInt64) -> UInt64 { 0 }
  }
}
