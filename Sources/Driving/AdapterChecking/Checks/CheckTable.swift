extension AdapterCheck {
  /// All checks, in the order in which they are made; a check stands after those that it needs.
  static let all: [AdapterCheck] = [
    starts, hello, flush, suites, start, step, order, unknownMembers, unknownType, unknownAction,
    unknownSuite, earlyStep, malformedRequest, longLines, unicode, bytes, reset, keep, startAgain,
    restart, parallel, stop, endOfInput, repliesOnly,
  ]
}
