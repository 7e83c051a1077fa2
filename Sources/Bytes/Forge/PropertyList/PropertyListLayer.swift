/// The bytes of the property list (ABT-DATA-06, 07, 10 to 15).
package enum PropertyListLayer: Hashable, Sendable {
  case canonical
  /// Other bytes in its place, whatever the dictionary says.
  case replaced(with: [UInt8])
  /// Only the first `length` bytes.
  case truncated(length: Int)
  /// A list put together by hand, whatever the dictionary says.
  case image(PropertyListImage)
  // Changes of the canonical list.
  case foreign(ForeignListForm, ImageAim)
  case table(TableForm, ImageAim)
  case reference(ReferenceForm, ImageAim)
  case value(ValueForm, ImageAim)
  case freeValue(FreeValueForm, ImageAim)
  case key(KeyForm, ImageAim)
  case liberty(EncodingLiberty, ImageAim)

  /// What is sent instead of the `canonical` bytes of the dictionary.
  ///
  /// Complexity: linear in these, but for rewriting orders, and in what a form adds (at most some 100,000 bytes).
  package func applied(to canonical: [UInt8]) -> [UInt8] {
    switch self {
    case .canonical: canonical
    case .replaced(let bytes): bytes
    case .truncated(let length): Array(canonical.prefix(max(0, length)))
    case .image(let image): image.rendered()
    case .foreign(let form, let aim): form.applied(to: canonical, aim)
    case .table(let form, let aim): form.applied(to: canonical, aim)
    case .reference(let form, let aim): form.applied(to: canonical, aim)
    case .value(let form, let aim): form.applied(to: canonical, aim)
    case .freeValue(let form, let aim): form.applied(to: canonical, aim)
    case .key(let form, let aim): form.applied(to: canonical, aim)
    case .liberty(let form, let aim): form.applied(to: canonical, aim)
    }
  }
}
