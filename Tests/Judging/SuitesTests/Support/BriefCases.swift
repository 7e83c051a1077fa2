import Conformance

extension ModelSuite {
  /// All cases but the series of ten thousand requests, of which a few say as much (`SoakTests`).
  func briefCases(seed: UInt64) -> [Case] { cases(seed: seed).filter { !isSoak($0) } }
}
