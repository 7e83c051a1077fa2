import Claims
import Conformance
import JSONText
import Suites

/// Case files: what is accepted is written so that it reads the same, with the same bytes to send.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let first: Case
  do throws(JSONError) {
    first = try CaseFile.read(input, suites: suites, name: "stored/input")
  } catch {
    claim(error.offset <= input.count, "an error has its place")
    return 0
  }
  guard let suite = suites.first(where: { $0.name == first.suite }) else {
    claim(false, "a case belongs to a suite")
    return 0
  }
  do {
    let text = try suite.encode(first)
    let second = try CaseFile.read(text, suites: suites, name: "stored/input")
    claim(try suite.frames(first) == suite.frames(second), "the same is sent")
    claim(
      second.provenance?.drift.isEmpty != false || first.provenance?.drift.isEmpty == false,
      "what was written anew has not drifted")
    _ = try suite.explain(first, capabilities: [])
  } catch {
    claim(false, "an accepted case is written and read again: \(error)")
  }
  return 0
}

private let suites: [any Suite] = [ABT.suite(), DualMode.suite]
