package import Conformance
import Forge
import WireFormat

extension ABTModel {
  /// Valid requests whose URLs are as long as those of the script, in its order (ABT-ROB-03), made so by a parameter that libraries
  /// have to pass over; nil where there is nothing to hold the script against.
  package func control(
    for script: Script<ABTModel>
  ) throws(HarnessFault) -> Script<ABTModel>? {
    let hasTooMany = script.events.contains { event in
      event.url.count { $0 == UInt8(ascii: "&") } > Self.mostParameters
    }
    if hasTooMany { return nil }
    var forge = RequestForge(
      .apply, profile: "3F2B8A52-6A0C-4C53-9F0E-6C1D2E5B7A90",
      payload: "B81D9E0A-0C5D-4B0B-8E1C-4E7E0B1F6D21",
      dictionary: .configuration(
        category: nil, [.init(key: "host", value: .string("mail.example.com"))]))
    if script.setup.edition == .encrypting {
      forge.parameter = .dataX
      forge.encryption = .canonical(iv: Array(1...8))
    }
    forge.parameters = .padded(byteCount: 0)
    let context = script.setup.context
    let shortest = workshop.withBench(context.shared) {
      $0.renderer.render(forge, for: context).count
    }
    return Script(
      setup: script.setup,
      events: try script.events.map { (event) throws(HarnessFault) in
        forge.parameters = .padded(byteCount: max(0, event.url.count - shortest))
        return try Opening(forge, to: script.setup, in: workshop)
      })
  }

  /// A reader that cuts a query into its parameters needs some tens of bytes for each, whatever the URL's length: a request with
  /// more of them is valid as well, and nothing says which one its memory is held against.
  private static let mostParameters = 100_000
}
