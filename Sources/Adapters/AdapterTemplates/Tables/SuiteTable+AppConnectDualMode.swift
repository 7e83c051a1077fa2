extension SuiteTable {
  /// The mode logic of an app.
  static let dualMode = SuiteTable(
    suite: "appconnect.dualmode", subject: "app",
    title: "the mode logic of a dual-mode app (AppConnect)",
    summary: """
      assay plays the AppConnect library, the system and the user. The adapter tells it what the app's \
      mode logic called, and what it has stored.
      """,
    requirement: "ACC-DM-01", firstCases: "appconnect.dualmode/launch/**",
    installation: "One installation of the app, over several launches.",
    persistence: """
      Its mode and its encryption belong into the storage or its folder; a later start with "keep" finds \
      them there.
      """,
    capabilities: """
      claim "killPoints" if everything that the app keeps goes through the storage: assay can then let it \
      die at any write.
      """,
    actions: [
      Action(
        name: "launch",
        meaning: """
          the system launches the app. Read the mode from the storage: nothing else survives from an \
          earlier launch.
          """,
        members: [
          Member(
            name: "shouldStart", shape: "boolean?", meaning: "what shouldStartAppConnect answers"),
          Member(name: "options", shape: "object?", meaning: "the launch options"),
        ]),
      Action(
        name: "managedPolicy", meaning: "the library says whether the app is managed.",
        members: [
          Member(name: "policy", shape: "MANAGED|UNMANAGED", meaning: "the new policy"),
          Member(
            name: "secureServices", shape: "boolean?", meaning: "whether they are available"),
          Member(
            name: "secureFileIORequired", shape: "boolean?",
            meaning: "whether the policy requires it"),
          Member(
            name: "authState", shape: "AUTHORIZED|UNAUTHORIZED|RETIRED?",
            meaning: "{nil} means AUTHORIZED"),
        ],
        needsLaunch: true),
      Action(
        name: "userRequests", meaning: "the user asks for the other mode in the app's settings.",
        members: [
          Member(
            name: "mode", shape: "AppConnectMode|NonAppConnectMode", meaning: "the mode wanted")
        ],
        needsLaunch: true),
      Action(
        name: "terminate",
        meaning: "the app is killed. Drop what is in memory, and let it save nothing more."),
    ],
    records: [
      Record(
        name: "shouldStartAppConnect", answer: .yesOrNo("shouldStart"),
        meaning: "The library says whether it should be started."),
      Record(name: "initWithDelegate", meaning: "The library is initialised."),
      Record(
        name: "startWithLaunchOptions", arguments: [Argument(name: "options", kind: .json)],
        meaning: "It is started, with the options of the launch, or {nil} at a restart."),
      Record(name: "retire", meaning: "It is retired."),
      Record(name: "stop", meaning: "It is stopped."),
      Record(
        name: "eraseSensitiveData", list: "app", meaning: "The app erases its sensitive data."),
      Record(
        name: "notifyModeChange", list: "app",
        arguments: [Argument(name: "success", kind: .boolean)],
        meaning: "The app tells its user whether the change of mode worked."),
      Record(
        name: "encryptExistingData", list: "app",
        meaning: "The app encrypts the data that it has."),
    ],
    values: [
      Value(
        name: "state",
        meaning: """
          the mode as it is stored: "Undecided", "AppConnectNotAvailable", "PendingAppConnectMode", \
          "AppConnectMode", "NonAppConnectMode"; {nil} if there is none yet.
          """,
        stub: .text("Undecided")),
      Value(
        name: "encryption",
        meaning: "likewise \"Unencrypted\" or \"Encrypted\".", stub: .text("Unencrypted")),
    ])
}
