import AdapterProtocol
import Conformance
import SuiteModels
import WireFormat

/// The fixed sequences: counting and collecting (MC-10 to 14, 16).
extension ManagedConfig {
  private static let success = "successCount"
  private static let failure = "failureCount"

  static let feedback: [Specification] =
    counting + collecting + large + secrets + untouched + between

  private static let counting: [Specification] = [
    sequence(
      "count/once", "One event is counted.", ["MC-10"], [.launch, .count(success, times: 1)]),
    sequence(
      "count/each-step", "Events are counted one by one.", ["MC-10"],
      [.launch] + (0..<8).map { _ in .count(success, times: 1) }),
    sequence(
      "count/several", "Several events are counted at once.", ["MC-10"],
      [.launch, .count(success, times: 5), .count(success, times: 250)]),
    sequence(
      "count/beside", "One counter is written beside the other.", ["MC-10"],
      [
        .launch, .count(failure, times: 2), .count(success, times: 3), .count(failure, times: 1),
        .count(success, times: 1),
      ]),
    sequence(
      "count/after-relaunch", "Counting goes on after a relaunch.", ["MC-10"],
      [
        .launch, .count(success, times: 2), .count(failure, times: 1), .terminate, .launch,
        .count(success, times: 2),
      ]),
    sequence(
      "count/other-after-relaunch", "After a relaunch the other counter is counted.", ["MC-10"],
      [.launch, .count(success, times: 2), .terminate, .launch, .count(failure, times: 1)]),
    kept(
      "count/kept", "Counting goes on in a new process.", ["MC-10", "MC-12"],
      [.launch, .count(success, times: 2), nil, .launch, .count(success, times: 2), nil, .launch]),
    sequence(
      "count/after-change", "Counting goes on after changes of the configuration.", ["MC-10"],
      [
        .launch, .count(success, times: 2), .configure(first), .count(success, times: 1),
        .configure(nil), .count(failure, times: 1),
      ]),
    sequence(
      "count/every-one", "Each of 48 counters is counted.", ["MC-10", "MC-13"], of: .manyCounters,
      [.launch]
        + ManagedSchema.manyCounters.counters.enumerated().map {
          .count($0.element, times: $0.offset + 1)
        } + [.collectFeedback, .count("counter-48", times: 1)]),
  ]

  private static let collecting: [Specification] = [
    sequence(
      "collect/running", "The feedback is collected while the app is running.", ["MC-11"],
      [
        .launch, .count(success, times: 3), .collectFeedback, .count(success, times: 1),
        .count(failure, times: 2),
      ]),
    sequence(
      "collect/running/nothing", "There is nothing to collect.", ["MC-11"],
      [.launch, .collectFeedback, .count(success, times: 1)]),
    sequence(
      "collect/running/twice", "The feedback is collected twice in a row.", ["MC-11"],
      [
        .launch, .count(success, times: 3), .collectFeedback, .collectFeedback,
        .count(failure, times: 1), .collectFeedback,
      ]),
    sequence(
      "collect/running/again-and-again", "Counted and collected three times.", ["MC-11"],
      [.launch]
        + (1...3).flatMap { number -> [Event] in
          [.count(success, times: number), .count(failure, times: 1), .collectFeedback]
        } + [.count(success, times: 1)]),
    sequence(
      "collect/running/then-relaunch", "Collected while running; a relaunch; counted.", ["MC-11"],
      [
        .launch, .count(success, times: 3), .collectFeedback, .terminate, .launch,
        .count(success, times: 1),
      ]),
    sequence(
      "collect/running/other-counter",
      "What was collected does not come back with the other counter.",
      ["MC-11"],
      [.launch, .count(success, times: 3), .collectFeedback, .count(failure, times: 1)]),
    sequence(
      "collect/running/then-configured",
      "Collected while running; the configuration changes; counted.", ["MC-11"],
      [
        .launch, .count(success, times: 3), .count(failure, times: 1), .collectFeedback,
        .configure(first), .count(success, times: 1), .collectFeedback, .configure(second),
        .configure(nil), .count(failure, times: 2), .count(success, times: 1),
      ]),
    sequence(
      "collect/running/configured-before",
      "The configuration changes between counting and collecting.", ["MC-11"],
      [
        .configure(first), .launch, .count(success, times: 3), .configure(second),
        .collectFeedback, .count(success, times: 1), .settings, .collectFeedback,
        .count(failure, times: 1),
      ]),
    sequence(
      "collect/before-launch", "Collected before the first launch.", ["MC-12"],
      [.collectFeedback, .launch, .count(success, times: 1)]),
    sequence(
      "collect/not-running", "The feedback is collected while the app is not running.", ["MC-12"],
      [
        .launch, .count(success, times: 3), .terminate, .collectFeedback, .launch,
        .count(success, times: 1), .count(failure, times: 1),
      ]),
    sequence(
      "collect/not-running/twice", "Collected twice while the app is not running.", ["MC-12"],
      [
        .launch, .count(success, times: 3), .terminate, .collectFeedback, .collectFeedback, .launch,
        .count(success, times: 2), .collectFeedback,
      ]),
    sequence(
      "collect/not-running/each-run", "Counted in each of three runs, collected after each.",
      ["MC-12"],
      (1...3).flatMap { number -> [Event] in
        [.launch, .count(success, times: number), .terminate, .collectFeedback]
      } + [.launch, .count(success, times: 1)]),
    sequence(
      "collect/not-running/several-runs", "Counted in two runs, collected after both.", ["MC-12"],
      [
        .launch, .count(success, times: 3), .terminate, .launch, .count(failure, times: 2),
        .count(success, times: 1), .terminate, .collectFeedback, .launch,
        .count(success, times: 1),
      ]),
    sequence(
      "collect/both", "Collected while the app is not running, and then while it is.",
      ["MC-11", "MC-12"],
      [
        .launch, .count(success, times: 3), .terminate, .collectFeedback, .launch,
        .count(success, times: 2), .collectFeedback, .count(success, times: 1),
      ]),
    kept(
      "collect/kept", "A new process begins between counting and collecting.", ["MC-12"],
      [
        .launch, .count(success, times: 3), nil, .collectFeedback, .launch,
        .count(success, times: 1),
      ]),
    kept(
      "collect/kept/after", "A new process begins after the collection.", ["MC-12"],
      [
        .launch, .count(success, times: 3), .terminate, .collectFeedback, nil, .launch,
        .count(success, times: 1),
      ]),
    kept(
      "collect/kept/running", "A new process begins after a collection while the app was running.",
      ["MC-11", "MC-12"],
      [
        .launch, .count(success, times: 3), .collectFeedback, nil, .launch,
        .count(failure, times: 1), nil, .collectFeedback,
      ]),
  ]

