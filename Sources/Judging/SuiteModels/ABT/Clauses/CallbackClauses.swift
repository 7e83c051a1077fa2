import Conformance

extension ABT {
  /// Callback (ABT-CB).
  static let callbackClauses: [Clause] = [
    Clause(
      "ABT-CB-01", .must,
      "Every handled request leads to exactly one callback (inputs of ABT-URL-18: at most one).",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-02", .must,
      "It starts with absoluteapps://thirdpartyprofilestatus?.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-03", .must,
      "profile, payload and token are echoed exactly, whatever characters they hold, compared after one percent-decoding in which + is a plus (not for parameters that are repeated or malformed, or hold NUL).",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-04", .must,
      "status is one of the three words; Success when the delegate answered YES (or a chunk is not the last missing one), Error when it answered NO.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-05", .must,
      "Canceled when the delegate canceled (capability cancel).",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-06", .must,
      "errorCode matches -?[0-9]{1,10}; errorCode and errorMessage occur with Error only.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-07", .should,
      "errorMessage has at most 256 characters; of a longer one a prefix is passed on.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-08", .must,
      "Values are percent-encoded so that no value can add or change a parameter (&, =, #, %, CR, LF in echoed values); no parameter occurs twice. (Parameters of the library's own are free: what a test injects has a name that no library would choose, or one of section 2.)",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-09", .must,
      "The callback is a URI by RFC 3986: ASCII, no spaces, no control characters, no stray %.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-10", .should,
      "Code and message that the delegate gave are passed on (capability delegateError); codes are compared as numbers.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-11", .should,
      "The error code is the one of section 2. Where several errors apply any of their codes is right (a list that is broken and lacks what the dictionary needs, or whose top is no dictionary: 7 or 9), except that a single well-formed wrong token gives 3. data present but empty: 4 or 7. Both data and data-x: 1, 5 or 6.",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
    Clause(
      "ABT-CB-12", .must,
      "The callback is opened after the last delegate call of its request, rollback included (capability sequence).",
      source: "configuration-URL protocol, section 4.7 (Callback)"),
  ]
}
