import Testing

@testable import FaultyHandlers

@Suite("The conversations of the suites without editions")
struct HandlerBatteryTests {
  @Test("every request is answered with what was seen")
  func answers() throws {
    let replies = try #require(HandlerBattery.standard).map { String(decoding: $0, as: UTF8.self) }
    #expect(replies.count > 90)
    let wrong = replies.filter { !$0.contains("\"started\"") && !$0.contains("\"observed\"") }
    #expect(wrong == [])
  }
}
