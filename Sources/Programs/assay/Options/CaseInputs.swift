import ArgumentParser
import Foundation
import Reporting
import WireFormat

/// What arguments name: files, folders, failures of reports, and requests. Nothing is read of them here but the beginnings of files.
struct CaseInputs {
  /// One thing that cases are read from.
  struct Input {
    enum Source {
      /// A file or standard input.
      case file(String)
      /// One failure of a report.
      case failure(report: String, id: String)
      /// A request that was typed.
      case url([UInt8])
    }

    let source: Source
    /// The id of a case that has none.
    var name: String
    /// Whether somebody named it, instead of the folder that it is in.
    let isNamed: Bool
  }

  private(set) var inputs: [Input] = []
  /// Files of folders that are no cases, and why.
  private(set) var passedOver: [(path: String, reason: String)] = []

  /// How each input may be called, in the order of preference.
  private var names: [[String]] = []

  /// Finds what the arguments name, in their order; files of folders are in the order of their paths.
  ///
  /// - Throws: wrong usage, with the path.
  init(_ arguments: [String]) throws {
    for argument in arguments { try add(argument) }
    nameApart()
  }

  private mutating func add(_ argument: String) throws {
    if InputFile.isFolder(argument) { return try add(folder: argument) }
    if let (report, id) = Self.fragment(argument) {
      return add(.failure(report: report, id: id), names: [Self.name(of: report)], isNamed: true)
    }
    if argument != "-", !InputFile.exists(argument),
      ForeignText.looksLikeURL(Array(argument.utf8))
    {
      return add(.url(Array(argument.utf8)), names: ["argument"], isNamed: true)
    }
    add(
      .file(argument), names: [Self.name(of: argument), Self.path(argument)], isNamed: true)
  }

  private mutating func add(_ source: Input.Source, names: [String], isNamed: Bool) {
    inputs.append(Input(source: source, name: "", isNamed: isNamed))
    self.names.append(names)
  }

  /// `report.json#abt/token/missing` as its two parts, where the file is there.
  static func fragment(_ text: String) -> (file: String, id: String)? {
    guard let hash = text.lastIndex(of: "#"), !InputFile.exists(text) else { return nil }
    let file = String(text[..<hash])
    guard InputFile.exists(file), !InputFile.isFolder(file) else { return nil }
    return (file, String(text[text.index(after: hash)...]))
  }

  // MARK: Folders

  /// Adds the regular files below a folder. Links in it are not followed, and hidden files, `*.md` and `README` are passed over in
  /// silence: they are there for people. Where the output of a run is, its report stands for all of it.
  private mutating func add(folder: String) throws {
    let paths = try Self.files(in: folder)
    let runs = paths.filter(Self.isReportOfRun).map(Self.parent)
    var found = 0
    for path in paths {
      let name = String(path.dropFirst(folder.count).drop { $0 == "/" })
      if let reason = Self.reasonToPassOver(path, runs: runs) {
        passedOver.append((path, reason))
        continue
      }
      add(
        .file(path), names: [Self.stem(Self.path(name)), Self.path(name), Self.path(path)],
        isNamed: false)
      found += 1
    }
    guard found == 0 else { return }
    throw ValidationError(
      paths.isEmpty
        ? "the folder \(folder) has no case in it: no file but hidden ones, *.md and README"
        : "the folder \(folder) has no case in it; "
          + passedOverLines.joined(separator: "; "))
  }

  private static func files(in folder: String) throws -> [String] {
    // The folder itself may be a link: somebody has named it.
    guard let place = realpath(folder, nil) else {
      throw ValidationError("the folder \(folder) cannot be read")
    }
    defer { free(place) }
    guard
      let names = try? FileManager.default.subpathsOfDirectory(atPath: String(cString: place))
    else { throw ValidationError("the folder \(folder) cannot be read") }
    return try names.sorted().compactMap { name in
      let parts = name.split(separator: "/")
      let last = parts.last.map(String.init) ?? ""
      if parts.contains(where: { $0.hasPrefix(".") }) || last.hasSuffix(".md") || last == "README" {
        return nil
      }
      let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
      let type =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      switch type {
      case .typeDirectory: return nil
      case .typeRegular: return path
      case .typeSymbolicLink:
        throw ValidationError(
          "\(path) is a link; links in a folder of cases are not followed: remove it")
      default: throw ValidationError("\(path) is no regular file: remove it from the folder")
      }
    }
  }