  /// So many events in steps that a library has the time for that stores each of them.
  private static func counted(_ counter: String, _ times: Int) -> [Event] {
    stride(from: 0, to: times, by: ManagedConfigModel.maxTimes).map {
      .count(counter, times: min(ManagedConfigModel.maxTimes, times - $0))
    }
  }

  private static let large: [Specification] =
    [255, 256, 32_767, 32_768, 65_535, 65_536, 99_999, 100_000].map { times in
      sequence(
        "many/at-once/\(times)",
        times > ManagedConfigModel.maxTimes
          ? "\(times) events are counted, \(ManagedConfigModel.maxTimes) at once, and one more."
          : "\(times) events are counted at once, and one more.", ["MC-13"],
        [.launch] + counted(success, times) + [.count(success, times: 1), .collectFeedback])
    } + [
      sequence(
        "many/in-steps/100000", "100,000 events are counted in 1,000 steps.", ["MC-13"],
        [.launch] + (0..<1_000).map { _ in .count(success, times: 100) } + [.collectFeedback]),
      sequence(
        "many/in-runs/100000", "100,000 events are counted in ten runs.", ["MC-13"],
        (0..<10).flatMap { _ -> [Event] in
          [.launch] + counted(success, 5_000) + counted(failure, 5_000) + [.terminate]
        } + [.collectFeedback, .launch, .count(success, times: 1)]),
      sequence(
        "many/counters/100000", "100,000 events are counted in 48 counters.", ["MC-13"],
        of: .manyCounters,
        [.launch]
          + ManagedSchema.manyCounters.counters.enumerated().flatMap {
            counted($0.element, $0.offset < 16 ? 2_084 : 2_083)
          } + [.terminate, .launch, .collectFeedback]),
    ]

