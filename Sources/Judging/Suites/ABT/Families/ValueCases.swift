import Conformance
import Forge
import SuiteModels
import WireFormat

/// Section 4.3: every value and every key reaches the delegate unchanged (ABT-DATA-01).
extension ABTCases {
  /// ABT-DATA-01: values at which languages and libraries slip.
  private static let traps: [(name: String, value: PropertyList)] = {
    var traps: [(String, PropertyList)] = [
      ("string/empty", .string("")), ("string/space", .string(" ")),
      ("string/spaces-around", .string("  a  ")), ("string/nul", .string("a\u{0}b")),
      ("string/lines", .string("a\r\nb\n")), ("string/composed", .string("\u{E9}")),
      ("string/decomposed", .string("e\u{301}")), ("string/latin-1", .string("ÿ")),
      ("string/cjk", .string("日本語")), ("string/beyond-bmp", .string("\u{1F600}")),
      ("string/mark", .string("\u{FEFF}a")), ("string/non-character", .string("\u{FFFF}")),
      ("string/like-number", .string("1")), ("string/like-boolean", .string("true")),
      ("string/like-null", .string("null")), ("string/percent", .string("%41+%2B")),
      ("string/fifteen", .string("abcdefghijklmno")),
      ("string/sixteen", .string("abcdefghijklmnop")),
      ("string/long", .string(String("x", times: 70_000))),
      ("string/long-latin", .string(String("é", times: 40_000))),
      ("string/long-beyond-bmp", .string(String("\u{1F600}", times: 20_000))),
      ("string/nul-in-utf-16", .string("é\u{0}b")), ("string/nul-only", .string("\u{0}")),
      ("string/nul-behind", .string("a\u{0}")), ("string/nul-before", .string("\u{0}a")),
      ("string/nul-behind-utf-16", .string("\u{E9}\u{0}")),
      ("string/nul-before-utf-16", .string("\u{0}\u{E9}")),
      ("string/nuls-behind-utf-16", .string("\u{1F600}\u{0}\u{0}")),
      ("string/space-behind-utf-16", .string("\u{E9} ")), ("data/nul-behind", .data([1, 0])),
      ("string/one-beyond-ascii", .string("\u{80}")), ("string/delete", .string("\u{7F}\u{1}")),
      ("string/right-to-left", .string("\u{202E}abc")), ("string/tag", .string("<a>&amp;")),
      ("real/zero", .real(0)), ("real/negative-zero", .real(-0.0)), ("real/one", .real(1)),
      ("real/tenth", .real(0.1)), ("real/large", .real(1e300)),
      ("real/subnormal", .real(.leastNonzeroMagnitude)),
      ("real/infinity", .real(.infinity)), ("real/negative-infinity", .real(-.infinity)),
      ("real/not-a-number", .real(.nan)), ("real/float", .real(1.5)),
      ("real/beyond-integers", .real(9_007_199_254_740_992)),
      ("boolean/true", .boolean(true)), ("boolean/false", .boolean(false)),
      ("date/reference", .date(0)), ("date/before-1970", .date(-978_307_201)),
      ("date/before-reference", .date(-1)), ("date/milliseconds", .date(1.5)),
      // Of these the last digits of a 64-bit real are lost where one counts from 1970, or in milliseconds.
      ("date/seven-milliseconds", .date(0.007)), ("date/tenth-before", .date(-978_307_200.1)),
      ("date/finer", .date(86_400.000_25)), ("date/finest", .date(16.000000000000004)),
      ("date/quarter-before", .date(-1.25)), ("date/year-1367", .date(-20_000_000_000)),
      ("date/year-1", .date(-63_113_904_000)), ("date/year-9999", .date(252_423_993_599)),
      ("date/beyond-32-bits", .date(4_294_967_296)), ("date/summer", .date(173_000_000)),
      ("date/far", .date(86_400 * 365 * 500)), ("date/leap-second-like", .date(15_638_399)),
      // Seconds that 32 bits hold, with a sign or without one, counted from 2001 or from 1970, and the next one.
      ("date/most-of-31-bits", .date(2_147_483_647)), ("date/beyond-31-bits", .date(2_147_483_648)),
      ("date/least-of-32-bits", .date(-2_147_483_648)),
      ("date/below-32-bits", .date(-2_147_483_649)),
      ("date/between-31-and-32-bits", .date(3_000_000_000.25)),
      ("date/beyond-31-bits-of-1970", .date(1_169_176_448)),
      ("date/beyond-32-bits-of-1970", .date(3_316_660_096)),
      ("date/below-32-bits-of-1970", .date(-3_125_790_849)),
      ("data/empty", .data([])), ("data/nul", .data([0])), ("data/high", .data([255, 254, 0, 1])),
      ("data/fifteen", .data((0..<15).map { UInt8($0) })),
      ("data/long", .data([UInt8](repeating: 7, count: 70_000))),
      ("array/empty", .array([])),
      ("array/mixed", .array([.integer(1), .string("1"), .boolean(true), .real(1)])),
      ("array/nested", .array([.array([.array([])]), .dictionary([])])),
      ("array/many", .array((0..<300).map { .integer(Int64($0)) })),
      ("array/nine-thousand", .array((0..<9_000).map { .integer(Int64($0)) })),
      (
        "array/shared-text",
        .array(
          [PropertyList](repeating: .string(String("t", times: 1_000)), count: 500))
      ),
      ("array/real-and-integer", .array([.real(2), .integer(2), .real(0.1), .boolean(false)])),
      ("dictionary/empty", .dictionary([])),
      ("dictionary/like-typed", .dictionary([.init(key: "real", value: .string("1.0"))])),
      (
        "dictionary/nested",
        .dictionary([.init(key: "", value: .dictionary([.init(key: "a.b", value: .array([]))]))])
      ),
    ]
    let integers: [Int64] = [
      0, 1, -1, 127, 128, 255, 256, -128, -129, 32_767, 32_768, 65_535, 65_536, 2_147_483_647,
      2_147_483_648, -2_147_483_648, -2_147_483_649, 4_294_967_295, 4_294_967_296,
      9_007_199_254_740_992, 9_007_199_254_740_993, .max, .min,
      // Odd ones on both sides of what reals of 32 and 64 bits hold.
      16_777_217, -16_777_217, -32_768, -32_769, -4_294_967_297, -9_007_199_254_740_993,
      4_611_686_018_427_387_905, -4_611_686_018_427_387_905, .max - 1, .min + 1,
    ]
    traps += integers.map { ("integer/\($0)", .integer($0)) }
    // Who decodes part by part, of whatever size, meets a pair across the end of a part.
    let pairs = String("\u{1F600}", times: 2_100)
    traps += [
      ("string/pairs", .string(pairs)), ("string/pairs-behind-one", .string("\u{E9}" + pairs)),
    ]
    return traps + formats
  }()

