/// A file of a template. The build turns all of them into one source file, so that `assay` needs no
/// other files.
package struct EmbeddedFile: Sendable {
  /// `<language>/common/…` or `<language>/<suite>/…`. For a kit that several languages share, its
  /// name replaces the language.
  package let name: String
  /// Whether it is a program.
  package let isExecutable: Bool
  /// Its content.
  package let text: String
}
