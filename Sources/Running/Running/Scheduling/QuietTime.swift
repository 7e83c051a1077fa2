package import AdapterDriver

/// How long is waited for what a library does late (adapter.md, Quiet before the reply).
package enum QuietTime {
  /// A step that took this long may have been answered without the callback that was to come: adapters wait
  /// 500 ms for one. Something shorter, because their clock is not ours.
  static let suspiciousStep = Duration.milliseconds(400)

  /// How long an adapter that runs one case alone is given behind its last reply: three quarters of a step's
  /// deadline, at most 1.5 s. With the 500 ms before the reply that is the time that a step has by default.
  package static func behindLastReply(_ limits: AdapterLimits) -> Duration {
    min(.milliseconds(1_500), limits.stepDeadline * 3 / 4)
  }
}
