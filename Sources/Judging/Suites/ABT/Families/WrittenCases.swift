import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.3: right lists, written in every way that has to be read (ABT-DATA-14).
extension ABTCases {
  /// ABT-DATA-14: the same list in each width, count and form of a text that has to be read.
  var writtenForms: [Specification] {
    let images = PropertyListImages(keys)
    let lists =
      images.widths.map { ("width/\($0)", "Numbers of other widths: \($0).", $1) }
      + images.writtenKeys.map { ("key/\($0)", "A key in another form: \($0).", $1) }
    return lists.flatMap { name, title, layer in
      written(name, title, layer, RequestForge.Action.allCases)
    }
      + images.values.flatMap { name, layer in
        written("value/\(name)", "A value in another form: \(name).", layer, [.apply])
      }
  }

  private func written(
    _ path: String, _ title: String, _ layer: PropertyListLayer,
    _ actions: [RequestForge.Action]
  ) -> [Specification] {
    actions.map { action in
      // A list that is read as something else has not been taken for what it is.
      let targets: [Clause.ID] = ["ABT-DATA-14"] + (action == .apply ? ["ABT-DATA-01"] : [])
      return make("data/written/\(path)/\(action.rawValue)", title, targets) {
        (g) throws(HarnessFault) in
        var forge = action == .apply ? g.apply([]) : g.reset([])
        forge.propertyList = layer
        let opening = try g.open(forge)
        guard !opening.meaning.mustRefuse, opening.meaning.freedom == nil else {
          throw HarnessFault("a list that has to be read is not")
        }
        return [opening]
      }
    }
  }
}
