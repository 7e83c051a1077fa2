import Forge
import JSONText
import Testing
import WireFormat

/// What is written is read again as the same request, with the same bytes.
@Suite struct StoredForgeTests {
  @Test(arguments: LayerTable.layers.map(\.name)) func everyFormComesBack(name: String) throws {
    let layer = try #require(LayerTable.layer(name))
    for form in layer.forms {
      for seed: UInt64 in 1...6 {
        var samples = ForgeSamples(seed: seed)
        let forge = samples.request(layer, form)
        let text = forge.stored()
        let read = try RequestForge.reading(text)
        #expect(read == forge, "\(name)/\(form.name), seed \(seed): \(text)")
        #expect(read.stored() == text, "\(name)/\(form.name), seed \(seed)")
        if seed <= 2 {
          #expect(read.sample == forge.sample, "\(name)/\(form.name), seed \(seed): \(text)")
        }
      }
    }
  }

  @Test func anyRequestComesBack() throws {
    for seed: UInt64 in 1...200 {
      var samples = ForgeSamples(seed: seed)
      let forge = samples.wild()
      #expect(try RequestForge.reading(forge.stored()) == forge, "seed \(seed)")
      #expect(try RequestForge.reading(forge.stored(pretty: true)) == forge, "seed \(seed)")
    }
  }

  @Test func onlyWhatIsNotCanonicalIsWritten() throws {
    var forge = RequestForge(
      .apply, profile: "p", payload: "q",
      dictionary: .configuration(category: nil, [.init(key: "host", value: .string("h"))]))
    let front = #"{"action":"apply","profile":"p","payload":"q","#
    let contents = #""contents":{"configuration":{"host":{"string":"h"}}}"#
    #expect(forge.stored() == front + contents + "}")
    forge.parameter = nil
    #expect(forge.stored() == front + contents + #","parameter":null}"#)
    forge.parameter = .dataX
    forge.compression = .truncated(by: 5)
    forge.encryption = .canonical(iv: [1, 2, 3])
    forge.edits = [LayerEdit(.url, at: 3, removing: 1, inserting: [])]
    #expect(
      forge.stored() == front + contents
        + #","parameter":"data-x","layers":{"zlib":{"form":"truncated","by":5},"#
        + #""cipher":{"form":"canonical","ivBase64":"AQID"}},"#
        + #""edits":[{"layer":"url","offset":3,"removed":1}]}"#)
    #expect(try RequestForge.reading(forge.stored()) == forge)
    forge.encryption = .none
    #expect(forge.stored().contains(#""cipher":{"form":"none"}"#))
    #expect(try RequestForge.reading(forge.stored()) == forge)
  }

  @Test func contentsOfEachKindComeBack() throws {
    let members = [PropertyList.Member(key: "a", value: .integer(1))]
    let contents: [(DictionaryLayer, String)] = [
      (.keys(category: "c", ["a", "a"]), #"{"category":"c","keys":["a","a"]}"#),
      (
        .both(category: nil, members, keys: []),
        #"{"configuration":{"a":{"integer":"1"}},"keys":[]}"#
      ),
      (.verbatim(.array([])), #"{"verbatim":{"array":[]}}"#),
      (.configuration(category: "", []), #"{"category":"","configuration":{}}"#),
    ]
    for (layer, text) in contents {
      let forge = RequestForge(.reset, profile: "", payload: "\u{0}", dictionary: layer)
      #expect(forge.stored().contains("\"contents\":" + text))
      #expect(try RequestForge.reading(forge.stored()) == forge)
    }
  }

  @Test func membersMayStandInAnyOrder() throws {
    let text = """
      {"layers": {"zlib": {"by": 5, "form": "truncated"}, "magic": {"form": "canonical"}},
       "contents": {"category": null, "keys": ["a"]}, "payload": "q", "edits": [],
       "profile": "p", "action": "reset"}
      """
    var forge = RequestForge(
      .reset, profile: "p", payload: "q", dictionary: .keys(category: nil, ["a"]))
    forge.compression = .truncated(by: 5)
    #expect(try RequestForge.reading(text) == forge)
  }

  @Test func everyBitOfAValueComesBack() throws {
    var values: [PropertyList] = [
      .string(""), .string("\u{0}\u{1F600}e\u{301}\u{FEFF}\"\\/"), .integer(.min), .integer(.max),
      .boolean(true), .boolean(false), .data([]), .data([0, 255]), .array([]), .dictionary([]),
    ]
    let bits: [UInt64] = [
      0, 1 << 63, 1, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 0x7FF8_0000_0000_0000,
      0xFFF8_0000_0000_0000, 0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001, 0x3FB9_9999_9999_999A,
      0x7FEF_FFFF_FFFF_FFFF, 0x000F_FFFF_FFFF_FFFF,
    ]
    var samples = ForgeSamples(seed: 4)
    for pattern in bits + (0..<2_000).map({ _ in samples.next() }) {
      values += [.real(.init(bitPattern: pattern)), .date(.init(bitPattern: pattern))]
    }
    let forge = RequestForge(
      .apply, profile: "", payload: "", dictionary: .verbatim(.array(values)))
    #expect(try RequestForge.reading(forge.stored()).dictionary == .verbatim(.array(values)))
    let nan = RequestForge(
      .apply, profile: "", payload: "",
      dictionary: .verbatim(.real(Double(bitPattern: 0x7FF0_0000_0000_0001))))
    #expect(nan.stored().contains(#"{"realBits":"7ff0000000000001"}"#))
  }

  @Test func keysThatOthersWouldConfuseComeBack() throws {
    for keys in [["a", "a"], ["\u{E9}", "e\u{301}"], ["pairs", "b"], ["pairs"], ["", " "]] {
      let members = keys.map { PropertyList.Member(key: $0, value: .dictionary([])) }
      let all = members + [.init(key: "in", value: .dictionary(members))]
      let forge = RequestForge(
        .apply, profile: "", payload: "", dictionary: .configuration(category: nil, all))
      #expect(try RequestForge.reading(forge.stored()) == forge, "\(keys)")
      #expect(forge.stored().contains(#""pairs":["#) == (keys[0] == "a" || keys[0] == "\u{E9}"))
    }
  }

  @Test func valuesMayBeNestedAsDeepAsIsSaid() throws {
    func nested(_ depth: Int) -> RequestForge {
      let value = (0..<depth).reduce(PropertyList.integer(1)) { value, level in
        level % 2 == 0 ? .array([value]) : .dictionary([.init(key: "k", value: value)])
      }
      return RequestForge(.apply, profile: "", payload: "", dictionary: .verbatim(value))
    }
    let most = nested(StoredLimits.maxNesting)
    #expect(try RequestForge.reading(most.stored()) == most)
    #expect(throws: JSONError.self) {
      try RequestForge.reading(nested(StoredLimits.maxNesting + 1).stored())
    }
    let deep = String(repeating: #"{"array":["#, count: 700)
    let text = #"{"action":"apply","profile":"","payload":"","contents":{"verbatim":"# + deep
    #expect(throws: JSONError.self) {
      try JSONReader.read(Array(text.utf8), limits: .adapterLine) {
        (reader) throws(JSONError) in try RequestForge.read(&reader)
      }
    }
  }
}
