import Testing

@testable import AdapterChecking

@Suite struct CheckTableTests {
  @Test func namesAreUniqueAndNeedsComeFirst() {
    var seen: Set<String> = []
    for check in AdapterCheck.all {
      for need in check.needs { #expect(seen.contains(need), "\(check.id) needs \(need)") }
      #expect(seen.insert(check.id).inserted, "\(check.id) comes twice")
      #expect(!check.remedy.isEmpty && !check.title.isEmpty)
    }
  }

  @Test func everyCheckHasAnAdapterThatFailsIt() {
    let caught = Set(FaultTests.faults.flatMap(\.failed))
    #expect(Set(AdapterCheck.all.map(\.id)).subtracting(caught) == [])
  }
}
