import WireFormat

/// The value that grows while a document is read. Open containers are on a stack; the rest is
/// finished.
struct XMLPropertyListTree {
  private struct Container {
    var element: XMLPropertyListElement
    var elements: [PropertyList] = []
    var members: [PropertyList.Member] = []
    /// The bytes of the keys so far. Canonically equivalent keys are different keys.
    var keys: Set<[UInt8]> = []
    var pendingKey: [UInt8]?
  }

  /// The value of the whole document, once it is finished.
  private(set) var root: PropertyList?
  private var containers: [Container] = []

  var depth: Int { containers.count }
  var isOpen: Bool { !containers.isEmpty }
  /// The name of the element that may end next.
  var openElement: String { containers.last?.element.rawValue ?? "plist" }

  /// Why no key is allowed here, or nil if one is.
  var refusesKey: XMLPropertyListError.Reason? {
    guard let container = containers.last, container.element == .dict else {
      return .keyOutsideDictionary
    }
    return container.pendingKey.map { .keyWithoutValue(XMLScanner.excerpt($0)) }
  }

  /// Why the open container cannot end here, or nil if it can.
  var refusesEnd: XMLPropertyListError.Reason? {
    containers.last?.pendingKey.map { .keyWithoutValue(XMLScanner.excerpt($0)) }
  }

  /// Why no value of this element is allowed here, or nil if one is.
  func refusesValue(_ element: XMLPropertyListElement) -> XMLPropertyListError.Reason? {
    guard let container = containers.last else { return root == nil ? nil : .severalValues }
    guard container.element == .dict, container.pendingKey == nil else { return nil }
    return .valueWithoutKey(element: element.rawValue)
  }

  /// Adds a key. Requires that `refusesKey` is nil. Returns false if the dictionary already has
  /// that key.
  mutating func add(key: [UInt8]) -> Bool {
    guard let last = containers.indices.last else { return false }
    guard containers[last].keys.insert(key).inserted else { return false }
    containers[last].pendingKey = key
    return true
  }

  /// Adds a finished value. Requires that `refusesValue` is nil.
  mutating func add(_ value: PropertyList) {
    guard let last = containers.indices.last else {
      root = value
      return
    }
    if let key = containers[last].pendingKey {
      containers[last].pendingKey = nil
      containers[last].members.append(
        .init(key: String(decoding: key, as: UTF8.self), value: value))
    } else {
      containers[last].elements.append(value)
    }
  }

  mutating func openContainer(_ element: XMLPropertyListElement) {
    containers.append(Container(element: element))
  }

  /// Finishes the innermost open container and adds it to the one around it.
  mutating func closeContainer() {
    guard let container = containers.popLast() else { return }
    add(container.element == .dict ? .dictionary(container.members) : .array(container.elements))
  }
}
