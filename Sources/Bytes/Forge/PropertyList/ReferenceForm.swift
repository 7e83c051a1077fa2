/// What is wrong or unusual with the references among objects, and with where objects lie (ABT-DATA-07, 10, 11, 12).
package enum ReferenceForm: String, ImageForm {
  case referenceOutOfRange = "reference-out-of-range"
  case cycleOfOne = "cycle-of-one"
  case cycleOfTwo = "cycle-of-two"
  case cycleDeep = "cycle-deep"
  case cycleFromOutside = "cycle-from-outside"
  case cycleThroughConfiguration = "cycle-through-configuration"
  case cycleThroughTop = "cycle-through-top"
  case topNotDictionary = "top-not-dictionary"
  case topInArray = "top-in-array"
  case sharedContainer = "shared-container"
  case expansionOfContainers = "expansion-of-containers"
  case expansionOfText = "expansion-of-text"
  case tooManyReferences = "too-many-references"
  case nestedTooDeep = "nested-too-deep"
  case overlappingObjects = "overlapping-objects"
  case twoOffsetsOfOne = "two-offsets-of-one"
  case objectInHeader = "object-in-header"
  case objectIntoTable = "object-into-table"
  case objectIntoTrailer = "object-into-trailer"
  case unreferencedObject = "unreferenced-object"
  case brokenUnreferencedObject = "broken-unreferenced-object"

  var note: LayerNote {
    switch self {
    case .referenceOutOfRange: refused("a reference names an object that does not exist")
    case .cycleOfOne: refused("a value of the configuration holds itself")
    case .cycleOfTwo: refused("two containers in the configuration hold each other")
    case .cycleDeep: refused("the last of many containers in each other holds the first")
    case .cycleFromOutside: refused("the last of many containers in each other holds one between")
    case .cycleThroughConfiguration: refused("the configuration (the keys of a reset) holds itself")
    case .cycleThroughTop: refused("a value in the dictionary holds the dictionary")
    case .topNotDictionary: LayerNote(.refused, "another object than the dictionary is on top")
    case .topInArray: LayerNote(.refused, "the top object is an array of dictionaries")
    case .sharedContainer: free("two references lead to one container")
    case .expansionOfContainers:
      bounded("containers of ten and more references each to the next double many times over")
    case .expansionOfText: bounded("thousands of references lead to one long string")
    case .tooManyReferences: bounded("an array has more than 10,000 references to one object")
    case .nestedTooDeep:
      LayerNote(.free, "more than 32 containers in each other, up to some thousand")
    case .overlappingObjects: free("an object begins inside another one")
    case .twoOffsetsOfOne: free("two entries of the table lead to one object")
    case .objectInHeader: free("a string begins inside the header")
    case .objectIntoTable: free("a value's last byte is the first one of the table of offsets")
    case .objectIntoTrailer: free("a value reaches over the table of offsets into the trailer")
    case .unreferencedObject: free("nothing refers to an object")
    case .brokenUnreferencedObject: free("nothing refers to a broken object")
    }
  }

  private func refused(_ sentence: String) -> LayerNote {
    LayerNote(.refused, sentence)
  }

  private func free(_ sentence: String) -> LayerNote {
    LayerNote(.free, sentence)
  }

  private func bounded(_ sentence: String) -> LayerNote {
    LayerNote(.free, sentence)
  }

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    switch self {
    case .referenceOutOfRange: Self.misrefer(&editor, aim)
    case .cycleOfOne: Self.cycle(&editor, 1, aim)
    case .cycleOfTwo: Self.cycle(&editor, 2, aim)
    case .cycleDeep: Self.cycle(&editor, 3 + aim.variant(below: 300), aim)
    case .cycleFromOutside:
      // A reader that looks out for what it began with never meets that again. Odd places have dictionaries, even ones arrays.
      let length = 2 + aim.variant(below: 300)
      Self.cycle(&editor, length, aim, entry: 1 + aim.place(below: 2 * (length - 1)) / 2)
    case .cycleThroughConfiguration: editor.attach(editor.home)
    case .cycleThroughTop: editor.attach(editor.top)
    case .topNotDictionary:
      let scalars = editor.scalars
      editor.crown(
        scalars.isEmpty ? editor.add([0x09]) : scalars[aim.place(below: scalars.count)])
    case .topInArray:
      let members = Array(repeating: editor.top, count: 1 + aim.variant(below: 2))
      editor.crown(editor.add(0xA0, members))
    case .sharedContainer: Self.share(&editor, aim)
    case .expansionOfContainers: Self.expand(&editor, aim)
    case .expansionOfText:
      let count = 40_000 + aim.place(below: 64) * 100
      let text = PropertyListImage.head(0x50, count: UInt64(count))
      let number = editor.add(text + [UInt8](repeating: 0x78, count: count))
      editor.attach(
        editor.add(0xA0, Array(repeating: number, count: 1_000 + aim.variant(below: 240))))
    case .tooManyReferences:
      let number = editor.add([0x09])
      let count = 10_000 + 100 * aim.variant(below: 240)
      editor.attach(editor.add(0xA0, Array(repeating: number, count: count)))
    case .nestedTooDeep:
      let depth = aim.pick([31, 32, 33, 62, 63, 126, 254, 255, 256, 510, 511, 1_000, 5_000])
      editor.attach(Self.nest(&editor, depth, aim, innermost: []).outermost)
    case .overlappingObjects, .twoOffsetsOfOne: overlap(&editor, aim)
    case .objectInHeader:
      // The letter b is the marker of a UTF-16 string of two units.
      let number = editor.add([])
      editor.attach(number)
      editor.lead(number, to: 0)
    case .objectIntoTable:
      let count = aim.variant(below: 10)
      let bytes = PropertyListImage.head(0x40, count: UInt64(count + 1))
      let number = editor.add(bytes + [UInt8](repeating: 7, count: count))
      editor.attach(number)
      editor.placeLast(number)
    case .objectIntoTrailer:
      let number = editor.add(ImageEditor.head(0x40, says: 0, width: 4))
      editor.attach(number)
      editor.placeLast(number)
      let places = editor.settle()
      let count = places.end - 31 - (places.objects[number] + 6) + aim.variant(below: 32)
      let bytes = ImageEditor.head(0x40, says: UInt64(count), width: 4)
      editor.image.objects[number].content = .bytes(bytes)
    case .unreferencedObject:
      _ = editor.add(aim.pick([[0x09], [0x10, 7], ImageEditor.text("unused"), [0xA0], [0xD0]]))
    case .brokenUnreferencedObject: Self.addBroken(&editor, aim)
    }
  }
}
