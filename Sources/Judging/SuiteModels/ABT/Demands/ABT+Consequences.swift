// What a discrepancy means for the app, by its kind: which findings are looked at first.
extension ABT {
  /// The API key, the encryption secret or a configuration value is shown (ABT-TOK-11, 12).
  package static let leakKinds: Set<String> = ["secret-shown", "value-shown"]

  /// The app is configured otherwise than was asked, or by whom it must not be.
  package static let effectKinds: Set<String> = [
    "call-after-rollback", "early-delegate-call", "foreign-url-has-effect",
    "invalid-request-reaches-delegate", "later-old-value", "needless-rollback", "not-rolled-back",
    "several-calls", "valid-request-refused", "values-in-reset", "wrong-category", "wrong-keys",
    "wrong-rollback", "wrong-rollback-category", "wrong-values",
  ]
}
