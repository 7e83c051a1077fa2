import WireFormat

/// What a value needs at least as a binary property list, with every object as often as it stands.
struct Size {
  var depth = 0
  /// Keys and containers too.
  var objects = 1
  /// Without references.
  var contentBytes = 1

  init(of value: PropertyList) {
    switch value {
    case .string(let text): contentBytes += text.utf16.count
    case .data(let bytes): contentBytes += bytes.count
    case .integer: contentBytes += 1
    case .real: contentBytes += 4
    case .date: contentBytes += 8
    case .boolean: break
    case .array(let elements):
      for element in elements { add(Size(of: element)) }
      depth += 1
    case .dictionary(let members):
      for member in members {
        add(Size(of: .string(member.key)))
        add(Size(of: member.value))
      }
      depth += 1
    }
  }

  private mutating func add(_ member: Size) {
    depth = max(depth, member.depth)
    objects += member.objects
    contentBytes += member.contentBytes
  }
}
