import JSONText
import Testing
import WireFormat

@testable import Forge

/// Whatever a stored request says, reading it never traps, and what was read can be rendered.
@Suite struct DamagedTextTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func damagedTextsAreReadOrRefused(seed: UInt64) {
    var samples = ForgeSamples(seed: seed)
    let pieces = ["\"", "{", "}", "[", "]", ",", ":", "null", "-1", "1e9", "\"x\"", "\\", "0", "é"]
    var isRead = 0
    var isRefused = 0
    for _ in 0..<400 {
      var text = Array(samples.wild().stored().utf8)
      for _ in 0..<Int.random(in: 1...3, using: &samples) {
        let place = Int.random(in: 0...text.count, using: &samples)
        let end = min(text.count, place + Int.random(in: 0...4, using: &samples))
        switch Int.random(in: 0..<4, using: &samples) {
        case 0: text.replaceSubrange(place..<end, with: pieces.randomElement(using: &samples)!.utf8)
        case 1: text.removeSubrange(place..<end)
        case 2: text.insert(samples.bytes(1)[0], at: place)
        default:
          if place < text.count { text[place] ^= 1 << UInt8.random(in: 0..<8, using: &samples) }
        }
      }
      do {
        let forge = try RequestForge.reading(text)
        isRead += 1
        #expect(try RequestForge.reading(forge.stored()) == forge)
      } catch {
        isRefused += 1
        #expect(!error.description.isEmpty && error.offset <= text.count)
      }
    }
    #expect(isRead > 10 && isRefused > 100, "\(isRead) are read, \(isRefused) refused")
  }

  /// Numbers that no form makes, in all forms: read again as they are, and rendered without harm.
  @Test(arguments: LayerTable.layers.map(\.name)) func extremeNumbersDoNoHarm(name: String) throws {
    let layer = try #require(LayerTable.layer(name))
    for form in layer.forms {
      for extreme in [Int64.min, .min + 1, -1, 0, 1 << 40, .max - 1, .max] {
        var samples = ForgeSamples(seed: 1)
        var forge = samples.request(layer, form)
        Self.setNumbers(extreme, in: &forge)
        let read: RequestForge
        do {
          read = try RequestForge.reading(forge.stored())
        } catch {
          // A piece of fewer than no bytes.
          #expect(name == "chunk" && extreme < 0, "\(name)/\(form.name): \(error)")
          continue
        }
        #expect(read == forge, "\(name)/\(form.name), \(extreme)")
        #expect(read.sample.count < 1 << 25, "\(name)/\(form.name), \(extreme)")
      }
    }
  }

  @Test func extremeEditsDoNoHarm() throws {
    for extreme in [Int.min, -1, 0, .max] {
      for position in WirePosition.allCases {
        var forge = ForgeSamples.simple
        forge.edits = [LayerEdit(position, at: extreme, removing: extreme, inserting: [1])]
        let read = try RequestForge.reading(forge.stored())
        #expect(read == forge)
        #expect(!read.sample.isEmpty)
      }
    }
  }

  private static func setNumbers(_ number: Int64, in forge: inout RequestForge) {
    func set<Value: FieldHolding>(_ value: inout Value) {
      var setter = NumberSetter(number: number)
      value.visitFields(&setter)
    }
    set(&forge.dictionaryForm)
    set(&forge.propertyList)
    set(&forge.magic)
    set(&forge.compression)
    set(&forge.encryption)
    if forge.chunk != nil { set(&forge.chunk!) }
    set(&forge.base64)
    set(&forge.token)
    set(&forge.escaping)
    set(&forge.parameters)
    set(&forge.verb)
    set(&forge.scheme)
    set(&forge.shape)
  }
}

extension ForgeSamples {
  static var simple: RequestForge {
    RequestForge(
      .apply, profile: "p", payload: "q",
      dictionary: .configuration(category: nil, [.init(key: "a", value: .string("b"))]))
  }
}

/// Makes every number as near to one as its type allows.
private struct NumberSetter: FieldVisitor {
  typealias Failure = Never
  let number: Int64

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ value: inout Number, _ rule: NumberRule
  ) { value = Number(clamping: number) }

  mutating func numbers<Number: FixedWidthInteger>(_ name: String, _ values: inout [Number]) {
    for index in values.indices { values[index] = Number(clamping: number) }
  }

  mutating func presence(_ name: String, _ isPresent: inout Bool, isSimplerWithout: Bool) {
    if ["cut", "offset", "objectCount", "tableOffset"].contains(name) { isPresent = true }
  }

  mutating func record<Record: FieldHolding>(_ name: String, _ value: inout Record) {
    value.visitFields(&self)
  }

  mutating func records<Record: FieldHolding>(
    _ name: String, _ values: inout [Record], blank: Record
  ) {
    for index in values.indices { values[index].visitFields(&self) }
  }

  mutating func flag(_ name: String, _ value: inout Bool, simplest: Bool) {}
  mutating func text(_ name: String, _ value: inout String, _ rule: TextRule) {}
  mutating func texts(_ name: String, _ values: inout [String]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8], _ rule: BytesRule) {}
  mutating func word<Word: FieldWord>(_ name: String, _ value: inout Word, simplest: Word?) {}
  mutating func value(_ name: String, _ value: inout PropertyList, keepsType: Bool) {}
  mutating func members(_ name: String, _ values: inout [PropertyList.Member]) {}
  mutating func check(_ holds: Bool, _ complaint: @autoclosure () -> String) {}
}
