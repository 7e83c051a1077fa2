import JSONText
import Testing

@Suite struct ValueTests {
  @Test func equalityIsExact() {
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(JSONValue.integer(1) != .real(1))
    #expect(JSONValue.real(0) != .real(-0.0))
    #expect(JSONValue.real(.nan) == .real(.nan))
    #expect(["a": 1, "b": 2] as JSONValue != ["b": 2, "a": 1])
    #expect(Set<JSONValue>(["é", "e\u{301}", "é", 1, 1.0, nil, nil]).count == 5)
  }

  @Test func sameValuesMayStandInAnotherOrder() {
    let value: JSONValue = ["a": [1, 2.5], "b": ["c": nil]]
    #expect(value.holdsSameValues(as: ["b": ["c": nil], "a": [1.0, 2.5]]))
    #expect(!value.holdsSameValues(as: ["b": ["c": nil], "a": [2.5, 1]]))
    #expect(!value.holdsSameValues(as: ["a": [1, 2.5]]))
    #expect(!value.holdsSameValues(as: ["a": [1, 2.5], "c": ["c": nil]]))
    #expect(!value.holdsSameValues(as: ["a": [1, 2.5], "b": ["c": false]]))
  }

  @Test func accessorsAnswerForTheirKindOnly() {
    let value: JSONValue = ["s": "x", "i": 5, "b": true, "a": [1], "n": nil, "r": 1.5]
    #expect(value["s"]?.stringValue == "x")
    #expect(value["i"]?.integerValue == 5)
    #expect(value["i"]?.doubleValue == 5)
    #expect(value["r"]?.doubleValue == 1.5)
    #expect(value["r"]?.integerValue == nil)
    #expect(value["b"]?.booleanValue == true)
    #expect(value["a"]?.arrayValue == [1])
    #expect(value["n"]?.isNull == true)
    #expect(value["s"]?.integerValue == nil)
    #expect(value["missing"] == nil)
    #expect(value["s"]?["x"] == nil)
    #expect(value.members?.map(\.key) == ["s", "i", "b", "a", "n", "r"])
    #expect(value.compactText == #"{"s":"x","i":5,"b":true,"a":[1],"n":null,"r":1.5}"#)
  }
}
