import Testing

@testable import AdapterDriver

/// What an adapter is told that may have been built with a sanitizer.
@Suite struct SanitizerTests {
  private func options(_ environment: [(String, String)]) -> [String] {
    AdapterCommand(executable: "adapter", environment: environment).withoutQuarantine.environment
      .map { "\($0.0)=\($0.1)" }
  }

  @Test func nothingIsHeldThatHasBeenGivenBack() {
    let off = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"
    #expect(options([("A", "1")]) == ["A=1", "ASAN_OPTIONS=\(off)"])
    // What the user has asked for stays, in front of what counts.
    #expect(
      options([("ASAN_OPTIONS", "detect_leaks=1:quarantine_size_mb=64"), ("A", "1")])
        == ["A=1", "ASAN_OPTIONS=detect_leaks=1:quarantine_size_mb=64:\(off)"])
  }
}
