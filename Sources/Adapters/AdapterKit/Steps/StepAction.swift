public import JSONText

/// A row of a suite's table: an action, the method that performs it, and its members.
public struct StepAction<Installation> {
  let name: String
  let perform: (Installation) -> (JSONValue) throws -> Void
  let whileRunning: Bool
  private let members: [String]

  /// - Parameters:
  ///   - name: the action.
  ///   - perform: a method of the installation, which gets the members of the step.
  ///   - members: each as `"name: shape"`. A shape is `text`, `boolean`, `integer`, `object`,
  ///     `array`, or the words that are allowed, with `|` between them; `?` after it: the member
  ///     may be missing or null.
  ///   - whileRunning: it makes sense only between `launch` and `terminate`.
  public init(
    _ name: String, _ perform: @escaping (Installation) -> (JSONValue) throws -> Void,
    _ members: String..., whileRunning: Bool = false
  ) {
    self.name = name
    self.perform = perform
    self.members = members
    self.whileRunning = whileRunning
  }

  /// - Throws: `AdapterFailure` if a member of the step is not what the table says.
  func check(_ step: JSONValue) throws {
    for member in members {
      let parts = member.split(separator: ": ")
      guard parts.count == 2 else { throw AdapterFailure("the table has no shape in \(member)") }
      let value = step[String(parts[0])]
      let shape = parts[1].hasSuffix("?") ? parts[1].dropLast() : parts[1]
      let isMissing = value == nil || value?.isNull == true
      if isMissing ? parts[1].hasSuffix("?") : Self.fits(value, shape) { continue }
      throw AdapterFailure("\(parts[0]) is missing, or not \(shape)")
    }
  }

  private static func fits(_ value: JSONValue?, _ shape: Substring) -> Bool {
    switch (value, shape) {
    case (.string?, "text"), (.boolean?, "boolean"), (.integer?, "integer"), (.object?, "object"),
      (.array?, "array"):
      true
    case (.string(let text)?, _):
      shape.contains("|") && shape.split(separator: "|").contains { $0 == text }
    default: false
    }
  }
}
