/// Writes callback URLs.
package enum CallbackWriter {
  /// The parameters in the order of section 2. Leaves out what does not apply.
  package static func parameters(
    _ report: CallbackReport, in dialect: ConfigurationDialect
  ) -> [CallbackParameter] {
    let names = dialect.parameters
    var parameters: [CallbackParameter] = []
    parameters.reserveCapacity(8)
    func add(_ name: String, _ value: [UInt8]?) {
      if let value { parameters.append(CallbackParameter(name, value)) }
    }
    add(names.profile, report.profile)
    add(names.payload, report.payload)
    add(names.token, report.token)
    add(names.status, Array(word(report.status, in: dialect).utf8))
    add(names.changedValues, report.changedValues)
    add(names.errorCode, report.failure?.code.map { Array(String($0).utf8) })
    add(names.errorMessage, report.failure?.message.map { Array($0.utf8) })
    add(names.chunk, report.chunk.map { Array(String($0).utf8) })
    return parameters
  }

  /// The word of a status.
  package static func word(
    _ status: CallbackReport.Status, in dialect: ConfigurationDialect
  ) -> String {
    let words = dialect.statuses
    return switch status {
    case .success: words.success
    case .error: words.error
    case .canceled: words.canceled
    }
  }

  /// The URL. Everything but the unreserved characters of a value is escaped (ABT-CB-08).
  ///
  /// Complexity: linear.
  package static func url(
    _ report: CallbackReport, prefix: String, decisions: Decisions
  ) -> [UInt8] {
    var url = Array(prefix.utf8)
    for (index, parameter) in decisions.callbackParameters(report).enumerated() {
      if index > 0 { url.append(UInt8(ascii: "&")) }
      url.append(contentsOf: parameter.name.utf8)
      url.append(UInt8(ascii: "="))
      decisions.escape(parameter, &url)
    }
    return url
  }
}