  /// ABT-DATA-01: values that are written like something else, which nobody may read them as.
  private static let formats: [(name: String, value: PropertyList)] = {
    let inner = PropertyList.dictionary([.init(key: "host", value: .string("inner"))])
    var writer = PropertyListWriter()
    let list = writer.write(inner)
    let xml =
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>host</key><string>inner</string></dict></plist>"
    let zlib: [UInt8] = [
      0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x68, 0x69, 0x01, 0x3B, 0x00, 0xD2,
    ]
    return [
      ("data/like-list", .data(list)),
      ("data/like-magic-and-list", .data(Array("ABTC".utf8) + list)),
      ("data/like-xml-list", .data(Array(xml.utf8))), ("data/like-zlib", .data(zlib)),
      (
        "data/like-gzip", .data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      ),
      ("data/like-text", .data(Array("grün".utf8))), ("data/like-digits", .data(Array("42".utf8))),
      ("data/like-base64", .data(Array("aG9zdA==".utf8))),
      ("data/like-utf-16", .data([0xFE, 0xFF, 0x00, 0x61])),
      ("data/like-uuid", .data(Array(0..<16))),
      ("string/like-base64", .string("aG9zdA==")), ("string/like-xml-list", .string(xml)),
      ("string/like-json", .string("{\"host\": [1, 2]}")), ("string/like-real", .string("1.0")),
      ("string/like-integer", .string("12345")), ("string/like-exponent", .string("1e5")),
      ("string/like-small-hex", .string("0x1f")), ("string/like-yes", .string("YES")),
      ("string/like-off", .string("off")), ("string/like-day", .string("2015-01-01")),
      ("string/like-uuid", .string("a3c1f0e2-5b6d-4c7e-8f90-0123456789ab")),
      ("string/like-list", .string("a,b;c d")), ("string/like-html", .string("a&eacute;b&#65;")),
      ("string/no-break-space", .string("a\u{A0}b\u{202F}c")),
      ("string/joiners", .string("a\u{200D}b\u{200B}c\u{AD}d")),
      ("string/line-separators", .string("a\u{2028}b\u{2029}c\u{85}d")),
      ("string/private", .string("\u{E000}a\u{F8FF}")),
      ("string/last-plane", .string("\u{10FFFD}a\u{F0000}")),
      ("string/swapped-mark", .string("\u{FFFE}hello")),
      ("string/full-width", .string("\u{FF21}\u{FF11}\u{2460}")),
      ("real/whole-and-large", .real(1e17)), ("real/whole", .real(12_345)),
      ("array/of-arrays", .array([.array([.integer(1)]), .array([.integer(2), .integer(3)])])),
      ("array/of-one", .array([.string("alone")])),
      ("dictionary/of-one", .dictionary([.init(key: "value", value: .string("alone"))])),
      ("string/like-null-of-archives", .string("$null")), ("string/like-hex", .string("0x1F")),
      ("string/like-nothing", .string("nil")),
      ("string/like-date", .string("2001-01-01T00:00:00Z")),
      ("string/like-data", .string("<0102 03>")), ("string/like-escape", .string("\\u00e9\\n")),
      ("string/like-format", .string("%@ %d %s %n {0} ${host}")),
      ("string/like-path", .string("~/../$HOME/*")), ("string/like-not-a-number", .string("nan")),
      (
        "dictionary/like-archive",
        .dictionary([
          .init(key: "$archiver", value: .string("NSKeyedArchiver")),
          .init(key: "$version", value: .integer(100_000)),
          .init(key: "$top", value: .dictionary([.init(key: "root", value: .integer(1))])),
          .init(key: "$objects", value: .array([.string("$null"), .string("a")])),
        ])
      ),
      ("dictionary/like-uid", .dictionary([.init(key: "CF$UID", value: .integer(3))])),
      (
        "dictionary/like-array",
        .dictionary([
          .init(key: "0", value: .string("a")), .init(key: "1", value: .string("b")),
        ])
      ),
      ("array/like-dictionary", .array([.array([.string("host"), .string("a")])])),
      ("array/of-one-array", .array([.array([.string("a")])])),
    ]
  }()

