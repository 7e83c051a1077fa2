/// What a library may do otherwise in when it calls back.
enum TimingLiberties {
  /// Whether the process has wanted a callback opened.
  private static let hasOpened = Memory(false)

  static let all: [Liberty] = [
    Liberty(
      timing: "calls-back-late",
      "the first callback of the process is opened 700 ms after its request, behind the adapter's reply",
      source: "adapter protocol: what comes later than 500 ms goes into late"
    ) {
      hasOpened.update { isOpened in
        defer { isOpened = true }
        return isOpened ? [.zero] : [.milliseconds(700)]
      }
    }
  ]
}
