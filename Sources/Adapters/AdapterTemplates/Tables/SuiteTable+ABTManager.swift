extension SuiteTable {
  /// A profile manager, which configures apps through URLs.
  static let manager = SuiteTable(
    suite: "abt.manager", subject: "manager",
    title: "a profile manager that configures apps through URLs",
    summary: """
      assay plays the apps: it takes the request URLs apart and answers with callback URLs, right ones \
      and hostile ones. The adapter tells it which URLs the manager opened, and what it stored.
      """,
    requirement: "MGR-01", firstCases: "abt.manager/install/*",
    installation: "One device with its profile manager.",
    persistence: "This suite keeps nothing across a start.",
    configuration: [
      Member(
        name: "installed",
        meaning: """
          the apps that are there, each an object: "bundleIdentifier", "urlScheme" ({nil}: the default \
          one), "apiKey", "encryptionSecret", and "chunks", whether it takes data in pieces
          """),
      Member(name: "allowChunks", meaning: "whether data may be sent in pieces at all"),
    ],
    actions: [
      Action(
        name: "install", meaning: "a profile is installed.",
        members: [
          Member(name: "profile", shape: "text", meaning: "the .mobileconfig, in Base64")
        ]),
      Action(
        name: "remove", meaning: "a profile is removed.",
        members: [Member(name: "profile", shape: "text", meaning: "its PayloadUUID")]),
      Action(
        name: "callback", meaning: "an app, or somebody else, opens a callback URL.",
        members: [
          Member(name: "url", shape: "text", meaning: "the URL, which can be hostile")
        ]),
    ],
    records: [
      Record(
        name: "opened", list: "opened", hasMethod: false, isBare: true,
        arguments: [Argument(name: "url", kind: .text)],
        meaning: "The manager opens a request URL.")
    ],
    values: [
      Value(
        name: "status",
        meaning: """
          of the profile of the last action: "pending", "installed", "partial", "failed" or "removed".
          """,
        stub: .text("failed")),
      Value(
        name: "changed",
        meaning: """
          the lists of changed keys as the manager has stored them: lists of keys, by the PayloadUUID of \
          their payload.
          """,
        stub: .empty),
    ])
}
