package import WireFormat

/// The decisions a library takes, one closure each: what a request is, whether it is obeyed, what
/// the profile manager hears of it.
///
/// `standard` decides as the protocol asks. Another library is a copy with some closures replaced;
/// replacements may call the closure that they replace, so that several fit together.
package struct Decisions: Sendable {
  // MARK: The request (4.1)

  /// Whether a URL's scheme is the app's own.
  package var schemeIsOurs: @Sendable (_ scheme: ArraySlice<UInt8>, OwnSchemes) -> Bool
  /// The verb of a URL's host; nil for unknown ones.
  package var verb: @Sendable (_ host: ArraySlice<UInt8>) -> Verb?
  /// Why a URL is refused for its parts alone; nil where it is not.
  package var urlFailure: @Sendable (RequestURL) -> RequestFailure?
  /// The value of one occurrence of a parameter.
  package var decodeParameter: @Sendable (_ raw: ArraySlice<UInt8>) -> ParameterValue
  /// What a parameter says that occurs again.
  package var mergeParameter:
    @Sendable (_ first: ParameterValue, _ next: ParameterValue) -> ParameterValue
  /// Whether the app is told that the URL was for the library, after that failure or none.
  package var isHandled: @Sendable (RequestFailure?) -> Bool

  // MARK: The token (4.2)

  /// Whether requests of this kind need a token; nil for unknown verbs.
  package var needsToken: @Sendable (Verb?) -> Bool
  /// Whether what a request says for its token is the right one.
  package var tokenIsValid: @Sendable (ParameterValue, _ right: String) -> Bool
  /// What is logged about an invalid token.
  package var tokenLog: @Sendable (ParameterValue) -> [String]

  // MARK: The data (4.3, 4.4, 4.8)

  /// From where the data is taken.
  package var chooseData:
    @Sendable (_ data: ParameterValue, _ encryptedData: ParameterValue, Edition)
      throws(RequestFailure) -> DataSource
  /// The bytes of the text; nil where it is no Base64.
  package var decodeBase64: @Sendable ([UInt8]) -> [UInt8]?
  /// The packed bytes of encrypted ones; nil where they cannot be decrypted.
  package var decrypt: @Sendable (any PayloadDecryptor, [UInt8]) -> [UInt8]?
  /// Appends what bytes unpack to, to some limit.
  package var inflate:
    @Sendable (Inflater, _ bytes: [UInt8], _ limit: Int, _ output: inout [UInt8]) ->
      Inflater.Outcome
  /// How many bytes in front of the property list are the magic; nil where it is not there.
  package var magicBytes: @Sendable (_ unpacked: [UInt8], _ magic: [UInt8]) -> Int?
  /// The value of a property list; nil where it is none.
  package var readList:
    @Sendable (inout PropertyListReader, UnsafeRawBufferPointer) -> PropertyList?
  /// What the dictionary asks for.
  package var readPayload: @Sendable (PropertyList, Verb) throws(RequestFailure) -> Payload
  /// About pieces (4.10).
  package var chunks: ChunkPolicy

  // MARK: The delegate (4.5, 4.6, 4.9)

  /// Which methods of the delegate are called for a request; the answer of the last one counts.
  package var delegateCalls: @Sendable (Verb) -> [DelegateMethod]
  /// What the delegate is asked to revert.
  package var revertEntries: @Sendable (_ keys: [String]) -> [ConfigurationEntry]
  /// Which keys count as changed after a success.
  package var changedKeys: @Sendable (_ keys: [String], [ConfigurationRecord]) -> [String]
  /// Whether an answer to an apply leads to a rollback where there are old values.
  package var rollsBack: @Sendable (ConfigurationAnswer) -> Bool
  /// Whether the manager is told of a failure before its rollback instead of behind it.
  package var reportsBeforeRollback: @Sendable () -> Bool
  /// What is applied again; nil for nothing, an empty set is one too.
  package var rollbackEntries: @Sendable ([ConfigurationRecord]) -> [ConfigurationEntry]?
  /// What an answer is reported as.
  package var status: @Sendable (ConfigurationAnswer) -> CallbackReport.Status

  // MARK: The callback (4.7)

  /// Code and message of a failure.
  package var describe: @Sendable (RequestFailure, Edition) -> FailureReport
  /// The property list of the changed keys.
  package var changedValuesList: @Sendable (inout PropertyListWriter, [String]) -> [UInt8]
  /// How hard that list is compressed, 0 to 9.
  package var changedValuesLevel: @Sendable () -> Int
  /// The callback's parameters, in their order.
  package var callbackParameters: @Sendable (CallbackReport) -> [CallbackParameter]
  /// Appends a parameter's value, escaped.
  package var escape: @Sendable (CallbackParameter, _ output: inout [UInt8]) -> Void
  /// The URLs that are opened for a callback.
  package var openings: @Sendable (_ url: [UInt8], CallbackReport) -> [[UInt8]]
}

/// The schemes by which an app can be reached.
package struct OwnSchemes: Hashable, Sendable {
  /// The app's own scheme, or the default one where it has none.
  package var registered: String
  /// The scheme that follows from the bundle identifier.
  package var standard: String

  package init(registered: String, standard: String) {
    self.registered = registered
    self.standard = standard
  }
}

/// The methods of a delegate.
package enum DelegateMethod: Hashable, Sendable {
  case apply, revert
}
