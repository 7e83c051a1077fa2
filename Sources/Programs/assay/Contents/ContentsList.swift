import Anatomy
import ArgumentParser
import Forge
import WireFormat

/// What URLs say as one binary property list: an array with a dictionary for each of them.
struct ContentsList {
  private let disclosure: Disclosure
  private var elements: [PropertyList] = []
  private var valuesLeft = Self.maxValues
  private var writer = PropertyListWriter()

  /// How many values may be kept: the list is written when all of them are known.
  private static let maxValues = 4_000_000

  init(_ disclosure: Disclosure) { self.disclosure = disclosure }

  /// - Throws: wrong usage, where there are too many values for one list.
  mutating func add(_ contents: URLContents, from source: ContentsSource?) throws {
    var members: [PropertyList.Member] = []
    func add(_ key: String, _ value: PropertyList?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    func texts(_ texts: [String]) -> PropertyList { .array(texts.map { .string($0) }) }
    if let source {
      add("Source", .string(source.subject))
      add("Line", .integer(Int64(source.line)))
    }
    add("Kind", .string(contents.kind.rawValue))
    add("Valid", .boolean(contents.isValid))
    add("Scheme", text(contents.scheme))
    add("Action", contents.action.map { .string($0.rawValue) })
    add("BundleIdentifier", contents.app.map { .string($0) })
    if contents.kind == .request { add("Token", .string(contents.token.rawValue)) }
    add("Parameters", .array(contents.parameters.compactMap { parameter($0, of: contents) }))
    if let piece = contents.piece {
      add("Piece", .integer(Int64(piece.index)))
      add("Pieces", .integer(Int64(piece.total)))
    }
    add("ChangedKeys", contents.changedKeys.map(texts))
    add("Contents", disclosure.shown(contents))
    if disclosure.hides(contents) { add("Hidden", .boolean(true)) }
    add("NotRead", contents.withheld.map { .string($0) })
    if !contents.problems.isEmpty {
      add("Problems", texts(contents.problems.map(ContentsText.sentence)))
    }
    add("ReadersMayDiffer", contents.freedom.map { .string($0) })
    let element = PropertyList.dictionary(members)
    valuesLeft -= element.count(upTo: valuesLeft + 1)
    guard valuesLeft >= 0 else {
      throw ValidationError(
        "these URLs hold more than \(Self.maxValues) values, too many for one property list; use --format json, which writes a line for each"
      )
    }
    elements.append(element)
  }

  /// The list, written.
  var bytes: [UInt8] {
    var writer = writer
    return writer.write(.array(elements))
  }

  private func parameter(
    _ parameter: URLContents.Parameter, of contents: URLContents
  ) -> PropertyList? {
    guard !disclosure.isTakenApart(parameter.name, in: contents) else { return nil }
    let value =
      disclosure.cuts(parameter.name)
      ? PropertyList.Member(
        key: "Beginning", value: text(Array(parameter.value.prefix(Disclosure.tokenBytes))))
      : PropertyList.Member(key: "Value", value: text(parameter.value))
    return .dictionary([.init(key: "Name", value: text(parameter.name)), value])
  }

  /// Text where it is UTF-8, and data otherwise.
  private func text(_ bytes: [UInt8]) -> PropertyList {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}

extension PropertyList {
  /// How many values there are, itself included; no more than `limit` are counted.
  fileprivate func count(upTo limit: Int) -> Int {
    var count = 1
    switch self {
    case .array(let elements):
      for element in elements where count < limit { count += element.count(upTo: limit - count) }
    case .dictionary(let members):
      for member in members where count < limit {
        count += 1 + member.value.count(upTo: limit - count)
      }
    default: break
    }
    return count
  }
}
