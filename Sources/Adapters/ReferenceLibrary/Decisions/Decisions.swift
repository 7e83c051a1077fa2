package import WireFormat

/// The decisions of a library, one closure each: what a request is, whether it is obeyed, and what
/// the profile manager hears about it.
///
/// `standard` decides as the protocol requires. For a different library, copy it and replace some
/// closures. A replacement may call the closure that it replaces, so that several can be combined.
package struct Decisions: Sendable {
  /// The dialect that they are for.
  package let dialect: ConfigurationDialect

  // MARK: The request (4.1)

  /// Whether a URL's scheme is the app's own.
  package var schemeIsOurs: @Sendable (_ scheme: ArraySlice<UInt8>, OwnSchemes) -> Bool
  /// The verb of a URL's host, or nil for an unknown one.
  package var verb: @Sendable (_ host: ArraySlice<UInt8>) -> Verb?
  /// The parameters of a URL, not yet cut into pieces, or nil if it has none.
  package var query: @Sendable (RequestURL) -> ArraySlice<UInt8>?
  /// Whether a parameter's name is one that the library knows.
  package var isNamed: @Sendable (_ name: ArraySlice<UInt8>, _ known: String) -> Bool
  /// Profile and payload of a request, or nil if one of them is missing, empty or no text.
  package var identifiers: @Sendable (ConfigurationRequest) -> RequestIdentifiers?
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

  /// The token that requests have to carry.
  package var ownToken: @Sendable (AppRegistration, ConfigurationDialect.TokenAlgorithm) -> String
  /// Whether a request needs a token.
  package var needsToken: @Sendable (ConfigurationRequest) -> Bool
  /// Whether the token is checked before anything else, or else after the data was unpacked.
  package var tokenComesFirst: @Sendable () -> Bool
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
  package var delegateCalls: @Sendable (Verb, ConfigurationSet) -> [DelegateMethod]
  /// What the library keeps of what the delegate recorded in one call.
  package var keptRecords:
    @Sendable ([ConfigurationRecord], DelegateOccasion) -> [ConfigurationRecord]
  /// What the delegate is asked to revert.
  package var revertEntries: @Sendable (_ keys: [String]) -> [ConfigurationEntry]
  /// Which keys count as changed after a success.
  package var changedKeys: @Sendable (_ keys: [String], [ConfigurationRecord]) -> [String]
  /// Whether the list of changed keys goes into the callback.
  package var listsChanges: @Sendable (Verb, ConfigurationAnswer, _ keys: [String]) -> Bool
  /// Whether an answer leads to a rollback if there are old values.
  package var rollsBack: @Sendable (ConfigurationAnswer, Verb) -> Bool
  /// Whether the profile manager hears of an answer before its rollback instead of after it.
  package var reportsBeforeRollback: @Sendable (ConfigurationAnswer) -> Bool
  /// What is applied again, or nil for nothing. An empty set counts as something.
  package var rollbackEntries: @Sendable ([ConfigurationRecord]) -> [ConfigurationEntry]?
  /// The category of a rollback, given that of its request.
  package var rollbackCategory: @Sendable (String?) -> String?
  /// Whether a rollback is itself rolled back, given the answer to it.
  package var rollsBackRollback: @Sendable (ConfigurationAnswer) -> Bool
  /// The answer that counts when there was a rollback.
  package var answerAfterRollback:
    @Sendable (_ first: ConfigurationAnswer, _ second: ConfigurationAnswer) -> ConfigurationAnswer
  /// The status that reports an answer.
  package var status: @Sendable (ConfigurationAnswer, Verb) -> CallbackReport.Status

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

/// Profile and payload of a request, decoded.
package struct RequestIdentifiers: Hashable, Sendable {
  package var profile: [UInt8]
  package var payload: [UInt8]

  package init(profile: [UInt8], payload: [UInt8]) {
    self.profile = profile
    self.payload = payload
  }
}

/// What a delegate is called for.
package enum DelegateOccasion: Hashable, Sendable {
  case apply, revert, rollback
}

/// The methods of a delegate.
package enum DelegateMethod: Hashable, Sendable {
  case apply, revert
}
