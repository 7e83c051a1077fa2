package import Conformance

/// The suite `abt`: the configuration-URL protocol, as a library inside an app has to follow it.
package enum ABT {
  package static let name = "abt"

  /// All requirements, in the order of the specification.
  package static let clauses: [Clause] =
    recognitionClauses + tokenClauses + unpackingClauses + dictionaryClauses + delegateClauses
    + changedValuesClauses + callbackClauses + encryptionClauses + rollbackClauses + chunksClauses
    + payloadsClauses + robustnessClauses
}
