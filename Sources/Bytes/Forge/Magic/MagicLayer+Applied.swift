extension MagicLayer {
  /// What stands in front of the property list instead of `magic`. Indices and lengths outside it are clamped.
  package func applied(to magic: [UInt8]) -> [UInt8] {
    switch self {
    case .canonical: return magic
    case .missing: return []
    case .partial(let length): return Array(magic.prefix(max(0, length)))
    case .wrong(let index, let mask):
      guard !magic.isEmpty else { return magic }
      var result = magic
      result[min(max(index, 0), magic.count - 1)] ^= mask
      return result
    case .doubled: return magic + magic
    case .reversed: return magic.reversed()
    case .replaced(let bytes): return bytes
    }
  }
}
