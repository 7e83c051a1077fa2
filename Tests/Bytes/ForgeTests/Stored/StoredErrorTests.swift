import Forge
import JSONText
import Testing
import WireFormat

/// What is wrong with a stored request is told with its place, and with what may be there.
@Suite struct StoredErrorTests {
  /// A request with these texts in the places of its parts, each part on a line of its own.
  private func text(
    action: String = #""apply""#, contents: String = #"{"keys":[]}"#, more: String = ""
  ) -> String {
    """
    {"action":\(action),
    "profile":"p","payload":"q",
    "contents":\(contents)\(more.isEmpty ? "" : ",\n" + more)}
    """
  }

  private func complaint(_ text: String) -> String {
    do {
      _ = try RequestForge.reading(text)
      return "none"
    } catch {
      return error.description
    }
  }

  @Test func theRightTextIsRead() { #expect(complaint(text()) == "none") }

  @Test func mistakesAreTold() {
    func layer(_ name: String, _ value: String) -> String {
      text(more: "\"layers\":{\"\(name)\":\(value)}")
    }
    let expected: [(String, String)] = [
      (text(action: "7"), "line 1, column 11: expected a string"),
      (
        text(action: #""set""#),
        #"line 1, column 11: "set" is none of the words that may be here: apply, reset"#
      ),
      ("{}", #"line 1, column 1: a member "action" is missing"#),
      ("[]", "line 1, column 1: expected an object"),
      (
        text(more: #""verb":1"#),
        #"line 4, column 8: "verb" is none of the members that may be here: action, profile, payload, contents, parameter, layers, edits"#
      ),
      (text(contents: "{}"), "line 3, column 12: contents have a configuration, keys or both"),
      (
        text(contents: #"{"verbatim":{"boolean":true},"keys":[]}"#),
        #"line 3, column 48: "keys" is none of the members that may be here: verbatim"#
      ),
      (text(contents: #"{"keys":[1]}"#), "line 3, column 21: expected a string"),
      (
        text(more: #""parameter":"datax""#),
        #""datax" is none of the words that may be here: data, data-x"#
      ),
      (
        layer("dns", "{}"),
        #"line 4, column 17: "dns" is none of the layers: dictionary, plist, magic"#
      ),
      (layer("zlib", "{}"), #"line 4, column 18: a member "form" is missing"#),
      (layer("zlib", "5"), "line 4, column 18: expected an object"),
      (
        layer("magic", #"{"form":"half"}"#),
        #"line 4, column 27: "half" is none of the forms of magic: canonical, missing"#
      ),
      (layer("plist", #"{"form":"half"}"#), #""half" is none of the forms of plist: 104 in all"#),
      (layer("zlib", #"{"form":"truncated"}"#), #"line 4, column 18: a member "by" is missing"#),
      (
        layer("zlib", #"{"form":"truncated","by":5,"at":1}"#),
        #""at" is none of the members that may be here: form, by"#
      ),
      (
        layer("zlib", #"{"form":"truncated","by":"5x"}"#),
        "line 4, column 43: an integer of -9223372036854775808 to"
      ),
      (layer("zlib", #"{"form":"truncated","by":"05"}"#), "or its decimal text"),
      (
        layer("zlib", #"{"form":"truncated","by":1.5}"#), "an integer is expected, without fraction"
      ),
      (
        layer("zlib", #"{"form":"truncated","by":99999999999999999999}"#),
        "this number is too large"
      ),
      (
        layer("magic", #"{"form":"wrong","index":0,"mask":256}"#),
        "an integer of 0 to 255 is expected"
      ),
      (
        layer("magic", #"{"form":"wrong","index":0,"mask":-1}"#),
        "an integer of 0 to 255 is expected"
      ),
      (layer("magic", #"{"form":"replaced","withBase64":"A"}"#), "this text is no padded Base64"),
      (
        layer("magic", #"{"form":"replaced","withBase64":"QUJD\n"}"#),
        "this text is no padded Base64"
      ),
      (
        layer("zlib", #"{"form":"strategy","strategy":"huffmanOnly"}"#),
        "filtered, huffman-only, run-lengths, fixed-codes"
      ),
      (
        layer("percent", #"{"form":"nul","parameter":"profile","index":0}"#),
        #"line 4, column 29: with these parameters the form is "nul-in-identifier", not "nul""#
      ),
      (
        layer("chunk", #"{"form":"single","index":1,"total":2}"#),
        #"with these parameters the form is "canonical", not "single""#
      ),
      (
        layer("chunk", #"{"form":"single","index":1,"total":1,"cut":{"from":0,"count":-1}}"#),
        "a piece cannot have -1 bytes"
      ),
      (layer("url", #"{"form":"bare","slashes":1}"#), "expected a boolean"),
      (
        text(more: #""edits":[{"layer":"dns","offset":0,"removed":0}]"#),
        "property-list, content, stream"
      ),
      (text(more: #""edits":{}"#), "expected an array"),
      (text(contents: #"{"verbatim":{}}"#), "exactly one member"),
      (text(contents: #"{"verbatim":{"integer":"1","real":"1"}}"#), "exactly one member"),
      (
        text(contents: #"{"verbatim":{"number":"1"}}"#),
        #""number" is none of the types of values: string, integer"#
      ),
      (text(contents: #"{"verbatim":{"integer":"9223372036854775808"}}"#), "an integer of 64 bits"),
      (text(contents: #"{"verbatim":{"real":"1e999"}}"#), "a real or date is text"),
      (text(contents: #"{"verbatim":{"real":"nan(1)"}}"#), "a real or date is text"),
      (text(contents: #"{"verbatim":{"realBits":"7ff"}}"#), "16 hexadecimal digits"),
      (text(contents: #"{"verbatim":{"realBits":"+ff0000000000001"}}"#), "16 hexadecimal digits"),
      (text(contents: #"{"verbatim":{"pairs":[["a"]]}}"#), "a pair has one key and one value"),
      (
        text(contents: #"{"verbatim":{"pairs":[["a",{"real":"1"},1]]}}"#),
        "a pair has one key and one value"
      ),
      (
        text(contents: #"{"configuration":{"a":{"real":"1"},"pairs":[]}}"#),
        #""pairs" stands beside other members"#
      ),
      (
        text(contents: #"{"configuration":{"pairs":[],"a":{"real":"1"}}}"#),
        #""a" stands beside "pairs""#
      ),
      (text() + "x", "there is more text after the value"),
      (text(contents: #"{"keys":[],"keys":[]}"#), #"the member "keys" occurs twice"#),
    ]
    for (text, words) in expected {
      let complaint = complaint(text)
      #expect(complaint.contains(words), "\(text)\n\(complaint)")
    }
  }

  @Test func listsAreLimited() {
    let many = Array(repeating: "0", count: StoredLimits.maxElements + 1).joined(separator: ",")
    let keys = many.replacing("0", with: #""""#)
    #expect(complaint(text(contents: #"{"keys":[\#(keys)]}"#)).contains("more than 65536 elements"))
    let pairs = many.replacing("0", with: #"["",{"boolean":true}]"#)
    #expect(
      complaint(text(contents: #"{"configuration":{"pairs":[\#(pairs)]}}"#))
        .contains("more than 65536 elements"))
    let image =
      #"{"form":"image","headerBase64":"","objects":[],"order":[\#(many)],"offsetWidth":1,"referenceWidth":1}"#
    #expect(
      complaint(text(more: #""layers":{"plist":\#(image)}"#)).contains("more than 65536 elements"))
    let fields = (0..<100).map { "\"m\($0)\":1" }.joined(separator: ",")
    #expect(complaint("{\(fields)}").contains("more than 64 members"))
    let slots = Array(repeating: #"{"value":"empty"}"#, count: 1_025).joined(separator: ",")
    #expect(
      complaint(text(more: #""layers":{"parameters":{"form":"slots","slots":[\#(slots)]}}"#))
        .contains("more than 1,024 slots"))
  }
}
