import Claims
import Conformance
import JSONText
import SuiteModels
import Suites

/// Case files: an accepted case is written so that it reads, is written and is sent the same, and every consumer of a case can
/// take it: it opens, explains itself and has a control.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](fuzzInput: start, count: count)
  let first: Case
  do throws(JSONError) {
    first = try read(input)
  } catch {
    claim(error.offset <= input.count, "an error has its place")
    claim(error.line >= 1 && error.column >= 1, "an error has its line and column")
    return 0
  }
  guard let suite = suites.first(where: { $0.name == first.suite }) else {
    refute("a case belongs to a suite")
  }
  let text = written(first, by: suite)
  let second: Case
  do throws(JSONError) {
    second = try read(text)
  } catch {
    refute("what was written is read again: \(error)")
  }
  claim(written(second, by: suite) == text, "what was written is written the same again")
  claim(second.provenance?.drift.isEmpty == true, "what was written has not drifted")
  consume(first, second, of: suite)
  return 0
}

/// They live as long as the program. Swift keeps the case of an enumeration in bits of its pointers that addresses do not need; a leak
/// checker does not follow such pointers, and takes what only they lead to for lost.
private let suites: [any Suite] = notCountedAsLeaks { SuiteCatalogue.usual }

/// What is read is not counted either: `abt` keeps the latest requests that it took apart. Leaks of reading are the business of `json` and
/// `lift`.
private func read(_ text: [UInt8]) throws(JSONError) -> Case {
  let outcome = notCountedAsLeaks {
    Result { () throws(JSONError) in
      try CaseFile.read(text, suites: suites, name: "stored/input")
    }
  }
  return try outcome.get()
}

private func written(_ item: Case, by suite: any Suite) -> [UInt8] {
  do throws(HarnessFault) {
    return try suite.encode(item)
  } catch {
    refute("an accepted case can be written: \(error)")
  }
}

private func consume(_ first: Case, _ second: Case, of suite: any Suite) {
  do throws(HarnessFault) {
    let frames = (try suite.frames(first), try suite.frames(second))
    claim(frames.0 == frames.1, "the same is sent")
    let told = try suite.explain(first, capabilities: [])
    let again = try suite.explain(second, capabilities: [])
    claim(told.steps.map(\.words) == again.steps.map(\.words), "the same is told")
    claim(told.steps.map(\.ways) == again.steps.map(\.ways), "the same is expected")
    if suite.watchesMemory(of: first) { _ = try suite.control(for: first) }
  } catch {
    refute("an accepted case can be run and explained: \(error)")
  }
}
