import Glibc
import Testing

@testable import Reporting

struct ProgressLineTests {
  /// What a line writes while `body` uses it.
  private func written(
    _ mode: ProgressLine.Mode, _ body: (inout ProgressLine) -> Void
  ) throws -> String {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var line = ProgressLine(mode, total: 100, descriptor: ends[1])
    body(&line)
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { read(ends[0], $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func theTextSaysHowFarAndHowLong() {
    #expect(
      ProgressLine.text(done: 1_234, total: 5_000, findings: 3, perSecond: 6_170)
        == "1,234/5,000  24%  3 findings  6,170/s  1 s left")
    #expect(
      ProgressLine.text(done: 1, total: 100, findings: 1, perSecond: 0.5, tellsEnd: false)
        == "1/100  1%  1 finding  0.5/s")
    #expect(
      ProgressLine.text(done: 1, total: 100, findings: 1, perSecond: 0.5)
        == "1/100  1%  1 finding  0.5/s  3 min 18 s left")
    #expect(
      ProgressLine.text(done: 100, total: 100, findings: 0, perSecond: 50)
        == "100/100  100%  0 findings  50/s")
    #expect(
      ProgressLine.text(done: 0, total: 0, findings: 0, perSecond: nil) == "0/0  0 findings")
  }

  @Test func theTextSaysWhatIsDone() {
    #expect(
      ProgressLine.text(task: "shuffled", done: 1, total: 4, findings: 0, perSecond: nil)
        == "shuffled 1/4  25%  0 findings")
  }

  @Test func theTextFitsItsColumns() {
    for width in 4..<60 {
      let text = ProgressLine.text(
        done: 1, total: 100, findings: 1, perSecond: 0.5, width: width)
      #expect(text.utf8.count <= max(width, 5))
    }
  }

  /// 1,000 cases of a millisecond, and 100 of a tenth of a second each, on a clock that only the cases move.
  @Test func theTimeLeftIsThatOfThePresentPace() throws {
    func tellsEnd(_ done: Int, perSecond: Double, after elapsed: Duration) -> Bool {
      RecentPace.tellsEnd(perSecond: perSecond, done: done, total: 10_000, elapsed: elapsed)
    }
    #expect(!tellsEnd(99, perSecond: 11, after: .seconds(9)))
    #expect(tellsEnd(100, perSecond: 100, after: .seconds(1)))
    #expect(tellsEnd(1, perSecond: 0.1, after: .seconds(10)))
    // At 500 a second so far, one case holds the work up.
    #expect(tellsEnd(5_000, perSecond: 50, after: .seconds(10)))
    #expect(!tellsEnd(5_000, perSecond: 49, after: .seconds(10)))
    var pace = RecentPace()
    var elapsed = Duration.zero
    func left(_ done: Int) throws -> Double {
      Double(1_100 - done) / (try #require(pace.perSecond(done: done, elapsed: elapsed)))
    }
    for done in 1...1_100 {
      elapsed += .milliseconds(done <= 1_000 ? 1 : 100)
      pace.note(done: done, elapsed: elapsed)
      if elapsed < .seconds(1) {
        #expect(pace.perSecond(done: done, elapsed: elapsed) == nil, "too early to tell")
      }
      // From a window after the change on it is right, where the pace since the beginning says 0.3 s.
      if done == 1_050 { #expect(abs(try left(done) - 5) < 0.3) }
      if done == 1_090 { #expect(abs(try left(done) - 1) < 0.1) }
    }
  }

  @Test func whereNothingIsDoneNoTimeIsPromised() throws {
    var pace = RecentPace()
    pace.note(done: 100, elapsed: .seconds(2))
    #expect(pace.perSecond(done: 100, elapsed: .seconds(2)) == 50)
    pace.note(done: 100, elapsed: .seconds(8))
    #expect(pace.perSecond(done: 100, elapsed: .seconds(8)) == nil)
  }

  @Test func theLineIsRewrittenAtMostTenTimesASecond() throws {
    let text = try written(.rewritten(width: 80)) { line in
      for millisecond in 0..<250 {
        line.draw(done: millisecond, findings: 0, elapsed: .milliseconds(millisecond))
      }
      line.clear()
      line.clear()
    }
    let pieces = text.split(separator: "\r")
    #expect(pieces.count == 4)
    #expect(pieces[0] == "\u{1B}[2K0/100  0%  0 findings")
    #expect(pieces[2].hasPrefix("\u{1B}[2K200/100"))
    #expect(pieces[3] == "\u{1B}[2K")
    #expect(!text.contains("\n"))
  }

  @Test func plainLinesComeAtIntervals() throws {
    let text = try written(.plain) { line in
      for second in 0..<25 { line.draw(done: second, findings: 2, elapsed: .seconds(second)) }
      line.clear()
    }
    #expect(
      text == """
        10/100  10%  2 findings  1/s  1 min 30 s left
        20/100  20%  2 findings  1/s  1 min 20 s left

        """)
  }

  @Test func offIsSilent() throws {
    let text = try written(.off) { line in
      line.update(done: 1, findings: 1)
      line.draw(done: 1, findings: 0, elapsed: .seconds(100))
      line.clear()
    }
    #expect(text == "")
  }
}
