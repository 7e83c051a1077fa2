import Anatomy
import Forge
import JSONText
import Testing

@testable import Reporting

/// What holds for the text and the JSON of any URL.
struct ExplanationShapeTests {
  /// Noise that looks like a request now and then.
  private static func noise(_ seed: Int) -> [UInt8] {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var bytes = Array("x-absolutemanageconfig.com.acme.app://apply?profile=".utf8)
    let odd = ["\u{1B}[31m", "\u{202E}", "\u{9B}", "%1B%5B", "%E2%80%AE", "&", "=", "#", "\u{301}"]
    for _ in 0..<60 {
      if next(2) == 0 {
        bytes += Array(odd[next(odd.count)].utf8)
      } else {
        bytes.append(UInt8(next(256)))
      }
    }
    return bytes
  }

  private static var dissections: [Dissection] {
    let requests = (0..<60).map {
      Anatomist().request(noise($0), for: ExplainedSamples.context)
    }
    let callbacks = (0..<20).map { Anatomist().callback(noise($0)) }
    return requests + callbacks + [
      ExplainedSamples.request(), ExplainedSamples.cycle, ExplainedSamples.oddDictionary,
      ExplainedSamples.callback, ExplainedSamples.noise,
      ExplainedSamples.encrypted(.slippedKey(.hmac, iv: ExplainedSamples.vector)),
      ExplainedSamples.request { $0.escaping = .everything },
    ]
  }

  @Test(arguments: [80, 100, 140]) func noLineIsWiderThanTheTerminal(width: Int) {
    for dissection in Self.dissections {
      for line in ExplainedSamples.text(dissection, width: width).split(separator: "\n") {
        let columns = line.unicodeScalars.reduce(0) { $0 + VisibleText.columns($1) }
        #expect(columns <= width, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func nothingIsShownThatDoesNotShowItself() {
    for dissection in Self.dissections {
      let text = ExplainedSamples.text(dissection)
      let hidden = text.unicodeScalars.filter { $0 != "\n" && !VisibleText.isShown($0) }
      #expect(hidden.isEmpty, "\(Array(hidden))")
    }
  }

  @Test func coloursAreAllThatTheyAdd() {
    for dissection in Self.dissections.suffix(7) {
      let colored = ExplanationText.text(
        dissection, style: TerminalStyle(color: true, width: 100))
      let plain = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
          String(line.reversed().drop { $0 == " " }.reversed())
        }
      }
      #expect(lines(plain) == lines(ExplainedSamples.text(dissection)))
      #expect(colored != plain)
    }
  }

  @Test func theJSONOfAnythingIsRead() throws {
    for dissection in Self.dissections {
      let bytes = ExplanationJSON.bytes(dissection)
      let value = try JSONValue(parsing: bytes)
      #expect(value["schema"] == .string("assay-anatomy/1"))
      #expect(value["subject"] == .string(dissection.subject.rawValue))
      #expect(bytes == ExplanationJSON.bytes(dissection))
    }
  }

  @Test func theJSONHasNamesOfItsOwn() {
    let dissection = Anatomist().callback(Array("absoluteapps://x?status=%41".utf8))
    let text = String(decoding: ExplanationJSON.bytes(dissection, maxLayerBytes: 3), as: UTF8.self)
    #expect(
      text == """
        {
          "schema": "assay-anatomy/1",
          "subject": "callback",
          "layers": [
            {
              "layer": "url",
              "parameter": null,
              "byteCount": 27,
              "bytes": "YWJz",
              "ending": {
                "kind": "stopped",
                "offset": 0,
                "reason": "the dialect's address is absoluteapps://thirdpartyprofilestatus?",
                "requirement": "ABT-CB-02"
              },
              "notes": [
                {
                  "offset": 0,
                  "count": 16,
                  "depth": 0,
                  "meaning": "the address",
                  "standing": "defect",
                  "remark": "the dialect's address is absoluteapps://thirdpartyprofilestatus? (ABT-CB-02)"
                },
                {
                  "offset": 16,
                  "count": 8,
                  "depth": 0,
                  "meaning": "parameter 1",
                  "standing": "fine"
                },
                {
                  "offset": 24,
                  "count": 3,
                  "depth": 1,
                  "meaning": "the status",
                  "standing": "defect",
                  "remark": "the dialect has no such status"
                },
                {
                  "offset": 24,
                  "count": 3,
                  "depth": 2,
                  "meaning": "1 escape",
                  "text": "A",
                  "standing": "fine"
                }
              ]
            }
          ]
        }

        """)
  }
}
