/// A family of forms that are made by changing a list that was taken apart.
protocol ImageForm: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
  /// The claim holds for every aim, and for every canonical list of a request.
  var note: LayerNote { get }
  func change(_ editor: inout ImageEditor, _ aim: ImageAim)
}

extension ImageForm {
  /// The bytes that are sent instead of the canonical ones; these themselves where they hold no dictionary.
  func applied(to canonical: [UInt8], _ aim: ImageAim) -> [UInt8] {
    guard var editor = ImageEditor(canonical) else { return canonical }
    change(&editor, aim)
    _ = editor.settle()
    return editor.image.rendered()
  }
}
