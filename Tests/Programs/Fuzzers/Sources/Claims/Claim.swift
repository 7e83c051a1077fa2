/// Ends the process, which libFuzzer reports together with the input, where `holds` is false.
///
/// - Parameter sentence: what is claimed of every input.
@inline(__always)
package func claim(
  _ holds: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  if !holds() { refute(sentence(), file: file, line: line) }
}

/// Ends the process where a claim does not hold.
@inline(never)
package func refute(
  _ sentence: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError("this does not hold: " + sentence, file: file, line: line)
}
