import Claims
import Forge
import WireFormat

/// Lifting: whatever the bytes, the forge renders to them again.
///
/// The first byte says what the others are: a whole URL, the text of the data, the packed bytes (of either edition), or a property
/// list that is packed for them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  guard let kind = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  claim(PropertyListImage(lifting: bytes).rendered() == bytes, "an image is the bytes")
  let url: [UInt8] =
    switch kind & 7 {
    case 0, 1: bytes
    case 2: address("data") + PercentCoding.encode(bytes)
    case 3: address("data") + PercentCoding.encode(Base64Text.encode(bytes))
    case 4: address("data-x") + PercentCoding.encode(Base64Text.encode(bytes))
    default:
      address("data")
        + PercentCoding.encode(
          Base64Text.encode(
            Deflater().compress(Array("ABTC".utf8) + bytes, level: Int(kind >> 4) % 10)))
    }
  let forge = RequestLifter().lift(url, for: context)
  claim(RequestRenderer().render(forge, for: context) == url, "a forge is the URL")
  return 0
}

private let context = ForgeContext(
  bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")

private func address(_ parameter: String) -> [UInt8] {
  Array(
    "x-absolutemanageconfig.com.acme.app://apply?token=0&profile=p&payload=q&\(parameter)=".utf8)
}
