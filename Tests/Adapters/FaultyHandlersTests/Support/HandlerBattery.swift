import AdapterKit
import Foundation
import ReferenceHandlers
import ReferenceLibrary

@testable import FaultyHandlers

/// Conversations in which every fault and liberty of the suites without editions shows.
enum HandlerBattery {
  static let standard = try? run(Choice())

  /// The replies of an implementation with these faults and liberties, as bytes: texts that look the same are equal.
  static func run(_ choice: Choice) throws -> [[UInt8]] {
    try managed.flatMap { steps in
      try converse(
        "managed-config", managedStart, steps,
        ManagedConfigHandler { choice.managedDecisions })
    }
      + lifecycle.flatMap { steps in
        try converse(
          "appconnect.lifecycle", #"{"implements":["managedPolicyChangedTo"]}"#, steps,
          LifecycleHandler { choice.lifecycleDecisions })
      }
  }

  private static let managedStart = """
    {"schema":[{"key":"url","type":"string","format":"url","default":{"string":"https://d.example"}},\
    {"key":"limit","type":"integer","minimum":0,"maximum":10,"default":{"integer":"3"}},\
    {"key":"on","type":"boolean","default":{"boolean":false}},\
    {"key":"caf\u{E9}","type":"string","default":{"string":"x"}},{"key":"none","type":"string"},\
    {"key":"debt","type":"integer","minimum":-10,"maximum":0,"default":{"integer":"0"}},\
    {"key":"large","type":"integer","minimum":-9007199254740992,"maximum":9007199254740992},\
    {"key":"pin","type":"integer","secret":true}],\
    "counters":["a","\u{E9}","e\u{301}","A"]}
    """

  private static func configure(_ dictionary: String) -> String {
    "\"action\":\"configure\",\"dictionary\":\(dictionary)"
  }

  private static func count(_ counter: String, _ times: Int) -> String {
    "\"action\":\"count\",\"counter\":\"\(counter)\",\"times\":\(times)"
  }

  private static func bare(_ action: String) -> String { "\"action\":\"\(action)\"" }

