import AdapterKit
import AdapterProtocol
import JSONText

/// A suite with a number that grows: enough to see how the loop treats any suite.
final class Counter: SuiteHandler {
  private var number: Int64 = 0
  private var persistent: [String: Int64] = [:]
  private var storage: String?
  private var shouldTellLate = false

  var claim: SuiteClaim { SuiteClaim(options: ["killPoints": false]) }

  func start(
    configuration: JSONValue, request: StartRequest, into reply: inout JSONWriter
  ) throws {
    guard let first = configuration["first"]?.integerValue else {
      throw UnsupportedRequest("no first number")
    }
    storage = request.storage
    number = request.keep ? persistent[request.storage ?? ""] ?? first : first
  }

  func step(action: String, request: StepRequest, into reply: inout JSONWriter) throws {
    switch action {
    case "add":
      let value = try request.value()
      number += value["by"]?.integerValue ?? 1
      persistent[storage ?? ""] = number
      shouldTellLate = value["sequence"]?.booleanValue ?? false
      reply.key("number")
      reply.integer(number)
    case "fail":
      reply.key("half")
      reply.beginArray()
      throw AdapterFailure("broken \"pipe\"")
    case "open":
      reply.key("left")
      reply.beginArray()
    case "long":
      reply.key("text")
      reply.string(String(repeating: "x", count: 17 << 20))
    default:
      throw UnsupportedRequest("no action \(action)")
    }
  }

  func stop(into reply: inout JSONWriter) {
    guard shouldTellLate else { return }
    reply.key("late")
    reply.value([["number": .integer(number)]])
  }
}
