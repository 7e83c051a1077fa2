package import WireFormat

/// The decisions of a library, one closure each: what a request is, whether it is obeyed, and what
/// the profile manager hears about it.
///
/// `standard` decides as the protocol requires. For a different library, copy it and replace some
/// closures. A replacement may call the closure that it replaces, so that several can be combined.
package struct Decisions: Sendable {
  // MARK: The request (4.1)

  /// Whether a URL's scheme is the app's own.
  package var schemeIsOurs: @Sendable (_ scheme: ArraySlice<UInt8>, OwnSchemes) -> Bool
  /// The verb of a URL's host, or nil for an unknown one.
  package var verb: @Sendable (_ host: ArraySlice<UInt8>) -> Verb?
  /// Why a URL is refused for its parts alone, or nil if it is not.
  package var urlFailure: @Sendable (RequestURL) -> RequestFailure?
  /// The value of one occurrence of a parameter.
  package var decodeParameter: @Sendable (_ raw: ArraySlice<UInt8>) -> ParameterValue
  /// The value of a parameter that occurs again.
  package var mergeParameter:
    @Sendable (_ first: ParameterValue, _ next: ParameterValue) -> ParameterValue
  /// Whether the app is told that the URL was for the library, given this failure or none.
  package var isHandled: @Sendable (RequestFailure?) -> Bool

  // MARK: The token (4.2)

  /// Whether requests with this verb need a token. The verb is nil if it is unknown.
  package var needsToken: @Sendable (Verb?) -> Bool
  /// Whether a request has the right token.
  package var tokenIsValid: @Sendable (ParameterValue, _ right: String) -> Bool
  /// What is logged about an invalid token.
  package var tokenLog: @Sendable (ParameterValue) -> [String]

  // MARK: The data (4.3, 4.4, 4.8)

  /// Where the data comes from.
  package var chooseData:
    @Sendable (_ data: ParameterValue, _ encryptedData: ParameterValue, Edition)
      throws(RequestFailure) -> DataSource
  /// The bytes of the text, or nil if it is not Base64.
  package var decodeBase64: @Sendable ([UInt8]) -> [UInt8]?
  /// The packed bytes, decrypted, or nil if they cannot be decrypted.
  package var decrypt: @Sendable (any PayloadDecryptor, [UInt8]) -> [UInt8]?
  /// Unpacks bytes up to some limit, and appends the result.
  package var inflate:
    @Sendable (Inflater, _ bytes: [UInt8], _ limit: Int, _ output: inout [UInt8]) ->
      Inflater.Outcome
  /// How many bytes before the property list are the magic, or nil if it is missing.
  package var magicBytes: @Sendable (_ unpacked: [UInt8], _ magic: [UInt8]) -> Int?
  /// The value of a property list, or nil if it is not one.
  package var readList:
    @Sendable (inout PropertyListReader, UnsafeRawBufferPointer) -> PropertyList?
  /// What the dictionary asks for.
  package var readPayload: @Sendable (PropertyList, Verb) throws(RequestFailure) -> Payload
  /// The decisions about pieces (4.10).
  package var chunks: ChunkPolicy

  // MARK: The delegate (4.5, 4.6, 4.9)

  /// Which methods of the delegate are called for a request. The answer of the last one counts.
  package var delegateCalls: @Sendable (Verb) -> [DelegateMethod]
  /// What the delegate is asked to revert.
  package var revertEntries: @Sendable (_ keys: [String]) -> [ConfigurationEntry]
  /// Which keys count as changed after a success.
  package var changedKeys: @Sendable (_ keys: [String], [ConfigurationRecord]) -> [String]
  /// Whether an answer to an apply leads to a rollback if there are old values.
  package var rollsBack: @Sendable (ConfigurationAnswer) -> Bool
  /// Whether the profile manager hears of a failure before its rollback instead of after it.
  package var reportsBeforeRollback: @Sendable () -> Bool
  /// What is applied again, or nil for nothing. An empty set counts as something.
  package var rollbackEntries: @Sendable ([ConfigurationRecord]) -> [ConfigurationEntry]?
  /// The status that reports an answer.
  package var status: @Sendable (ConfigurationAnswer) -> CallbackReport.Status

  // MARK: The callback (4.7)

  /// Code and message of a failure.
  package var describe: @Sendable (RequestFailure, Edition) -> FailureReport
  /// The property list of the changed keys.
  package var changedValuesList: @Sendable (inout PropertyListWriter, [String]) -> [UInt8]
  /// How hard that list is compressed, 0 to 9.
  package var changedValuesLevel: @Sendable () -> Int
  /// The callback's parameters, in order.
  package var callbackParameters: @Sendable (CallbackReport) -> [CallbackParameter]
  /// Appends a parameter's value, escaped.
  package var escape: @Sendable (CallbackParameter, _ output: inout [UInt8]) -> Void
  /// The URLs that are opened for a callback.
  package var openings: @Sendable (_ url: [UInt8], CallbackReport) -> [[UInt8]]
}

/// The schemes that reach an app.
package struct OwnSchemes: Hashable, Sendable {
  /// The app's own scheme, or the default one if it has none.
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
