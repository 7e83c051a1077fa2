import Conformance

extension ABT {
  /// Token (ABT-TOK).
  static let tokenClauses: [Clause] = [
    Clause(
      "ABT-TOK-01", .must,
      "A request with the valid token proceeds.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-02", .must,
      "An invalid token: no delegate call.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-03", .must,
      "An invalid token: one callback with status Error and the token echoed as sent.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-04", .must,
      "A missing or empty token is an invalid token.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-05", .must,
      "The whole token counts: truncated, extended, changed in one digit, upper-cased, padded with white space or NUL, look-alike characters are invalid.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-06", .must,
      "The token of another bundle identifier or another API key is invalid.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-07", .must,
      "The token is verified before the data is unpacked: a bad token with bomb data stays within the bounds of ABT-ROB-02 and 03.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-07/code", .should,
      "The error code is 3, not 7 or 8.",
      source: "configuration-URL protocol, section 4.2 (Token)",
      shownBy: ["ABT-CB-11"]),
    Clause(
      "ABT-TOK-08", .must,
      "Reset requests need the token as apply requests do.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-09", .must,
      "Every chunk needs the token.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-10", .must,
      "An invalid token is logged (capability log; not for tokens with malformed escapes).",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-11", .must,
      "API key and encryption secret never appear in a callback or in the log.",
      source: "configuration-URL protocol, section 4.2 (Token)"),
    Clause(
      "ABT-TOK-12", .should,
      "Configuration values never appear in a callback or in the log. (TOK-11 and 12 are tested with random markers of at least 16 characters that occur nowhere else in the request; an echo is no leak.)",
      source: "configuration-URL protocol, section 4.2 (Token)"),
  ]
}
