import JSONText
import ReferenceLibrary
import WireFormat

/// Habits of real readers of property lists (4.3).
enum ListFaults {
  static let all: [Fault] = [
    Fault(
      "shared-content-up-to-half", .limit,
      "a list that says little in many places is refused from half of the content on that it may have",
      breaks: ["ABT-DATA-14"], mayAlso: ["ABT-DATA-01", "ABT-DATA-10"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        guard let list = before(&reader, bytes) else { return nil }
        return bytes.count < 524_288 && list.extent.content > 524_288 ? nil : list
      }
    },
    Fault(
      "objects-below-ten-thousand", .limit,
      "a list may have fewer than 10,000 objects, and not as many",
      breaks: ["ABT-DATA-14"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        guard let list = before(&reader, bytes) else { return nil }
        return list.extent.objects >= 10_000 ? nil : list
      }
    },
    Fault(
      "list-header-unchecked", .parser,
      "the header of the property list is not looked at, only its trailer",
      breaks: ["ABT-DATA-06"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readAlso(&decisions) { bytes in
        bytes.count > 8 ? Array("bplist00".utf8) + bytes.dropFirst(8) : nil
      }
    },
    Fault(
      "list-version-unchecked", .comparison,
      "of the header only the word bplist is compared, not the version",
      breaks: ["ABT-DATA-06"]
    ) { decisions in
      readAlso(&decisions) { bytes in
        bytes.starts(with: "bplist".utf8) && bytes.count > 8
          ? Array("bplist00".utf8) + bytes.dropFirst(8) : nil
      }
    },
    Fault(
      "list-behind-white-space", .lenientCall,
      "white space in front of the property list is passed over, as a reader of texts does it",
      breaks: ["ABT-DATA-06"], mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readAlso(&decisions) { bytes in
        let list = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return list.count < bytes.count ? Array(list) : nil
      }
    },
    Fault(
      "list-behind-anything", .parser,
      "behind the magic the header of the property list is sought, so that anything may stand in front of it",
      breaks: ["ABT-DATA-06"], mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readAlso(&decisions) { bytes in
        let header = Array("bplist00".utf8)
        return bytes.indices.dropFirst().first { bytes[$0...].starts(with: header) }
          .map { Array(bytes[$0...]) }
      }
    },
    Fault(
      "list-from-json", .lenientCall,
      "the call that reads property lists takes JSON as well",
      breaks: ["ABT-DATA-06"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        if let list = before(&reader, bytes) { return list }
        return (try? JSONValue(parsing: Array(bytes))).flatMap(Self.list)
      }
    },
    Fault(
      "list-from-xml", .lenientCall,
      "the call that reads property lists finds out the format by itself, and takes XML",
      breaks: ["ABT-DATA-06"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        before(&reader, bytes) ?? XMLList.read(Array(bytes))
      }
    },
    Fault(
      "list-data-keys-as-text", .lenientCall,
      "a key that is data is read as the text that its bytes are",
      breaks: ["ABT-DATA-07"], mayAlso: ["ABT-CB-11"]
    ) { decisions in
      decisions.readListChanged { bytes, markers in
        for place in markers where bytes[place] >> 4 == 4 {
          bytes[place] = 0x50 | bytes[place] & 15
        }
      }
    },
    Fault(
      "list-booleans-by-last-bits", .parser,
      "of the markers without contents only the last bit is looked at",
      breaks: ["ABT-DATA-07"], mayAlso: ["ABT-CB-11"]
    ) { decisions in
      decisions.readListChanged { bytes, markers in
        for place in markers where (0x0A...0x0B).contains(bytes[place]) {
          bytes[place] = 0x08 | bytes[place] & 1
        }
      }
    },
    Fault(
      "list-cycle-as-nothing", .parser,
      "a container that holds itself is taken for an empty text in there",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11", "ABT-CHUNK-12"]
    ) { decisions in
      readLoosely(&decisions, [.cyclesAreEmpty])
    },
    Fault(
      "list-counts-cut", .parser,
      "a count beyond the data is cut to what is there",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readLoosely(&decisions, [.countsAreCut])
    },
    Fault(
      "list-keys-as-text", .parser,
      "keys that are no strings are turned into text",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readLoosely(&decisions, [.keysBecomeText])
    },
    Fault(
      "list-unknown-object-as-nothing", .parser,
      "an object with an unknown marker is read as an empty text",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readLoosely(&decisions, [.unknownIsEmpty])
    },
    Fault(
      "list-wild-reference-as-nothing", .parser,
      "a reference to an object that is not there is read as an empty text",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readLoosely(&decisions, [.wildReferencesAreEmpty])
    },
    Fault(
      "list-top-is-first", .parser,
      "the first object is the top one where the trailer names none that is there",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readLoosely(&decisions, [.topIsFirst])
    },
    Fault(
      "list-trailer-sought", .parser,
      "bytes behind the trailer are skipped",
      breaks: ["ABT-DATA-07"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        if let list = before(&reader, bytes) { return list }
        for excess in 1...64 where bytes.count > 40 + excess {
          let shorter = UnsafeRawBufferPointer(rebasing: bytes.dropLast(excess))
          if let list = before(&reader, shorter) { return list }
        }
        return nil
      }
    }.shown(by: "abt/form/plist/bytes-behind-trailer"),
    Fault(
      "list-objects-not-counted", .parser,
      "the number of objects follows from the size of their table, not from the trailer",
      breaks: ["ABT-DATA-07"],
      mayAlso: ["ABT-CB-11"]
    ) { decisions in
      readAlso(&decisions) { bytes in
        guard bytes.count > 40 else { return nil }
        var list = bytes
        let trailer = bytes.count - 32
        let width = Int(bytes[trailer + 6])
        let table = bytes[(trailer + 24)...].reduce(0) { ($0 & 0xFFFF_FFFF) << 8 | Int($1) }
        guard (1...8).contains(width), table < trailer else { return nil }
        let count = (trailer - table) / width
        for byte in 0..<8 {
          list[trailer + 8 + byte] = UInt8(truncatingIfNeeded: count >> (56 - 8 * byte))
        }
        return list
      }
    },
    Fault(
      "list-widths-of-powers-of-two", .parser,
      "offsets and references of 3, 5, 6 and 7 bytes are refused",
      breaks: ["ABT-DATA-14"],
      mayAlso: [
        "ABT-CB-11", "ABT-CHUNK-01", "ABT-CHUNK-04", "ABT-CHUNK-05", "ABT-CHUNK-09", "ABT-DATA-09",
        "ABT-DEL-01", "ABT-DEL-02", "ABT-ENC-01", "ABT-ROB-04", "ABT-URL-16",
      ]
    ) { decisions in
      decisions.refuseLists { bytes, _ in
        [bytes[bytes.count - 26], bytes[bytes.count - 25]].contains { ![1, 2, 4, 8].contains($0) }
      }
    },
    Fault(
      "list-references-of-two-bytes", .limit,
      "references of more than two bytes are refused",
      breaks: ["ABT-DATA-14"],
      mayAlso: ["ABT-DATA-09", "ABT-DATA-11", "ABT-DEL-01", "ABT-DEL-02"]
    ) { decisions in
      decisions.refuseLists { bytes, _ in bytes[bytes.count - 25] > 2 }
    },
    Fault(
      "list-offsets-of-four-bytes", .limit,
      "offsets of more than four bytes are refused",
      breaks: ["ABT-DATA-14"],
      mayAlso: ["ABT-DATA-09", "ABT-DATA-11", "ABT-DEL-01", "ABT-DEL-02"]
    ) { decisions in
      decisions.refuseLists { bytes, _ in bytes[bytes.count - 26] > 4 }
    },
    Fault(
      "list-top-has-to-be-first", .parser,
      "lists whose top object is not the first one are refused",
      breaks: ["ABT-DATA-14"]
    ) { decisions in
      decisions.refuseLists { bytes, _ in
        bytes[(bytes.count - 16)..<(bytes.count - 8)].contains { $0 != 0 }
      }
    },
    Fault(
      "list-of-one-unwrapped", .lenientCall,
      "an array of one dictionary is taken for that dictionary",
      breaks: ["ABT-DATA-13"],
      mayAlso: ["ABT-DATA-12"]
    ) { decisions in
      unwrap(&decisions) { list in
        if case .array(let elements) = list, elements.count == 1 { elements[0] } else { nil }
      }
    },
    Fault(
      "first-of-list-taken", .lenientCall,
      "of an array of dictionaries the first one is taken",
      breaks: ["ABT-DATA-13"],
      mayAlso: ["ABT-DATA-12"]
    ) { decisions in
      unwrap(&decisions) { list in
        if case .array(let elements) = list { elements.first } else { nil }
      }
    },
    Fault(
      "profile-unwrapped", .lenientCall,
      "of a whole profile the first payload is taken",
      breaks: ["ABT-DATA-13"],
      mayAlso: ["ABT-DICT-03", "ABT-DICT-06", "ABT-DICT-09"]
    ) { decisions in
      unwrap(&decisions) { list in
        guard case .dictionary(let members) = list,
          case .array(let payloads) = members.first(where: { $0.key == "PayloadContent" })?.value
        else { return nil }
        return payloads.first
      }
    },
    Fault(
      "no-dictionary-as-defaults", .language,
      "what is no dictionary is replaced by a dictionary of default values",
      breaks: ["ABT-DATA-12"]
    ) { decisions in
      let keys = decisions.dialect.keys
      unwrap(&decisions) { list in
        switch list {
        case .dictionary, .array: nil
        default:
          .dictionary([
            .init(key: keys.version, value: .integer(1)),
            .init(key: keys.configuration, value: .dictionary([])),
            .init(key: keys.keys, value: .array([])),
          ])
        }
      }
    },
    Fault(
      "no-dictionary-crashes", .robustness,
      "the top object is cast to a dictionary by force",
      breaks: ["ABT-DATA-12", "ABT-ROB-01"],
      mayAlso: ["ABT-DATA-13", "ABT-CHUNK-12"]
    ) { decisions in
      unwrap(&decisions) { list in
        guard case .dictionary = list else { fatalError("the top object is a dictionary") }
        return nil
      }
    },
    Fault(
      "no-dictionary-unanswered", .error,
      "an exception about the top object is caught where nobody is called back",
      breaks: ["ABT-DATA-12", "ABT-CB-01"],
      mayAlso: ["ABT-CHUNK-12"]
    ) { decisions in
      let isLost = Memory(false)
      unwrap(&decisions) { list in
        let isDictionary = if case .dictionary = list { true } else { false }
        isLost.update { $0 = !isDictionary }
        return nil
      }
      let before = decisions.openings
      decisions.openings = { url, report in
        let isSilent = isLost.update { isLost in
          defer { isLost = false }
          return isLost
        }
        return isSilent ? [] : before(url, report)
      }
    },
    Fault(
      "depth-of-31", .limit,
      "the deepest level that must be accepted is refused",
      breaks: ["ABT-DATA-11"], mayAlso: ["ABT-DEL-02"]
    ) { decisions in
      let most = decisions.dialect.limits.maxDepth
      decisions.refuseLists { _, list in depth(list) >= most }
    },
    Fault(
      "depth-of-16", .limit,
      "half as many levels as must be accepted are taken, 16 of 32",
      breaks: ["ABT-DATA-11"], mayAlso: ["ABT-DEL-02"]
    ) { decisions in
      let most = decisions.dialect.limits.maxDepth
      decisions.refuseLists { _, list in depth(list) > most / 2 }
    },
    Fault(
      "depth-unbounded", .robustness,
      "nested containers are read by a function that calls itself, until there is no stack left",
      breaks: ["ABT-DATA-11", "ABT-ROB-01"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        let isTooDeep = reader.read(bytes).freedom?.reason == .nestedTooDeep
        precondition(!isTooDeep, "the stack is used up")
        return before(&reader, bytes)
      }
    },
    Fault(
      "containers-expanded", .robustness,
      "shared references are expanded, so that a few bytes take seconds",
      breaks: ["ABT-DATA-10", "ABT-ROB-02"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        if reader.read(bytes).isTooMuch { waitForever() }
        return before(&reader, bytes)
      }
    },
    Fault(
      "expansion-in-memory", .robustness,
      "shared references are expanded into memory, of which 192 MiB are kept until the next list",
      breaks: ["ABT-DATA-10"],
      mayAlso: ["ABT-ROB-03"]
    ) { decisions in
      let before = decisions.readList
      let kept = Memory<[UInt8]>([])
      decisions.readList = { reader, bytes in
        let isTooMuch = reader.read(bytes).isTooMuch
        kept.update { $0 = isTooMuch ? [UInt8](repeating: 1, count: 192 << 20) : [] }
        return before(&reader, bytes)
      }
    },
    Fault(
      "expansion-crashes", .robustness,
      "the size of the expanded list is added up in a number that overflows",
      breaks: ["ABT-DATA-10", "ABT-ROB-01"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        precondition(!reader.read(bytes).isTooMuch, "the size fits into a number")
        return before(&reader, bytes)
      }
    },
    Fault(
      "announced-count-believed", .robustness,
      "room is made for as many members as a container announces, and an announcement too large ends the app",
      breaks: ["ABT-ROB-01", "ABT-DATA-07"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        precondition(
          reader.read(bytes).defect?.reason != .countBeyondData, "there is room for all members")
        return before(&reader, bytes)
      }
    },
    Fault(
      "units-checked-as-bytes", .robustness,
      "the length of a text in UTF-16 is checked as if a unit had one byte, and what lies beyond the end is read",
      breaks: ["ABT-ROB-01", "ABT-DATA-07"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        let defect = reader.read(bytes).defect
        if let defect, defect.reason == .countBeyondData, bytes[defect.offset] >> 4 == 6 {
          let text = bytes[(defect.offset + 1)...]
          let width = text.first.map { 1 << Int($0 & 15) } ?? 0
          let units = text.dropFirst().prefix(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          precondition(units > text.count - 1 - width, "the text ends where the list does")
        }
        return before(&reader, bytes)
      }
    },
    Fault(
      "short-list-crashes", .robustness,
      "the trailer is read without a look at the length of the list",
      breaks: ["ABT-ROB-01"],
      mayAlso: [
        "ABT-CHUNK-09", "ABT-CHUNK-12", "ABT-DATA-06", "ABT-DATA-07", "ABT-DEL-05", "ABT-MULTI-02",
      ]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        precondition(bytes.count >= 32, "a list has a trailer")
        return before(&reader, bytes)
      }
    },
    Fault(
      "box-for-each-value", .robustness,
      "each value of a list gets a box of eight kibibytes for its texts, until the next list is read",
      breaks: ["ABT-ROB-03"],
      mayAlso: ["ABT-DATA-10"]
    ) { decisions in
      let before = decisions.readList
      let boxes = Memory<[[UInt8]]>([])
      decisions.readList = { reader, bytes in
        let list = before(&reader, bytes)
        let count = list.map(values) ?? 0
        boxes.update {
          $0 = (0..<count).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 8_192) }
        }
        return list
      }
    },
  ]

  /// Tries again with other bytes where a list has to be refused.
  private static func readAlso(
    _ decisions: inout Decisions, _ repair: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) {
    let before = decisions.readList
    decisions.readList = { reader, bytes in
      if let list = before(&reader, bytes) { return list }
      guard let repaired = repair(Array(bytes)) else { return nil }
      return repaired.withUnsafeBytes { before(&reader, $0) }
    }
  }

  /// Reads a list that has to be refused once more with a looser reader.
  private static func readLoosely(_ decisions: inout Decisions, _ habits: LooseList.Habits) {
    let before = decisions.readList
    decisions.readList = { reader, bytes in
      before(&reader, bytes) ?? LooseList.read(Array(bytes), habits)
    }
  }

  /// Replaces the top object where there is another one in it.
  private static func unwrap(
    _ decisions: inout Decisions, _ inner: @escaping @Sendable (PropertyList) -> PropertyList?
  ) {
    let before = decisions.readPayload
    decisions.readPayload = { (list, verb) throws(RequestFailure) in
      try before(inner(list) ?? list, verb)
    }
  }

  /// How many values there are, containers and keys included.
  private static func values(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements): elements.reduce(1) { $0 + values($1) }
    case .dictionary(let members): members.reduce(1) { $0 + 1 + values($1.value) }
    default: 1
    }
  }

  /// How many containers are in each other.
  private static func depth(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .dictionary(let members): 1 + (members.map { depth($0.value) }.max() ?? 0)
    default: 0
    }
  }

  /// The property list that a JSON text stands for.
  private static func list(_ json: JSONValue) -> PropertyList? {
    switch json {
    case .null: nil
    case .string(let text): .string(text)
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .array(let elements): .array(elements.compactMap(list))
    case .object(let members):
      .dictionary(
        members.compactMap { member in
          list(member.value).map { .init(key: member.key, value: $0) }
        })
    }
  }
}

extension Reading<PropertyList> {
  /// Whether a list is refused only because it expands to so much.
  fileprivate var isTooMuch: Bool {
    guard case .free(let freedom, nil) = self else { return false }
    return [.tooManyObjects, .tooMuchContent, .sharedContainer].contains(freedom.reason)
  }
}

extension PropertyList {
  /// How many objects a list has once it is expanded, keys among them, and how many bytes of texts and data.
  fileprivate var extent: (objects: Int, content: Int) {
    var (objects, content) = (1, 0)
    func add(_ value: PropertyList) {
      let inner = value.extent
      (objects, content) = (objects + inner.objects, content + inner.content)
    }
    switch self {
    case .string(let text): content = text.utf8.count
    case .data(let bytes): content = bytes.count
    case .array(let elements): for element in elements { add(element) }
    case .dictionary(let members):
      for member in members {
        add(.string(member.key))
        add(member.value)
      }
    default: break
    }
    return (objects, content)
  }
}
