/// What a library may do differently in the timing of its callbacks.
enum TimingLiberties {
  /// Whether the process has asked to open a callback.
  private static let hasOpened = Memory(false)

  static let all: [Liberty] = [
    Liberty(
      timing: "calls-back-late",
      "the first callback of the process is opened 700 ms late, after the adapter's reply",
      source: "adapter protocol: what comes later than 500 ms goes into late"
    ) {
      hasOpened.update { isOpened in
        defer { isOpened = true }
        return isOpened ? [.zero] : [.milliseconds(700)]
      }
    }
  ]
}
