package import WireFormat

/// What is wrong or unusual with keys (ABT-DATA-07).
package enum KeyForm: String, ImageForm {
  case ofDictionary = "key-not-string-of-dictionary"
  case ofConfiguration = "key-not-string-of-configuration"
  case below = "key-not-string-below"
  case duplicate = "duplicate-key"
  case duplicateOfDictionary = "duplicate-key-of-dictionary"
  case equivalent = "equivalent-keys"

  var note: LayerNote {
    switch self {
    case .ofDictionary: LayerNote(.refused, "a key of the dictionary itself is not a string")
    case .ofConfiguration:
      LayerNote(
        .refused, "a key of the configuration (in a reset: of the dictionary) is not a string")
    case .below: free("a key below the configuration's own is not a string")
    case .duplicate: free("the configuration, or a dictionary in it, has a key twice")
    case .duplicateOfDictionary: free("the dictionary has one of its own keys twice")
    case .equivalent: free("two keys of one dictionary are canonically equivalent")
    }
  }

  private func free(_ sentence: String) -> LayerNote {
    LayerNote(.free, sentence)
  }

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    switch self {
    case .ofDictionary: Self.spoil(&editor, editor.top, aim)
    case .ofConfiguration:
      Self.spoil(&editor, editor.homeIsDictionary ? editor.home : editor.top, aim)
    case .below:
      let key = editor.add(aim.pick(Self.noStrings))
      let value = editor.add([0x09])
      editor.put(.container(.init(0xD0, [UInt64(key), UInt64(value)])), aim)
    case .duplicate:
      if editor.homeIsDictionary, editor.container(editor.home)?.count != 0 {
        Self.repeatKey(&editor, editor.home, aim)
      } else {
        let key = editor.add(ImageEditor.text("twice"))
        let number = editor.add(0xD0, [key, key, key, key])
        editor.attach(number)
      }
    case .duplicateOfDictionary: Self.repeatKey(&editor, editor.top, aim)
    case .equivalent: Self.addEquivalents(&editor, aim)
    }
  }

  private static let noStrings: [[UInt8]] = [
    [0x10, 1], [0x09], [0x41, 0x61], [0x22, 0x3F, 0x80, 0, 0], [0x33, 0, 0, 0, 0, 0, 0, 0, 0],
    [0xA0], [0xD0], [0x00], [0x80, 1],
  ]

  /// Puts an object that is no string in the place of a key, or adds it with a value (place 0).
  private static func spoil(_ editor: inout ImageEditor, _ number: Int, _ aim: ImageAim) {
    let key = editor.add(aim.pick(noStrings))
    let count = editor.container(number)?.count ?? 0
    let place = aim.place(below: count + 1)
    let value = place == 0 ? editor.add([0x09]) : 0
    editor.change(number) { dictionary in
      if place == 0 {
        dictionary.references.insert(UInt64(key), at: count)
        dictionary.references.append(UInt64(value))
      } else {
        dictionary.references[place - 1] = UInt64(key)
      }
    }
  }

  /// Adds a key once more, by the same reference, as an object of its own or in UTF-16, with the same or another value.
  private static func repeatKey(_ editor: inout ImageEditor, _ number: Int, _ aim: ImageAim) {
    guard let dictionary = editor.container(number), dictionary.count > 0 else { return }
    let place = aim.place(below: dictionary.count)
    var key = Int(clamping: dictionary.references[place])
    var value = Int(clamping: dictionary.references[dictionary.count + place])
    if let text = editor.bytes(key) {
      switch aim.variant(below: 3) {
      case 1: key = editor.add(text)
      case 2: key = editor.add(EncodingLiberty.inUTF16(text) ?? text)
      default: break
      }
    }
    // A container twice would be shared, which is another form.
    if repeatsWithOtherValue(aim) || editor.container(value) != nil {
      value = editor.add([0x10, 2])
    }
    editor.change(number) { dictionary in
      dictionary.references.insert(UInt64(key), at: dictionary.count)
      dictionary.references.append(UInt64(value))
    }
  }

  /// The value that a key has when it comes again with another one.
  package static let repeatedValue = PropertyList.integer(2)

  /// Whether the key that comes again has `repeatedValue`, whatever it was. If it has not, it may have the same value as before.
  package static func repeatsWithOtherValue(_ aim: ImageAim) -> Bool { aim.variant(below: 6) >= 3 }

  private static func addEquivalents(_ editor: inout ImageEditor, _ aim: ImageAim) {
    let pairs: [[[UInt16]]] = [
      [[0xE9], [0x65, 0x301]], [[0xC5], [0x212B]], [[0xAC00], [0x1100, 0x1161]],
      [[0x61, 0x323, 0x301], [0x61, 0x301, 0x323]], [[0x1E69], [0x73, 0x323, 0x307]],
    ]
    let keys = aim.pick(pairs).map { editor.add(ImageEditor.wideText($0)) }
    let values = [editor.add([0x09]), editor.add([0x08])]
    if editor.homeIsDictionary, aim.place(below: 2) == 0 {
      editor.change(editor.home) { home in
        home.references.insert(contentsOf: keys.map(UInt64.init), at: home.count)
        home.references += values.map(UInt64.init)
      }
    } else {
      editor.attach(editor.add(0xD0, keys + values))
    }
  }
}
