/// A canonical list taken apart, with the places that forms change.
///
/// The *home* of changes is the first container among the dictionary's values: `Configuration`, or the `Keys` of a reset.
/// Where it is a dictionary, what is added gets a key of its own.
struct ImageEditor {
  var image: PropertyListImage
  /// The number of the dictionary.
  private(set) var top: Int
  /// The number of the container that gets new values.
  private(set) var home: Int

  /// Takes a list apart, or returns nil if its top object is no dictionary.
  init?(_ canonical: [UInt8]) {
    image = PropertyListImage(lifting: canonical)
    top = 0
    home = 0
    guard let number = image.trailer?.top, number < UInt64(image.objects.count) else { return nil }
    top = Int(number)
    guard let dictionary = container(top), dictionary.isDictionary else { return nil }
    home =
      dictionary.references.dropFirst(dictionary.count).map { Int(clamping: $0) }
      .first { container($0) != nil } ?? top
  }

  func container(_ number: Int) -> PropertyListImage.Container? {
    guard image.objects.indices.contains(number),
      case .container(let container) = image.objects[number].content
    else { return nil }
    return container
  }

  func bytes(_ number: Int) -> [UInt8]? {
    guard image.objects.indices.contains(number),
      case .bytes(let bytes) = image.objects[number].content
    else { return nil }
    return bytes
  }

  var homeIsDictionary: Bool { container(home)?.isDictionary == true }
  /// The numbers of all containers, each of which the top reaches.
  var containers: [Int] { image.objects.indices.filter { container($0) != nil } }
  /// The numbers of all other objects, each of which the top reaches.
  var scalars: [Int] { image.objects.indices.filter { bytes($0) != nil } }
  var objectCount: UInt64 { UInt64(image.objects.count) }

  /// A new object, to which nothing refers yet.
  mutating func add(_ content: PropertyListImage.Content) -> Int {
    image.objects.append(PropertyListImage.Object(content))
    return image.objects.count - 1
  }

  mutating func add(_ bytes: [UInt8]) -> Int { add(.bytes(bytes)) }

  mutating func add(_ marker: UInt8, _ members: [Int]) -> Int {
    add(.container(PropertyListImage.Container(marker, members.map(UInt64.init))))
  }

  mutating func change(_ number: Int, _ body: (inout PropertyListImage.Container) -> Void) {
    guard var container = container(number) else { return }
    body(&container)
    image.objects[number].content = .container(container)
  }

  /// Makes an object one more value of the home.
  mutating func attach(_ number: Int) {
    let key = homeIsDictionary ? freshKey() : nil
    change(home) { home in
      if let key { home.references.insert(UInt64(key), at: home.count) }
      home.references.append(UInt64(number))
    }
  }

  /// A new string object that equals no other.
  mutating func freshKey() -> Int {
    var number = 0
    while image.objects.contains(where: { $0.content == .bytes(Self.text("forged-\(number)")) }) {
      number += 1
    }
    return add(Self.text("forged-\(number)"))
  }

  /// Puts an object's content in the place of a scalar among the home's values, or adds it to them (place 0).
  /// - Returns: its number.
  @discardableResult
  mutating func put(_ content: PropertyListImage.Content, _ aim: ImageAim) -> Int {
    guard let container = container(home) else { return home }
    let first = container.isDictionary ? container.count : 0
    let slots = container.references.indices.dropFirst(first).filter { slot in
      bytes(Int(clamping: container.references[slot])) != nil
    }
    let place = aim.place(below: slots.count + 1)
    guard place > 0 else {
      let number = add(content)
      attach(number)
      return number
    }
    let old = Int(clamping: container.references[slots[place - 1]])
    guard uses(of: old) > 1 else {
      image.objects[old].content = content
      return old
    }
    let number = add(content)
    change(home) { $0.references[slots[place - 1]] = UInt64(number) }
    return number
  }

  /// Puts bytes in the place of any scalar, keys included, or adds them to the home's values (place 0).
  mutating func strike(_ bytes: [UInt8], _ aim: ImageAim) {
    let scalars = scalars
    let place = aim.place(below: scalars.count + 1)
    if place == 0 {
      put(.bytes(bytes), aim)
    } else {
      image.objects[scalars[place - 1]].content = .bytes(bytes)
    }
  }

  private func uses(of number: Int) -> Int {
    var uses = 0
    for object in image.objects {
      guard case .container(let container) = object.content else { continue }
      for reference in container.references where reference == UInt64(number) { uses += 1 }
    }
    return uses
  }

  /// Moves an object's bytes after those of all others.
  mutating func placeLast(_ number: Int) {
    image.order = image.objects.indices.filter { $0 != number } + [number]
  }

  /// Makes another object the top one.
  mutating func crown(_ number: Int) {
    image.trailer?.top = UInt64(number)
    top = number
  }
}

extension ImageEditor {
  /// Where the parts of the rendered list stand.
  struct Places {
    /// The places of objects, by number.
    var objects: [Int]
    var table = 0
    var trailer = 0
    var end = 0
  }

  /// The widths that the list needs, and where everything then stands.
  mutating func settle() -> Places {
    image.referenceWidth = max(image.referenceWidth, PropertyListImage.width(of: objectCount))
    let table = UInt64(places().table)
    image.offsetWidth = max(image.offsetWidth, PropertyListImage.width(of: table))
    return places()
  }

  private func places() -> Places {
    var places = Places(objects: Array(repeating: 0, count: image.objects.count))
    let bytes = image.rendered { part, range in
      switch part {
      case .object(let number): places.objects[number] = range.lowerBound
      case .table: places.table = range.lowerBound
      case .trailer: places.trailer = range.lowerBound
      default: break
      }
    }
    places.end = bytes.count
    return places
  }

  /// Gives an object an entry of the table that is not its own place, and the table the width for it.
  mutating func lead(_ number: Int, to offset: UInt64) {
    image.objects[number].offset = offset
    image.offsetWidth = max(image.offsetWidth, PropertyListImage.width(of: offset))
  }

  /// Replaces the whole list.
  mutating func replaceAll(with bytes: [UInt8]) { image = PropertyListImage(verbatim: bytes) }
}

extension ImageEditor {
  /// An ASCII string object.
  static func text(_ text: String) -> [UInt8] {
    PropertyListImage.head(0x50, count: UInt64(text.utf8.count)) + text.utf8
  }

  /// A UTF-16 string object of these units, which need not be text.
  static func wideText(_ units: [UInt16]) -> [UInt8] {
    var bytes = PropertyListImage.head(0x60, count: UInt64(units.count))
    for unit in units { PropertyListImage.append(UInt64(unit), width: 2, to: &bytes) }
    return bytes
  }

  /// A marker, and a number of a fixed width after it.
  static func number(_ marker: UInt8, _ number: UInt64, width: Int) -> [UInt8] {
    var bytes = [marker]
    PropertyListImage.append(number, width: width, to: &bytes)
    return bytes
  }

  /// A marker whose count is an integer of `width` bytes after it, whether that is true or not.
  static func head(_ marker: UInt8, says count: UInt64, width: Int) -> [UInt8] {
    number(0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount), count, width: width)
      .reduce(into: [marker | 15]) { $0.append($1) }
  }
}
