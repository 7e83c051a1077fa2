extension PropertyListImage {
  /// A random small list that is right in most places: a dictionary with some scalars and containers, and a few changes at random.
  static func make(_ choices: inout some ForgeChoices) -> PropertyListImage {
    let names = ["Version", "Configuration", "Category", "Keys"].prefix(2 + choices.below(3))
    var objects = names.map { Object(.bytes(ImageEditor.text($0))) }
    objects.append(Object(.bytes([0x10, 1])))
    for _ in 0..<choices.below(8) { objects.append(object(&choices, upTo: objects.count + 4)) }
    let values = names.indices.map { $0 == 0 ? names.count : choices.below(objects.count) }
    let references = (Array(names.indices) + values).map { UInt64($0 + 1) }
    objects.insert(Object(.container(Container(0xD0, references))), at: 0)
    var image = PropertyListImage(objects)
    image.offsetWidth = choices.within(1...8)
    image.referenceWidth = choices.within(1...8)
    for _ in 0..<choices.below(3) { image.disturb(&choices) }
    return image
  }

  private static func object(
    _ choices: inout some ForgeChoices, upTo count: Int
  ) -> Object {
    switch choices.below(5) {
    case 0: return Object(.bytes(ImageEditor.text("v\(choices.below(100))")))
    case 1: return Object(.bytes([0x08 | UInt8(choices.below(2))]))
    case 2:
      let data = choices.bytes(choices.below(20))
      return Object(.bytes(head(0x40, count: UInt64(data.count)) + data))
    case 3: return Object(.bytes([UInt8(choices.below(256))] + choices.bytes(choices.below(10))))
    default:
      let marker = choices.pick([0xA0, 0xD0, 0xC0] as [UInt8])
      let members = (0..<2 * choices.below(4)).map { _ in UInt64(choices.below(count)) }
      let form = choices.pick(CountForm.allCases)
      return Object(.container(Container(marker, members, countForm: form)))
    }
  }

  private mutating func disturb(_ choices: inout some ForgeChoices) {
    let number = choices.below(objects.count)
    switch choices.below(7) {
    case 0: objects[number].offset = UInt64(choices.below(1 << choices.within(1...40)))
    case 1: objects[number].gap = choices.bytes(choices.within(1...4))
    case 2: order = [number]
    case 3: trailer?.top = UInt64(choices.below(objects.count + 2))
    case 4: trailer?.objectCount = UInt64(choices.below(1 << choices.within(1...40)))
    case 5: trailer?.padding = choices.bytes(6)
    default: behindTable = choices.bytes(choices.within(1...8))
    }
  }
}
