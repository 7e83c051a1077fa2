/// Mistakes hidden so deep that no fixed case of the suites meets them: each needs several things at
/// once, which cases name one at a time.
///
/// They are no gap of the suites, so the selftest leaves them out unless it is asked for one. They
/// show what a fuzzer finds beyond the cases. Each has a case of its own that shows it, in
/// `Tests/Programs/EndToEndTests/DeepCases`.
enum DeepFaults {
  static let all: [Fault] = values + lists + pieces + answers + encrypted + modes
}
