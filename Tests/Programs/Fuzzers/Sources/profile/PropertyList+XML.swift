import WireFormat

extension PropertyList {
  /// Values and keys.
  var nodes: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.nodes }
    case .dictionary(let members): members.reduce(1) { $0 + 1 + $1.value.nodes }
    default: 1
    }
  }

  /// Containers in each other.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .dictionary(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// A plain document of this value, which came from one: its texts have characters of XML only,
  /// its dates whole seconds.
  var xml: [UInt8] { Array("<plist>\(element)</plist>".utf8) }

  private var element: String {
    switch self {
    case .string(let text): "<string>\(Self.escaped(text))</string>"
    case .integer(let number): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number)</real>"
    case .boolean(let truth): truth ? "<true/>" : "<false/>"
    case .date(let seconds): "<date>\(CalendarDate(secondsSince2001: Int(seconds)).text)</date>"
    case .data(let bytes):
      "<data>\(String(decoding: Base64Text.encode(bytes), as: UTF8.self))</data>"
    case .array(let elements): "<array>\(elements.map(\.element).joined())</array>"
    case .dictionary(let members):
      "<dict>"
        + members.map { "<key>\(Self.escaped($0.key))</key>\($0.value.element)" }.joined()
        + "</dict>"
    }
  }

  /// Markup and carriage returns, which a reader would change, as references.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "<", ">", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
