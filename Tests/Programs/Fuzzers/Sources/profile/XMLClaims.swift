import Claims
import Profiles
import WireFormat

/// Reads an XML property list and claims what holds of it or of its defect.
func checkXML(_ input: [UInt8]) -> PropertyList? {
  do throws(XMLPropertyListError) {
    let list = try XMLPropertyListReader.read(input, limits: limits)
    claim(list.nodes <= limits.maxNodes && list.depth <= limits.maxDepth, "the budgets hold")
    check(list)
    return list
  } catch {
    check(error, in: input)
    return nil
  }
}

private func check(_ list: PropertyList) {
  let again = try? XMLPropertyListReader.read(list.xml)
  claim(again == list, "a list written anew reads the same")
  var writer = PropertyListWriter()
  var reader = PropertyListReader()
  let reading = reader.read(writer.write(list))
  if reading.freedom?.reason == .canonicallyEquivalentKeys { return }
  claim(reading.value == list, "so does its binary form")
}

private func check(_ error: XMLPropertyListError, in input: [UInt8]) {
  claim((0...input.count).contains(error.offset), "an error lies within the document")
  let before = input.prefix(error.offset)
  var line = 1
  var lineStart = 0
  for (index, byte) in before.enumerated() {
    let isPair = byte == 0x0D && index + 1 < input.count && input[index + 1] == 0x0A
    if byte == 0x0A || (byte == 0x0D && !isPair) { (line, lineStart) = (line + 1, index + 1) }
  }
  claim(error.line == line, "the line is that of the offset")
  claim(error.column == error.offset - lineStart + 1, "so is the column")
  let words = error.description.utf8
  claim((1...600).contains(words.count), "an error has a few words")
  claim(words.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "and no controls among them")
}
