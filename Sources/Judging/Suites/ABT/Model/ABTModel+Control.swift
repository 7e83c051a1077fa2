package import Conformance
import Forge
import WireFormat

extension ABTModel {
  /// A valid request whose URL is as long as the longest of the script (ABT-ROB-03), made so by a parameter that libraries
  /// have to pass over.
  package func control(
    for script: Script<ABTModel>
  ) throws(HarnessFault) -> Script<ABTModel>? {
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
    let missing = workshop.withBench { bench in
      let longest = script.events.map(\.url.count).max()
      return (longest ?? 0) - bench.renderer.render(forge, for: context).count
    }
    forge.parameters = .padded(byteCount: max(0, missing))
    return Script(
      setup: script.setup, events: [try Opening(forge, to: script.setup, in: workshop)])
  }
}
