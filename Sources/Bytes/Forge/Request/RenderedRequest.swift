/// A request with the output of each layer: what `explain` shows.
package struct RenderedRequest: Hashable, Sendable {
  package let url: [UInt8]
  /// What each layer made, from the inside out, of those that take part: a request whose data is given as it stands has no
  /// property list.
  package let outputs: [Output]
  /// The parts of the URL in their order, which together are the URL before its blind edits.
  package let parts: [Part]

  /// The bytes between two layers.
  package struct Output: Hashable, Sendable {
    package let position: WirePosition
    package let bytes: [UInt8]
  }

  /// A part of the URL.
  package struct Part: Hashable, Sendable {
    package let name: PartName
    /// In the URL.
    package let range: Range<Int>
  }

  package enum PartName: Hashable, Sendable {
    /// Scheme and verb, with what stands around them.
    case address
    /// One `name=value`; nil for one that the protocol does not know.
    case parameter(RequestForge.Parameter?)
    /// What stands after the parameters.
    case tail
  }

  /// The bytes at a position; nil where the request has no such layer.
  package func bytes(at position: WirePosition) -> [UInt8]? {
    outputs.first { $0.position == position }?.bytes
  }
}

extension RequestRenderer {
  /// The request, and a map of it by layer.
  package func renderWithMap(
    _ forge: RequestForge, for context: ForgeContext
  ) -> RenderedRequest {
    var recorder = RenderingRecorder()
    let url = render(forge, for: context, &recorder)
    return RenderedRequest(url: url, outputs: recorder.outputs, parts: recorder.parts)
  }
}

/// Sees what each layer makes.
protocol RenderingObserver {
  var isWatching: Bool { get }
  mutating func output(_ position: WirePosition, _ bytes: [UInt8])
  mutating func part(_ name: RenderedRequest.PartName, of url: [UInt8], from start: Int)
}

struct NoObserver: RenderingObserver {
  var isWatching: Bool { false }
  func output(_ position: WirePosition, _ bytes: [UInt8]) {}
  func part(_ name: RenderedRequest.PartName, of url: [UInt8], from start: Int) {}
}

private struct RenderingRecorder: RenderingObserver {
  var outputs: [RenderedRequest.Output] = []
  var parts: [RenderedRequest.Part] = []

  var isWatching: Bool { true }

  mutating func output(_ position: WirePosition, _ bytes: [UInt8]) {
    outputs.append(.init(position: position, bytes: bytes))
  }

  mutating func part(_ name: RenderedRequest.PartName, of url: [UInt8], from start: Int) {
    if start < url.count { parts.append(.init(name: name, range: start..<url.count)) }
  }
}
