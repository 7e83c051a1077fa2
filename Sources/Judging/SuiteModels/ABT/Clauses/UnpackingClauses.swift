import Conformance

extension ABT {
  /// Unpacking (ABT-DATA).
  static let unpackingClauses: [Clause] = [
    Clause(
      "ABT-DATA-01", .must,
      "Every value reaches the delegate unchanged in type and content: strings (empty, non-BMP, not normalised, with NUL), integers over the whole signed 64-bit range, reals (negative zero, infinities, NaN, subnormals, 32-bit reals), booleans (never as integers), dates (to the millisecond; a finer fraction is free), data, arrays, dictionaries, empty containers, keys of any text.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-02", .must,
      "Base64 with characters outside the alphabet (inserted, or in the place of others; white space and the URL-safe alphabet too; RFC 4648 section 3.3), or of an impossible length: Error, no delegate call.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-02/padding", .should,
      "Missing or surplus padding is refused too.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-03", .must,
      "Damaged zlib (truncated, bad header, a checksum that does not fit whichever side was damaged, preset dictionary, raw deflate, gzip): Error, no delegate call.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-04", .should,
      "Bytes behind the end of the zlib stream: Error.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-05", .must,
      "Magic missing, wrong or partial: Error, no delegate call.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-06", .must,
      "Right magic, but no binary property list behind it (XML or JSON plist, bplist15, noise): Error, no delegate call.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-07", .must,
      "A property list whose structure is broken where it is reachable (truncated trailer, offsets or references out of range, zero or oversized offset and reference widths, reference cycles, counts beyond the data, unknown markers, keys of the dictionary or of the configuration that are not strings): Error, no delegate call.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-08", .must,
      "Data that inflates beyond maxInflatedBytes is refused, within the bounds of ABT-ROB-02 and 03.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-08/code", .should,
      "The error code is 8.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)",
      shownBy: ["ABT-CB-11"]),
    Clause(
      "ABT-DATA-09", .must,
      "Data that inflates to exactly maxInflatedBytes, all of it content of a list that section 2.1 binds (few objects, one long string), is accepted.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)",
      shownBy: ["ABT-DEL-01", "ABT-DATA-01", "ABT-CB-04"]),
    Clause(
      "ABT-DATA-10", .must,
      "A small property list that expands through shared references (\"billion laughs\") or through many references to one long string stays within the bounds of ABT-ROB-02 and 03, accepted or refused.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-11", .must,
      "32 nested containers are accepted; any depth beyond that is accepted unchanged or refused, and never crashes.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)",
      shownBy: ["ABT-DEL-01", "ABT-DATA-01"]),
    Clause(
      "ABT-DATA-12", .must,
      "A property list whose top object is not a dictionary: Error, no delegate call.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-13", .must,
      "One URL carries one payload: an array of payload dictionaries, or a whole profile, is refused.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)",
      shownBy: ["ABT-DEL-05"]),
    Clause(
      "ABT-DATA-14", .must,
      "What section 2.1 says must be accepted is accepted: odd widths, stored blocks, any zlib window, shared scalars.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
    Clause(
      "ABT-DATA-15", .info,
      "What section 2.1 leaves free is recorded: accepted, refused, and with which values.",
      source: "configuration-URL protocol, section 4.3 (Unpacking)"),
  ]
}
