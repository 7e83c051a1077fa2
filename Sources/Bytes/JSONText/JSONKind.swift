/// The six kinds of JSON value, told apart by their first byte.
public enum JSONKind: String, Hashable, Sendable, CaseIterable {
  case null, boolean, number, string, array, object
}
