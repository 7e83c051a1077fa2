package import Forge
import PayloadCipher
package import WireFormat

/// Takes URLs apart, whatever bytes they are.
///
/// The verdict on each layer is the strict reader's (`Reading`); the notes tell what stands where.
/// Complexity: linear in the bytes, and in what they unpack to up to the dialect's limit.
package struct Anatomist: Sendable {
  /// How much is told.
  package let limits: AnatomyLimits

  /// Tells as much as `limits` say.
  package init(limits: AnatomyLimits = .usual) {
    self.limits = limits
  }

  /// Takes apart a URL that was sent to the app.
  package func request(_ url: [UInt8], for context: ForgeContext) -> Dissection {
    let cut = RequestURL(url)
    let address = AddressAnatomy(url: cut, dialect: context.dialect)
    var sheet = NoteSheet()
    address.addRequestHead(for: context, to: &sheet)
    let parameters = RequestParameters(cut, for: context, limits, to: &sheet)
    address.addTail(to: &sheet)
    markOddCharacter(cut, .unusual, to: &sheet)
    var layers = [sheet.layer(of: url)]
    for carried in parameters.carried {
      var stack = LayerStack(parameter: carried.name, context.dialect, limits)
      stack.readRequest(
        carried.text, cipher: carried.isEncrypted ? context : nil, keyOwner: context,
        action: address.action,
        piece: parameters.piece)
      layers += stack.layers
    }
    return Dissection(subject: .request, layers: layers)
  }

  /// Takes apart a URL that a library opened.
  package func callback(_ url: [UInt8], dialect: Dialect = .profile1) -> Dissection {
    let cut = RequestURL(url)
    let address = AddressAnatomy(url: cut, dialect: dialect)
    var sheet = NoteSheet()
    address.addCallbackHead(to: &sheet)
    let parameters = CallbackParameters(cut, dialect, limits, to: &sheet)
    address.addTail(to: &sheet)
    markOddCharacter(cut, .defect, to: &sheet)
    var layers = [sheet.layer(of: url)]
    if let text = parameters.changedValues {
      var stack = LayerStack(parameter: dialect.parameters.changedValues, dialect, limits)
      stack.readChangedValues(text)
      layers += stack.layers
    }
    return Dissection(subject: .callback, layers: layers)
  }

  /// Tells where the URL is none by RFC 3986.
  private func markOddCharacter(
    _ url: RequestURL, _ standing: ByteNote.Standing, to sheet: inout NoteSheet
  ) {
    // Where something is told already, the grammar has nothing to add.
    guard let defect = CallbackURL.firstDefect(of: url), !sheet.hasRemark(at: defect.offset)
    else { return }
    sheet.mark(standing, Finding(at: defect.offset, Self.words(defect), clause: nil))
  }

  private static func words(_ defect: CallbackURL.Defect) -> String {
    switch defect.reason {
    case .forbiddenCharacter(let byte):
      "\(Words.hexadecimal(byte)) may not stand here unescaped (RFC 3986)"
    case .strayPercent: "a percent sign without two hexadecimal digits (RFC 3986)"
    case .scheme: "no scheme by RFC 3986"
    case .port: "the port is no number (RFC 3986)"
    }
  }
}

extension NoteSheet {
  /// The URL's own layer: it stops at the first defect that was told.
  consuming func layer(of url: [UInt8]) -> DissectedLayer {
    let first = notes.first { $0.standing == .defect } ?? notes.first { $0.standing == .unusual }
    let finding = first.map { Finding(at: $0.range.lowerBound, remark: $0.remark ?? "") }
    let ending: Ending =
      switch (finding, first?.standing) {
      case (let finding?, .defect): .stopped(finding)
      case (let finding?, .unusual): .free(finding)
      default: .complete
      }
    return DissectedLayer(kind: .url, parameter: nil, bytes: url, notes: notes, ending: ending)
  }
}
