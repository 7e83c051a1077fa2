/// What was said in the conversation of one case: the evidence beside its findings. Bounded by whoever records it.
package struct ObservedExchange: Hashable, Sendable {
  /// A request and what came back.
  package struct Step: Hashable, Sendable {
    /// The request as it travelled, without its number: a JSON object.
    package var request: [UInt8]
    /// The reply as it came, a JSON object, or nil where none came.
    package var reply: [UInt8]?
    /// How many bytes of the request and of the reply are left out because they are long; what is there is their beginning.
    package var bytesLeftOut: Int

    package init(request: [UInt8], reply: [UInt8]? = nil, bytesLeftOut: Int = 0) {
      self.request = request
      self.reply = reply
      self.bytesLeftOut = bytesLeftOut
    }
  }

  /// The start first.
  package var steps: [Step]
  /// How many further steps are left out.
  package var stepsLeftOut: Int
  /// The end of what the adapter wrote to standard error during the case.
  package var standardError: [UInt8]

  package init(steps: [Step] = [], stepsLeftOut: Int = 0, standardError: [UInt8] = []) {
    self.steps = steps
    self.stepsLeftOut = stepsLeftOut
    self.standardError = standardError
  }
}
