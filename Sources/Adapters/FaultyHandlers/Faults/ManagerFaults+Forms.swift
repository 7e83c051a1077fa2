import Profiles
import ReferenceLibrary
import WireFormat

extension ManagerFaults {
  /// What is made of callbacks in forms that no library sends (MGR-08, 10, 13).
  static let forms: [Fault] = [
    Fault(
      manager: "unknown-status-as-success", "what is neither Error nor Canceled is a Success",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-13"]
    ) { decisions in
      let before = decisions.outcome
      decisions.outcome = { before($0) ?? .applied }
    },
    Fault(
      manager: "no-status-as-success", "a callback without a status is a Success",
      breaks: ["MGR-08"], mayAlso: ["MGR-10", "MGR-13"]
    ) { decisions in
      let before = decisions.outcome
      decisions.outcome = { ($0 ?? []).isEmpty ? .applied : before($0) }
    },
    Fault(
      manager: "errors-need-a-code", "an Error without an errorCode does not count",
      breaks: ["MGR-09"], mayAlso: ["MGR-01", "MGR-08", "MGR-10", "MGR-11", "MGR-13"]
    ) { decisions in
      let before = decisions.isWellFormed
      decisions.isWellFormed = { callback in
        let isError = callback.value("status").map { $0.elementsEqual("Error".utf8) } ?? false
        return before(callback) && (!isError || callback.value("errorCode") != nil)
      }
    },
    Fault(
      manager: "error-codes-have-no-sign", "an errorCode below zero is no errorCode",
      breaks: ["MGR-09"], mayAlso: ["MGR-01", "MGR-08", "MGR-10", "MGR-11", "MGR-13"]
    ) { decisions in
      let before = decisions.isWellFormed
      decisions.isWellFormed = { callback in
        before(callback) && callback.value("errorCode")?.first != UInt8(ascii: "-")
      }
    },
    Fault(
      manager: "dies-of-odd-error-codes", "an errorCode is taken to be a number of 64 bits",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.isWellFormed
      decisions.isWellFormed = { callback in
        if let code = callback.value("errorCode") {
          guard Int64(String(decoding: code, as: UTF8.self)) != nil else {
            fatalError("errorCode is a number")
          }
        }
        return before(callback)
      }
    },
    Fault(
      manager: "dies-of-letters-beyond-ascii",
      "every character of a callback is taken to be one byte",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.callback
      decisions.callback = { bytes in
        guard bytes.allSatisfy({ $0 < 0x80 }) else { fatalError("a callback is ASCII") }
        return before(bytes)
      }
    },
    Fault(
      manager: "category-of-the-first-edition",
      "the category of a payload is kept when its profile comes again", breaks: ["MGR-06"],
      mayAlso: ["MGR-01"]
    ) { decisions in
      let first = Memory<[String: String?]>([:])
      let before = decisions.dictionary
      decisions.dictionary = { payload, profile in
        var payload = payload
        let own = payload.category
        payload.category = first.update { first in
          let category = first[payload.uuid] ?? own
          first[payload.uuid] = .some(category)
          return category
        }
        return before(payload, profile)
      }
    },
    Fault(
      manager: "dies-of-broken-escapes", "every callback is taken to be a URL",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.callback
      decisions.callback = { bytes in
        guard (try? CallbackURL(bytes)) != nil else { fatalError("a callback is a URL") }
        return before(bytes)
      }
    },
    Fault(
      manager: "broken-escapes-left-out", "an escape that is none is passed over",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10"]
    ) { decisions in
      let before = decisions.callback
      decisions.callback = { bytes in before(withoutBrokenEscapes(bytes)) }
    },
    Fault(
      manager: "broken-text-left-out", "bytes of a value that are no UTF-8 are passed over",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10"]
    ) { decisions in
      let before = decisions.value
      decisions.value = { callback, name in
        before(callback, name).map { value in
          Array(String(decoding: value, as: UTF8.self).replacing("\u{FFFD}", with: "").utf8)
        }
      }
    },
    Fault(
      manager: "names-if-there-are-some", "a callback that names nothing is for what is pending",
      breaks: ["MGR-10"], mayAlso: ["MGR-13"]
    ) { decisions in
      let before = decisions.concerns
      decisions.concerns = { profile, payload, request in
        before(
          profile.isEmpty ? Array(request.profile.utf8) : profile,
          payload.isEmpty ? Array(request.payload.utf8) : payload, request)
      }
    },
    Fault(
      manager: "piece-if-it-is-named", "a callback without chunk is for the piece that is pending",
      breaks: ["MGR-10"]
    ) { decisions in
      let before = decisions.concernsPiece
      decisions.concernsPiece = { $0 == nil || before($0, $1) }
    },
    Fault(
      manager: "broken-elements-as-empty-texts", "an element that cannot be read is an empty text",
      breaks: ["MGR-13"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let keys = before(text, payload) { return keys }
        let habits: LooseList.Habits = [
          .cyclesAreEmpty, .wildReferencesAreEmpty, .countsAreCut,
        ]
        guard let list = inflated(text), case .array(let elements)? = LooseList.read(list, habits)
        else { return nil }
        let keys = elements.compactMap { if case .string(let key) = $0 { key } else { nil } }
        return keys.count == elements.count ? keys : nil
      }
    },
    Fault(
      manager: "dies-of-huge-lists", "there is room made for as many objects as a list announces",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let list = inflated(text), list.count > 40 {
          let announced = list.suffix(24).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
          var offsets: [UInt64] = []
          offsets.reserveCapacity(Int(announced))
        }
        return before(text, payload)
      }
    },
    Fault(
      manager: "dies-of-deep-lists", "a list is read by a function that calls itself",
      breaks: ["MGR-13"], mayAlso: ["MGR-08", "MGR-10", "MGR-11"]
    ) { decisions in
      let before = decisions.keys
      decisions.keys = { text, payload in
        if let list = inflated(text) { _ = NestedList(list)?.depth(of: 0) }
        return before(text, payload)
      }
    },
    Fault(
      manager: "keys-of-resets-stored", "the answer to a reset is read as that to an apply",
      breaks: ["MGR-08"], mayAlso: ["MGR-11", "MGR-10"]
    ) { decisions in
      let keys = decisions.keys
      decisions.keptAfterReset = { list, payload in list.flatMap { keys($0, payload) } }
    },
  ]

  /// What a list unpacks to, within bounds.
  private static func inflated(_ text: [UInt8]?) -> [UInt8]? {
    guard let packed = text.flatMap({ Base64Text.decode($0).bytes }) else { return nil }
    let (list, outcome) = Inflater().inflate(packed, limit: 1 << 20)
    if case .complete = outcome { return list }
    return nil
  }

  /// The bytes without each percent sign that no two digits follow, and without what follows it in their place.
  private static func withoutBrokenEscapes(_ bytes: [UInt8]) -> [UInt8] {
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && Character(Unicode.Scalar(bytes[index])).isHexDigit
    }
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%"), !isDigit(index + 1) || !isDigit(index + 2) else {
        kept.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      var left = 2
      while left > 0, index < bytes.count, bytes[index] != UInt8(ascii: "&") {
        index += 1
        left -= 1
      }
    }
    return kept
  }
}

/// A property list whose arrays are followed without an end.
private struct NestedList {
  private let bytes: [UInt8]
  private let offsetWidth: Int
  private let referenceWidth: Int
  private let table: Int

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 40, bytes.starts(with: "bplist00".utf8) else { return nil }
    self.bytes = bytes
    offsetWidth = Int(bytes[bytes.count - 26])
    referenceWidth = Int(bytes[bytes.count - 25])
    table = bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    guard (1...4).contains(offsetWidth), (1...4).contains(referenceWidth), table < bytes.count
    else { return nil }
  }

  private func number(at place: Int, _ width: Int) -> Int? {
    guard place >= 0, place + width <= bytes.count else { return nil }
    return bytes[place..<(place + width)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// How many containers are inside each other.
  func depth(of object: Int) -> Int {
    guard let place = number(at: table + object * offsetWidth, offsetWidth), place < bytes.count,
      bytes[place] >> 4 == 0xA, bytes[place] & 15 < 15
    else { return 0 }
    let elements = (0..<Int(bytes[place] & 15)).map { element -> Int in
      let reference = number(at: place + 1 + element * referenceWidth, referenceWidth)
      return reference.map { depth(of: $0) } ?? 0
    }
    return 1 + (elements.max() ?? 0)
  }
}
