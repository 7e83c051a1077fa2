/// Why bytes must be refused, and where: the first defect that the reader found.
package struct Defect: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layers of a request, from the outside in.
  package typealias Layer = Classification.Layer

  /// What is wrong.
  package var reason: Reason
  /// A byte position in the input of the layer (Base64 text, compressed bytes, property list…).
  package var offset: Int

  /// One defect at a byte of its layer.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The layer that is broken.
  package var layer: Layer { reason.kind.row.layer }
  /// What is wrong, and where.
  package var description: String {
    let row = reason.kind.row
    let detail = reason.detail.map { ": \($0)" } ?? ""
    return "\(row.layer.rawValue), byte \(offset): \(row.sentence)\(detail)"
  }
}
