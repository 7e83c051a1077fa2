/// Which containers of a binary property list refer to which. What is broken is passed over.
struct ContainerGraph {
  /// What a container refers to: objects of any kind.
  private struct Container {
    var keys: [Int]
    var values: [Int]
  }

  private var containers: [Int: Container] = [:]
  private let top: Int

  /// The containers of a list of less than 64 KiB; nil for others, and where the trailer is broken.
  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - 32
    guard trailer >= 8, trailer < 65_536 else { return nil }
    func number(at start: Int, _ width: Int) -> Int? {
      guard start >= 0, (1...8).contains(width), start <= bytes.count - width else { return nil }
      return Int(
        clamping: bytes[start..<(start + width)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    let (offsetWidth, referenceWidth) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let count = number(at: trailer + 8, 8), let top = number(at: trailer + 16, 8),
      let table = number(at: trailer + 24, 8), (1...8).contains(offsetWidth),
      (1...8).contains(referenceWidth), table < trailer, count <= (trailer - table) / offsetWidth
    else { return nil }
    self.top = top
    for index in 0..<count {
      guard let start = number(at: table + index * offsetWidth, offsetWidth), start < trailer,
        bytes[start] >> 4 == 0xA || bytes[start] >> 4 == 0xD
      else { continue }
      var size = Int(bytes[start] & 15)
      var content = start + 1
      if size == 15 {
        guard bytes[content] & 15 <= 3,
          let long = number(at: content + 1, 1 << Int(bytes[content] & 15))
        else { continue }
        size = long
        content += 1 + 1 << Int(bytes[content] & 15)
      }
      let keys = bytes[start] >> 4 == 0xD ? size : 0
      guard size <= max(0, trailer - content) / (referenceWidth * 2) || keys == 0,
        size <= max(0, trailer - content) / referenceWidth
      else { continue }
      let references = (0..<(size + keys)).compactMap {
        number(at: content + $0 * referenceWidth, referenceWidth)
      }
      containers[index] = Container(
        keys: Array(references.prefix(keys)), values: Array(references.dropFirst(keys)))
    }
  }

  /// Whether a dictionary that is reached from the top has a container as a key, and is held by it.
  var hasKeyAroundItsDictionary: Bool {
    reached(from: [top]).contains { index in
      let keys = (containers[index]?.keys ?? []).filter { containers[$0] != nil }
      return reached(from: keys).contains(index)
    }
  }

  /// Whether a dictionary that is reached from the top has a value that is the same object as its key.
  var hasKeyThatIsItsValue: Bool {
    reached(from: [top]).contains { index in
      containers[index].map { zip($0.keys, $0.values).contains { $0 == $1 } } ?? false
    }
  }

  /// Whether an array that holds itself, maybe through others, is reached through a container that is in no such circle.
  var hasArrayBeforeACycle: Bool {
    func isInCycle(_ index: Int) -> Bool {
      reached(from: containers[index]?.values ?? []).contains(index)
    }
    return reached(from: [top]).contains { index in
      guard let container = containers[index], container.keys.isEmpty, !isInCycle(index) else {
        return false
      }
      return container.values.contains { containers[$0] != nil && isInCycle($0) }
    }
  }

  /// These containers, and all that they hold.
  private func reached(from start: [Int]) -> Set<Int> {
    var reached: Set<Int> = []
    var rest = start
    while let index = rest.popLast() {
      guard let container = containers[index], reached.insert(index).inserted else { continue }
      rest += container.keys + container.values
    }
    return reached
  }
}
