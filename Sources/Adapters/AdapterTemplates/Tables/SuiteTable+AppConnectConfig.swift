extension SuiteTable {
  /// A library that hands the server's configuration to the app.
  static let config = SuiteTable(
    suite: "appconnect.config", subject: "library",
    title: "a library that delivers app-specific configuration (AppConnect)",
    summary: """
      assay plays the server, the operating system and the app's callbacks. The adapter tells it which \
      callbacks the library made, with what, and what it reported to the server.
      """,
    requirement: "ACC-CFG-01", firstCases: "appconnect.config/certificate/**",
    installation: "One installation of the app with its library, over several launches.",
    persistence: """
      What the library remembers between launches belongs into the storage or its folder; a later start \
      with "keep" finds it there.
      """,
    configuration: [
      Member(name: "implements", meaning: "the names of the callbacks that the app has")
    ],
    actions: [
      Action(
        name: "launch", meaning: "the app is launched.",
        members: [
          Member(
            name: "returns", shape: "object?",
            meaning: "what the app's callbacks answer within this step, by their names")
        ]),
      Action(
        name: "terminate",
        meaning: "the app ends abruptly. Drop what is in memory, and let it save nothing more."),
      Action(
        name: "serverChange",
        meaning: """
          the server has another configuration. Deliver it now if the app runs, otherwise at the next \
          launch.
          """,
        members: [
          Member(
            name: "config", shape: "object?", meaning: "all its pairs, texts by key, or {nil}"),
          Member(
            name: "returns", shape: "object?",
            meaning: "what the app's callbacks answer within this step, by their names"),
        ]),
    ],
    records: [
      Record(
        name: "appConnectConfigIs", arguments: [Argument(name: "config", kind: .json)],
        answer: .value(["returns", "appConnectConfigIs"]),
        meaning: """
          The library makes this callback with the whole set of pairs. The answer is {nil}, or the text \
          of an error.
          """),
      Record(
        name: "appConnectConfigChangedTo", arguments: [Argument(name: "config", kind: .json)],
        answer: .value(["returns", "appConnectConfigChangedTo"]),
        meaning: "The same, for a configuration that has changed."),
      Record(
        name: "report", list: "reports", hasMethod: false,
        arguments: [
          Argument(name: "method", kind: .text), Argument(name: "status", kind: .text),
          Argument(name: "message", kind: .optionalText),
        ],
        meaning: """
          The library reports to the server how a callback (method) ended: "applied", or "error" with \
          the message. Without an error the message is {nil}.
          """),
    ])
}
