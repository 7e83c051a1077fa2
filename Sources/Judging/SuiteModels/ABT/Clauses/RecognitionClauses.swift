import Conformance

extension ABT {
  /// Recognising the URL (ABT-URL).
  static let recognitionClauses: [Clause] = [
    Clause(
      "ABT-URL-01", .must,
      "A URL with the default scheme is handled: the answer is YES.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-02", .must,
      "With a custom scheme configured, a URL with that scheme is handled. (Whether the default scheme is then still handled: I.)",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-03", .must,
      "A URL with any other scheme (another bundle's default scheme, a longer or shorter one, https) is answered NO, with no delegate call and no callback.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-04", .must,
      "A URL with the recognised scheme is answered YES however invalid the rest is.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-05", .should,
      "The scheme is compared without regard to case (RFC 3986 section 3.1).",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-06", .must,
      "An unknown or empty verb: status Error, no delegate call.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-07", .should,
      "The verb is compared without regard to case (RFC 3986 section 3.2.2).",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-08", .must,
      "The order of the parameters does not matter.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-CB-03", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-CB-04",
      ]),
    Clause(
      "ABT-URL-09", .must,
      "Unknown parameters are ignored.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-CB-03", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-CB-04",
      ]),
    Clause(
      "ABT-URL-10", .must,
      "Parameter values are percent-decoded exactly once.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: ["ABT-CB-03", "ABT-DEL-01", "ABT-DEL-02", "ABT-CHUNK-01", "ABT-CHUNK-03"]),
    Clause(
      "ABT-URL-11", .must,
      "+, / and = of Base64 are accepted raw and percent-encoded; a raw + is never read as a space.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-12", .must,
      "profile or payload missing or empty: status Error, no delegate call.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-13", .should,
      "A parameter known to this edition that occurs twice with different values: status Error, no delegate call. (Twice with the same value: I.)",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-14", .must,
      "Empty data/data-x: status Error, no delegate call.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-15", .must,
      "User info, port, path or fragment in the URL: YES, and exactly one callback, whichever status.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: ["ABT-URL-04", "ABT-CB-01"]),
    Clause(
      "ABT-URL-16", .must,
      "A well-formed URL of up to maxURLBytes is processed.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-CB-03", "ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-CB-04",
      ]),
    Clause(
      "ABT-URL-17", .should,
      "Parameter names are case-sensitive.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)"),
    Clause(
      "ABT-URL-18", .must,
      "Bytes that are not valid UTF-8, or malformed percent escapes (%, %4, %zz), in a known parameter: YES, no delegate call, at most one callback, no crash. In an ignored parameter: either, no crash.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: ["ABT-URL-04"]),
    Clause(
      "ABT-URL-19", .must,
      "A URL without query, without host, with nothing behind the scheme, or with an empty parameter list: YES, one callback with Error, no crash.",
      source: "configuration-URL protocol, section 4.1 (Recognising the URL)",
      shownBy: ["ABT-URL-04", "ABT-CB-01"]),
  ]
}
