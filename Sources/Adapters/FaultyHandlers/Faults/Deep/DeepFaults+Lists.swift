import ReferenceLibrary
import WireFormat

extension DeepFaults {
  /// What is behind the magic, as a whole (4.3, 4.4).
  static let lists: [Fault] = [
    Fault(
      "hang-on-key-around-its-dictionary", .robustness,
      "a key that is no text is described with all that it holds, without the check for cycles that values have",
      breaks: ["ABT-ROB-02"], mayAlso: ["ABT-DATA-07"]
    ) { decisions in
      let before = decisions.readList
      decisions.readList = { reader, bytes in
        if ContainerGraph(Array(bytes))?.hasKeyAroundItsDictionary == true { waitForever() }
        return before(&reader, bytes)
      }
    },
    Fault(
      "reading-kept-without-verb", .state,
      "what a list in one piece was read as is kept for the next one that is the same, also under the other verb",
      breaks: ["ABT-DEL-02"],
      mayAlso: ["ABT-DEL-01", "ABT-CHG-09", "ABT-DATA-01", "ABT-DICT-*", "ABT-ROB-*"]
    ) { decisions in
      let kept = Memory<(list: PropertyList, payload: Payload)?>(nil)
      let isPiece = decisions.rememberPieces()
      let before = decisions.readPayload
      decisions.readPayload = { (list, verb) throws(RequestFailure) in
        if isPiece.update({ $0 }) { return try before(list, verb) }
        if let payload = kept.update({ $0?.list == list ? $0?.payload : nil }) { return payload }
        let payload = try before(list, verb)
        kept.update { $0 = (list, payload) }
        return payload
      }
    },
  ]
}
