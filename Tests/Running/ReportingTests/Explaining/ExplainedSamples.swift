import Anatomy
import Forge
import WireFormat

@testable import Reporting

/// URLs that do not depend on how zlib compresses.
enum ExplainedSamples {
  static let context = ForgeContext(
    bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")

  static func request(
    _ change: (inout RequestForge) -> Void = { _ in }
  ) -> Dissection {
    var forge = RequestForge(
      .apply, profile: "P 1", payload: "Q2",
      dictionary: .configuration(
        category: nil,
        [
          .init(key: "host", value: .string("mail.example.com")),
          .init(key: "port", value: .integer(993)),
        ]))
    forge.compression = .storedBlocks(of: 100)
    change(&forge)
    return Anatomist().request(RequestRenderer().render(forge, for: context), for: context)
  }

  static func encrypted(_ layer: EncryptionLayer) -> Dissection {
    request {
      $0.parameter = .dataX
      $0.encryption = layer
    }
  }

  static let vector: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  static let cycle = request {
    $0.propertyList = .image(
      PropertyListImage([
        .init(.container(.init(0xD0, [1, 2, 0, 9]))), .init(.bytes(Array("Qa".utf8))),
        .init(.bytes([0x51, 0x1B])),
      ]))
  }

  static let oddDictionary = request {
    $0.dictionary = .verbatim(
      .dictionary([
        .init(key: "Version", value: .integer(2)),
        .init(key: "x\u{202E}\u{1B}[31m", value: .string("y")),
      ]))
  }

  static let noise = Anatomist().request(
    (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }, for: context)

  static let callback: Dissection = {
    var writer = PropertyListWriter()
    let list = writer.write(.array([.string("host"), .string("port")]))
    let packed = CompressionLayer.storedBlocks(of: 100).applied(to: list, Deflater())
    var url = Array(
      "absoluteapps://thirdpartyprofilestatus?profile=P%201&payload=Q2&token=t&status=Success".utf8)
    url += Array("&changedValues=".utf8)
    PercentCoding.encode(Base64Text.encode(packed), into: &url)
    return Anatomist().callback(url)
  }()

  /// The explanation without colours.
  static func text(_ dissection: Dissection, width: Int = 100) -> String {
    ExplanationText.text(dissection, style: TerminalStyle(color: false, width: width))
  }

  /// The paragraph of one layer in it.
  static func paragraph(_ title: String, of dissection: Dissection, width: Int = 100) -> String {
    text(dissection, width: width).dropLast().split(separator: "\n\n").map(String.init)
      .first { $0.hasPrefix(title) } ?? "none"
  }
}
