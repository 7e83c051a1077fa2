import JSONText
import Testing

/// Damaged texts: the ways of reading agree on what is JSON, and what is accepted means something.
@Suite struct MutationTests {
  static let sample = Array(
    #"{"id":3,"url":"x-a://b?c=%20\u0041\ud83d\ude00é","n":[0,-1.5e2,{"k":null,"l":true}],"":""}"#
      .utf8)

  @Test(arguments: 0..<8 as Range<UInt64>)
  func readersAgree(seed: UInt64) throws {
    var noise = Noise(seed: seed)
    let alphabet = Array("{}[]:,\"\\u0dDeE+-. \ntfn\u{1}é".utf8) + [0xC0, 0xED, 0xF4, 0xFF]
    var accepted = 0
    for round in 0..<1_500 {
      var bytes = Self.sample
      for _ in 0...Int.random(in: 0..<3, using: &noise) {
        let place = Int.random(in: 0..<bytes.count, using: &noise)
        let byte = alphabet.randomElement(using: &noise) ?? 0
        switch noise.next() % 3 {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      let trace = "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))"
      let read = Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
      let skipped = Result { () throws(JSONError) in try skip(bytes) }
      switch (read, skipped) {
      case (.success(let value), .success):
        accepted += 1
        var writer = JSONWriter()
        writer.value(value)
        #expect(try JSONValue(parsing: writer.bytes) == value, "\(trace)")
      case (.failure(let first), .failure(let second)):
        #expect(first == second, "\(trace)")
      default: Issue.record("the readers disagree, \(trace)")
      }
    }
    #expect(accepted > 20)
  }
}
