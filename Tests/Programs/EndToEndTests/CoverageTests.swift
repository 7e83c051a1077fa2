import Foundation
import Testing

/// `assay fuzz` with an adapter in C whose branches are counted.
@Suite(.enabled(if: onPath("clang", "make"), "no clang or make on PATH")) struct CoverageTests {
  /// Writes the template in C with another body of its library's function, and builds it.
  ///
  /// - Parameters:
  ///   - body: is run for each URL, of `length` bytes; `library->floor` is 0 at first.
  ///   - target: of the Makefile.
  private func adapter(
    _ place: Workplace, _ body: String, target: String = "coverage", _ words: String = ""
  ) throws {
    #expect(try place.assay("adapter", "new", "--language", "c", "a").status == 0)
    let file = "a/stub_library.c"
    var text = try place.text(place.file(file))
    for (old, new) in [
      ("  char scheme[];", "  int floor;\n  char scheme[];"),
      ("library->delegate = delegate;", "library->delegate = delegate;\n  library->floor = 0;"),
      ("  /* A library would", "\(body)\n  /* A library would"),
    ] {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try place.put(text.utf8, file)
    // Optimized, a row of comparisons may become a table without a branch.
    let built = try place.shell("make -C a \(target) CC=clang CFLAGS=-O0 \(words) 2>&1")
    #expect(built.status == 0, "\(built.output)")
  }

  /// What is fixed, so that a campaign without coverage is the same each time.
  private func fuzz(_ place: Workplace, _ words: String...) throws -> Outcome {
    try place.assay(
      [
        "fuzz", "--timeout", "30", "--jobs", "1", "--progress", "none", "--suite", "abt",
        "--edition", "plain", "--requirement", "ABT-ROB-01",
      ] + words + ["--", "a/adapter"])
  }

  /// Only after five requests of the right lengths, in their order, comes the fault, and no reply tells of the floors above it.
  private static let floors =
    "  switch (library->floor) {\n"
    + (0..<5).map {
      "  case \($0): if (length % 16 == \(($0 * 7 + 3) % 16)) library->floor = \($0 + 1); break;\n"
    }.joined() + "  default: abort();\n  }\n"

  @Test func aBranchBehindSeveralComparisonsIsReached() throws {
    let place = try Workplace()
    try adapter(place, Self.floors)
    let found = try fuzz(
      place, "--bare", "--coverage", "on", "--cases", "50000", "--until-finding", "--output", "with"
    )
    #expect(found.errors.contains("assay: feedback: assay's runtime, "), "\(found.errors)")
    #expect(found.errors.contains(" edges moved, 100 % stable"), "\(found.errors)")
    #expect(found.status == 4, "\(found.output)")
    #expect(found.output.contains(" features, "))
    #expect(found.output.contains("ABT-ROB-01 crash/signal-6"))
    #expect(try Self.count("edges", in: found) > 0)
    // Without, it stays hidden.
    let blind = try fuzz(
      place, "--bare", "--coverage", "off", "--cases", "4000", "--output", "without")
    #expect(blind.status == 0, "\(blind.output)")
  }

  /// `4` of `4 edges`
  private static func count(_ noun: String, in outcome: Outcome) throws -> Int {
    let words = outcome.output.split(whereSeparator: { " ,;\n".contains($0) && $0 != "," })
    let place = try #require(words.firstIndex { $0.prefix(while: \.isLetter) == noun })
    return try #require(Int(words[place - 1].filter(\.isNumber)))
  }

  /// A campaign that goes on finds out anew which edges its entries take, and keeps no entry twice.
  @Test func aCampaignGoesOnWithItsEdges() throws {
    let place = try Workplace()
    try adapter(place, "")
    let first = try fuzz(place, "--bare", "--cases", "1500", "--output", "c")
    #expect(first.status == 0, "\(first.output)")
    let again = try fuzz(place, "--bare", "--cases", "1", "--output", "c")
    #expect(again.status == 0, "\(again.output)")
    let edges = try Self.count("edges", in: first)
    #expect(edges > 10)
    // What comes and goes is found anew, too, and may be one more or less.
    #expect(try abs(Self.count("edges", in: again) - edges) * 20 < edges)
    #expect(try Self.count("entries", in: again) <= Self.count("entries", in: first) + 1)
  }

  /// An edge that a case takes half of the times is seen and left out. The order has no period that a round of cases could have as well.
  @Test func whatComesAndGoesIsToldAndLeftOut() throws {
    let place = try Workplace()
    try adapter(
      place,
      """
        static unsigned state = 1;
        state = state * 1103515245u + 12345u;
        if (state >> 16 & 1) library->floor = 1; else library->floor = 2;
      """)
    let outcome = try fuzz(place, "--cases", "1", "--output", "c")
    #expect(outcome.errors.contains("assay: feedback: assay's runtime, "), "\(outcome.errors)")
    #expect(!outcome.errors.contains("100 % stable"), "\(outcome.errors)")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// Built as usual, the adapter counts nothing, and who insists is told so.
  @Test func withoutInstrumentationThereIsNone() throws {
    let place = try Workplace()
    try adapter(place, "", target: "adapter")
    let auto = try fuzz(place, "--bare", "--cases", "1", "--output", "c")
    #expect(auto.errors.contains("assay: feedback: none, the adapter counts no edges\n"))
    #expect(!auto.output.contains(" edges"))
    let off = try fuzz(place, "--bare", "--cases", "1", "--output", "c2", "--coverage", "off")
    #expect(off.status == 0 && !off.errors.contains("feedback"))
    let on = try fuzz(place, "--bare", "--cases", "1", "--output", "c3", "--coverage", "on")
    #expect(on.status == 2)
    #expect(on.errors.contains("--coverage on, and no edge of the adapter's code was counted"))
    #expect(try place.names().contains("c3") == false)
  }

  /// There are guards, but no case comes to any.
  @Test func aMapThatDoesNotMoveIsTold() throws {
    let place = try Workplace()
    try adapter(place, "", target: "adapter")
    try place.put("void unused(int a); void unused(int a) { if (a) unused(0); }\n".utf8, "a/x.c")
    let built = try place.shell(
      "cd a && clang -fsanitize-coverage=trace-pc-guard -c x.c && rm x.c && clang -pthread -o adapter *.o 2>&1"
    )
    #expect(built.status == 0, "\(built.output)")
    let outcome = try fuzz(place, "--bare", "--cases", "1", "--output", "c")
    #expect(
      outcome.errors.contains("feedback: none: the adapter has assay's runtime, but none of its "),
      "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  /// With more edges than a map usually has places, the map grows.
  @Test func aLargeAdapterGetsALargeMap() throws {
    let place = try Workplace()
    try adapter(place, "  extern void big(int); big((int)length);", target: "clean")
    // 70,000 guards of a module, as clang would write them, and calls of two that share a counter in 64 KiB.
    let big = """
      #include <stdint.h>
      static uint32_t guards[70000];
      void __sanitizer_cov_trace_pc_guard_init(uint32_t *, uint32_t *);
      void __sanitizer_cov_trace_pc_guard(uint32_t *);
      __attribute__((constructor)) static void load(void) {
        __sanitizer_cov_trace_pc_guard_init(guards, guards + 70000);
      }
      void big(int length);
      void big(int length) { __sanitizer_cov_trace_pc_guard(guards + 10 + length % 2 * 65520); }
      """
    try place.put(big.utf8, "a/big.c")
    let built = try place.shell("cd a && cc -pthread -o adapter *.c 2>&1")
    #expect(built.status == 0, "\(built.output)")
    let outcome = try fuzz(place, "--bare", "--cases", "60", "--output", "c")
    #expect(outcome.errors.contains(" of 70,000 edges moved"), "\(outcome.errors)")
    #expect(outcome.output.contains(" features, 2 edges"), "\(outcome.output)")
  }
}
