import Testing
import WireFormat

@Suite("The dictionary (ABT-DICT)")
struct DictionaryTests {
  private func open(_ members: [(String, PropertyList)], _ verb: String = "apply") throws
    -> (CallbackURL, [TestApp.Event])
  {
    let app = TestApp()
    var request = TestRequest(.dictionary(members.map { .init(key: $0.0, value: $0.1) }))
    request.verb = verb
    return (try app.callback(request), app.calls)
  }

  @Test("only the integer 1 is a version")
  func versions() throws {
    let configuration = ("Configuration", PropertyList.dictionary([]))
    for (version, code) in [
      (PropertyList.integer(2), 10), (.integer(0), 10), (.integer(-1), 10),
      (.integer(1 << 32 + 1), 10), (.string("1"), 9), (.real(1), 9), (.boolean(true), 9),
    ] {
      let (callback, calls) = try open([("Version", version), configuration])
      #expect(callback.isError(code))
      #expect(calls.isEmpty)
    }
    #expect(try open([configuration]).0.isError(9))
    let (callback, calls) = try open([("Version", .integer(1)), configuration])
    #expect(callback.changed == [])
    #expect(calls == [.apply(nil, [])])
  }

  @Test("one dictionary is asked for, not a list of them (ABT-DATA-12, 13)")
  func topObject() throws {
    for list in [PropertyList.array([TestRequest.dictionary([])]), .array([]), .string("x")] {
      let app = TestApp()
      #expect(try app.callback(TestRequest(list)).isError(9))
      #expect(app.calls.isEmpty)
    }
  }

  @Test("members of the wrong type are code 9, unknown ones are passed over")
  func members() throws {
    let version = ("Version", PropertyList.integer(1))
    #expect(try open([version]).0.isError(9))
    #expect(try open([version, ("Configuration", .array([]))]).0.isError(9))
    let empty = ("Configuration", PropertyList.dictionary([]))
    #expect(try open([version, empty, ("Category", .integer(1))]).0.isError(9))
    let stray = ("com.absolute.thirdpartyconfig.DataEncryption", PropertyList.boolean(true))
    #expect(try open([version, empty, stray, ("Keys", .integer(1))]).0.status == "Success")
  }

  @Test("a reset needs a list of texts, of which each counts once")
  func resets() throws {
    let version = ("Version", PropertyList.integer(1))
    #expect(try open([version], "reset").0.isError(9))
    #expect(try open([version, ("Keys", .dictionary([]))], "reset").0.isError(9))
    let mixed = PropertyList.array([.string("a"), .integer(1)])
    #expect(try open([version, ("Keys", mixed)], "reset").0.isError(9))
    #expect(try open([version, ("Keys", .array([]))], "reset").1 == [.revert(nil, [])])
    let twice = PropertyList.array(["e\u{301}", "\u{E9}", "e\u{301}"].map { .string($0) })
    let (callback, calls) = try open([version, ("Keys", twice)], "reset")
    #expect(callback.status == "Success" && callback.value(of: "changedValues") == nil)
    guard case .revert(_, let keys) = calls.first else { return #expect(Bool(false)) }
    #expect(keys.map { Array($0.utf8) } == ["e\u{301}", "\u{E9}"].map { Array($0.utf8) })
  }
}
