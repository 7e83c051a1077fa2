import ReferenceLibrary
import Testing

/// Remembers across runs, as a file does, and fails where it is told to.
private final class Storage: ConfigurationStorage {
  struct DiskFull: Error {}

  var isFull = false
  private(set) var stored: ServerConfiguration?

  func load() throws -> ServerConfiguration? { stored }
  func store(_ configuration: ServerConfiguration) throws {
    if isFull { throw DiskFull() }
    stored = configuration
  }
}

private final class App: ConfigurableApp {
  var implementedCallbacks = Set(ConfigurationCallback.allCases)
  var answers: [ConfigurationCallback: String] = [:]
  private(set) var calls: [(callback: ConfigurationCallback, pairs: ConfigurationPairs)] = []
  /// The calls since the last question.
  var heard: [ConfigurationCallback] {
    defer { calls = [] }
    return calls.map(\.callback)
  }

  func receive(_ pairs: ConfigurationPairs, by callback: ConfigurationCallback) -> String? {
    calls.append((callback, pairs))
    return answers[callback]
  }
}

private func server(_ pairs: [(String, String)], _ revision: Int = 1) -> ServerConfiguration {
  ServerConfiguration(
    pairs: ConfigurationPairs(pairs.map { .init(key: $0.0, value: $0.1) }), revision: revision)
}

/// Configurations are delivered to an app as the table of the source says.
@Suite struct ConfigurationDeliveryTests {
  private let storage = Storage()
  private let app = App()

  /// What the server hears.
  private final class Server {
    var reports: [ConfigurationReport] = []
  }

  /// A run of the app, and what the server hears in it.
  private struct Run {
    let server = Server()
    let delivery: ConfigurationDelivery

    init(_ storage: Storage, _ app: App) {
      delivery = ConfigurationDelivery(storage: storage, app: app) { [server] in
        server.reports.append($0)
      }
    }
  }

  private func run() -> Run { Run(storage, app) }

  @Test(
    "what is delivered at a launch follows from what was delivered last",
    arguments: [
      (before: [], after: [], [] as [ConfigurationCallback]),
      ([], [("host", "a")], [.configurationChangedTo, .configurationIs]),
      ([("host", "a")], [("host", "a")], [.configurationIs]),
      ([("host", "a")], [("host", "b")], [.configurationChangedTo, .configurationIs]),
      (
        [("host", "a")], [("host", "a"), ("port", "")], [.configurationChangedTo, .configurationIs]
      ),
      (
        [("host", "a"), ("port", "")], [("host", "a")], [.configurationChangedTo, .configurationIs]
      ),
      ([("host", "a")], [], [.configurationChangedTo, .configurationIs]),
    ] as [([(String, String)], [(String, String)], [ConfigurationCallback])])
  func launches(
    before: [(String, String)], after: [(String, String)], expected: [ConfigurationCallback]
  ) throws {
    try run().delivery.launch(with: [server(before)])
    _ = app.heard
    try run().delivery.launch(with: [server(after, 2)])
    #expect(app.calls.allSatisfy { $0.pairs == server(after).pairs })
    #expect(app.heard == expected)
  }

  @Test("while the app runs it hears of changes, and only of them")
  func changes() throws {
    let run = run()
    try run.delivery.launch(with: [server([("host", "a")])])
    _ = app.heard
    try run.delivery.serverChanged(to: server([("host", "a")], 2))
    #expect(app.heard == [])
    try run.delivery.serverChanged(to: server([("host", "b")], 3))
    #expect(app.heard == [.configurationChangedTo, .configurationIs])
    try run.delivery.serverChanged(to: server([], 4))
    #expect(app.calls.map(\.pairs.isEmpty) == [true, true])
    #expect(app.heard == [.configurationChangedTo, .configurationIs])
    // What was heard while it ran is not new at the next launch.
    try self.run().delivery.launch(with: [server([], 4)])
    #expect(app.heard == [])
  }

  @Test("of several changes between two runs the last one counts")
  func severalChanges() throws {
    try run().delivery.launch(with: [server([("host", "a")])])
    _ = app.heard
    try run().delivery.launch(with: [
      server([("host", "b")], 2), server([], 3), server([("host", "c")], 4),
    ])
    #expect(app.calls.allSatisfy { $0.pairs["host"] == "c" })
    #expect(app.heard == [.configurationChangedTo, .configurationIs])
    // There and back again is no change.
    try run().delivery.launch(with: [server([("host", "d")], 5), server([("host", "c")], 6)])
    #expect(app.heard == [.configurationIs])
  }

  @Test("what an app does not implement is not called")
  func implemented() throws {
    for callback in ConfigurationCallback.allCases {
      app.implementedCallbacks = [callback]
      let run = run()
      try run.delivery.launch(with: [server([("host", "\(callback)")])])
      #expect(app.heard == [callback] && run.server.reports.map(\.callback) == [callback])
    }
    app.implementedCallbacks = []
    let silent = run()
    try silent.delivery.launch(with: [server([("host", "z")])])
    #expect(app.heard == [] && silent.server.reports == [])
  }

  @Test("each call is reported, and an error stops nothing")
  func reports() throws {
    app.answers = [.configurationChangedTo: "no such host: \u{0}é"]
    let run = run()
    try run.delivery.launch(with: [server([("host", "a")])])
    try run.delivery.serverChanged(to: server([("host", "b")], 2))
    let pair = [
      ConfigurationReport(
        callback: .configurationChangedTo, status: .error, message: "no such host: \u{0}é"),
      ConfigurationReport(callback: .configurationIs, status: .applied, message: nil),
    ]
    #expect(run.server.reports == pair + pair)
    // The empty text is an error too.
    app.answers = [.configurationIs: ""]
    run.server.reports = []
    try run.delivery.serverChanged(to: server([("host", "c")], 3))
    #expect(run.server.reports.map(\.status) == [.applied, .error])
    #expect(run.server.reports.map(\.message) == [nil, ""])
  }

  @Test("keys and values are bytes")
  func bytes() throws {
    let pairs: [(String, String)] = [
      ("", "empty"), ("\u{E9}", "one letter"), ("e\u{301}", "two"), ("a\u{0}", "\u{202E}"),
      ("_MI_CERT_PW", String(repeating: "x", count: 100_000)),
    ]
    try run().delivery.launch(with: [server(pairs)])
    let received = try #require(app.calls.last?.pairs)
    #expect(received.pairs.count == pairs.count)
    for (key, value) in pairs {
      #expect(received[key].map { Array($0.utf8) } == Array(value.utf8))
    }
    // Another spelling of the same letter is a change.
    let run = run()
    try run.delivery.launch(with: [server([("\u{E9}", "")])])
    _ = app.heard
    try run.delivery.serverChanged(to: server([("e\u{301}", "")], 2))
    #expect(app.heard == [.configurationChangedTo, .configurationIs])
    #expect(
      ConfigurationPairs([.init(key: "a", value: "1"), .init(key: "a", value: "2")]).pairs
        == [.init(key: "a", value: "2")])
  }

  @Test("what could not be remembered is delivered again")
  func fullDisk() throws {
    try run().delivery.launch(with: [server([("host", "a")])])
    storage.isFull = true
    #expect(throws: Storage.DiskFull.self) {
      try run().delivery.launch(with: [server([("host", "b")], 2)])
    }
    storage.isFull = false
    _ = app.heard
    try run().delivery.launch(with: [server([("host", "b")], 2)])
    #expect(app.heard == [.configurationChangedTo, .configurationIs])
  }
}
