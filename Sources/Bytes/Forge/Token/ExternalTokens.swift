import Synchronization
import WireFormat

/// Tokens that somebody else makes (the algorithm `external` of section 3): each is asked for once.
package final class ExternalTokens: Sendable {
  /// Why a token could not be made, in words.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  private struct Owner: Hashable {
    let bundleIdentifier: String
    let apiKey: String

    /// By bytes: names that look alike are equal texts, and have other tokens.
    static func == (left: Self, right: Self) -> Bool {
      left.bundleIdentifier.hasSameBytes(as: right.bundleIdentifier)
        && left.apiKey.hasSameBytes(as: right.apiKey)
    }
  }

  private struct Known {
    var tokens: [Owner: String] = [:]
    var failure: Failure?
  }

  /// Makes the token of an app.
  private let make:
    @Sendable (_ bundleIdentifier: String, _ apiKey: String) throws(Failure) -> String
  private let known = Mutex(Known())

  package init(
    _ make:
      @escaping @Sendable (_ bundleIdentifier: String, _ apiKey: String)
      throws(Failure) -> String
  ) {
    self.make = make
  }

  /// Why the first token that could not be made was not. Requests that were made since may carry a wrong one.
  package var failure: Failure? { known.withLock { $0.failure } }

  /// The token of an app, or nil where it cannot be made. One is made at a time.
  func token(bundleIdentifier: String, apiKey: String) -> String? {
    let owner = Owner(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
    return known.withLock { known in
      if let token = known.tokens[owner] { return token }
      guard known.failure == nil else { return nil }
      do throws(Failure) {
        let token = try make(bundleIdentifier, apiKey)
        known.tokens[owner] = token
        return token
      } catch {
        known.failure = error
        return nil
      }
    }
  }
}
