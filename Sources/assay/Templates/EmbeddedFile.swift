/// A file of a template. All of them are made into one source file when `assay` is built, so that the
/// program needs nothing but itself.
struct EmbeddedFile: Sendable {
  /// `<language>/common/…` or `<language>/<suite>/…`; the same below the name of a kit that
  /// several languages share.
  let name: String
  /// Whether it is a program.
  let isExecutable: Bool
  /// All that stands in it.
  let text: String
}