  /// ABT-DATA-14: as many objects, and as much content of shared scalars, as section 2.1 binds a reader to.
  private var mostContents: [Specification] {
    let text = PropertyList.string(String("t", times: 99_996) + "-end")
    let data = PropertyList.data([UInt8](repeating: 7, count: 99_999) + [8])
    // With the dictionary, the keys and values around it, each array has 10,000 objects.
    let contents: [(name: String, words: String, value: PropertyList)] = [
      (
        "ten-thousand-objects/same", "Exactly 10,000 objects, nearly all of them one number.",
        .array([PropertyList](repeating: .integer(1), count: 9_993))
      ),
      (
        "ten-thousand-objects/different", "Exactly 10,000 objects.",
        .array((0..<9_993).map { .integer($0) })
      ),
      (
        "shared/text", "One long text in ten places.",
        .array([PropertyList](repeating: text, count: 10))
      ),
      (
        "shared/data", "The same data in ten places.",
        .array([PropertyList](repeating: data, count: 10))
      ),
      (
        "shared/values", "One long text under ten keys.",
        .dictionary((0..<10).map { .init(key: "k\($0)", value: text) })
      ),
    ]
    return contents.map { name, words, value in
      make("data/most/\(name)", words, ["ABT-DATA-14", "ABT-DATA-01"]) {
        (g) throws(HarnessFault) in
        var forge = g.apply([.init(key: "a", value: value)])
        // A form that has to be read, as the list has: whoever refuses it breaks ABT-DATA-14.
        forge.compression = .storedBlocks(of: 0xFFFF)
        return [try g.open(forge)]
      }
    }
  }

