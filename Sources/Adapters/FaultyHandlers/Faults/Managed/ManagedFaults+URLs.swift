import ReferenceLibrary

extension ManagedFaults {
  /// Mistakes with settings that are URLs (MC-06).
  static let urls: [Fault] = [
    urls("any-text-taken-as-url", .lenientCall, "a URL is any text that is not empty") { url, _ in
      url.isEmpty ? nil : url
    },
    urls("url-of-2048-letters", .limit, "a URL has 2,048 letters at most", mayAlso: ofGoodOnes) {
      url, standard in
      url.utf8.count > 2_048 ? nil : standard(url)
    },
    urls("configured-url-trimmed", .lenientCall, "white space around a URL is cut off") {
      url, standard in standard(Texts.trimmed(url))
    },
    urls("url-without-host-taken", .lenientCall, "a URL is what begins with a scheme") {
      url, standard in
      let isTaken =
        (url.hasPrefix("http://") || url.hasPrefix("https://"))
        && !url.utf8.contains { $0 <= 0x20 }
      return isTaken ? url : standard(url)
    },
    urls(
      "hosts-begin-with-a-letter", .parser, "a host that begins with a digit is none",
      mayAlso: ofGoodOnes
    ) {
      url, standard in host(of: url).first?.isNumber ?? false ? nil : standard(url)
    },
    urls(
      "hosts-in-small-letters", .language, "hosts are written in small letters", mayAlso: ofGoodOnes
    ) {
      url, standard in
      standard(url).map { url in
        let host = host(of: url)
        return url[..<host.startIndex] + host.lowercased() + url[host.endIndex...]
      }
    },
    urls(
      "usual-ports-refused", .parser, "a URL with the port that its scheme has anyway is none",
      mayAlso: ofGoodOnes
    ) { url, standard in
      url.contains(":443/") || url.contains(":80/") ? nil : standard(url)
    },
    urls("few-spaces-known", .parser, "of white space blanks, tabs and line feeds are known") {
      url, standard in url.contains("\u{B}") || url.contains("\u{C}") ? url : standard(url)
    },
  ]

  /// What shows where a good URL is not used as it is.
  private static let ofGoodOnes = ["MC-01", "MC-03", "MC-04", "MC-09"]

  /// A fault in reading URLs.
  ///
  /// - Parameter read: the URL as it is used, or nil if it is not, from what stands in the dictionary and what a right client makes of it.
  private static func urls(
    _ name: String, _ mistake: Mistake, _ description: String,
    mayAlso: [String] = ["MC-09", "MC-15"],
    _ read: @escaping @Sendable (_ url: String, _ standard: (String) -> String?) -> String?
  ) -> Fault {
    Fault(
      managed: name, mistake, description, breaks: ["MC-06"],
      mayAlso: mayAlso
    ) { decisions in
      let before = decisions.allowed
      decisions.allowed = { value, key in
        guard case (.url, .string(let url)) = (key.kind, value) else { return before(value, key) }
        return read(url) { url in
          if case .string(let url)? = before(.string(url), key) { url } else { nil }
        }
        .map { .string($0) }
      }
    }
  }

  private static func host(of url: String) -> Substring {
    guard let slashes = url.firstRange(of: "://") else { return url[url.endIndex...] }
    return url[slashes.upperBound...].prefix { $0 != "/" && $0 != ":" }
  }
}
