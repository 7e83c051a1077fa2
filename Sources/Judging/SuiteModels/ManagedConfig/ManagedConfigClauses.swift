package import Conformance

extension ManagedConfig {
  /// The requirements of managed app configuration and feedback, as the specification numbers them.
  package static let clauses: [Clause] = [
    clause(
      "01", "The configuration is read at every launch.",
      "\"read the configuration every time your app starts up\""),
    clause(
      "02", "The observer is added before the first read.",
      "\"always add the notification observer before reading the values\""),
    clause(
      "03", "A change while running takes effect without a relaunch.",
      "\"Listen to this notification\""),
    clause(
      "04", "A change while not running takes effect at the next launch.",
      "\"your app may not be running … when the configuration changes\""),
    clause(
      "05", "A key with a value of the wrong type is not used: its default is.",
      "\"validate all the types and values that you get\""),
    clause(
      "06",
      "A value out of range or of the wrong format (a URL that is none) is not used: the default is.",
      "\"validate all the types and values that you get\""),
    clause(
      "07", "A missing key, an empty dictionary and no dictionary give the defaults.",
      "\"make sure you provide a default value that is sensible even if it's nil\""),
    clause(
      "08", "A key that was set and is gone goes back to its default.",
      "\"If a URL is not found in the dictionary, make sure you provide a default value\""),
    clause(
      "09", "Unknown keys are ignored, and one bad key does not spoil the good ones.",
      "\"it picks apart the keys and the values from that dictionary\""),
    clause(
      "10",
      "Counting writes the feedback dictionary with the counter's value, beside what is there.",
      "\"we try to read the feedback dictionary that already exists\""),
    clause(
      "11", "After the server collected, counters start again from zero.",
      "\"the values were set back to zero\""),
    clause(
      "12",
      "Collecting while the app is not running loses nothing that was counted before and double-counts nothing after.",
      "\"Your app might not be running when the feedback is retrieved\""),
    clause(
      "13",
      "The feedback stays small: 100,000 events leave a dictionary of at most 4 KiB (aggregates, no log).",
      "\"Aggregate your reports. Do not log\""),
    clause(
      "14",
      "Feedback holds no configured value that the schema marks secret, and no key outside the documented ones.",
      "\"Document your dictionary keys\", \"preserve the user privacy\""),
    clause(
      "15",
      "A configuration above 64 KiB is survived within 2 s: used as a whole, or refused as a whole with the defaults or the settings before it.",
      "\"keep it small\"", .should),
    clause(
      "16", "The configuration dictionary is never written by the app (seen in configuration).",
      "\"They are giving you a dictionary that your app is supposed to ingest\""),
    clause(
      "17",
      "Hostile dictionaries (deep, huge, wrong types at every place, any Unicode) crash nothing.",
      "\"the enterprise server is an unknown third party\""),
  ]

  private static func clause(
    _ number: String, _ sentence: String, _ source: String, _ level: Level = .must
  ) -> Clause {
    Clause(
      "MC-" + number, level, sentence, source: "App configuration and feedback: " + source)
  }
}