  /// ABT-DATA-01: values of every type in each container of a list that is as deep as it may be.
  private var deepValues: [Specification] {
    // No containers: they would be shared, which a library may refuse.
    let scalars: [PropertyList] = [
      .real(1), .boolean(true), .integer(1), .string(""), .date(0.5), .data([]), .real(-0.0),
      .boolean(false), .integer(-1), .string("e\u{301}"),
    ]
    return [("dictionaries", 0), ("arrays", 1)].map { name, odd in
      make(
        "data/deep-values/\(name)-in-even-levels",
        "Values of every type in each level of a list that is as deep as it may be.",
        ["ABT-DATA-01"]
      ) { (g) throws(HarnessFault) in
        var value = PropertyList.string("innermost")
        for level in 0..<max(0, limits.maxDepth - 2) {
          let all = scalars + [value]
          value =
            level % 2 == odd
            ? .dictionary(all.enumerated().map { .init(key: "k\($0)", value: $1) }) : .array(all)
        }
        return [try g.open(g.apply([.init(key: "deep", value: value)]))]
      }
    }
  }

  var sentValues: [Specification] {
    let places: [(String, @Sendable (PropertyList) -> PropertyList)] = [
      ("alone", { $0 }), ("in-array", { .array([.string("before"), $0, .integer(2)]) }),
      (
        "in-dictionary",
        { .dictionary([.init(key: "inner", value: $0), .init(key: "z", value: .boolean(false))]) }
      ),
      // A list of records, which many formats know.
      (
        "in-rows",
        {
          .array([
            .dictionary([.init(key: "id", value: .integer(1))]),
            .dictionary([.init(key: "id", value: .integer(2)), .init(key: "value", value: $0)]),
          ])
        }
      ),
    ]
    let all: [Specification] = Self.traps.flatMap { name, value in
      places.map { place, wrap in
        make(
          "data/value/\(name)/\(place)", "The delegate sees this value as it was sent: \(name).",
          ["ABT-DATA-01"]
        ) { (g) throws(HarnessFault) in
          var forge = g.apply([
            .init(key: "first", value: .string("a")), .init(key: "value", value: wrap(value)),
          ])
          if case .canonical = forge.compression {} else { forge.compression = .canonical }
          return [try g.open(forge)]
        }
      }
    }
    let keys = [
      "", " ", "a b", "a.b", "$a", "_", "0", "true", "日本", "\u{1F600}", "e\u{301}", "\u{E9}",
      "a\u{0}b",
      self.keys.version, self.keys.configuration, String("k", times: 300),
      // A number says which key it is, so that new ones come last.
      "k\u{0}\u{E9}", " k", "k ", "K", "abcdefghijklmno", "\u{FEFF}k", "$null", "CF$UID",
      String("\u{1F600}", times: 300), "\u{E9}" + String("\u{1F600}", times: 300),
      "a\u{0}", "\u{E9}\u{0}", "\u{0}\u{E9}", "\u{E9} ",
      // More bytes and more units than 16 bits count.
      String("k", times: 70_000), String("\u{E9}", times: 66_000),
    ]
    return all + mostContents + deepValues
      + keys.enumerated().map { number, key in
        make(
          "data/key/\(number)", "A key of any text reaches the delegate as it was sent.",
          ["ABT-DATA-01"]
        ) { (g) throws(HarnessFault) in
          [
            try g.open(
              g.apply([
                .init(key: key, value: .integer(1)),
                .init(key: "inner", value: .dictionary([.init(key: key, value: .string("x"))])),
                .init(
                  key: "rows",
                  value: .array([
                    .dictionary([.init(key: key, value: .integer(2))]),
                    .array([.dictionary([.init(key: key, value: .boolean(true))])]),
                  ])),
              ]))
          ]
        }
      }
  }
}
