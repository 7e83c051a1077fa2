import Conformance

extension ABT {
  /// Chunked data (ABT-CHUNK).
  static let chunksClauses: [Clause] = [
    Clause(
      "ABT-CHUNK-01", .must,
      "Pieces in order are assembled and applied once, when the last one arrives.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-02", .must,
      "chunk=1&chunks=1 behaves like a request without both (chunk in the callback or not).",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-DEL-05", "ABT-DATA-01", "ABT-CB-01", "ABT-CB-04",
        "ABT-TOK-02", "ABT-DATA-03", "ABT-DICT-02",
      ]),
    Clause(
      "ABT-CHUNK-03", .must,
      "Until complete: no delegate call, Success without changedValues.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-04", .should,
      "Pieces in any order are assembled.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-05", .must,
      "The same piece twice with the same content is no error and has no effect.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-CHUNK-01", "ABT-DEL-01"]),
    Clause(
      "ABT-CHUNK-06", .must,
      "The same piece with other content: Error, and the assembly is dropped.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-DEL-01"]),
    Clause(
      "ABT-CHUNK-07", .must,
      "Index 0, index above the total, total 0, not a number, beyond 32 or 64 bits, only one of the two parameters: Error.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-08", .must,
      "A total above maxChunks is refused.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-08/code", .should,
      "The error code is 13.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-CB-11"]),
    Clause(
      "ABT-CHUNK-09", .must,
      "Assemblies of different payloads may be interleaved.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-CHUNK-01", "ABT-CHUNK-03"]),
    Clause(
      "ABT-CHUNK-10", .must,
      "An abandoned assembly holds bounded memory: at most maxAssemblies at once (the oldest is dropped) and maxPackedBytes each; nothing is allocated by the announced total.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-DEL-01", "ABT-DEL-02", "ABT-DATA-01"]),
    Clause(
      "ABT-CHUNK-11", .must,
      "A whole request for a payload with an open assembly is applied, and the assembly is dropped.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-CHUNK-01", "ABT-CHUNK-03", "ABT-DEL-01", "ABT-DATA-01", "ABT-CB-04"]),
    Clause(
      "ABT-CHUNK-12", .must,
      "An assembly that is complete but undecodable: Error once, no delegate call, and it is dropped.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-14", .must,
      "Pieces of different verbs, profiles, payloads, totals or parameter names never complete each other (not even where the texts join to the same string).",
      source: "configuration-URL protocol, section 4.10 (Chunked data)"),
    Clause(
      "ABT-CHUNK-13", .must,
      "Partial profiles (each URL a whole dictionary with a part of the keys) are independent applies: the second never reverts the first.",
      source: "configuration-URL protocol, section 4.10 (Chunked data)",
      shownBy: ["ABT-DEL-01"]),
  ]
}
