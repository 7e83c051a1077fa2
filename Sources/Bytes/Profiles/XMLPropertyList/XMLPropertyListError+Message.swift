extension XMLPropertyListError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(reason.message)" }
}

extension XMLPropertyListError.Reason {
  /// What is wrong and, after a semicolon, what to do about it.
  package var message: String {
    budgetMessage ?? prologMessage ?? markupMessage ?? structureMessage ?? scalarMessage
  }

  private var budgetMessage: String? {
    switch self {
    case .empty: "the document is empty; check that the file was written completely"
    case .tooManyBytes(let count, let limit):
      "the document has \(count) bytes, more than the \(limit) allowed; split it into several profiles"
    case .tooManyNodes(let limit):
      "the document holds more than the \(limit) values and keys allowed; "
        + "split it into several profiles"
    case .tooDeep(let limit):
      "more than \(limit) arrays and dictionaries inside one another; flatten the value"
    default: nil
    }
  }

  private var prologMessage: String? {
    switch self {
    case .invalidUTF8: "these bytes are not UTF-8; save the document as UTF-8"
    case .forbiddenCharacter(let scalar):
      "character U+\(hexadecimal(scalar)) is not allowed in XML; remove it or use <data>"
    case .unsupportedEncoding(let name):
      "the document is in encoding \(name); convert it to UTF-8 (the only one read here) "
        + "and correct its XML declaration"
    case .unsupportedXMLVersion(let version):
      "XML version \"\(version)\" is not read here; write version=\"1.0\""
    case .malformedDeclaration:
      "malformed XML declaration; write <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    case .misplacedDeclaration:
      "the XML declaration must be the very first bytes; remove what comes before it"
    case .malformedDoctype:
      "malformed document type; write <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\"> or leave it out"
    case .misplacedDoctype:
      "a document type may occur once, before <plist>; remove this one"
    case .foreignDoctype(let name):
      "document type \"\(name)\" is not a property list; it must be \"plist\" or left out"
    case .internalSubset:
      "a document type that declares entities or elements is refused, since entities can grow "
        + "without bound; remove everything from [ to ] and write the text out"
    default: nil
    }
  }

  private var markupMessage: String? {
    switch self {
    case .unexpectedEnd(let place):
      "the document ends inside \(place); check that the file was written completely"
    case .malformedComment: "a comment must not contain \"--\"; rewrite the comment"
    case .malformedInstruction:
      "a processing instruction needs a name directly after \"<?\"; remove the instruction"
    case .malformedTag:
      "this is not a well-formed tag; write \"<\" in text as \"&lt;\", "
        + "and tags as <name> or </name>"
    case .unexpectedText:
      "text where only elements are allowed; put it into <string> or remove it"
    case .strayCDATAEnd: "\"]]>\" in text; write it as \"]]&gt;\""
    case .malformedReference:
      "\"&\" does not begin a reference; write an ampersand as \"&amp;\""
    case .undefinedEntity(let name):
      "entity \"\(name)\" is not defined; only amp, lt, gt, quot and apos are, "
        + "so write the character itself or &#number;"
    case .forbiddenReference:
      "this reference stands for no character that XML allows; remove it or use <data>"
    default: nil
    }
  }

  private var structureMessage: String? {
    switch self {
    case .unexpectedAttribute(let name, let element):
      "<\(element)> has attribute \"\(name)\"; only <plist version=\"1.0\"> has one, so remove it"
    case .unsupportedPropertyListVersion(let version):
      "property list version \"\(version)\" is not read here; write <plist version=\"1.0\">"
    case .foreignRoot(let name):
      "the outermost element is <\(name)>; put the value into <plist version=\"1.0\">"
    case .unknownElement(let name):
      "<\(name)> is not allowed here; a value is one of dict, array, string, integer, real, true, "
        + "false, date, data"
    case .mismatchedEnd(let expected, let found):
      "</\(found)> where </\(expected)> must close what is open; balance the tags"
    case .elementInText(let name, let inside):
      "<\(name)> inside <\(inside)>, which holds only text; close <\(inside)> before it"
    case .contentInBoolean: "a boolean has no content; write <true/> or <false/>"
    case .noValue: "<plist> holds no value; put one into it"
    case .severalValues: "<plist> holds more than one value; put them into an <array> or <dict>"
    case .contentBehindRoot: "something follows </plist>; remove it"
    case .keyOutsideDictionary: "<key> outside a <dict>; put it and its value into one"
    case .valueWithoutKey(let element):
      "<\(element)> has no <key> before it in its <dict>; name it"
    case .keyWithoutValue(let key):
      "key \"\(key)\" has no value after it; give it one or remove it"
    case .duplicateKey(let key):
      "key \"\(key)\" occurs twice in one <dict>, and readers differ in which they take; remove one"
    default: nil
    }
  }

  private var scalarMessage: String {
    switch self {
    case .malformedInteger(let text):
      "\"\(text)\" is not an integer; write decimal digits, or 0x and hexadecimal ones"
    case .integerOutOfRange(let text):
      "\(text) does not fit into 64 bits with a sign; use <real> or <string>"
    case .malformedReal(let text):
      "\"\(text)\" is not a real number; write it like -12.5e3, or as inf or nan"
    case .realOutOfRange(let text):
      "\(text) is beyond the largest double; use <string>, or inf if that is meant"
    case .malformedDate(let text):
      "\"\(text)\" is not a date; write it in UTC like 2026-01-31T23:59:59Z"
    case .impossibleDate(let text):
      "\(text) is on no calendar of the years 1 to 9999; correct the date"
    case .scalarTooLong(let limit):
      "a number or date of more than \(limit) bytes; shorten it or use <string>"
    case .foreignDataByte(let byte):
      "byte 0x\(String(byte, radix: 16)) is not Base64; encode the data again"
    case .badDataPadding:
      "the Base64 has wrong padding; its length without white space must be a multiple of four, "
        + "with \"=\" at the end only"
    case .strayDataBits:
      "the last character of the Base64 has bits that stand for nothing; encode the data again"
    default: ""
    }
  }

  private func hexadecimal(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
