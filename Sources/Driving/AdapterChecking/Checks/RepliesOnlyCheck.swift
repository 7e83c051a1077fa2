extension AdapterCheck {
  /// Standard output carries replies only, one for each request (adapter.md, Framing).
  static let repliesOnly = AdapterCheck(
    "replies-only", "writes nothing but replies to standard output", needs: ["hello"],
    remedy: """
      Send what the library and the runtime print to standard error: keep a copy of descriptor 1 for the \
      replies and make descriptor 1 a copy of 2. Answer each request once.
      """
  ) { (bench) throws(CheckStop) in
    guard let first = bench.strays.first else { return "nothing else came in all these checks" }
    let more = bench.strays.count > 1 ? " and \(bench.strays.count - 1) more lines" : ""
    throw .failed("it wrote \(first)\(more)")
  }
}
