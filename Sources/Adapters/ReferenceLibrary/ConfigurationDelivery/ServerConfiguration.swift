/// The key-value pairs that an administrator has given an app. Keys and values are compared by their bytes, so that a letter with
/// an accent and the same letter followed by a combining accent are two keys.
public struct ConfigurationPairs: Hashable, Sendable {
  /// A key with its value.
  public struct Pair: Hashable, Sendable {
    /// The key; it may be empty.
    public var key: String
    /// The value. A certificate is the Base64 text of its contents.
    public var value: String

    /// A pair.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }

    /// Whether both are the same bytes.
    public static func == (left: Pair, right: Pair) -> Bool {
      left.key.utf8.elementsEqual(right.key.utf8)
        && left.value.utf8.elementsEqual(right.value.utf8)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      for byte in key.utf8 { hasher.combine(byte) }
      hasher.combine(0xFF as UInt8)
      for byte in value.utf8 { hasher.combine(byte) }
    }
  }

  /// Sorted by the bytes of their keys; no key stands twice.
  public private(set) var pairs: [Pair]

  /// The pairs of a list, in any order; of equal keys the last one counts.
  ///
  /// Complexity: O(n log n) in the number of pairs.
  public init(_ list: [Pair] = []) {
    var sorted = list.enumerated().sorted { left, right in
      if left.element.key.utf8.elementsEqual(right.element.key.utf8) {
        return left.offset < right.offset
      }
      return left.element.key.utf8.lexicographicallyPrecedes(right.element.key.utf8)
    }.map(\.element)
    var index = 1
    while index < sorted.count {
      if sorted[index - 1].key.utf8.elementsEqual(sorted[index].key.utf8) {
        sorted.remove(at: index - 1)
      } else {
        index += 1
      }
    }
    pairs = sorted
  }

  /// Whether there is no pair. No configuration and an empty one are the same.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The value of a key, or nil.
  public subscript(key: String) -> String? {
    pairs.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}

/// What the server has for the app at one time.
public struct ServerConfiguration: Hashable, Sendable {
  /// The pairs; empty where the server has none.
  public var pairs: ConfigurationPairs
  /// How often the server has changed it, as the server counts.
  public var revision: Int

  /// A configuration of the server.
  public init(pairs: ConfigurationPairs, revision: Int) {
    self.pairs = pairs
    self.revision = revision
  }
}
