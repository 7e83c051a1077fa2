import AdapterProtocol
package import JSONText

// Cases of a suite in files, and read from them.
extension ModelSuite {
  package func decode(_ document: CaseDocument) throws(JSONError) -> Case {
    guard var start = document.start, var steps = document.steps else {
      throw document.error("a case has a start and steps", .id)
    }
    let setup = try model.readSetup(&start)
    let variant = model.variant(of: setup)
    if let named = document.variant, named != variant.name {
      throw document.error(
        "the variant is \"\(named)\", but the start is one of \"\(variant)\"", .variant)
    }
    for requirement in document.requirements ?? []
    where clauses[Clause.ID(requirement)] == nil {
      throw document.error("\(name) has no requirement \"\(requirement)\"", .requirements)
    }
    if let clause = document.provenance.signature?.clause, clauses[clause] == nil {
      throw document.error(
        "\(name) has no requirement \"\(clause)\" that a finding could be about; "
          + "correct the signature, or leave it out if another version of assay wrote it",
        .signature)
    }
    var script = Script<M>(setup: setup, steps: [])
    var drift: [String] = []
    try steps.readArray { (reader: inout JSONReader) throws(JSONError) in
      let (step, difference) = try readStep(&reader, of: setup)
      script.steps.append(step)
      if let difference { drift.append("step \(script.steps.count): \(difference)") }
    }
    guard !script.events.isEmpty else {
      throw document.error(
        "nothing happens in these steps, so that nothing would be judged", .steps)
    }
    if let excluded = excludedStep(of: script) {
      throw document.error(
        "step \(excluded) cannot happen after the steps before it, as the source has it", .steps)
    }
    var provenance = document.provenance
    provenance.drift = drift
    let derived = script.events.reduce(into: Set(document.needs)) {
      $0.formUnion(model.needs($1, of: setup))
    }
    return Case(
      suite: name, id: CaseID(document.id), variant: variant,
      title: document.title ?? "A stored case.",
      targets: (document.requirements ?? []).map { Clause.ID($0) }, needs: derived,
      origin: .stored(script, provenance))
  }

  /// A step, and where its stored bytes are not what its stored script renders to today.
  private func readStep(
    _ reader: inout JSONReader, of setup: M.Setup
  ) throws(JSONError) -> (step: Script<M>.Step, difference: String?) {
    // The action may stand after the members that it needs.
    var ahead = reader
    var action: String?
    var keep: Bool?
    // An action of the suite may have the same name.
    var hasOptions = false
    try ahead.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "action": action = try reader.readString()
      case "keep": keep = try reader.readBoolean()
      case "options":
        hasOptions = true
        try reader.skipValue()
      default: try reader.skipValue()
      }
    }
    guard let action else { throw reader.error(.missingMember("action")) }
    guard action == Self.restart, !hasOptions else {
      let (event, difference) = try model.readEvent(&reader, action: action, of: setup)
      return (.event(event), difference)
    }
    try Self.restartMembers.check(&reader)
    return (.restart(keep: keep ?? false), nil)
  }

  private static var restart: String { "start" }

  private static var restartMembers: KnownMembers {
    .object(
      "a step that starts anew", [("action", .open), ("keep", .open), ("comment", .open)])
  }

  package func noted(
    _ item: Case, _ provenance: Provenance
  ) throws(HarnessFault) -> Case {
    var provenance = provenance
    if let seed = item.seed {
      provenance.generator = provenance.generator ?? item.id
      provenance.seed = provenance.seed ?? seed
    }
    return Case(
      suite: item.suite, id: item.id, variant: item.variant, title: item.title,
      targets: item.targets, needs: item.needs, origin: .stored(try script(item), provenance))
  }

  package func joined(
    _ earlier: [Case], with item: Case
  ) throws(HarnessFault) -> Case? {
    var script = try script(item)
    var needs = item.needs
    for before in earlier.reversed() {
      let first = try self.script(before)
      guard first.setup == script.setup else { return nil }
      script.steps = first.steps + [.restart(keep: false)] + script.steps
      needs.formUnion(before.needs)
    }
    return Case(
      suite: item.suite, id: item.id, variant: item.variant, title: item.title,
      targets: item.targets, needs: needs,
      origin: .stored(script, item.provenance ?? Provenance()))
  }

  package func encode(_ item: Case) throws(HarnessFault) -> [UInt8] {
    let script = try script(item)
    var writer = JSONWriter(pretty: true, reserving: 4_096)
    writer.beginObject()
    writer.member("format", CaseFile.format)
    writer.member("suite", name)
    writer.member("id", item.id.path)
    writer.member("title", item.title)
    writer.member("variant", item.variant.name)
    writer.key("requirements")
    writer.strings(item.targets.map(\.path))
    if !item.needs.isEmpty {
      writer.key("needs")
      writer.strings(item.needs.sorted())
    }
    write(item, to: &writer)
    let start = model.startFrame(script.setup, keep: false)
    guard let configuration = (try? JSONValue(parsing: start.body))?["configuration"] else {
      throw HarnessFault("\(item.id): the start has no configuration")
    }
    writer.key("start")
    writer.value(configuration)
    writer.key("steps")
    writer.beginArray()
    for step in script.steps { try write(step, of: script.setup, item.id, to: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func write(_ item: Case, to writer: inout JSONWriter) {
    let provenance = item.provenance
    let generator = provenance?.generator ?? (item.seed == nil ? nil : item.id)
    let seed = provenance?.seed ?? item.seed
    if generator != nil || seed != nil || provenance?.found != nil {
      writer.key("provenance")
      writer.beginObject()
      if let generator { writer.member("generator", generator.path) }
      if let seed {
        writer.key("seed")
        writer.integer(seed)
      }
      if let found = provenance?.found { writer.member("found", found) }
      writer.endObject()
    }
    if let signature = provenance?.signature { writer.member("signature", signature.description) }
    if let comment = provenance?.comment { writer.member("comment", comment) }
  }

  private func write(
    _ step: Script<M>.Step, of setup: M.Setup, _ id: CaseID, to writer: inout JSONWriter
  ) throws(HarnessFault) {
    writer.beginObject()
    switch step {
    case .restart(let keep):
      writer.member("action", Self.restart)
      writer.key("keep")
      writer.boolean(keep)
    case .event(let event):
      guard let frame = model.frame(event, of: setup, after: []),
        let members = (try? JSONValue(parsing: frame.body, limits: CaseFile.limits))?.members
      else {
        throw HarnessFault("\(id): a step cannot be written without the replies before it")
      }
      for member in members where member.key != "type" {
        writer.key(member.key)
        writer.value(member.value)
      }
      model.writeNotes(event, of: setup, to: &writer)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  fileprivate mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }
}
