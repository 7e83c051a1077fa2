import AdapterProtocol
package import Conformance
package import JSONText

// Setups and events as requests and case files hold them, and in plain words.
extension ManagedConfigModel {
  package func variant(of setup: Setup) -> Variant { .sole }

  package func words(_ setup: Setup) -> [(name: String, value: String)] {
    setup.keys.map { ("key", $0.words) } + [("counters", List.text(setup.counters))]
  }

  package func readSetup(_ reader: inout JSONReader) throws(JSONError) -> Setup {
    try ManagedSchema.read(&reader)
  }

  package func readEvent(
    _ reader: inout JSONReader, action: String, of setup: Setup
  ) throws(JSONError) -> (event: Event, difference: String?) {
    let own: [String]
    switch action {
    case "launch", "terminate", "collectFeedback", "settings": own = []
    case "configure": own = ["dictionary"]
    case "count": own = ["counter", "times"]
    default:
      throw reader.error(
        .unexpectedValue(
          "there is no action \"\(action)\"; there are launch, terminate, configure, count, "
            + "collectFeedback, settings and start"))
    }
    var ahead = reader
    try KnownMembers.object(action, (["action"] + own + ["comment"]).map { ($0, .open) })
      .check(&ahead)
    var dictionary: ManagedDictionary??
    var counter: String?
    var times: Int?
    let place = reader
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "dictionary": dictionary = .some(try ManagedDictionary.read(&reader))
      case "counter":
        counter = try reader.readString()
        if let counter, self.place(of: counter, in: setup) == nil {
          throw reader.error(
            .unexpectedValue(
              "\"\(counter)\" is none of the counters \(List.text(setup.counters))"))
        }
      case "times": times = try reader.readInteger().asCount(reader)
      default: try reader.skipValue()
      }
    }
    switch action {
    case "launch": return (.launch, nil)
    case "terminate": return (.terminate, nil)
    case "collectFeedback": return (.collectFeedback, nil)
    case "settings": return (.settings, nil)
    case "configure":
      guard let dictionary else { throw place.error(.missingMember("dictionary")) }
      return (.configure(dictionary), nil)
    default:
      guard let counter else { throw place.error(.missingMember("counter")) }
      return (.count(counter, times: times ?? 1), nil)
    }
  }

  package func words(_ event: Event, of setup: Setup) -> String {
    switch event {
    case .launch: return "The app is launched."
    case .terminate: return "The app is killed."
    case .configure(nil): return "The server takes the configuration away."
    case .configure(let dictionary?):
      let size = dictionary.mostBytes > Self.maxBytes ? ", more than 64 KiB perhaps" : ""
      return "The server writes \(TypedValue.dictionary(dictionary.members).summary)\(size)."
    case .count(let counter, let times):
      return times == 1
        ? "The app counts an event in \(counter)." : "The app counts \(times) events in \(counter)."
    case .collectFeedback: return "The server reads the feedback and erases it."
    case .settings: return "Somebody asks for the settings in effect."
    }
  }
}

extension ManagedConfigEvent {
  package var action: String {
    switch self {
    case .launch: "launch"
    case .terminate: "terminate"
    case .configure: "configure"
    case .count: "count"
    case .collectFeedback: "collectFeedback"
    case .settings: "settings"
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .launch, .terminate, .collectFeedback, .settings: break
    case .configure(let dictionary):
      writer.key("dictionary")
      if let dictionary {
        TypedValue.writeValues(dictionary.members, to: &writer)
      } else {
        writer.null()
      }
    case .count(let counter, let times):
      writer.key("counter")
      writer.string(counter)
      writer.key("times")
      writer.integer(times)
    }
  }
}

extension Int64 {
  fileprivate func asCount(_ reader: JSONReader) throws(JSONError) -> Int {
    guard self >= 1, self <= ManagedConfigModel.maxTimes else {
      throw reader.error(
        .unexpectedValue(
          "times is a number from 1 to \(ManagedConfigModel.maxTimes); more events take more steps")
      )
    }
    return Int(self)
  }
}

extension ManagedDictionary {
  /// Reads null, or the members of a dictionary as in `values` of the adapter protocol.
  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError) -> ManagedDictionary? {
    if try reader.readIfNull() { return nil }
    let place = reader
    guard case .dictionary(let members) = try TypedValue.readValues(from: &reader) else {
      throw place.error(.unexpectedValue("this is no dictionary of typed values"))
    }
    if let problem = TypedValue.dictionary(members).problem {
      throw place.error(.unexpectedValue(problem))
    }
    return ManagedDictionary(members)
  }
}

extension TypedValue {
  /// Why a property list in user defaults cannot hold a value, or nil.
  fileprivate var problem: String? {
    switch self {
    case .null: return "a dictionary in user defaults holds no null"
    case .bigInteger: return "an integer in user defaults has at most 64 bits"
    case .utf16: return "texts that are no Unicode are not written into user defaults"
    case .tooLarge: return "this is no dictionary of typed values"
    case .array(let elements): return elements.lazy.compactMap(\.problem).first
    case .dictionary(let members):
      if Set(members.map(\.key)).count != members.count { return "a key stands twice" }
      for member in members {
        if case .utf16 = member.key { return TypedValue.utf16([]).problem }
        if let problem = member.value.problem { return problem }
      }
      return nil
    default: return nil
    }
  }
}
