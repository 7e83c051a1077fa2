/// A part of a request that can be made simpler: a layer, its contents, its blind edits.
package protocol ForgePart: Sendable {
  /// Its name in paths, texts and stored requests, such as `zlib`.
  var name: String { get }
  /// How far the part is from its simplest form, which is 0.
  ///
  /// It is a sum over the part's parameters (`FieldMeasure`), and one more for a layer that is not canonical.
  func measure(of forge: RequestForge) -> UInt128
  /// Requests that differ from this one by a simpler value of this part, the simplest first. Each has a smaller `measure`, so that
  /// simplifying again and again ends.
  func simpler(than forge: RequestForge) -> SimplerForges
}

/// Simpler requests, made one by one as they are asked for.
package struct SimplerForges: Sequence, Sendable {
  private let forge: RequestForge
  /// A request with a simpler value of one parameter; nil where there is none that keeps the form.
  private let make: @Sendable (RequestForge, Place) -> RequestForge?
  private let first: RequestForge?
  private let places: [Place]

  /// A simpler value of one parameter.
  struct Place: Sendable {
    let field: Int
    let candidate: Int
  }

  /// - Parameters:
  ///   - first: the simplest of all.
  ///   - counts: how many simpler values each parameter has. The strongest of each are tried before the second of any.
  init(
    of forge: RequestForge, first: RequestForge? = nil, counts: [Int] = [],
    _ make: @escaping @Sendable (RequestForge, Place) -> RequestForge? = { _, _ in nil }
  ) {
    self.forge = forge
    self.first = first
    self.make = make
    let places = counts.enumerated().flatMap { field, count in
      (0..<count).map { Place(field: field, candidate: $0) }
    }
    self.places = places.sorted { ($0.candidate, $0.field) < ($1.candidate, $1.field) }
  }

  package struct Iterator: IteratorProtocol {
    fileprivate let forges: SimplerForges
    fileprivate var position = -1

    package mutating func next() -> RequestForge? {
      while position < forges.places.count {
        defer { position += 1 }
        if position < 0 {
          if let first = forges.first { return first }
        } else if let forge = forges.make(forges.forge, forges.places[position]) {
          return forge
        }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(forges: self) }
}

/// A part that is always there.
struct PlainPart<Value: FieldHolding>: ForgePart {
  let name: String
  let value: @Sendable (RequestForge) -> Value
  let set: @Sendable (inout RequestForge, Value) -> Void

  func measure(of forge: RequestForge) -> UInt128 { FieldMeasure.of(value(forge)) }

  func simpler(than forge: RequestForge) -> SimplerForges {
    let (value, set) = (value(forge), set)
    return SimplerForges(of: forge, counts: FieldSimplifier.counts(value)) { forge, place in
      var simpler = forge
      set(
        &simpler,
        FieldSimplifier.simplified(value, field: place.field, candidate: place.candidate))
      return simpler
    }
  }
}
