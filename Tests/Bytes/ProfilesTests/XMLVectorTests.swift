import Profiles
import Testing
import WireFormat

/// Our XML reader against what Python's plistlib wrote and read.
@Suite struct XMLVectorTests {
  @Test func `all vectors are found`() {
    #expect(TestFiles.vectorNames.count == 36)
  }

  @Test(arguments: TestFiles.vectorNames)
  func `reads the same values as plistlib`(name: String) throws {
    let value = try XMLPropertyListReader.read(TestFiles.vector("\(name).xml"))
    let expected = String(decoding: try TestFiles.vector("\(name).values"), as: UTF8.self)
    #expect(ValueLines.of(value) == expected)
  }
}