  private static let managed: [[String]] = [
    [
      bare("launch"), bare("settings"),
      configure(#"{"limit":{"integer":"7"},"on":{"boolean":true}}"#),
      configure(#"{"limit":{"integer":"8"}}"#), configure("null"), configure("{}"),
      bare("terminate"), configure(#"{"limit":{"integer":"1"}}"#), bare("launch"),
      bare("terminate"),
      configure(#"{"limit":{"integer":"2"}}"#), bare("launch"),
      configure(#"{"unknown":{"integer":"2"}}"#),
      configure("{\"none\":{\"string\":\"e\u{301}\"}}"),
      configure("{\"none\":{\"string\":\"\u{E9}\"}}"),
      configure(#"{"debt":{"integer":"5"}}"#),
    ],
    [
      bare("launch"), configure(#"{"limit":{"string":"5"},"on":{"integer":"1"}}"#),
      configure(#"{"limit":{"real":"5.0"},"none":{"integer":"1"}}"#),
      configure(#"{"limit":{"integer":"10"},"url":{"string":"any"}}"#),
      configure(#"{"limit":{"integer":"11"},"url":{"string":" https://a.example"}}"#),
      configure(#"{"url":{"string":"http://"}}"#), configure(#"{"LIMIT":{"integer":"4"}}"#),
      configure(#"{"limit\u0000":{"integer":"4"}}"#), configure(#"{" limit":{"integer":"4"}}"#),
      configure("{\"cafe\u{301}\":{\"string\":\"y\"}}"),
      configure(#"{"url":{"integer":"1"},"limit":{"integer":"4"}}"#),
      configure(#"{"large":{"integer":"9007199254740992"}}"#),
      configure(#"{"large":{"integer":"9007199254740993"}}"#),
      configure(
        "{\"url\":{\"string\":\"https://a.example/\(String(repeating: "x", count: 3_000))\"}}"),
      configure(
        "{\"limit\":{\"integer\":\"4\"},\"x\":{\"string\":\"\(String(repeating: "x", count: 70_000))\"},"
          + "\"on\":{\"boolean\":true},\"none\":{\"string\":\"\(String(repeating: "x", count: 70_000))\"}}"
      ),
    ],
    [bare("launch")]
      + [
        #"{"none":{"string":"hello"}}"#, #"{"none":{"string":"HELLO"}}"#,
        #"{"none":{"string":" HELLO "}}"#,
        #"{"x":{"dictionary":{"limit":{"integer":"7"}}}}"#, #"{"a.limit":{"integer":"7"}}"#,
        #"{"url":{"string":"https://3com.com/"}}"#, #"{"url":{"string":"https://WWW.Acme.com/"}}"#,
        #"{"url":{"string":"https://acme.com:443/"}}"#,
        #"{"url":{"string":"https://acme.com/\u000b"}}"#,
        "{" + (0..<250).map { "\"k\($0)\":{\"integer\":\"1\"}," }.joined()
          + #""limit":{"integer":"7"}}"#,
      ].map(configure),
    [
      bare("launch"), count("a", 2), count("a", 2), count("a", 3), count("A", 1),
      count("\u{E9}", 1), count("e\u{301}", 1),
      count("a", 100_000), bare("collectFeedback"), count("a", 1), bare("terminate"),
      bare("launch"),
      count("a", 1), bare("terminate"), bare("collectFeedback"), bare("launch"), count("a", 1),
      configure(#"{"pin":{"integer":"907345128"}}"#), count("a", 1),
    ],
  ]

  private static let start = [
    bare("init"), "\"action\":\"start\",\"options\":{}", bare("properties"),
  ]
  private static let restart = [bare("init"), "\"action\":\"start\",\"options\":null"]

  private static func policy(_ action: String, _ policy: String) -> String {
    "\"action\":\"\(action)\",\"policy\":\"\(policy)\""
  }

  private static func client(_ isInstalled: Bool) -> String {
    "\"action\":\"device\",\"clientInstalled\":\(isInstalled)"
  }

  private static func level(_ level: String) -> String {
    "\"action\":\"logLevel\",\"level\":\"\(level)\""
  }

  private static let lifecycle: [[String]] = [
    [bare("shouldStart"), client(true), bare("shouldStart"), client(false), bare("shouldStart")],
    [client(true), bare("init"), bare("properties")] + start.dropFirst() + [
      policy("ready", "UNMANAGED"), bare("shouldStart"), client(false), bare("shouldStart"),
      client(true), policy("policy", "UNMANAGED"), policy("policy", "MANAGED"),
      policy("policy", "UNMANAGED"), client(false), bare("shouldStart"), client(true),
      level("DEBUG"), bare("stop"), level("INFO"), bare("properties"), policy("policy", "MANAGED"),
    ] + restart + [
      policy("ready", "UNMANAGED"), policy("policy", "MANAGED"), level("DEBUG"), bare("retire"),
      bare("properties"), bare("stop"), client(false), bare("shouldStart"),
    ] + restart + [policy("ready", "UNMANAGED"), bare("terminate")] + start + [
      policy("ready", "MANAGED"), bare("terminate"),
    ] + start + [
      policy("ready", "MANAGED"), "\"action\":\"log\",\"level\":\"INFO\",\"text\":\"a\"",
    ],
    [client(true)] + start + [
      policy("ready", "MANAGED"), level("DEBUG"), bare("retire"), bare("properties"), bare("stop"),
      bare("init"), bare("properties"),
    ],
    [client(true)] + start + [
      level("DEBUG"), bare("properties"), bare("stop"), bare("properties"),
    ],
    [client(true)] + start + [
      policy("ready", "MANAGED"), bare("stop"),
    ] + restart + [policy("ready", "MANAGED"), bare("retire"), bare("stop")],
  ]

  private static func converse(
    _ suite: String, _ configuration: String, _ steps: [String], _ handler: any SuiteHandler
  ) throws -> [[UInt8]] {
    let input = try unnamedFile()
    let output = try unnamedFile()
    let requests =
      ["\"type\":\"start\",\"suite\":\"\(suite)\",\"configuration\":\(configuration)"]
      + steps.map { "\"type\":\"step\",\($0)" }
    for (number, request) in requests.enumerated() {
      input.write(Data("{\"id\":\(number + 1),\(request)}\n".utf8))
    }
    try input.seek(toOffset: 0)
    let loop = AdapterLoop(AdapterIdentity(name: "Test", version: "1"), suites: [suite: handler])
    _ = withExtendedLifetime(input) {
      loop.serve(input: input.fileDescriptor, output: output.fileDescriptor)
    }
    try output.seek(toOffset: 0)
    return (try output.readToEnd() ?? Data()).split(separator: 0x0A).map { Array($0) }
  }

  private static func unnamedFile() throws -> FileHandle {
    let path = FileManager.default.temporaryDirectory.path + "/faulty-" + UUID().uuidString
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forUpdatingAtPath: path)
    else { throw AdapterFailure("no file \(path)") }
    defer { try? FileManager.default.removeItem(atPath: path) }
    return file
  }
}
