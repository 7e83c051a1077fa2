extension PropertyListLayer: WireLayer {
  package static var layerName: String { "plist" }

  package enum Kind: CaseIterable, Hashable, RawRepresentable, Sendable {
    case canonical, replaced, truncated, image
    case foreign(ForeignListForm)
    case table(TableForm)
    case reference(ReferenceForm)
    case value(ValueForm)
    case freeValue(FreeValueForm)
    case key(KeyForm)
    case liberty(EncodingLiberty)

    package static let allCases: [Kind] =
      [.canonical] + EncodingLiberty.allCases.map(Kind.liberty)
      + FreeValueForm.allCases.map(Kind.freeValue) + KeyForm.allCases.map(Kind.key)
      + ReferenceForm.allCases.map(Kind.reference) + TableForm.allCases.map(Kind.table)
      + ValueForm.allCases.map(Kind.value) + ForeignListForm.allCases.map(Kind.foreign)
      + [.truncated, .replaced, .image]

    private static let byName = Dictionary(
      allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

    package init?(rawValue: String) {
      guard let kind = Self.byName[rawValue] else { return nil }
      self = kind
    }

    package var rawValue: String {
      switch self {
      case .canonical: "canonical"
      case .replaced: "replaced"
      case .truncated: "truncated"
      case .image: "image"
      case .foreign(let form): form.rawValue
      case .table(let form): form.rawValue
      case .reference(let form): form.rawValue
      case .value(let form): form.rawValue
      case .freeValue(let form): form.rawValue
      case .key(let form): form.rawValue
      case .liberty(let form): form.rawValue
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .replaced: .replaced
    case .truncated: .truncated
    case .image: .image
    case .foreign(let form, _): .foreign(form)
    case .table(let form, _): .table(form)
    case .reference(let form, _): .reference(form)
    case .value(let form, _): .value(form)
    case .freeValue(let form, _): .freeValue(form)
    case .key(let form, _): .key(form)
    case .liberty(let form, _): .liberty(form)
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "a list of version 00 as Apple's writer makes it")
    case .replaced: LayerNote(.anything, "other bytes in its place")
    case .truncated:
      LayerNote(.refused, "so few bytes that there is no room for header and trailer")
    case .image: LayerNote(.anything, "a list whose parts were put together by hand")
    case .foreign(let form): form.note
    case .table(let form): form.note
    case .reference(let form): form.note
    case .value(let form): form.note
    case .freeValue(let form): form.note
    case .key(let form): form.note
    case .liberty(let form): form.note
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .replaced: .replaced(with: choices.bytes(choices.below(400)))
    case .truncated:
      .truncated(
        length: choices.below(PropertyListImage.headerBytes + PropertyListImage.trailerBytes))
    case .image: .image(.make(&choices))
    case .foreign(let form): .foreign(form, .make(&choices))
    case .table(let form): .table(form, .make(&choices))
    case .reference(let form): .reference(form, .make(&choices))
    case .value(let form): .value(form, .make(&choices))
    case .freeValue(let form): .freeValue(form, .make(&choices))
    case .key(let form): .key(form, .make(&choices))
    case .liberty(let form): .liberty(form, .make(&choices))
    }
  }
}
