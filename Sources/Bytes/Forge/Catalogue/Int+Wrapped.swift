extension Int {
  /// A number of 0 ..< `count`, whatever this one is; 0 where `count` is not positive.
  func wrapped(_ count: Int) -> Int {
    guard count > 0 else { return 0 }
    let rest = self % count
    return rest < 0 ? rest + count : rest
  }
}
