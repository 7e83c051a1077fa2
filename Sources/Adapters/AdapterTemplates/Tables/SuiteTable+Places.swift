extension SuiteTable {
  /// What the skeletons of a language are filled with.
  func places(for guide: LanguageGuide) -> [String: Skeleton.Value] {
    let prose = Prose(guide: guide)
    return [
      "suite": .text(suite), "subject": .text(subject), "SUBJECT": .text(subject.uppercased()),
      "title": .text(title), "summary": prose(summary), "requirement": .text(requirement),
      "firstCases": .text(firstCases), "Installation": .text(installation),
      "persistence": prose(persistence), "isTyped": .flag(isTyped),
      "language": .text(guide.title), "needs": .text(guide.needs),
      "build": .list(guide.build.map { ["command": .text($0)] }),
      "adapter": .text(guide.adapter.joined(separator: " ")),
      "adapterFile": .text(guide.adapterFile), "refuse": .text(guide.words.refuse),
      "fail": .text(guide.words.fail), "thrown": .text(guide.words.thrown),
      "kit": prose(guide.words.kit),
      "capabilities": .list(capabilities.map { [["doc": prose($0)]] } ?? []),
      "configuration": Self.list(configuration) { prose.member($0) },
      "actions": Self.list(actions) { prose.action($0) },
      "records": Self.list(records) { prose.record($0) },
      "values": Self.list(values) { prose.value($0) },
      "tells": .flag(!values.isEmpty || actions.contains { !$0.values.isEmpty }),
      "lists": Self.list(lists) { ["name": .text($0)] },
    ]
  }

  /// The elements, with flags for what stands between them: `rest` in all but the first, `more` in all
  /// but the last.
  fileprivate static func list<Element>(
    _ elements: [Element], _ places: (Element) -> [String: Skeleton.Value]
  ) -> Skeleton.Value {
    .list(
      elements.enumerated().map { index, element in
        places(element).merging([
          "rest": .flag(index > 0), "more": .flag(index + 1 < elements.count),
        ]) { own, _ in own }
      })
  }
}

/// The rows of a table as places, in the words of a language.
private struct Prose {
  let guide: LanguageGuide

  func callAsFunction(_ text: String) -> Skeleton.Value {
    .prose(text.replacing("{nil}", with: guide.words.nothing))
  }

  func member(_ member: SuiteTable.Member) -> [String: Skeleton.Value] {
    [
      "name": .text(member.name), "shape": .text(member.shape), "doc": self(member.meaning),
    ]
  }

  func action(_ action: SuiteTable.Action) -> [String: Skeleton.Value] {
    let isLong = action.members.count > 1 || action.needsLaunch
    return names(action.name, method: action.method).merging(
      [
        "doc": self(action.meaning), "isLong": .flag(isLong), "isShort": .flag(!isLong),
        "members": SuiteTable.list(Array(action.members.enumerated())) { index, member in
          self.member(member).merging([
            "isLast": .flag(index + 1 == action.members.count),
            "goesOn": .flag(action.needsLaunch || index + 1 < action.members.count),
          ]) { own, _ in own }
        },
        "values": SuiteTable.list(action.values) { value($0) },
        "whileRunning": .flag(action.needsLaunch),
      ]) { own, _ in own }
  }

  func record(_ record: SuiteTable.Record) -> [String: Skeleton.Value] {
    let arguments = record.arguments.map { argument in
      names(argument.name).merging([
        "key": .text(argument.name), "variable": .flag(true), "word": .flag(false),
        "isTextual": .flag([.text, .optionalText].contains(argument.kind)),
        "isOptional": .flag(argument.kind == .optionalText),
        "isBoolean": .flag(argument.kind == .boolean),
        "isJSON": .flag(argument.kind == .json),
      ]) { own, _ in own }
    }
    let method: [String: Skeleton.Value] = [
      "key": .text("method"), "variable": .flag(false),
      "word": .list([["word": .text(record.name)]]),
    ]
    let parts = (record.hasMethod ? [method] : []) + arguments
    let isLong = parts.count > 2 && !record.isBare
    var path: [String] = []
    var asks = (yesOrNo: false, value: false)
    switch record.answer {
    case .none: break
    case .yesOrNo(let name): (path, asks.yesOrNo) = ([name], true)
    case .value(let names): (path, asks.value) = (names, true)
    }
    return names(record.name).merging([
      "doc": self(record.meaning), "list": .text(record.list), "isBare": .flag(record.isBare),
      "isLong": .flag(isLong), "isShort": .flag(!isLong && !record.isBare),
      "arguments": SuiteTable.list(arguments) { $0 }, "parts": SuiteTable.list(parts) { $0 },
      "hasArguments": .flag(!arguments.isEmpty),
      "answersYesOrNo": .flag(asks.yesOrNo), "answersValue": .flag(asks.value),
      "answersNothing": .flag(path.isEmpty),
      "path": SuiteTable.list(path) { ["name": .text($0)] }, "isPlain": .flag(path.count == 1),
    ]) { own, _ in own }
  }

  func value(_ value: SuiteTable.Value) -> [String: Skeleton.Value] {
    self.value(named: value.name, value.stub).merging(["doc": self(value.meaning)]) { own, _ in
      own
    }
  }

  private func value(named name: String, _ stub: SuiteTable.Stub) -> [String: Skeleton.Value] {
    var places = names(name)
    for kind in ["isNothing", "isFalse", "isText", "isObject", "hasMembers", "members"] {
      places[kind] = .flag(false)
    }
    switch stub {
    case .null: places["isNothing"] = .flag(true)
    case .no: places["isFalse"] = .flag(true)
    case .empty: places["isObject"] = .flag(true)
    case .text(let text):
      places["isText"] = .flag(true)
      places["text"] = .text(text)
    case .object(let members):
      places["hasMembers"] = .flag(true)
      let snake = Self.snake(name)
      places["members"] = SuiteTable.list(members) { member in
        value(named: member.0, member.1).merging([
          "outer": .text(snake), "whole": .text(name),
        ]) { own, _ in own }
      }
    }
    return places
  }

  /// A name as languages spell it. The method can have another.
  private func names(_ name: String, method: String? = nil) -> [String: Skeleton.Value] {
    let camel = method ?? name
    return [
      "name": .text(name), "camel": .text(camel), "snake": .text(Self.snake(camel)),
      "pascal": .text(camel.prefix(1).uppercased() + camel.dropFirst()),
      // Of the name itself: with a word before it, it means nothing else in any language.
      "Pascal": .text(name.prefix(1).uppercased() + name.dropFirst()),
    ]
  }

  /// `secureFileIORequired` as `secure_file_io_required`.
  private static func snake(_ name: String) -> String {
    let letters = Array(name)
    var snake = ""
    for (index, letter) in letters.enumerated() {
      let endsAWord =
        index > 0 && letter.isUppercase
        && (letters[index - 1].isLowercase
          || (index + 1 < letters.count && letters[index + 1].isLowercase))
      snake += (endsAWord ? "_" : "") + letter.lowercased()
    }
    return snake
  }
}
