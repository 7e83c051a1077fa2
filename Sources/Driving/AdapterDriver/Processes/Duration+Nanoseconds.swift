import CProcess

extension Duration {
  /// Nanoseconds, clamped to what fits (292 years).
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowsToo) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
  }

  /// The moment that lies this far ahead, in nanoseconds of `cprocess_now`.
  var fromNow: Int64 {
    let (sum, overflows) = cprocess_now().addingReportingOverflow(nanoseconds)
    return overflows ? .max : sum
  }
}
