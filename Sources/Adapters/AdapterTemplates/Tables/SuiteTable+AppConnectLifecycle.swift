extension SuiteTable {
  /// The library's side of dual mode.
  static let lifecycle = SuiteTable(
    suite: "appconnect.lifecycle", subject: "library",
    title: "a library's life from start to retirement (AppConnect)",
    summary: """
      assay plays the device, the server and the app. The adapter tells it what the library called in \
      the app, and what the app can read.
      """,
    requirement: "ACC-LC-01", firstCases: "appconnect.lifecycle/policy/**",
    installation: "One device with the app and its library.",
    persistence: """
      What the device and the app did before belongs into the storage or its folder; a later start with \
      "keep" finds it there.
      """,
    configuration: [
      Member(name: "implements", meaning: "the names of the callbacks that the app has")
    ],
    actions: [
      Action(
        name: "device", meaning: "the AppConnect client is installed, or deleted.",
        members: [
          Member(name: "clientInstalled", shape: "boolean", meaning: "whether it is there now")
        ]),
      Action(
        name: "shouldStart", meaning: "the app asks whether to start the library.",
        values: [Value(name: "answer", meaning: "what shouldStartAppConnect says.", stub: .no)]),
      Action(
        name: "init", meaning: "the app calls initWithDelegate.", method: "initLibrary"),
      Action(
        name: "start", meaning: "the app calls startWithLaunchOptions.",
        members: [
          Member(name: "options", shape: "object?", meaning: "the launch options, or {nil}")
        ],
        method: "startLibrary"),
      Action(
        name: "ready", meaning: "the library becomes ready, and learns the policy.",
        members: [
          Member(name: "policy", shape: "MANAGED|UNMANAGED", meaning: "what is determined")
        ]),
      Action(
        name: "policy", meaning: "the policy is determined anew.",
        members: [
          Member(name: "policy", shape: "MANAGED|UNMANAGED", meaning: "what is determined")
        ]),
      Action(name: "retire", meaning: "the app calls retire."),
      Action(name: "stop", meaning: "the app calls stop.", method: "stopLibrary"),
      Action(name: "properties", meaning: "nothing happens; the reply tells the properties."),
      Action(
        name: "logLevel", meaning: "the server sets the log level.",
        members: [
          Member(name: "level", shape: "STATUS|INFO|VERBOSE|DEBUG", meaning: "the new level")
        ]),
      Action(
        name: "log", meaning: "the app calls a log method.",
        members: [
          Member(
            name: "level", shape: "STATUS|INFO|VERBOSE|DEBUG", meaning: "which of the methods"),
          Member(name: "text", shape: "text", meaning: "the message"),
        ]),
      Action(
        name: "terminate",
        meaning: "the app is killed. Drop what is in memory, and let it save nothing more."),
    ],
    records: [
      Record(name: "appConnectIsReady", meaning: "The library tells the app that it is ready."),
      Record(
        name: "managedPolicyChangedTo",
        arguments: [
          Argument(name: "policy", kind: .text), Argument(name: "properties", kind: .json),
        ],
        meaning: """
          The library makes this callback; properties are those that the app sees meanwhile, as in the \
          reply.
          """),
    ],
    values: [
      Value(
        name: "properties",
        meaning: """
          what the app would read now: managedPolicy ("UNKNOWN", "UNMANAGED", "MANAGED", or "notReady" \
          while it cannot be read), whether the library is ready, whether it has a shared instance, and \
          its log level.
          """,
        stub: .object([
          ("managedPolicy", .text("notReady")), ("ready", .no), ("sharedInstance", .no),
          ("logLevel", .text("STATUS")),
        ])),
      Value(
        name: "secureData", meaning: "whether the library holds information about the app.",
        stub: .no),
    ])
}
