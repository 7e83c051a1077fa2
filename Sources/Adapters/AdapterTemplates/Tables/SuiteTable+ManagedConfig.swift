extension SuiteTable {
  /// An app's client for managed configuration.
  static let managedConfig = SuiteTable(
    suite: "managed-config", subject: "client",
    title: "a client for managed app configuration and feedback",
    summary: """
      assay plays the server and the user defaults, in which the configuration has the key \
      com.apple.configuration.managed, and the feedback com.apple.feedback.managed. The adapter tells it \
      what the client read and wrote, and which settings are in effect.
      """,
    requirement: "MC-01", firstCases: "managed-config/launch/first/**",
    installation: "One installation of the app with its user defaults, over several launches.",
    persistence: """
      The user defaults belong into the storage or its folder; a later start with "keep" finds them \
      there.
      """,
    isTyped: true,
    configuration: [
      Member(
        name: "schema",
        meaning: """
          for each setting an object: "key", "type", "default" (a typed value, or {nil}), and where they \
          apply "format", "minimum", "maximum", "secret"
          """),
      Member(name: "counters", meaning: "the names of the counters in the feedback"),
    ],
    actions: [
      Action(name: "launch", meaning: "the app is launched."),
      Action(
        name: "terminate",
        meaning: "the app is killed. Drop what is in memory, and let it save nothing more."),
      Action(
        name: "configure",
        meaning: """
          the server writes the configuration into the defaults, or removes it. Tell the client if the \
          app runs: the defaults did change.
          """,
        members: [
          Member(
            name: "dictionary", shape: "object?",
            meaning: "typed values by key, or {nil} for no configuration")
        ]),
      Action(
        name: "count", meaning: "something happens that the app counts.",
        members: [
          Member(name: "counter", shape: "text", meaning: "the name of the counter"),
          Member(
            name: "times", shape: "integer?", meaning: "how often it happens; {nil} means once"),
        ]),
      Action(
        name: "collectFeedback",
        meaning: """
          the server reads the feedback from the defaults and erases it. Tell the client if the app runs.
          """,
        values: [
          Value(
            name: "collected", meaning: "what the server has read, in typed values, or {nil}.",
            stub: .null)
        ]),
      Action(name: "settings", meaning: "nothing happens; the reply tells the settings."),
    ],
    records: [
      Record(name: "addObserver", meaning: "The client observes the defaults from now on."),
      Record(name: "readConfiguration", meaning: "The client reads the configuration."),
      Record(name: "writeFeedback", meaning: "The client writes the feedback."),
      Record(name: "writeConfiguration", meaning: "The client writes the configuration."),
    ],
    values: [
      Value(
        name: "settings", meaning: "the settings that are in effect, in typed values by key.",
        stub: .empty),
      Value(
        name: "configuration",
        meaning: "the configuration as it stands in the defaults, in typed values, or {nil}.",
        stub: .null),
      Value(
        name: "feedback",
        meaning: "the feedback as it stands in the defaults, in typed values, or {nil}.",
        stub: .null),
    ])
}
