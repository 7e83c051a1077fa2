package import Forge
package import WireFormat

/// What a request or a callback says, without a word on its bytes.
package struct URLContents: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A manager sends it to an app.
    case request
    /// A library opens it.
    case callback
    /// Neither of them.
    case other
  }

  /// What is known of the token of a request.
  package enum Token: String, Hashable, Sendable {
    case right, wrong, missing
    /// Nobody gave the API key.
    case unchecked
  }

  /// A parameter, decoded once.
  package struct Parameter: Hashable, Sendable {
    package let name: [UInt8]
    package let value: [UInt8]
  }

  /// Something for which the URL has to be refused.
  package struct Problem: Hashable, Sendable {
    /// A phrase without a full stop.
    package let words: String
    /// The requirement, such as `ABT-DATA-07`; nil where there is none.
    package let clause: String?
  }

  /// Where a strict reader stops.
  package struct Place: Hashable, Sendable {
    /// The layer by its title: `zlib`.
    package let layer: String
    /// The parameter whose value the layer is inside of; nil for the URL itself.
    package let parameter: String?
    /// The byte of the layer.
    package let offset: Int
    /// A phrase without a full stop.
    package let words: String
  }

  package let kind: Kind
  /// As it is written.
  package let scheme: [UInt8]
  /// The host: the verb of a request, as it is written.
  package let verb: [UInt8]
  /// What the verb asks for; nil for an unknown verb, and for what is no request.
  package internal(set) var action: RequestForge.Action?
  /// The app's bundle identifier, from the scheme, from the token, or because somebody said it.
  package internal(set) var app: String?
  /// Whether the token said which app it is.
  package internal(set) var isAppFromToken = false
  /// In their order: the first `maxParameters`, and those of the protocol.
  package let parameters: [Parameter]
  /// How many more there are.
  package let parametersLeftOut: Int
  package internal(set) var token: Token = .unchecked
  /// Index and total of a piece of several.
  package internal(set) var piece: Piece?
  /// The parameter that carries data; nil where there is none.
  package internal(set) var dataParameter: String?
  /// Whether the data is encrypted.
  package internal(set) var isEncrypted = false
  /// What the data of a request unpacks to.
  package internal(set) var contents: PropertyList?
  /// The changed keys of a callback.
  package internal(set) var changedKeys: [String]?
  /// What the error's number of a callback stands for.
  package internal(set) var errorMeaning: String?
  /// Why there are no contents though nothing is wrong; nil where there are some.
  package internal(set) var withheld: String?
  /// Empty where the URL is valid, as far as it could be read.
  package internal(set) var problems: [Problem] = []
  package internal(set) var place: Place?
  /// Why readers may differ over it: a phrase without a full stop.
  package internal(set) var freedom: String?

  package struct Piece: Hashable, Sendable {
    package let index: Int
    package let total: Int
    /// Whether it was the last one that was missing, so that the contents are those of all.
    package internal(set) var completes = false
  }

  package var isValid: Bool { problems.isEmpty }

  /// More parameters than these are only counted, those of the protocol excepted.
  package static let maxParameters = 256

  /// - Parameter names: of each the first one is kept, however many stand before it.
  init(_ kind: Kind, _ url: RequestURL, names: Dialect.Parameters) {
    self.kind = kind
    scheme = Array(url.scheme ?? [])
    verb = Array(url.authority?.host ?? [])
    var parameters: [Parameter] = []
    var count = 0
    var wanted = names.all
    url.forEachParameter { parameter in
      count += 1
      let place = wanted.firstIndex(where: parameter.isNamed)
      if let place { wanted.remove(at: place) }
      guard count <= Self.maxParameters || place != nil else { return }
      parameters.append(
        Parameter(
          name: Self.decoded(parameter.name), value: Self.decoded(parameter.value ?? [])))
    }
    self.parameters = parameters
    parametersLeftOut = count - parameters.count
  }

  /// What is well-formed is decoded, and the rest stays as it is.
  private static func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    if case .decoded(let bytes) = PercentCoding.decode(raw) { bytes } else { Array(raw) }
  }

  /// The value of the first parameter of this name; nil where there is none.
  package func value(of name: String) -> [UInt8]? {
    parameters.first { $0.name.elementsEqual(name.utf8) }?.value
  }
}

extension Dialect.Parameters {
  fileprivate var all: [String] {
    [
      token, profile, payload, data, encryptedData, chunk, chunks, status, changedValues, errorCode,
      errorMessage,
    ]
  }
}
