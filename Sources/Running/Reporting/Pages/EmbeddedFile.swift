/// A file of `Pages/Files`. The build turns all of them into one source file, so that `assay` needs no other files.
struct EmbeddedFile: Sendable {
  let name: String
  let isExecutable: Bool
  let text: String

  /// The text of a file; empty where there is none, which the tests do not let pass.
  static func text(_ name: String) -> String { all.first { $0.name == name }?.text ?? "" }
}
