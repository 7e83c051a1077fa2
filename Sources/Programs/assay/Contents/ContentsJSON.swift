import Anatomy
import Forge
import JSONText
import WireFormat

/// What a URL says as one JSON object on one line; values have the types of the adapter protocol.
enum ContentsJSON {
  static func line(
    _ contents: URLContents, from source: ContentsSource?, _ disclosure: Disclosure
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    if let source {
      add("source", source.subject, &writer)
      writer.key("line")
      writer.integer(source.line)
    }
    add("kind", contents.kind.rawValue, &writer)
    writer.key("valid")
    writer.boolean(contents.isValid)
    add("scheme", text(contents.scheme), &writer)
    if contents.kind == .request {
      add("action", contents.action?.rawValue, &writer)
      add("app", contents.app, &writer)
      add("token", contents.token.rawValue, &writer)
      writer.key("encrypted")
      writer.boolean(contents.isEncrypted)
    }
    addParameters(contents, disclosure, &writer)
    if let piece = contents.piece {
      writer.key("piece")
      writer.beginObject()
      writer.key("index")
      writer.integer(piece.index)
      writer.key("total")
      writer.integer(piece.total)
      writer.key("completes")
      writer.boolean(piece.completes)
      writer.endObject()
    }
    if let keys = contents.changedKeys {
      writer.key("changedKeys")
      writer.beginArray()
      for key in keys { writer.string(key) }
      writer.endArray()
    }
    if let shown = disclosure.shown(contents) {
      writer.key("contents")
      shown.write(to: &writer)
    }
    if disclosure.hides(contents) {
      writer.key("hidden")
      writer.boolean(true)
    }
    if let withheld = contents.withheld { add("notRead", withheld, &writer) }
    addVerdict(contents, &writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func addParameters(
    _ contents: URLContents, _ disclosure: Disclosure, _ writer: inout JSONWriter
  ) {
    writer.key("parameters")
    writer.beginArray()
    for parameter in contents.parameters
    where !disclosure.isTakenApart(parameter.name, in: contents) {
      writer.beginObject()
      add("name", text(parameter.name), &writer)
      if disclosure.cuts(parameter.name) {
        add("beginning", text(Array(parameter.value.prefix(Disclosure.tokenBytes))), &writer)
      } else if let value = String(validating: parameter.value, as: UTF8.self) {
        add("value", value, &writer)
      } else {
        writer.key("valueBase64")
        writer.string(utf8: Base64Text.encode(parameter.value))
      }
      writer.endObject()
    }
    writer.endArray()
    if contents.parametersLeftOut > 0 {
      writer.key("parametersLeftOut")
      writer.integer(contents.parametersLeftOut)
    }
  }

  private static func addVerdict(_ contents: URLContents, _ writer: inout JSONWriter) {
    if !contents.problems.isEmpty {
      writer.key("problems")
      writer.beginArray()
      for problem in contents.problems {
        writer.beginObject()
        add("message", problem.words, &writer)
        add("requirement", problem.clause, &writer)
        writer.endObject()
      }
      writer.endArray()
    }
    if let place = contents.place {
      writer.key("stopsAt")
      writer.beginObject()
      add("layer", place.layer, &writer)
      add("parameter", place.parameter, &writer)
      writer.key("offset")
      writer.integer(place.offset)
      add("message", place.words, &writer)
      writer.endObject()
    }
    if let freedom = contents.freedom { add("readersMayDiffer", freedom, &writer) }
  }

  private static func add(_ name: String, _ text: String?, _ writer: inout JSONWriter) {
    writer.key(name)
    if let text { writer.string(text) } else { writer.null() }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
