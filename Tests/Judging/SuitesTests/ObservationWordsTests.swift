import Conformance
import JSONText
import Testing

@testable import SuiteModels
@testable import Suites

/// What people read of an observation, beside what the model allows.
@Suite struct ObservationWordsTests {
  private func words<Observation: ObservationReading>(
    _: Observation.Type, _ text: String
  ) throws -> [String] {
    try JSONReader.read(Array(text.utf8), limits: .adapterLine) { (reader) throws(JSONError) in
      try Observation.read(&reader)
    }.words
  }

  @Test func eachSuiteTellsWhatWasDone() throws {
    #expect(
      try words(
        ConfigObservation.self,
        #"{"calls":[{"method":"appConnectConfigIs","config":{"a":"b"}}],"reports":[{"method":"appConnectConfigIs","status":"applied"}]}"#
      ) == [
        #"appConnectConfigIs(config: {"a":"b"})"#,
        #"to the server: appConnectConfigIs(status: "applied")"#,
      ])
    #expect(try words(ConfigObservation.self, #"{"calls":[],"reports":[]}"#) == ["no call"])
    #expect(
      try words(
        OpenFromObservation.self,
        #"{"calls":["openFromPolicyChangedTo"],"reports":[{"state":"applied"}],"allowed":false,"properties":"notReady"}"#
      ) == [
        "openFromPolicyChangedTo", #"to the server: {"state":"applied"}"#, "allowed: false",
        #"the app reads "notReady""#,
      ])
    #expect(
      try words(
        DualModeObservation.self,
        #"{"calls":[{"method":"start"}],"app":["eraseData"],"state":"PENDING","encryption":null}"#)
        == ["start", "the app: eraseData", "mode PENDING", "encryption none"])
    #expect(
      try words(
        LifecycleObservation.self,
        #"{"calls":[{"method":"managedPolicyChangedTo","policy":"MANAGED"}],"answer":true,"secureData":false,"properties":{"managedPolicy":"MANAGED","sharedInstance":true,"logLevel":"STATUS","ready":true}}"#
      ) == [
        "managedPolicyChangedTo(MANAGED)", "YES", "managedPolicy = MANAGED, ready = true",
        "secureData = false",
      ])
    #expect(
      try words(
        ManagedConfigObservation.self,
        #"{"calls":["readConfiguration"],"settings":{"a":{"integer":"7"}},"configuration":null,"feedback":null,"collected":{}}"#
      ) == ["readConfiguration", "settings {a: integer 7}", "the server read {}"])
    #expect(
      try words(
        ManagerObservation.self,
        #"{"opened":["x-a://apply?payload=P&profile=Q"],"status":"pending","changed":{"P":["b","a"]}}"#
      ) == ["opens apply for payload P of profile Q", "status pending", "stored: P: a, b"])
    #expect(
      try words(
        ABTObservation.self,
        #"{"handled":true,"calls":[],"callbacks":["absoluteapps://x?status=Error&token=0123456789012345678901234567890123456789"]}"#
      ) == ["handled", "no delegate call", "callback status=Error, token=…"])
  }

  /// What an adapter makes long is cut.
  @Test func longValuesAreCut() throws {
    let long = String(repeating: "x", count: 5_000)
    let told = try words(
      ConfigObservation.self, #"{"calls":[{"method":"m","config":"\#(long)"}],"reports":[]}"#)
    #expect(told.count == 1 && told[0].count < 200 && told[0].hasSuffix("…)"))
  }
}
