import AdapterProtocol
import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// What adapters tell, read from their lines.
@Suite struct ObservationReadingTests {
  private func abt(_ text: String) throws -> ABTObservation {
    try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) in
      try ABTObservation.read(&reader)
    }
  }

  private func mode(_ text: String) throws -> DualModeObservation {
    try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) in
      try DualModeObservation.read(&reader)
    }
  }

  @Test func callsAndCallbacksAreRead() throws {
    let observation = try abt(
      #"""
      {"id":3,"type":"observed","log":["x"],"callbacks":["a://b?c=d%26"],"handled":true,"calls":[
        {"method":"apply","category":"Mail","values":{"n":{"integer":"5"},"z":null}},
        {"category":null,"keys":["k",{"utf16":"2AA="}],"method":"revert","sequence":4}]}
      """#)
    #expect(observation.handled)
    #expect(
      observation.calls == [
        .apply(
          category: .string("Mail"),
          values: .dictionary([TypedMember("n", .integer(5)), TypedMember("z", .null)])),
        .revert(category: .null, keys: [.string("k"), .utf16([0xD8, 0x00])], values: nil),
      ])
    #expect(
      observation.callbacks.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a://b?c=d%26"])
    #expect(observation.callbacks[0].text(of: "c") == "d&")
  }

  /// A library may answer with whatever it was sent; to compare runs of marks canonically would take hours.
  @Test(.timeLimit(.minutes(30))) func marksHoldNobodyUp() throws {
    let marks = String(repeating: "%CC%81%CC%96", count: 300_000)
    let others = String(repeating: "%CC%96%CC%81", count: 300_000)
    let callback = CallbackReading(
      Array("a://b?status=s\(marks)&s\(marks)=1&s\(others)=2&profile=p".utf8))
    #expect(callback.notURI == nil)
    #expect(callback.repeatedName == nil)
    #expect(callback.has("profile") && !callback.has("s"))
    #expect(callback.value(of: "status")?.count == 1_200_001)
    let text = try #require(callback.text(of: "status"))
    #expect(text != "s" && text.utf8.count < 1_100)

    let log = "s" + String(repeating: "\u{301}\u{316}", count: 500_000)
    let observation = try abt(
      "{\"handled\":true,\"calls\":[],\"callbacks\":[],\"log\":[\"key=\(log) set\"]}")
    #expect(observation.shownTexts.map(\.utf8.count) == [3, 2_000_001, 3])
  }

  @Test(.timeLimit(.minutes(30))) func marksHoldNoManagerUp() throws {
    let marks = "s" + String(repeating: "\u{301}\u{316}", count: 300_000)
    let others = "s" + String(repeating: "\u{316}\u{301}", count: 300_000)
    let text =
      "{\"opened\":[\"a://apply?\(marks)=1&\(others)=2\"],\"status\":null,"
      + "\"changed\":{\"\(marks)\":[\"\(others)\"],\"\(others)\":[\"\(marks)\"]}}"
    let observation = try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) in
      try ManagerObservation.read(&reader)
    }
    #expect(observation.stored.count == 2 && observation.opened.count == 1)
    #expect(observation.words.count == 3)
  }

  /// The callback that came between was made without the request, so that nobody knows what it was.
  @Test func theOnlyRequestOfAStepIsNotToldLate() throws {
    func absorbing(_ entry: String, after opened: String) throws -> Int {
      let reply = "{\"opened\":[\(opened)],\"status\":null,\"changed\":{}}"
      var observation = try JSONReader.read(Array(reply.utf8)) { (reader) throws(JSONError) in
        try ManagerObservation.read(&reader)
      }
      try JSONReader.read(Array(entry.utf8)) { (reader) throws(JSONError) in
        try observation.absorb(late: LateEntry(reader))
        try reader.skipValue()
      }
      return observation.opened.count
    }
    let (late, one) = (#"{"id":2,"opened":["a://apply?b=c"]}"#, #""a://apply""#)
    #expect(try absorbing(late, after: one) == 2)
    #expect(try absorbing(#"{"opened":[],"status":"failed"}"#, after: "") == 0)
    #expect(throws: JSONError.self) { try absorbing(late, after: "") }
  }

  /// Capability `sequence`: one count over calls and callbacks.
  @Test func placesOfCallsAndCallbacksAreRead() throws {
    func call(_ place: String) -> String {
      #"{"method":"apply","category":null,"values":{}\#(place)}"#
    }
    let text =
      #"{"handled":true,"calls":["# + call(#","sequence":1"#) + "," + call(#","sequence":4"#)
      + #"],"callbacks":[{"url":"a:b","sequence":3},{"sequence":2,"url":"a:c"}]}"#
    let observation = try abt(text)
    #expect(observation.lastCallPlace == 4)
    #expect(observation.firstCallbackPlace == 2)
    #expect(observation.callbacks.map { $0.bytes.count } == [3, 3])
    let without = try abt(
      #"{"handled":true,"calls":["# + call("") + "," + call(#","sequence":"x""#)
        + #"],"callbacks":["a:b"]}"#)
    #expect(without.lastCallPlace == nil && without.firstCallbackPlace == nil)
    #expect(without.calls.count == 2)
  }

  /// The forms that a dictionary can have, whatever its keys are called.
  @Test(arguments: [
    (#"{"pairs":[["a",null],[{"utf16":"2AA="},{"real":"1"}],["a",{"boolean":true}]]}"#, 3),
    (#"{"pairs":[]}"#, 0), (#"{"pairs":{"string":"x"},"tooLarge":{"boolean":true}}"#, 2),
    (#"{"\u00e9":null,"e\u0301":null}"#, 2),
  ])
  func valuesComeAsMembersOrPairs(values: String, count: Int) throws {
    let observation = try abt(
      #"{"handled":true,"callbacks":[],"calls":[{"method":"apply","category":{"utf16":"2AA="},"#
        + #""values":"# + values + "}]}")
    guard case .apply(let category, .dictionary(let members)) = observation.calls[0] else {
      Issue.record("no dictionary")
      return
    }
    #expect(category == .utf16([0xD8, 0x00]))
    #expect(members.count == count)
  }

  @Test func whatIsTooLargeIsRead() throws {
    let observation = try abt(
      #"{"handled":true,"callbacks":[],"calls":[{"method":"apply","category":null,"#
        + #""values":{"tooLarge":true}}]}"#)
    #expect(observation.calls == [.apply(category: .null, values: .tooLarge)])
  }

  @Test func callbacksComeAsTextObjectsOrBytes() throws {
    let observation = try abt(
      #"{"handled":true,"calls":[],"callbacks":[{"url":"a://b","sequence":1},{"base64":"YTovL+k="},"#
        + #"{"url":{"base64":"YTovL2M="}}]}"#)
    #expect(
      observation.callbacks.map(\.bytes) == [
        Array("a://b".utf8), Array("a://".utf8) + [0xE9], Array("a://c".utf8),
      ])
    #expect(observation.callbacks.map { $0.notURI == nil } == [true, false, true])
  }

  @Test(arguments: [
    #"{"calls":[],"callbacks":[]}"#, #"{"handled":true,"callbacks":[]}"#,
    #"{"handled":true,"calls":[]}"#, #"{"handled":1,"calls":[],"callbacks":[]}"#,
    #"{"handled":true,"calls":[{"category":null,"values":{}}],"callbacks":[]}"#,
    #"{"handled":true,"calls":[{"method":"apply"}],"callbacks":[]}"#,
    #"{"handled":true,"calls":[{"method":"revert"}],"callbacks":[]}"#,
    #"{"handled":true,"calls":[{"method":"install","values":{}}],"callbacks":[]}"#,
    #"{"handled":true,"calls":[],"callbacks":[{}]}"#,
    #"{"handled":true,"calls":[],"callbacks":[7]}"#,
    #"{"handled":true,"calls":[],"callbacks":[{"base64":"!"}]}"#,
  ])
  func whatBreaksTheDocumentIsAnError(text: String) {
    #expect(throws: JSONError.self) { try abt(text) }
  }

  /// What is no URI is read leniently, so that the other clauses can still be judged.
  @Test func strayPercentsLeaveTheOtherParametersReadable() {
    let reading = CallbackReading(Array("a://b?status=Error&errorMessage=100%&x=%41".utf8))
    #expect(reading.notURI != nil)
    #expect(reading.text(of: "status") == "Error")
    #expect(reading.text(of: "errorMessage") == "100%")
    #expect(reading.text(of: "x") == "A")
    #expect(reading.text(of: "Status") == nil && !reading.has("y"))
  }

  @Test func lateCallsAndCallbacksAreAdded() throws {
    var observation = try abt(#"{"handled":true,"calls":[],"callbacks":["a://b"]}"#)
    let late = Array(
      #"{"id":3,"callbacks":["a://c"],"calls":[{"method":"apply","values":{}}],"handled":false}"#
        .utf8)
    try late.withUnsafeBytes { try observation.absorb(late: LateEntry(JSONReader($0))) }
    #expect(observation.handled)
    #expect(observation.calls == [.apply(category: .null, values: .dictionary([]))])
    #expect(observation.callbacks.count == 2)
  }

  @Test func modesAreRead() throws {
    let observation = try mode(
      #"""
      {"calls":[{"method":"startWithLaunchOptions","options":null},{"method":"retire"}],"state":"X",
       "app":["eraseSensitiveData",{"method":"notifyModeChange","success":false}],"encryption":null}
      """#)
    #expect(
      observation.calls == [
        ObservedCall("startWithLaunchOptions", [JSONMember(key: "options", value: .null)]),
        ObservedCall("retire"),
      ])
    #expect(
      observation.actions == [
        ObservedCall("eraseSensitiveData"),
        ObservedCall("notifyModeChange", [JSONMember(key: "success", value: false)]),
      ])
    #expect(observation.mode == "X" && observation.encryption == nil)
  }

  @Test(arguments: ["calls", "app", "state", "encryption"])
  func everyMemberOfAModeReplyHasToBeThere(member: String) throws {
    let members = ["calls": "[]", "app": "[]", "state": "null", "encryption": "null"]
    func text(_ members: [String: String]) -> String {
      "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
    #expect(throws: Never.self) { try mode(text(members)) }
    #expect(throws: JSONError.self) { try mode(text(members.filter { $0.key != member })) }
    let nameless = members.merging(["calls": "[{}]"]) { $1 }
    #expect(throws: JSONError.self) { try mode(text(nameless)) }
  }
}
