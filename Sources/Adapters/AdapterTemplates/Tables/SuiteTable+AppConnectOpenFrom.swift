extension SuiteTable {
  /// A library that enforces from which apps documents may come.
  static let openFrom = SuiteTable(
    suite: "appconnect.openfrom", subject: "library",
    title: "a library that enforces the Open From policy (AppConnect)",
    summary: """
      assay plays the server, the other apps and the app's callbacks. The adapter tells it which \
      callbacks the library made, what the app sees, what was allowed, and what was reported.
      """,
    requirement: "ACC-OF-01", firstCases: "appconnect.openfrom/table/authorized/**",
    installation: "One app with its library, from a start to the next.",
    persistence: "This suite keeps nothing across a start.",
    configuration: [
      Member(name: "implements", meaning: "the names of the callbacks that the app has")
    ],
    actions: [
      Action(
        name: "launch", meaning: "the app is launched. The library is not ready yet.",
        members: policy(isOptional: true)),
      Action(name: "ready", meaning: "the library becomes ready."),
      Action(
        name: "policy", meaning: "the server sends a policy.",
        members: policy(isOptional: false)),
      Action(
        name: "openFrom", meaning: "another app hands a document over.",
        members: [
          Member(name: "source", shape: "text", meaning: "the bundle identifier of that app")
        ],
        values: [
          Value(name: "allowed", meaning: "whether the document may be received.", stub: .no)
        ]),
      Action(name: "properties", meaning: "nothing happens; the reply tells the properties."),
      Action(
        name: "authorizedApps", meaning: "the set of authorized AppConnect apps is another one.",
        members: [Member(name: "apps", shape: "array", meaning: "their bundle identifiers")]),
      Action(
        name: "stop", meaning: "the library is stopped, and can no longer be read.",
        method: "stopLibrary"),
    ],
    records: [
      Record(
        name: "openFromPolicyChangedTo",
        arguments: [
          Argument(name: "policy", kind: .text), Argument(name: "whitelist", kind: .json),
          Argument(name: "properties", kind: .json),
        ],
        answer: .value(["acknowledge"]),
        meaning: """
          The library makes this callback; properties are those that the app sees meanwhile. The answer \
          is what the app acknowledges, with "state" ("APPLIED", "ERROR", "UNSUPPORTED") and "message", \
          or {nil} if it never does.
          """),
      Record(
        name: "openFromAttemptedWhenBlocked",
        arguments: [
          Argument(name: "policy", kind: .text), Argument(name: "source", kind: .text),
          Argument(name: "properties", kind: .json),
        ],
        meaning: "The library tells the app of an attempt that it has refused."),
      Record(
        name: "report", list: "reports", hasMethod: false,
        arguments: [
          Argument(name: "state", kind: .text), Argument(name: "message", kind: .optionalText),
        ],
        meaning: "The library reports to the server what the app acknowledged."),
    ],
    values: [
      Value(
        name: "properties",
        meaning: """
          what the app would read now: "policy" and "whitelist" in an object, or "notReady" instead of it.
          """,
        stub: .text("notReady"))
    ])

  private static func policy(isOptional: Bool) -> [Member] {
    [
      Member(
        name: "policy", shape: "UNAUTHORIZED|AUTHORIZED|WHITELIST" + (isOptional ? "?" : ""),
        meaning: "the policy that the server has"),
      Member(name: "whitelist", shape: "array?", meaning: "bundle identifiers"),
      Member(
        name: "allAppConnectApps", shape: "boolean?",
        meaning: "the server's setting \"all AppConnect apps\""),
      Member(
        name: "acknowledge", shape: "object?",
        meaning: "what the app acknowledges within this step"),
    ]
  }
}
