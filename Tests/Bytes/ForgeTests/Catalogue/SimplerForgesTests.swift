import Testing
import WireFormat

@testable import Forge

/// Simpler values have a smaller measure, keep the form or are canonical, and leave all other parts alone.
@Suite struct SimplerForgesTests {
  private func check(_ part: any ForgePart, _ forge: RequestForge, _ words: String) -> Int {
    let measure = part.measure(of: forge)
    let others = LayerTable.parts.filter { $0.name != part.name }
    let form = LayerTable.layer(part.name)?.form(in: forge)?.name
    var count = 0
    for (number, simpler) in part.simpler(than: forge).enumerated() {
      count += 1
      guard part.measure(of: simpler) < measure else {
        Issue.record("\(words), number \(number) is no smaller")
        return count
      }
      // The others are many, and the same in all.
      if number < 8 {
        for other in others where other.measure(of: simpler) != other.measure(of: forge) {
          Issue.record("\(words), number \(number) changes \(other.name)")
        }
      }
      if number > 0, form != nil {
        #expect(LayerTable.layer(part.name)?.form(in: simpler)?.name == form, "\(words)")
      }
    }
    #expect((measure == 0) == (count == 0), "\(words): \(measure)")
    return count
  }

  @Test func everyFormBecomesSimpler() {
    for (layer, form) in LayerTableTests.forms {
      for seed: UInt64 in 1...6 {
        var samples = ForgeSamples(seed: seed)
        let forge = samples.request(layer, form)
        _ = check(layer, forge, "\(layer.name)/\(form.name), seed \(seed)")
        guard form.note.claim != .canonical else { continue }
        let first = layer.simpler(than: forge).first { _ in true }
        #expect(first?.isCanonical == true, "\(layer.name)/\(form.name), seed \(seed)")
      }
    }
  }

  @Test func everyPartOfAnyRequestBecomesSimpler() {
    var candidates = 0
    for seed: UInt64 in 1...150 {
      var samples = ForgeSamples(seed: seed)
      let forge = samples.wild()
      for part in LayerTable.parts where part.name != "contents" || seed < 40 {
        candidates += check(part, forge, "\(part.name), seed \(seed)")
      }
    }
    #expect(candidates > 5_000, "\(candidates)")
  }

  /// Whichever simpler value one goes on with, one comes to an end.
  @Test(arguments: 1...60 as ClosedRange<UInt64>) func simplifyingEnds(seed: UInt64) {
    var samples = ForgeSamples(seed: seed)
    var forge = samples.wild()
    for part in LayerTable.parts {
      var steps = 0
      // Not the first one, with which it would end at once.
      while let next = Array(part.simpler(than: forge).dropFirst().prefix(12))
        .randomElement(using: &samples) ?? part.simpler(than: forge).first(where: { _ in true })
      {
        forge = next
        steps += 1
        guard steps < 3_000 else {
          Issue.record("\(part.name), seed \(seed): no end")
          break
        }
      }
      #expect(part.measure(of: forge) == 0, "\(part.name), seed \(seed)")
    }
  }

  @Test func contentsComeDownToWhatMatters() {
    var samples = ForgeSamples(seed: 9)
    var forge = samples.canonical(encrypted: false)
    var members = (0..<300).map {
      PropertyList.Member(key: "key\($0)", value: .array([.string("v"), .integer(Int64($0))]))
    }
    members[177].value = .array([.dictionary([.init(key: "deep", value: .integer(77))])])
    forge.dictionary = .configuration(category: "c", members)
    func matters(_ forge: RequestForge) -> Bool {
      guard case .configuration(_, let members) = forge.dictionary else { return false }
      return members.contains { holds77($0.value) }
    }
    func holds77(_ value: PropertyList) -> Bool {
      switch value {
      case .integer(let number): number >= 70 && number < 80 && number != 75
      case .array(let elements): elements.contains(where: holds77)
      case .dictionary(let members): members.contains { holds77($0.value) }
      default: false
      }
    }
    let part = LayerTable.parts.first { $0.name == "contents" }!
    var tries = 0
    while let simpler = part.simpler(than: forge).first(where: {
      tries += 1
      return matters($0)
    }) { forge = simpler }
    #expect(
      forge.dictionary == .configuration(category: nil, [.init(key: "", value: .integer(70))]))
    #expect(tries < 2_000, "\(tries)")
  }

  @Test func numbersComeDownByHalves() {
    #expect(Reductions.numbers(0, NumberRule()).isEmpty)
    #expect(Reductions.numbers(1, NumberRule()) == [0])
    #expect(
      Reductions.numbers(1_000, NumberRule()) == [0, 500, 750, 875, 938, 969, 985, 993, 997, 999])
    #expect(Reductions.numbers(-8, NumberRule()) == [0, -4, -6, -7])
    #expect(Reductions.numbers(7, NumberRule(simplest: 15)) == [15, 11, 9, 8])
    #expect(Reductions.numbers(0 as Int64, NumberRule(simplest: 2, exception: 1)) == [2])
    #expect(Reductions.numbers(UInt64.max, NumberRule()).last == UInt64.max - 1)
    #expect(Reductions.numbers(Int.min, NumberRule()).first == 0)
    #expect(Reductions.numbers(0 as UInt8, NumberRule(simplest: 1)) == [1])
  }

  @Test func listsLoseHalvesAndThenLess() {
    #expect(Reductions.cuts(0).isEmpty)
    #expect(Reductions.cuts(1) == [0..<1])
    #expect(Reductions.cuts(3) == [0..<3, 0..<1, 1..<3, 0..<1, 1..<2, 2..<3])
    #expect(Reductions.cuts(100_000).count == 63)
  }
}
