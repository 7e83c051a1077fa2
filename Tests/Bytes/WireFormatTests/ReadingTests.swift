import Testing
import WireFormat

@Suite("Readings of several layers")
struct ReadingTests {
  private let defect = Defect(.wrongMagic, at: 0)
  private let loose = Freedom(.nonCanonicalBits, at: 1)
  private let padding = Freedom(.paddingMissing, at: 2)

  @Test("a refusal of either layer stands")
  func refusals() {
    #expect(Reading<Int>.refused(defect).then { .accepted($0) } == .refused(defect))
    #expect(Reading.accepted(1).then { _ in Reading<Int>.refused(defect) } == .refused(defect))
    #expect(Reading.free(loose, 1).then { _ in Reading<Int>.refused(defect) } == .refused(defect))
  }

  @Test("a freedom without value ends it")
  func ends() {
    let reading = Reading<Int>.free(loose, nil).then { _ in Reading<Int>.refused(defect) }
    #expect(reading == .free(loose, nil))
  }

  @Test("of two freedoms the one that should be refused is told, else the first")
  func twoFreedoms() {
    let other = Freedom(.null, at: 3)
    #expect(Reading.free(loose, 1).then { .free(padding, $0 + 1) } == .free(padding, 2))
    #expect(Reading.free(padding, 1).then { .free(loose, $0 + 1) } == .free(padding, 2))
    #expect(Reading.free(loose, 1).then { .free(other, $0 + 1) } == .free(loose, 2))
    #expect(Reading.accepted(1).then { .free(other, $0 + 1) } == .free(other, 2))
    #expect(Reading.free(loose, 1).then { .accepted($0 + 1) } == .free(loose, 2))
  }
}
