import WireFormat

/// The objects of a list as a tree from the top object, a line each.
///
/// It is told also where the list is broken: a reference that leads nowhere or back is a line of its
/// own. The recursion is as deep as `maxValueDepth`, the work as long as `maxValueLines`.
struct ValueTree {
  private let map: PropertyListMap
  private let bytes: [UInt8]
  private let limits: AnatomyLimits
  private let maxDepth: Int
  private var sheet = NoteSheet()
  private var linesLeft: Int
  /// The containers around the present object.
  private var path: [Int] = []
  /// What is odd about members of the top object, and has not been told.
  private var remarks: [DictionaryRules.Remark]

  /// The layer. Remarks are told on the members that they name, and after them where there are none.
  static func read(
    _ bytes: [UInt8], _ map: PropertyListMap, _ ending: Ending, in parameter: String,
    _ limits: AnatomyLimits, remarks: [DictionaryRules.Remark] = []
  ) -> DissectedLayer {
    var tree = ValueTree(map, bytes, limits, remarks)
    tree.add(map.top, label: "", depth: 0)
    for remark in tree.remarks.prefix(limits.maxReferences) {
      let place = map.object(map.top).range
      let words =
        Words.quoted(remark.key.utf8, limits)
        + (remark.isMissing ? " should stand here" : ", left out above")
      tree.sheet.add(ByteNote(place, depth: 1, words).marked(remark.standing, remark.sentence))
    }
    return tree.sheet.layer(.value, in: parameter, bytes, ending, isTold: !remarks.isEmpty)
  }

  private init(
    _ map: PropertyListMap, _ bytes: [UInt8], _ limits: AnatomyLimits,
    _ remarks: [DictionaryRules.Remark]
  ) {
    self.remarks = remarks
    self.map = map
    self.bytes = bytes
    self.limits = limits
    maxDepth = min(max(1, limits.maxValueDepth), 256)
    linesLeft = max(1, limits.maxValueLines)
  }

  private mutating func add(_ number: Int, label: String, depth: Int) {
    let object = map.object(number)
    linesLeft -= 1
    if path.contains(number) {
      let words = "\(label)object \(Words.number(number)) again, which holds this"
      return sheet.add(
        ByteNote(object.range, depth: depth, words).marked(
          .unusual, "the references go in a circle"))
    }
    sheet.add(ByteNote(object.range, depth: depth, label + words(object, number)))
    guard object.referenceCount > 0 else { return }
    guard depth < maxDepth else {
      return sheet.addCut(object.range, depth: depth + 1, object.count, "member")
    }
    path.append(number)
    defer { path.removeLast() }
    for position in 0..<object.count {
      guard linesLeft > 0 else {
        return sheet.addCut(object.range, depth: depth + 1, object.count - position, "member")
      }
      if object.kind == .dictionary {
        let number = map.reference(at: position, of: object)
        let line = sheet.notes.count
        addChild(position + object.count, of: object, label: key(number) + ": ", depth: depth + 1)
        if depth == 0 { tellRemark(onLine: line, key: number) }
      } else {
        let label = object.kind == .set ? "– " : "[\(Words.number(position))] "
        addChild(position, of: object, label: label, depth: depth + 1)
      }
    }
  }

  private mutating func addChild(
    _ position: Int, of parent: PropertyListMap.Object, label: String, depth: Int
  ) {
    let number = map.reference(at: position, of: parent)
    guard number < UInt64(map.objectCount) else {
      linesLeft -= 1
      let words = "\(label)object \(Words.number(number)), which there is not"
      return sheet.add(
        ByteNote(parent.range, depth: depth, words)
          .marked(.unusual, "a reference names an object that does not exist"))
    }
    add(Int(number), label: label, depth: depth)
  }

  /// Tells what is odd about the member with this key on its line.
  private mutating func tellRemark(onLine line: Int, key number: UInt64) {
    guard !remarks.isEmpty, number < UInt64(map.objectCount) else { return }
    let text = ObjectWords.text(map.object(Int(number)), bytes, limits)
    guard let text, text.missingBytes == 0,
      let index = remarks.firstIndex(where: { $0.key.hasSameBytes(as: text.text) })
    else { return }
    let remark = remarks.remove(at: index)
    sheet.mark(line, remark.standing, remark.sentence)
  }

  private func key(_ number: UInt64) -> String {
    guard number < UInt64(map.objectCount) else {
      return "(no object \(Words.number(number)))"
    }
    let key = map.object(Int(number))
    if let text = ObjectWords.text(key, bytes, limits) { return Self.quoted(text) }
    return "(\(words(key, Int(number))))"
  }

  private func words(_ object: PropertyListMap.Object, _ number: Int) -> String {
    switch object.kind {
    case .ascii, .utf16:
      return ObjectWords.text(object, bytes, limits).map(Self.quoted) ?? ""
    case .dictionary: return "dictionary of \(Words.count(object.count, "pair"))"
    case .array: return "array of \(Words.count(object.count, "element"))"
    case .set: return "set of \(Words.count(object.count, "element"))"
    case .broken(let defect):
      return "object \(Words.number(number)), unreadable: \(defect.reason.kind.row.sentence)"
    default: return ObjectWords.scalar(object, map, bytes, limits)
    }
  }

  private static func quoted(_ excerpt: TextExcerpt) -> String {
    "\"\(excerpt.text)\"" + (excerpt.missingBytes > 0 ? "…" : "")
  }
}
