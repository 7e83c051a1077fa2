import Foundation
import Glibc
import JSONText
import Testing

/// `assay url encode` and `assay url decode`.
@Suite struct URLCommandTests {
  private static let folder = BuiltPrograms.packageFolder + "/Corpus/profiles"
  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".mobileconfig") }.sorted()
  private static let keys = #"{"*":{"apiKey":"api-key-0417","encryptionSecret":"secret-0417"}}"#

  private static func place() throws -> Workplace {
    let place = try Workplace()
    try place.put(keys.utf8, "keys.json")
    return place
  }

  /// Compares what plistlib reads from the profile with what it reads from what assay has decoded.
  private static let comparison = """
    import plistlib, sys

    prefix = "com.absolute.thirdpartyconfig."
    with open(sys.argv[1], "rb") as file:
        profile = plistlib.load(file)
    payloads = {
        payload["PayloadUUID"]: payload
        for payload in profile["PayloadContent"]
        if payload["PayloadType"] == prefix[:-1]
    }
    decoded = plistlib.loads(sys.stdin.buffer.read())
    whole = [one for one in decoded if "Contents" in one]
    assert len(whole) == len(payloads), (len(whole), len(payloads))
    for one in whole:
        assert one["Valid"] and one["Kind"] == "request" and one["Token"] == "right", one
        parameters = {entry["Name"]: entry["Value"] for entry in one["Parameters"]}
        assert parameters["profile"] == profile["PayloadUUID"]
        payload = payloads.pop(parameters["payload"])
        assert one["BundleIdentifier"] == payload[prefix + "BundleIdentifier"]
        contents = one["Contents"]
        assert contents.pop("Version") == 1
        assert contents.pop("Category", None) == payload.get(prefix + "Category")
        if sys.argv[2] == "apply":
            value, expected = contents.pop("Configuration"), payload[prefix + "Configuration"]
        else:
            value, expected = contents.pop("Keys"), list(payload[prefix + "Configuration"])
        assert repr(value) == repr(expected), (value, expected)
        assert not contents, contents
        print(one["Action"])
    assert not payloads

    """

  /// Schemes of their own do not say whose they are; a token of keys by name does.
  private static let namedKeys: String = {
    let own = #"{"apiKey":"api-key-0417","encryptionSecret":"secret-0417"}"#
    let apps = ["*"] + ["time_sheets", "upper", "secret"].map { "com.acmetop." + $0 }
    return "{" + apps.map { "\"\($0)\":\(own)" }.joined(separator: ",") + "}"
  }()

  @Test(arguments: names) func everyProfileComesBack(name: String) throws {
    let place = try Self.place()
    let profile = "\(Self.folder)/\(name)"
    try place.put(Self.comparison.utf8, "compare.py")
    try place.put(Self.namedKeys.utf8, "named.json")
    let isCut = ["dates-and-data.mobileconfig", "own-schemes.mobileconfig"].contains(name)
    var ways = [("", "apply")]
    if isCut || name == "many-apps.mobileconfig" { ways.append(("--reset", "reset")) }
    if isCut { ways.append(("--max-url-bytes 305", "apply")) }
    for (options, action) in ways {
      let outcome = try place.shell(
        "assay url encode '\(profile)' --keys keys.json \(options) | tee urls | assay url decode --keys named.json --show-secrets --format plist - | python3 compare.py '\(profile)' \(action)"
      )
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(options): \(outcome.errors)")
      let lines = outcome.lines.filter { !$0.isEmpty }
      #expect(!lines.isEmpty && lines.allSatisfy { $0 == action })
      guard options.hasPrefix("--max") else { continue }
      let urls = try place.text(place.file("urls")).split(separator: "\n")
      #expect(urls.allSatisfy { $0.utf8.count <= 305 } && urls.contains { $0.contains("&chunk=") })
    }
  }

  /// Another library reads the URLs, and is given what the strict reader reads in them.
  @Test(arguments: [
    ("vpn", "com.tunnelworks.vpn", "encrypting"), ("unicode", "com.acmetop.notes", "plain"),
  ])
  func theReferenceAppliesThem(name: String, app: String, edition: String) throws {
    let place = try Self.place()
    let setup =
      #"{"bundleIdentifier":"\#(app)","apiKey":"api-key-0417","urlScheme":null,"edition":"\#(edition)","encryptionSecret":"secret-0417","allowUnencrypted":false}"#
    try place.put(setup.utf8, "setup.json")
    let profile = "\(Self.folder)/\(name).mobileconfig"
    for options in ["", "--reset"] {
      let outcome = try place.shell(
        "assay url encode '\(profile)' --keys keys.json \(options) >urls && assay replay urls --setup setup.json --timeout 30 --reference"
      )
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
  }

  @Test func piecesArePutTogetherInAnyOrder() throws {
    let place = try Self.place()
    let outcome = try place.shell(
      "assay url encode '\(Self.folder)/mail.mobileconfig' --keys keys.json --chunks 3 | tac | assay url decode --keys keys.json --format json -"
    )
    #expect(outcome.status == 0)
    let lines = try outcome.lines.filter { !$0.isEmpty }.map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(lines.map { $0["piece"]?["index"]?.integerValue } == [3, 2, 1])
    #expect(lines.map { $0["contents"] != nil } == [false, false, true])
    #expect(lines.first?["notRead"]?.stringValue == "2 of 3 pieces have not come yet")
    #expect(lines.allSatisfy { $0["valid"]?.booleanValue == true })
  }

  // MARK: Keys and secrets

  @Test func keysNeedNotStandOnTheCommandLine() throws {
    let place = try Self.place()
    let profile = "\(Self.folder)/vpn.mobileconfig"
    let none = try place.assay("url", "encode", profile)
    #expect(none.status == 2 && none.output.isEmpty)
    #expect(none.errors.contains("no API key is known for com.tunnelworks.vpn"))
    #expect(none.errors.contains("ASSAY_API_KEY"))
    let half = try place.assay("url", "encode", profile, environment: ["ASSAY_API_KEY": "k"])
    #expect(half.status == 2 && half.output.isEmpty)
    #expect(half.errors.contains("no encryption secret"))
    let environment = ["ASSAY_API_KEY": "api-key-0417", "ASSAY_ENCRYPTION_SECRET": "secret-0417"]
    let url = try place.assay("url", "encode", profile, environment: environment).output
    #expect(url.hasPrefix("x-absolutemanageconfig.com.tunnelworks.vpn://apply?token="))
    try place.put(url.utf8, "urls")
    func token(_ options: [String], _ variables: [String: String] = [:]) throws -> String? {
      let words = ["url", "decode", "urls", "--format", "json"] + options
      let line = try place.assay(words, environment: variables).output
      return try JSONValue(parsing: Array(line.utf8))["token"]?.stringValue
    }
    #expect(try token([]) == "unchecked")
    #expect(try token([], environment) == "right")
    #expect(try token(["--keys", "keys.json"]) == "right")
    // The file comes before the environment, and options before both.
    #expect(try token(["--keys", "keys.json"], ["ASSAY_API_KEY": "other"]) == "right")
    #expect(try token(["--keys", "keys.json", "--api-key", "other"]) == "wrong")
    #expect(try token(["--bundle-identifier", "com.acme.other"], environment) == "wrong")
  }

  @Test func whatIsEncryptedIsShownOnRequestOnly() throws {
    let place = try Self.place()
    let encode = try place.assay(
      "url", "encode", "\(Self.folder)/mixed-encryption.mobileconfig", "--keys", "keys.json")
    try place.put(encode.output.utf8, "urls")
    let token = try #require(encode.output.firstMatch(of: #/token=([0-9a-f]{64})/#)?.output.1)
    for format in ["text", "json", "plist"] {
      let words = ["url", "decode", "urls", "--keys", "keys.json", "--format", format]
      let hidden = try place.shell(
        "assay \(words.joined(separator: " ")) | tr -d '\\000'"
      ).output
      let shown = try place.shell(
        "assay \(words.joined(separator: " ")) --show-secrets | tr -d '\\000'"
      ).output
      #expect(!hidden.contains("correct horse") && !hidden.contains(token), "\(format)")
      #expect(hidden.contains("Vancouver"), "it is not encrypted")
      #expect(shown.contains("correct horse") && shown.contains(token), "\(format)")
      for text in [hidden, shown] {
        #expect(!text.contains("api-key-0417") && !text.contains("secret-0417"))
      }
    }
    let closed = try place.assay("url", "decode", "urls")
    #expect(closed.status == 0)
    #expect(closed.unwrapped.contains("the app's encryption secret is not known"))
  }

  @Test(arguments: [
    (#"{"com.acme.app":{"apikey":"k"}}"#, ["no member \"apikey\"", "did you mean apiKey?"]),
    (#"{"com.acme.app":"k"}"#, ["keys.json", "column 17"]),
    ("[]", ["keys.json", "column 1"]), (#"{"a":{},"a":{}}"#, ["\"a\" occurs twice"]),
    ("", ["keys.json"]),
  ])
  func badKeys(text: String, says parts: [String]) throws {
    let place = try Workplace()
    try place.put(text.utf8, "keys.json")
    let outcome = try place.assay("url", "decode", "--keys", "keys.json", "a://apply?data=")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
  }

  // MARK: Callbacks

  @Test func callbacksAreRead() throws {
    let place = try Workplace()
    let head =
      "absoluteapps://thirdpartyprofilestatus?profile=P%20&payload=Q&token=0123456789abcdef"
    // ["host"], packed by Python.
    let changed = "eJxLKsjJLC4xMFjIGJKRX1zCwcUABoyMEJqBiQEV8AMA77oFyA%3D%3D"
    let urls = [
      head + "&status=Error&errorCode=7&errorMessage=no%0Alist", head + "&status=Canceled",
      head + "&status=Success&changedValues=\(changed)", head + "&status=Done",
      head + "&status=Error&status=Error", head,
    ]
    try place.put(urls.joined(separator: "\r\n\n").utf8, "urls")
    let outcome = try place.assay("url", "decode", "urls")
    #expect(outcome.status == 1)
    let text = outcome.unwrapped
    for part in [
      #"profile "P ""#, #"token "01234567"… (8 bytes more: --show-secrets)"#,
      #"errorCode "7" (undecodable data)"#, #"errorMessage "no\nlist""#,
      "not valid the dialect has no such status", "it occurs twice (ABT-CB-08)",
      "not valid there is no status (ABT-CB-04)", "(line 3 of urls)",
    ] {
      #expect(text.contains(part), "\(part) is missing in \(outcome.output)")
    }
    #expect(outcome.errors.contains("3 of 6 URLs are not valid"))
  }

  @Test func changedKeysAreListed() throws {
    let place = try Workplace()
    let packing = """
      import base64, plistlib, urllib.parse, zlib
      data = zlib.compress(plistlib.dumps(["host", "p\\u001bort"], fmt=plistlib.FMT_BINARY))
      print("absoluteapps://thirdpartyprofilestatus?profile=P&payload=Q&token=T&status=Success"
            "&changedValues=" + urllib.parse.quote(base64.b64encode(data), safe=""))
      """
    try place.put(packing.utf8, "pack.py")
    let text = try place.shell("python3 pack.py | assay url decode -")
    #expect(
      text.status == 0 && text.output.contains("changed keys\n    \"host\"\n    \"p\\u{1B}ort\"\n"))
    #expect(!text.holdsEscapes)
    let json = try place.shell("python3 pack.py | assay url decode --format json -")
    let keys = try JSONValue(parsing: Array(json.output.utf8))["changedKeys"]
    #expect(keys == ["host", "p\u{1B}ort"])
    let list = try place.shell(
      "python3 pack.py | assay url decode --format plist - | python3 -c 'import plistlib, sys; print(plistlib.loads(sys.stdin.buffer.read())[0][\"ChangedKeys\"])'"
    )
    #expect(list.output == "['host', 'p\\x1bort']\n")
  }

  // MARK: What is wrong

  @Test func theFirstWrongPlaceIsNamed() throws {
    let place = try Workplace()
    let head = "x-absolutemanageconfig.com.acme.app://apply?token=T&profile=P&payload=Q&data="
    for (url, parts) in [
      (head + "eJ*", ["stops in Base64 of data at byte 2", "ABT-DATA-02"]),
      (head + "AAAA", ["stops in zlib of data at byte 2", "ABT-DATA-03"]),
      (head + "eJwDAAAAAAE=", ["stops in Magic of data at byte 0", "ABT-DATA-05"]),
      ("x-absolutemanageconfig.com.acme.app://erase?data=AAAA", ["the verb erase", "ABT-URL-06"]),
      ("x-absolutemanageconfig.com.acme.app://apply?profile=P", ["there is no data"]),
      ("https://example.com/", ["no request and no callback", "neither a request nor a callback"]),
      ("no url", ["there is no scheme"]),
      ("\u{1B}[31m://apply?data=\u{202E}", ["not valid"]),
    ] {
      try place.put((url + "\n").utf8, "url")
      let outcome = try place.assay("url", "decode", "url")
      #expect(outcome.status == 1)
      for part in parts { #expect(outcome.unwrapped.contains(part), "\(outcome.output)") }
      #expect(!outcome.holdsEscapes && !outcome.output.contains("\u{202E}"))
    }
  }

  @Test func hostileInputIsBounded() throws {
    let place = try Workplace()
    let bomb = """
      import base64, urllib.parse, zlib
      print("x-absolutemanageconfig.com.acme.app://apply?token=T&profile=P&payload=Q&data="
            + urllib.parse.quote(base64.b64encode(zlib.compress(b"ABTC" + bytes(64 << 20)))))
      print("x-absolutemanageconfig.com.acme.app://apply?" + "&" * 1000000)
      """
    try place.put(bomb.utf8, "bomb.py")
    let outcome = try place.shell("python3 bomb.py | (ulimit -v 2000000; assay url decode -)")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("ABT-DATA-08"))
    #expect(outcome.output.contains("parameters more"))
    #expect(outcome.output.utf8.count < 40_000)
    let long = try place.shell("head -c 20000000 /dev/zero | tr '\\0' x | assay url decode -")
    #expect(long.status == 2 && long.errors.contains("line 1 of - is longer than 16777216 bytes"))
    #expect(mkfifo(place.file("fifo"), 0o600) == 0)
    for (name, part) in [("fifo", "no regular file"), (".", "it is a folder"), ("gone", "No such")]
    {
      let outcome = try place.assay("url", "decode", name)
      #expect(outcome.status == 2 && outcome.errors.contains(part), "\(outcome.errors)")
    }
    let empty = try place.shell("printf '\\n\\n' | assay url decode -")
    #expect(empty.status == 2 && empty.errors.contains("- holds no URL"))
  }

  @Test(arguments: [
    (["url"], 0, ["encode", "decode"]), (["url", "decode"], 2, ["url"]),
    (["url", "decode", "-", "-"], 2, ["standard input can be read once only"]),
    (["url", "encode", "p", "--chunks", "0"], 2, ["--chunks", "not 0"]),
    (["url", "encode", "p", "--chunks", "2", "--max-url-bytes", "99"], 2, ["exclude each other"]),
    (["url", "encode", "p", "--key", "host"], 2, ["--key", "--reset"]),
    (["url", "encode", "gone.mobileconfig"], 2, ["gone.mobileconfig", "No such file"]),
    (["url", "encoed"], 2, ["did you mean encode?"]),
  ])
  func usage(arguments: [String], status: Int, says parts: [String]) throws {
    let outcome = try Workplace().assay(arguments)
    #expect(outcome.status == Int32(status))
    for part in parts { #expect((outcome.output + outcome.errors).contains(part)) }
  }

  @Test func aPropertyListIsNothingForATerminal() throws {
    let outcome = try Workplace().assayOnTerminal(
      ["url", "decode", "--format", "plist", "a://apply?data=AAAA"])
    #expect(outcome.status == 2 && outcome.errors.contains("redirect it"))
  }

  // MARK: Profiles that cannot be used

  @Test(arguments: [
    ("hostile-entities", "a document type that declares entities"),
    ("hostile-depth", "more than 64 arrays and dictionaries"),
    ("hostile-same-uuid", "the same as in PayloadContent[0]"), ("signed", "the profile is signed"),
  ])
  func refusedProfiles(name: String, says part: String) throws {
    let place = try Self.place()
    let profile = "\(Self.folder)/refused/\(name).mobileconfig"
    for words in [
      ["url", "encode", profile, "--keys", "keys.json"],
      ["run", "--reference", "--profile", profile],
    ] {
      let outcome = try place.assay(words)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errors.utf8.count < 1_000)
    }
  }

  /// The command that the message names takes the signature off.
  @Test(.enabled(if: onPath("openssl"), "no openssl on PATH"))
  func aSignedProfileIsExtractedAsTheMessageSays() throws {
    let place = try Self.place()
    let signed = "\(Self.folder)/refused/signed.mobileconfig"
    #expect(try place.shell("cp '\(signed)' signed.mobileconfig").status == 0)
    let errors = try place.assay("url", "encode", "signed.mobileconfig").errors
    let command = try #require(
      errors.firstMatch(of: #/openssl cms .* profile\.mobileconfig/#)?.output)
    #expect(try place.shell(String(command)).status == 0)
    #expect(
      try place.bytes(place.file("profile.mobileconfig"))
        == place.bytes("\(Self.folder)/mail.mobileconfig"))
    #expect(
      try place.assay("url", "encode", "profile.mobileconfig", "--keys", "keys.json").status == 0)
  }

  /// A payload beyond a bound does not pass without a word.
  @Test func payloadsBeyondTheBoundsAreTold() throws {
    let place = try Self.place()
    let making = """
      import plistlib, random, sys
      prefix = "com.absolute.thirdpartyconfig."
      def write(name, configuration):
          payload = {"PayloadType": prefix[:-1], "PayloadUUID": "U", prefix + "BundleIdentifier": "com.acme.app",
                     prefix + "Configuration": configuration}
          with open(name, "wb") as file:
              plistlib.dump({"PayloadType": "Configuration", "PayloadUUID": "P", "PayloadIdentifier": "i",
                             "PayloadContent": [payload]}, file)
      deep = "x"
      for _ in range(40):
          deep = {"k": deep}
      write("deep.mobileconfig", deep)
      write("big.mobileconfig", {"text": "x" * 1100000})
      write("long.mobileconfig", {"data": random.Random(1).randbytes(800000)})
      """
    try place.put(making.utf8, "make.py")
    #expect(try place.shell("python3 make.py").status == 0)
    for (name, words, status) in [
      ("deep", "nested 41 deep, more than 32", 0),
      ("big", "a library has to refuse it (ABT-DATA-08)", 2),
      ("long", "a library need not process it (ABT-URL-16)", 0),
    ] {
      let file = "\(name).mobileconfig"
      let encode = try place.assay("url", "encode", file, "--keys", "keys.json")
      #expect(encode.status == Int32(status) && encode.errors.contains(words), "\(encode.errors)")
      #expect(encode.errors.contains("the payload 1 for com.acme.app"))
      let list = try place.assay("list", "--profile", file, "--select", "abt/profile/**")
      #expect(list.status == 0 && list.errors.contains(words) && list.errors.contains(file))
    }
    let cut = try place.assay(
      "url", "encode", "long.mobileconfig", "--keys", "keys.json", "--max-url-bytes", "1000000")
    #expect(cut.status == 0 && cut.errors.isEmpty && cut.lines.count == 3)
  }
}
