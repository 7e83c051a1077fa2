public import AdapterProtocol

/// A library of the suite `abt` within a fresh app, as an adapter drives it.
public protocol ABTLibrary: AnyObject {
  /// Opens a URL as the system would, and returns when the library is quiet: its callback has been
  /// opened, or 500 ms have passed without one.
  ///
  /// While it runs, whatever the library asks its delegate goes to `delegate`, and so do the URLs
  /// that it opens.
  ///
  /// - Returns: whether the library says that the URL was for it.
  /// - Throws: `UnsupportedRequest` for what the library cannot do, `AdapterFailure` for trouble of
  ///   the adapter. Any other error is the library's and ends the process, as it would end an app.
  ///   A refused URL is not an error: the library reports it in its callback.
  func open(_ url: String, delegate: ScriptedDelegate) throws -> Bool

  /// Opens a URL whose bytes are not valid UTF-8, for libraries that take bytes (capability
  /// `bytes`). Without an implementation the adapter answers `unsupported`.
  func open(bytes url: [UInt8], delegate: ScriptedDelegate) throws -> Bool
}

extension ABTLibrary {
  /// By default the library takes only text.
  public func open(bytes url: [UInt8], delegate: ScriptedDelegate) throws -> Bool {
    throw UnsupportedRequest("this library takes URLs as text, and these bytes are not UTF-8")
  }
}

/// What a library claims of the suite `abt`.
public struct ABTClaim: Hashable, Sendable {
  /// The editions that the adapter can start.
  public var editions: [ABTEdition]
  /// What the library, and the adapter around it, can do beyond the basics.
  public var capabilities: Set<ABTCapability>

  /// A claim.
  public init(editions: [ABTEdition], capabilities: Set<ABTCapability> = []) {
    self.editions = editions
    self.capabilities = capabilities
  }

  /// The claim on the wire, with capabilities by name.
  public var suiteClaim: SuiteClaim {
    SuiteClaim(
      editions: editions.map(\.rawValue), capabilities: capabilities.map(\.rawValue).sorted())
  }
}

/// The capabilities of the suite `abt`.
public enum ABTCapability: String, Hashable, Sendable, CaseIterable {
  /// Chunked data is assembled.
  case chunks
  /// Old values are rolled back.
  case rollback
  /// The delegate can cancel.
  case cancel
  /// The delegate can give code and message.
  case delegateError
  /// The adapter shows what the library logs.
  case log
  /// The adapter shows the order of calls and callbacks.
  case sequence
  /// URLs that are not UTF-8 can be opened.
  case bytes
  /// Dialects other than the default one can be adopted.
  case dialect
}