  private static func isReportOfRun(_ path: String) -> Bool {
    path.hasSuffix("/report.json")
      && InputFile.head(path, maxBytes: 4_096).contains(text: #""assay-report/"#)
  }

  /// Why a file of a folder is no case, as far as its name and its beginning tell; nil where it may be one.
  private static func reasonToPassOver(_ path: String, runs: [String]) -> String? {
    let run = runs.first { path.hasPrefix($0 + "/") && path != $0 + "/report.json" }
    return run.map { "\($0)/report.json stands for this run" } ?? reasonByName(path)
  }

  /// Why a file is no case, as far as its name tells; nil where it may be one.
  static func reasonByName(_ path: String) -> String? {
    if path.hasSuffix(".jsonl") { return "it is a journal; report.json holds the failures" }
    return path.hasSuffix(".xml") ? "it is XML" : nil
  }

  /// Notes a file of a folder that turned out to be no case when it was read.
  mutating func passOver(_ path: String, _ reason: String) { passedOver.append((path, reason)) }

  /// One line for each reason: how many files there are, and their names.
  var passedOverLines: [String] {
    var reasons: [(reason: String, paths: [String])] = []
    for (path, reason) in passedOver {
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].paths.append(path)
      } else {
        reasons.append((reason, [path]))
      }
    }
    return reasons.map { reason, paths in
      let more = paths.count > 4 ? " and \(paths.count - 4) more" : ""
      return "passed over " + paths.prefix(4).joined(separator: ", ") + more + ": " + reason
    }
  }

  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  // MARK: Names

  /// Gives each input the first of its names that no other one has. A number tells the last ones apart.
  private mutating func nameApart() {
    let choices = names.indices.map { index in
      names[index].filter { !$0.isEmpty } + ["file"]
    }
    for rank in 0..<4 {
      let open = inputs.indices.filter { inputs[$0].name.isEmpty }
      let wanted = open.map { choices[$0][min(rank, choices[$0].count - 1)] }
      let counts = Dictionary(wanted.map { ($0, 1) }, uniquingKeysWith: +)
      let taken = Set(inputs.map(\.name))
      for (index, name) in zip(open, wanted)
      where counts[name] == 1 && !taken.contains("stored/" + name) {
        inputs[index].name = "stored/" + name
      }
    }
    var taken = Set(inputs.map(\.name))
    for index in inputs.indices where inputs[index].name.isEmpty {
      var name = "stored/" + choices[index][0]
      var number = 1
      while taken.contains(name) {
        number += 1
        name = "stored/\(choices[index][0])-\(number)"
      }
      taken.insert(name)
      inputs[index].name = name
    }
  }

  /// The id of a case that has none, out of the one file that was named.
  static func storedName(of path: String) -> String {
    let name = name(of: path)
    return "stored/" + (name.isEmpty ? "file" : name)
  }

  /// A file's own name as a part of an id.
  private static func name(of path: String) -> String {
    if path == "-" { return "standard-input" }
    return stem(Self.path(path.split(separator: "/").last.map(String.init) ?? ""))
  }

  private static func stem(_ name: String) -> String {
    name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }

  /// A path as parts of an id, without what leads elsewhere; its end where it is long.
  private static func path(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }.map { part in
      let safe = part.unicodeScalars.map { scalar -> UInt8 in
        let isSafe =
          scalar.value > 0x20 && scalar.value < 0x7F && !"\\*?".unicodeScalars.contains(scalar)
        return isSafe ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "-")
      }
      return String(decoding: safe.suffix(150), as: UTF8.self)
    }
    var kept: [String] = []
    var room = 350
    for part in parts.reversed() where room > part.utf8.count {
      kept.insert(part, at: 0)
      room -= part.utf8.count + 1
    }
    return kept.joined(separator: "/")
  }
}
