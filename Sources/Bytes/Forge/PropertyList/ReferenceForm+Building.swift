extension ReferenceForm {
  static func misrefer(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let count = editor.objectCount
    let value = aim.pick([count, count + 1, 0xFF, 0xFFFF, 0x7FFF_FFFF, 1 << 32, 1 << 63, .max])
    let target = max(value, count)
    let width = PropertyListImage.width(of: target)
    editor.image.referenceWidth = max(editor.image.referenceWidth, width)
    let slots = editor.containers.flatMap { number in
      (editor.container(number)?.references.indices ?? 0..<0).map { (number, $0) }
    }
    guard !slots.isEmpty else { return }
    let (number, slot) = slots[aim.place(below: slots.count)]
    editor.change(number) { $0.references[slot] = target }
  }

  /// A chain of `depth` containers, all arrays or (for odd places) all dictionaries.
  static func nest(
    _ editor: inout ImageEditor, _ depth: Int, _ aim: ImageAim, innermost: [Int]
  ) -> (outermost: Int, innermost: Int) {
    let isDictionary = aim.place(below: 2) == 1
    let marker: UInt8 = isDictionary ? 0xD0 : 0xA0
    let key = isDictionary ? [editor.add(ImageEditor.text("in"))] : []
    let first = editor.add(marker, innermost.isEmpty ? [] : key + innermost)
    var last = first
    for _ in 1..<max(depth, 1) { last = editor.add(marker, key + [last]) }
    return (last, first)
  }

  /// A chain of containers whose innermost holds the one that is `entry` levels below the outermost.
  static func cycle(
    _ editor: inout ImageEditor, _ length: Int, _ aim: ImageAim, entry: Int = 0
  ) {
    let chain = nest(&editor, length, aim, innermost: [0])
    editor.change(chain.innermost) { container in
      container.references[container.references.count - 1] = UInt64(chain.outermost - entry)
    }
    editor.attach(chain.outermost)
  }

  static func share(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let own = editor.container(editor.home)?.references.map { Int(clamping: $0) } ?? []
    if aim.variant(below: 2) == 1, let known = own.first(where: { editor.container($0) != nil }) {
      return editor.attach(known)
    }
    let member = editor.add([0x09])
    let chain = nest(&editor, 1 + aim.variant(below: 3), aim, innermost: [member])
    editor.attach(chain.outermost)
    editor.attach(chain.outermost)
  }

  static func expand(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let fan = 10 + aim.place(below: 8)
    var number = editor.add(ImageEditor.text("ha"))
    for _ in 0..<(10 + aim.variant(below: 12)) {
      number = editor.add(0xA0, Array(repeating: number, count: fan))
    }
    editor.attach(number)
  }

  func overlap(_ editor: inout ImageEditor, _ aim: ImageAim) {
    // What is inside each is an object of its own: an integer, a boolean, a string, an empty array.
    let outer = editor.add(
      aim.pick([[0x42, 0x10, 0x07], [0x51, 0x09], [0x61, 0x51, 0x61], [0x41, 0xA0]]))
    editor.attach(outer)
    let inner = editor.add([])
    editor.attach(inner)
    let place = editor.settle().objects[outer]
    editor.lead(inner, to: UInt64(self == .twoOffsetsOfOne ? place : place + 1))
  }

  static func addBroken(_ editor: inout ImageEditor, _ aim: ImageAim) {
    switch aim.variant(below: 5) {
    case 0: _ = editor.add([0x70])
    case 1: _ = editor.add(ImageEditor.head(0x50, says: 0xFFFF, width: 4))
    case 2: _ = editor.add(ImageEditor.head(0xA0, says: .max, width: 8))
    case 3:
      let number = editor.add([])
      editor.lead(number, to: .max)
    default: _ = editor.add(0xA0, [editor.image.objects.count])
    }
  }
}
