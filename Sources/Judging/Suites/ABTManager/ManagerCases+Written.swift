import Conformance
import SuiteModels

/// Profiles as people and tools write them: forms of XML that are all one and the same value (MGR-01).
extension ABTManager {
  static let written: [Specification] = [
    form("date", "A date is in universal time.", "<date>2013-04-12T08:30:15Z</date>"),
    form(
      "date/early", "Dates before 2001, before 1970 and before 1901.",
      "<array><date>2000-12-31T23:59:59Z</date><date>1999-02-28T12:00:00Z</date><date>1970-01-01T00:00:00Z</date><date>1969-12-31T23:59:59Z</date><date>1904-02-29T06:07:08Z</date><date>1901-12-13T20:45:51Z</date><date>1858-11-17T00:00:00Z</date></array>"
    ),
    form(
      "date/late", "Dates at the ends of 32 bits, and in leap years.",
      "<array><date>2038-01-19T03:14:08Z</date><date>2069-01-19T03:14:08Z</date><date>2106-02-07T06:28:16Z</date><date>2137-02-07T06:28:17Z</date><date>2000-02-29T00:00:00Z</date><date>2100-03-01T00:00:00Z</date><date>2400-02-29T23:59:59Z</date></array>"
    ),
    form(
      "data", "Data is wrapped and indented.",
      """
      <data>
      \t\tVGhlIHF1aWNr
      \t\tIGJyb3duIGZv
      \t\teCBqdW1wcw==
      \t\t</data>
      """),
    form(
      "empty-elements", "Empty elements are written as one tag.",
      "<array><array/><dict/><string/><data/><integer>7</integer></array>"),
    form(
      "references", "Characters are written as references.",
      "<string>&#x41;&#66;&#xE4; &lt;&amp;&gt;&quot;&apos;&#x1F600;</string>"),
    form("cdata", "Text stands in a CDATA section.", "<string>a <![CDATA[<b> & ]]>c</string>"),
    form(
      "comment", "A part is commented out.",
      "<array><!-- <string>old</string> --><string>new</string><!-- - --></array>"),
    form(
      "numbers", "Numbers with signs and exponents.",
      "<array><integer>+7</integer><integer>-7</integer><real>1.5E+3</real><real>-0.5</real></array>"
    ),
    form(
      "space", "White space between values and inside of texts.",
      "<array>\n  <string> a\n b </string>\n  <integer>7</integer>\n</array>"),
  ]

  private static func form(_ name: String, _ title: String, _ value: String) -> Specification {
    sequence(
      "contents/xml-forms/\(name)", title, ["MGR-01"],
      [.install(ProfileDocument(Array(profile(value).utf8))), yes("value"), remove, done])
  }

  /// A profile whose only payload has this value.
  private static func profile(_ value: String) -> String {
    let key = "com.absolute.thirdpartyconfig."
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>PayloadType</key><string>Configuration</string>
        <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>com.acme.profiles.mail</string>
        <key>PayloadUUID</key><string>profile</string>
        <key>PayloadContent</key>
        <array>
          <dict>
            <key>PayloadType</key><string>com.absolute.thirdpartyconfig</string>
            <key>PayloadVersion</key><integer>1</integer>
            <key>PayloadUUID</key><string>mail</string>
            <key>\(key)BundleIdentifier</key><string>com.acme.mail</string>
            <key>\(key)Configuration</key>
            <dict>
              <key>value</key>
              \(value)
            </dict>
          </dict>
        </array>
      </dict>
      </plist>

      """
  }
}