  /// Secrets that are good, bad, and gone; and what an app could be tempted to tell.
  private static let secrets: [Specification] = [
    sequence(
      "secret/counting", "A secret is configured, and the app counts.", ["MC-14"],
      [.configure(first), .launch, .count(failure, times: 1), .collectFeedback]),
    sequence(
      "secret/with-bad-keys", "A secret stands beside bad values.", ["MC-14"],
      [
        .configure(
          ManagedDictionary(
            first.members.filter { $0.key != "retryLimit" && $0.key != "serverURL" } + [
              TypedMember("retryLimit", .integer(11)),
              TypedMember("serverURL", .string("secret server")),
            ])), .launch, .count(failure, times: 1), .configure(first), .count(success, times: 1),
      ]),
    sequence(
      "secret/changed", "A secret changes, and the one before stays secret.", ["MC-14"],
      [
        .configure(first), .launch, .configure(second), .count(failure, times: 1),
        .configure(urlOnly), .count(success, times: 1), .terminate, .launch,
        .count(success, times: 1),
      ]),
    sequence(
      "secret/large", "A secret stands in a configuration of more than 64 KiB.", ["MC-14"],
      [
        .launch,
        .configure(
          ManagedDictionary(
            first.members + [TypedMember("x", .string(String("x", times: 80_000)))])),
        .count(failure, times: 1), .configure(second), .count(failure, times: 1),
      ]),
    sequence(
      "secret/number", "A secret is a number of nine digits, and changes.", ["MC-14"],
      of: .secretNumber,
      [
        .configure(ManagedDictionary(["pin": .integer(907_345_128)])), .launch,
        .count("attempts", times: 2), .configure(ManagedDictionary(["pin": .integer(471_902_663)])),
        .count("attempts", times: 1), .collectFeedback, .count("attempts", times: 1),
      ]),
    sequence(
      "secret/unusable/number", "A secret that should be a number is a text.", ["MC-14"],
      of: .secretNumber,
      [
        .configure(ManagedDictionary(["pin": .string("pin-5d1f0c9be27a48d3")])), .launch,
        .count("attempts", times: 1), .settings, .collectFeedback, .count("attempts", times: 1),
        .configure(ManagedDictionary(["pin": .string("pin-90ab14fc73e2d586")])),
        .count("attempts", times: 2),
      ]),
    sequence(
      "secret/unusable/text", "A secret that should be a text is a number, or data.", ["MC-14"],
      [
        .configure(first("enrolmentCode", .integer(907_345_128))), .launch,
        .count(failure, times: 1),
        .configure(first("enrolmentCode", .data(Array("secret-of-data-0a1b2c".utf8)))),
        .count(failure, times: 1), .collectFeedback, .count(success, times: 1),
      ]),
    sequence(
      "secret/unusable/list", "A secret that should be a text stands in a list.", ["MC-14"],
      [
        .configure(first("enrolmentCode", .array([.string("secret-of-list-3d4e5f")]))), .launch,
        .count(failure, times: 1), .configure(second), .count(failure, times: 1),
      ]),
    sequence(
      "secret/of-none", "Only documented keys stand in the feedback, whatever happens.", ["MC-14"],
      [
        .launch, .count(success, times: 1), .configure(first("serverURL", .integer(1))),
        .count(failure, times: 1), .terminate, .launch, .collectFeedback, .settings,
        .count(success, times: 1),
      ]),
  ]

  /// The app leaves the dictionary alone, whatever is in it.
  private static let untouched: [Specification] =
    [
      ("good", first), ("empty", empty),
      (
        "bad",
        ManagedDictionary([
          "serverURL": .string("no url"), "retryLimit": .integer(11), "greeting": .boolean(true),
        ])
      ), ("missing", limitOnly),
      (
        "unknown",
        ManagedDictionary([
          "unknown": .array([.date(0.5), .data([1, 2])]), "retryLimit": .real(2),
        ])
      ),
    ].map { (word: String, dictionary: ManagedDictionary) in
      sequence(
        "untouched/\(word)", "The configuration stays as the server wrote it: \(word).", ["MC-16"],
        [
          .configure(dictionary), .launch, .settings, .count(failure, times: 1), .terminate,
          .launch,
          .configure(second), .configure(dictionary), .collectFeedback, .settings, .terminate,
        ])
    } + [
      sequence(
        "untouched/none", "An app without a configuration writes none.", ["MC-16"],
        [
          .launch, .settings, .count(failure, times: 1), .terminate, .launch, .configure(first),
          .configure(nil), .settings, .terminate,
        ])
    ]

  // MARK: Between any two steps

  private static let story: [Event] = [
    .configure(first), .launch, .count(success, times: 2), .configure(second),
    .count(failure, times: 1), .collectFeedback, .count(success, times: 1), .configure(limitOnly),
    .settings, .count(failure, times: 3), .configure(nil), .collectFeedback,
    .count(success, times: 1),
  ]

  /// The app is killed after each step of a story, in three ways.
  private static let between: [Specification] = (2...story.count).flatMap { place in
    let before: [Event?] = story[..<place].map { $0 }
    let after: [Event?] = story[place...].map { $0 }
    return [
      kept(
        "between/relaunch/\(place)", "The app is killed after step \(place), and launched again.",
        ["MC-01", "MC-10"], before + [.terminate, .launch] + after),
      kept(
        "between/new-process/\(place)", "A new process goes on after step \(place).",
        ["MC-12"], before + [nil, .launch] + after),
      kept(
        "between/collected/\(place)",
        "The app is killed after step \(place), and collected from before it is launched again.",
        ["MC-12"], before + [.terminate, .collectFeedback, .launch] + after),
    ]
  }

  private static let routes = ChartRoutes(ManagedConfigModel())

  /// Sequences that the model proposes itself, each from the choices of its own id, after a tour of the machine; in every third the app
  /// then ends with its process.
  static let walks = Specification.seeded(300) { number in
    Specification(
      "\(name)/walk/\(number)", "A walk of 24 events that the model proposed.", variants: [.sole],
      targets: ["MC-03", "MC-04", "MC-10", "MC-12"]
    ) { (choices, _) throws(HarnessFault) in
      let schemas = ManagedSchema.all
      let lead = try routes.lead(number, of: schemas[number % schemas.count])
      var script = ManagedConfigModel().walk(after: lead, length: 24, &choices)
      guard number % 3 == 2 else { return script }
      for index in script.steps.indices.dropFirst(lead.script.steps.count)
      where script.steps[index].event == .terminate {
        script.steps[index] = .restart(keep: true)
      }
      return script
    }
  }
}
