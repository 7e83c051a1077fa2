package import Conformance
import JSONText
import SuiteModels
import Suites
import WireFormat

extension Anatomist {
  /// A request of a recorded conversation, taken apart.
  package struct Recorded: Sendable {
    /// The step in which it was opened; the start is 0.
    package let step: Int
    package let dissection: Dissection
  }

  /// Takes apart the requests of a conversation that a report holds: those of `steps`, for the app that the conversation began with.
  ///
  /// - Parameter suite: the suite of its case.
  /// - Returns: nothing for a suite without request URLs, and where the configuration cannot be read. Requests that were cut are left out.
  package func requests(
    of exchange: ObservedExchange, in suite: any Suite, steps: [Int]
  ) -> [Recorded] {
    guard let suite = suite as? ModelSuite<ABTModel>, let start = exchange.steps.first,
      start.bytesLeftOut == 0, let setup = Self.setup(start.request, suite.model)
    else { return [] }
    return steps.compactMap { step in
      guard step > 0, exchange.steps.indices.contains(step),
        let url = Self.url(of: exchange.steps[step])
      else { return nil }
      return Recorded(step: step, dissection: request(url, for: setup.context))
    }
  }

  private static let limits = JSONLimits(maxBytes: 16 << 20, maxDepth: 200, maxNodes: 500_000)

  private static func setup(_ request: [UInt8], _ model: ABTModel) -> ABTSetup? {
    guard let value = try? JSONValue(parsing: request, limits: limits),
      let configuration = value["configuration"]
    else { return nil }
    var writer = JSONWriter()
    writer.value(configuration)
    return try? JSONReader.read(writer.bytes, limits: limits) { (reader) throws(JSONError) in
      try model.readSetup(&reader)
    }
  }

  private static func url(of step: ObservedExchange.Step) -> [UInt8]? {
    guard let request = try? JSONValue(parsing: step.request, limits: limits) else { return nil }
    if let text = request["url"]?.stringValue { return Array(text.utf8) }
    return request["urlBase64"]?.stringValue.flatMap { Base64Text.decode(Array($0.utf8)).bytes }
  }
}
