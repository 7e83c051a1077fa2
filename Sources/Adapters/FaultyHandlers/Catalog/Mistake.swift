/// The classes of mistakes, by what the author of a library did not think of.
enum Mistake: String, Sendable, CaseIterable {
  /// A call of a library that takes more than the format allows, or repairs it.
  case lenientCall = "lenient-call"
  /// A limit that is off by one, or counted in another unit.
  case limit
  /// What a language does by itself: true equals 1, whole numbers become doubles, texts are
  /// normalised or cut, times are local, bytes have a sign.
  case language
  /// Something of one request stays in an object that lives longer.
  case state
  /// A check in the wrong place, or on one of several paths only.
  case path
  /// An error that is swallowed, or answered more than once.
  case error
  /// Text that is escaped or decoded too little, too much or by other rules.
  case quoting
  /// Things that are compared in the wrong way.
  case comparison
  /// A slip with keys, vectors, padding or fallbacks.
  case cryptography
  /// The book-keeping of pieces.
  case pieces
  /// Old values and changed keys.
  case rollback
  /// A crash, a hang or growth on a branch that is rarely taken.
  case robustness
  /// What real parsers of property lists and streams do.
  case parser
  /// A step of the mode logic that is missing or in the wrong place.
  case modeLogic = "mode-logic"
  /// The delivery of a configuration that is missing, wrong, or one too many.
  case delivery
  /// A policy that is not enforced, or not told, as it is.
  case enforcement
  /// What a profile manager sends, keeps or believes.
  case managing
}
