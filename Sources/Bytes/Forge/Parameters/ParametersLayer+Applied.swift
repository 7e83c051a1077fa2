extension ParametersLayer {
  /// The slots that are sent in the place of the canonical ones.
  ///
  /// - Parameters:
  ///   - name: the dialect's name of a parameter; `data` has one more under `otherDataName`.
  func applied(
    to slots: [ParameterSlot], name: (RequestForge.Parameter) -> String, otherDataName: String
  ) -> [ParameterSlot] {
    func changing(
      _ parameter: RequestForge.Parameter, _ change: (ParameterSlot) -> [ParameterSlot]
    ) -> [ParameterSlot] {
      slots.flatMap { $0.parameter == parameter ? change($0) : [$0] }
    }
    switch self {
    case .canonical: return slots
    case .slots(let others): return others
    case .reordered(var order):
      var rest = slots
      var result: [ParameterSlot] = []
      while !rest.isEmpty {
        result.append(rest.remove(at: Int(order % UInt64(rest.count))))
        order /= UInt64(rest.count + 1)
      }
      return result
    case .unknownAdded(let name, let value, let index):
      var result = slots
      let place = index.wrapped(slots.count + 1)
      result.insert(
        ParameterSlot(
          nil, name: Self.escaped(name), value.map { .raw(Self.escaped($0)) } ?? .absent), at: place
      )
      return result
    case .unknownMany(let count):
      return (0..<min(max(0, count), 1 << 16)).map {
        ParameterSlot(nil, name: Array("padding-\($0)".utf8), .raw([UInt8(ascii: "x")]))
      } + slots
    case .emptyPieces:
      let nothing = ParameterSlot(nil, name: [], .absent)
      return [nothing] + slots.flatMap { [$0, nothing] }
    case .padded(let count):
      let filling = [UInt8](repeating: UInt8(ascii: "x"), count: min(max(0, count), 1 << 24))
      return [ParameterSlot(nil, name: Array("padding".utf8), .raw(filling))] + slots
    case .missing(let parameter): return changing(parameter) { _ in [] }
    case .emptied(let parameter, let withoutEquals):
      return changing(parameter) {
        [ParameterSlot($0.parameter, name: $0.name, withoutEquals ? .absent : .empty)]
      }
    case .repeatedAlike(let parameter): return changing(parameter) { [$0, $0] }
    case .repeatedUnlike(let parameter, let wrongFirst):
      return changing(parameter) {
        let other = ParameterSlot($0.parameter, name: $0.name, .extended(by: Array("AA".utf8)))
        return wrongFirst ? [other, $0] : [$0, other]
      }
    case .nameInOtherCase(let parameter):
      return changing(parameter) {
        [ParameterSlot($0.parameter, name: Array(name(parameter).uppercased().utf8), $0.value)]
      }
    case .nameEscaped(let parameter):
      let bytes = Array(name(parameter).utf8)
      guard let first = bytes.first else { return slots }
      return changing(parameter) {
        [ParameterSlot($0.parameter, name: Escaping.escape(first) + bytes.dropFirst(), $0.value)]
      }
    case .dataSwapped:
      return changing(.data) {
        [ParameterSlot($0.parameter, name: Array(otherDataName.utf8), $0.value)]
      }
    case .dataBoth:
      return changing(.data) {
        [$0, ParameterSlot($0.parameter, name: Array(otherDataName.utf8), $0.value)]
      }
    case .dataBothUnlike:
      return changing(.data) {
        [$0, ParameterSlot(nil, name: Array(otherDataName.utf8), .raw(Array("no*Base64".utf8)))]
      }
    }
  }

  private static func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap {
      $0 < 0x80 && $0 != 0x25 && $0 > 0x20 && $0 != 0x26 && $0 != 0x3D && $0 != 0x23
        ? [$0] : Escaping.escape($0)
    }
  }
}
