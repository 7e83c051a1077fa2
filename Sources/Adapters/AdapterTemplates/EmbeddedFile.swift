/// A file of a template. All of them are made into one source file when `assay` is built, so that the
/// program needs nothing but itself.
package struct EmbeddedFile: Sendable {
  /// `<language>/common/…` or `<language>/<suite>/…`; the same below the name of a kit that
  /// several languages share.
  package let name: String
  /// Whether it is a program.
  package let isExecutable: Bool
  /// All that stands in it.
  package let text: String
}
