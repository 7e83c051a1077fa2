import Claims
import WireFormat

/// Cutting of request URLs, their parameters and percent-coding: nothing is lost, whatever the
/// bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let url = RequestURL(input)
  claim(url.bytes == input, "the URL keeps its bytes")
  claim(reassembled(url) == input, "parts and separators are the whole URL")
  checkSeparators(url)
  checkParameters(url)
  checkPercentCoding(input)
  checkScheme(url)
  if url.isURI { checkURI(url) }
  return 0
}

/// RFC 3986 section 5.3, with the authority of section 3.2.
private func reassembled(_ url: RequestURL) -> [UInt8] {
  var bytes: [UInt8] = []
  if let scheme = url.scheme { bytes += scheme + [UInt8(ascii: ":")] }
  if let authority = url.authority {
    bytes += [UInt8(ascii: "/"), UInt8(ascii: "/")]
    if let user = authority.userInformation { bytes += user + [UInt8(ascii: "@")] }
    bytes += authority.host
    if let port = authority.port { bytes += [UInt8(ascii: ":")] + port }
  }
  bytes += url.path
  if let query = url.query { bytes += [UInt8(ascii: "?")] + query }
  if let fragment = url.fragment { bytes += [UInt8(ascii: "#")] + fragment }
  return bytes
}

/// No part holds the separator that would have ended it (RFC 3986 appendix B).
private func checkSeparators(_ url: RequestURL) {
  func lacks(_ part: ArraySlice<UInt8>?, _ separators: String) -> Bool {
    !(part ?? []).contains { separators.utf8.contains($0) }
  }
  claim(lacks(url.scheme, ":/?#"), "a scheme ends at the first mark")
  claim(lacks(url.path, "?#") && lacks(url.query, "#"), "path and query end at their marks")
  guard let authority = url.authority else {
    return claim(!url.path.starts(with: "//".utf8), "two slashes begin an authority")
  }
  claim(lacks(authority.userInformation, "/?#"), "user information ends with the authority")
  claim(lacks(authority.host, "/?#@") && lacks(authority.port, "/?#@:"), "so do host and port")
  claim(url.path.isEmpty || url.path.first == UInt8(ascii: "/"), "a path begins with a slash")
}

private func checkParameters(_ url: RequestURL) {
  let parameters = url.parameters
  let pieces = parameters.map { parameter in
    Array(parameter.name) + (parameter.value.map { [UInt8(ascii: "=")] + $0 } ?? [])
  }
  let query = Array(url.query ?? [])
  claim(Array(pieces.joined(separator: [UInt8(ascii: "&")])) == query, "pieces are the query")
  claim(parameters.isEmpty == query.isEmpty, "a query with characters has a piece")
  for parameter in parameters {
    claim(!parameter.name.contains { $0 == 0x3D || $0 == 0x26 }, "a name ends at = and &")
    claim(!(parameter.value ?? []).contains(0x26), "a value ends at &")
    checkText(parameter.text, of: parameter.value ?? [])
    if let name = String(validating: parameter.name, as: UTF8.self) {
      claim(parameter.isNamed(name), "a name is its own")
    }
  }
}

private func checkText(_ text: URLText, of raw: ArraySlice<UInt8>) {
  switch (text, PercentCoding.decode(raw)) {
  case (.malformedEscape(let text), .malformedEscape(let bytes)):
    claim(text == bytes, "text and bytes fail at the same place")
  case (.text(let text), .decoded(let bytes)):
    claim(text.utf8.elementsEqual(bytes), "text is the decoded bytes")
  case (.notUTF8(let text), .decoded(let bytes)):
    claim(text == bytes, "what is no text keeps its bytes")
    claim(String(validating: bytes, as: UTF8.self) == nil, "what is no text is no UTF-8")
  default: refute("text is decoded as bytes are")
  }
}

private func checkScheme(_ url: RequestURL) {
  guard let scheme = url.scheme, let text = String(validating: scheme, as: UTF8.self) else {
    return
  }
  claim(url.hasScheme(text), "a URL has its own scheme")
  claim(url.hasScheme(text.uppercased()) || !scheme.allSatisfy { $0 < 0x80 }, "in either case")
  claim(!url.hasScheme(text + "x"), "and no longer one")
}

private func checkURI(_ url: RequestURL) {
  claim(url.scheme?.isEmpty == false, "a URI has a scheme")
  claim(url.bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a URI is printable ASCII")
  for part in [url.path, url.query ?? [], url.fragment ?? []] {
    guard case .decoded = PercentCoding.decode(part) else { refute("a URI's escapes are sound") }
  }
}
