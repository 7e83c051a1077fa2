import Claims
import WireFormat

/// The strict reader of binary property lists: it ends, keeps its bounds, says where, and what it
/// accepts the writer writes so that it reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  var reader = PropertyListReader(configurationKey: Dialect.profile1.keys.configuration)
  let reading = reader.read(input)
  checkPlaces(reading, count: count)
  checkKeptState(&reader, input, reading)
  checkStrictness(reading, input)
  checkTighterLimits(reading, input)
  if let value = reading.value { check(value, reading) }
  return 0
}

private func checkPlaces(_ reading: Reading<PropertyList>, count: Int) {
  if let defect = reading.defect {
    claim((0...count).contains(defect.offset), "a defect lies within the bytes")
    claim(!defect.description.isEmpty, "a defect has words")
  }
  if let freedom = reading.freedom {
    claim((0...count).contains(freedom.offset), "a freedom lies within the bytes")
    claim(!freedom.description.isEmpty, "a freedom has words")
  }
}

/// The reader keeps arrays between lists, and nothing else.
private func checkKeptState(
  _ reader: inout PropertyListReader, _ input: [UInt8], _ reading: Reading<PropertyList>
) {
  let isNoDictionary = reader.lastTopIsNoDictionary
  _ = reader.read(Array(input.dropLast(input.count / 2)))
  claim(reader.read(input) == reading, "a reader says the same of the same bytes")
  claim(reader.lastTopIsNoDictionary == isNoDictionary, "also of the top object")
  if case .dictionary? = reading.value { claim(!isNoDictionary, "a dictionary is one") }
}

/// The names of keys that must be text only add refusals.
private func checkStrictness(_ reading: Reading<PropertyList>, _ input: [UInt8]) {
  var lenient = PropertyListReader()
  let other = lenient.read(input)
  switch (reading, other) {
  case (.accepted(let strict), .accepted(let lenient)):
    claim(strict == lenient, "the configuration's key does not change the value")
  case (.accepted, _), (_, .accepted): refute("what is accepted does not depend on that key")
  case (.free, .refused): refute("without that key nothing more is refused")
  default: break
  }
}

private func checkTighterLimits(_ reading: Reading<PropertyList>, _ input: [UInt8]) {
  var limits = PropertyListLimits()
  (limits.maxDepth, limits.maxObjects, limits.maxContentBytes) = (4, 24, 256)
  (limits.hardDepth, limits.hardObjects, limits.hardContentBytes) = (6, 48, 512)
  var tight = PropertyListReader(
    limits: limits, configurationKey: Dialect.profile1.keys.configuration)
  let other = tight.read(input)
  claim(other.defect == reading.defect, "limits refuse nothing")
  if case .accepted(let value) = other {
    claim(reading == .accepted(value), "what fits tight limits fits wide ones")
  }
  guard let value = other.value else { return }
  claim(reading.value == value, "limits do not change a value")
  checkSize(of: value, other, limits)
}

private func checkSize(
  of value: PropertyList, _ reading: Reading<PropertyList>, _ limits: PropertyListLimits
) {
  let size = Size(of: value)
  claim(size.depth <= limits.hardDepth && size.objects <= limits.hardObjects, "hard limits hold")
  claim(size.contentBytes <= limits.hardContentBytes, "the content is within its hard limit")
  guard case .accepted = reading else { return }
  claim(size.depth <= limits.maxDepth && size.objects <= limits.maxObjects, "limits hold")
  claim(size.contentBytes <= limits.maxContentBytes, "the content is within its limit")
}

private func check(_ value: PropertyList, _ reading: Reading<PropertyList>) {
  checkSize(of: value, reading, PropertyListLimits())
  var writer = PropertyListWriter()
  let written = writer.write(value)
  claim(writer.write(value) == written, "a writer writes the same of the same value")
  var reader = PropertyListReader(configurationKey: Dialect.profile1.keys.configuration)
  let again = reader.read(written)
  // Reals of four bytes become ones of eight, which only the hard limit has room for.
  if again.freedom?.reason == .tooMuchContent { return }
  claim(again.value == value, "a written value reads the same")
  switch (reading, again) {
  case (.accepted, .accepted), (.free, _): break
  default: refute("what is accepted is accepted when written anew")
  }
}
