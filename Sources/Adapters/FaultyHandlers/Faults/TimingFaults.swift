/// Mistakes in the timing of callbacks (4.7).
enum TimingFaults {
  /// Whether the process has opened a callback.
  private static let hasOpened = Memory(false)

  static let all: [Fault] = [
    Fault(
      timing: "callback-twice-the-second-late", .error,
      "the first callback of the process is opened again 20 ms later, because nobody seemed to answer",
      breaks: ["ABT-CB-01"],
      // It falls into whatever step comes then.
      mayAlso: ["ABT-*"]
    ) {
      hasOpened.update { isOpened in
        defer { isOpened = true }
        return isOpened ? [.zero] : [.zero, .milliseconds(20)]
      }
    }
  ]
}
