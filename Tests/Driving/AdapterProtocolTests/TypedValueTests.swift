import AdapterProtocol
import JSONText
import Testing

@Suite struct TypedValueTests {
  private func value(_ text: String) throws(JSONError) -> TypedValue {
    try read(text) { (reader) throws(JSONError) in try TypedValue.read(from: &reader) }
  }

  private func values(_ text: String) throws(JSONError) -> TypedValue {
    try read(text) { (reader) throws(JSONError) in try TypedValue.readValues(from: &reader) }
  }

  /// Values with the text that they are written as.
  static let texts: [(TypedValue, String)] = [
    (.null, "null"),
    (.string("a\u{0}é"), #"{"string":"a\u0000é"}"#),
    (.integer(.min), #"{"integer":"-9223372036854775808"}"#),
    (.integer(.max), #"{"integer":"9223372036854775807"}"#),
    (.bigInteger("9223372036854775808"), #"{"integer":"9223372036854775808"}"#),
    (
      .bigInteger("-170141183460469231731687303715884105728"),
      #"{"integer":"-170141183460469231731687303715884105728"}"#
    ),
    (.real(.infinity), #"{"real":"inf"}"#),
    (.real(-.infinity), #"{"real":"-inf"}"#),
    (.real(.nan), #"{"real":"nan"}"#),
    (.real(-0.0), #"{"real":"-0.0"}"#),
    (.real(0), #"{"real":"0.0"}"#),
    (.real(0.1), #"{"real":"0.1"}"#),
    (.real(.leastNonzeroMagnitude), #"{"real":"5e-324"}"#),
    (.real(.greatestFiniteMagnitude), #"{"real":"1.7976931348623157e+308"}"#),
    (.real(Double(Float(0.1))), #"{"real":"0.10000000149011612"}"#),
    (.boolean(true), #"{"boolean":true}"#),
    (.date(387_417_600), #"{"date":"387417600.0"}"#),
    (.date(.nan), #"{"date":"nan"}"#),
    (.data([]), #"{"data":""}"#),
    (.data([0]), #"{"data":"AA=="}"#),
    (.data([0xFB, 0xFF]), #"{"data":"+/8="}"#),
    (.data([1, 2, 3]), #"{"data":"AQID"}"#),
    (.utf16([0xD8, 0x00, 0x00, 0x41]), #"{"utf16":"2AAAQQ=="}"#),
    (.tooLarge, #"{"tooLarge":true}"#),
    (
      .array([.integer(1), .array([]), .boolean(false)]),
      #"{"array":[{"integer":"1"},{"array":[]},{"boolean":false}]}"#
    ),
    (.dictionary([]), #"{"dictionary":{}}"#),
    (
      .dictionary([.init("b", .null), .init("a", .dictionary([.init("", .string(""))]))]),
      #"{"dictionary":{"b":null,"a":{"dictionary":{"":{"string":""}}}}}"#
    ),
    (
      .dictionary([.init("a", .null), .init("a", .integer(1))]),
      #"{"pairs":[["a",null],["a",{"integer":"1"}]]}"#
    ),
    (
      .dictionary([.init("\u{E9}", .null), .init("e\u{301}", .null)]),
      "{\"pairs\":[[\"\u{E9}\",null],[\"e\u{301}\",null]]}"
    ),
    (
      .dictionary([.init(key: .utf16([0xDC, 0]), value: .boolean(true))]),
      #"{"pairs":[[{"utf16":"3AA="},{"boolean":true}]]}"#
    ),
  ]

  @Test(arguments: texts)
  func writtenAndReadBack(value expected: TypedValue, text: String) throws {
    #expect(written { expected.write(to: &$0) } == text)
    #expect(try value(text) == expected)
  }

  @Test func everyRealSurvives() throws {
    var bits: UInt64 = 1
    for _ in 0..<1_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let real = TypedValue.real(Double(bitPattern: bits))
      #expect(try value(written { real.write(to: &$0) }) == real)
    }
  }

  @Test func laxFormsMeanTheSame() throws {
    #expect(try value(#"{"real":"1"}"#) == .real(1))
    #expect(try value(#"{"real":"0x1.8p+1"}"#) == .real(3))
    #expect(try value(#"{"real":"-nan"}"#) == .real(.nan))
    #expect(try value(#"{"real":"1e-999"}"#) == .real(0))
    #expect(try value(#"{"integer":"-0"}"#) == .integer(0))
    #expect(try value(#"{"integer":"007"}"#) == .integer(7))
    #expect(
      try value(#"{"integer":"-009223372036854775809"}"#) == .bigInteger("-9223372036854775809"))
    #expect(
      try value(#"{"pairs":[["a",{"boolean":true}]]}"#)
        == .dictionary([.init("a", .boolean(true))]))
  }

  @Test(arguments: [
    "{}", #"{"string":"a","integer":"1"}"#, #"{"text":"a"}"#, #"{"integer":1}"#, "[]", "1", "true",
    #"{"integer":""}"#, #"{"integer":"-"}"#, #"{"integer":"1.0"}"#, #"{"integer":"0x10"}"#,
    #"{"integer":" 1"}"#, "{\"integer\":\"+\u{301}5\"}",
    #"{"integer":"٣"}"#, #"{"real":1.5}"#,
    #"{"real":""}"#,
    #"{"real":"1e999"}"#,
    #"{"real":" 1"}"#, #"{"real":"one"}"#, #"{"boolean":"true"}"#, #"{"boolean":1}"#,
    #"{"date":"2001-01-01"}"#, #"{"data":"A"}"#, #"{"data":"AA"}"#, #"{"data":"AA= ="}"#,
    #"{"data":"AB=="}"#, #"{"data":"A==="}"#, #"{"data":"AA==AAAA"}"#, #"{"data":"AA-_"}"#,
    #"{"data":"=AAA"}"#, #"{"utf16":"AA=="}"#, #"{"array":{}}"#, #"{"array":[1]}"#,
    #"{"dictionary":[]}"#, #"{"dictionary":{"a":1}}"#, #"{"pairs":{}}"#, #"{"pairs":["a"]}"#,
    #"{"pairs":[["a"]]}"#, #"{"pairs":[[]]}"#, #"{"pairs":[["a",null,null]]}"#,
    #"{"pairs":[[1,null]]}"#, #"{"pairs":[[{"string":"a"},null]]}"#, #"{"tooLarge":false}"#,
    #"{"dictionary":{"a":null,"\u0061":null}}"#,
  ])
  func whatIsNoValueIsRefused(text: String) {
    #expect(throws: JSONError.self) { try value(text) }
  }

  @Test func valuesOfACall() throws {
    #expect(try values("{}") == .dictionary([]))
    #expect(try values(#"{"tooLarge":true}"#) == .tooLarge)
    #expect(
      try values(#"{"tooLarge":{"boolean":true},"pairs":{"array":[]}}"#)
        == .dictionary([.init("tooLarge", .boolean(true)), .init("pairs", .array([]))]))
    #expect(
      try values(#"{"pairs":[["a",null],["a",{"string":"x"}]]}"#)
        == .dictionary([.init("a", .null), .init("a", .string("x"))]))
    #expect(throws: JSONError.self) { try values(#"{"pairs":[],"a":null}"#) }
    #expect(throws: JSONError.self) { try values(#"{"a":null,"tooLarge":true}"#) }
    for (value, _) in Self.texts {
      guard case .dictionary(let members) = value else { continue }
      #expect(try values(written { TypedValue.writeValues(members, to: &$0) }) == value)
    }
  }

  @Test func valuesAsDeepAsAReplyMayBe() throws {
    var deep = TypedValue.integer(1)
    for level in 0..<512 {
      deep = level % 2 == 0 ? .array([deep]) : .dictionary([.init("k", deep)])
    }
    let text = written { deep.write(to: &$0) }
    #expect(try value(text) == deep)
  }

  @Test func equalityIsExact() {
    #expect(TypedValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(TypedKey.string("\u{E9}") != .string("e\u{301}"))
    #expect(TypedValue.real(0) != .real(-0.0))
    #expect(TypedValue.real(1) != .date(1))
    #expect(TypedValue.real(.nan) == .real(-.nan))
    #expect(
      Set<TypedValue>([.real(.nan), .real(-.nan), .null, .tooLarge, .integer(1), .real(1)]).count
        == 5)
  }
}
