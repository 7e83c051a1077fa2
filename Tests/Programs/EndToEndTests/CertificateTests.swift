import Foundation
import Glibc
import JSONText
import Testing

/// `assay key`, `certify` and `verify`, as a vendor, a lab and a customer use them.
@Suite struct CertificateTests {
  private static let adapter = "#!/bin/sh\nexec ./library\n"

  /// The report of a whole run.
  private static let report = Result {
    let place = try Workplace()
    try putAdapter(place)
    let run = try place.assay("run", "--output", "whole", "--quiet", "--", "./adapter")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    return try place.bytes(place.file("whole/report.json"))
  }

  private static func putAdapter(_ place: Workplace) throws {
    try place.put(adapter.utf8, "adapter", mode: 0o755)
    try place.put(ScriptedAdapter.ofOneSuite.utf8, "library", mode: 0o755)
  }

  /// A whole run, and a key pair.
  private func prepare(_ place: Workplace) throws {
    try Self.putAdapter(place)
    try FileManager.default.createDirectory(
      atPath: place.file("whole"), withIntermediateDirectories: false)
    try place.put(try Self.report.get(), "whole/report.json")
    let key = try place.assay("key", "new", "acme")
    #expect(key.status == 0 && key.output.contains("acme.pub"), "\(key.errors)")
  }

  @Test func aVendorCertifiesAndACustomerVerifies() throws {
    let place = try Workplace()
    try prepare(place)
    let certified = try place.assay(
      "certify", "whole", "--key", "acme", "--issuer", "Acme <lab>", "--valid-for", "30")
    #expect(certified.status == 0, "\(certified.errors)")
    #expect(certified.output.contains("certified    appconnect.openfrom  13 requirements passed"))
    #expect(try place.names(in: "whole").contains("certificate.json"))

    let verify = ["verify", "whole/certificate.json", "--public-key", "acme.pub"]
    let verified = try place.assay(verify + ["--report", "whole", "--html", "page.html"])
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.output.contains("the report is the certified one, and comes to the same"))
    let page = try place.text(place.file("page.html"))
    #expect(page.contains("Acme &lt;lab&gt;") && page.contains("appconnect.openfrom"))

    let again = try place.assay(
      verify + ["--rerun", "10%", "--sample-seed", "5", "--", "./adapter"])
    #expect(again.status == 0, "\(again.errors)\(again.output)")
    #expect(again.output.contains("drawn by chance (10%) came out as certified"))
    #expect(again.output.contains("drawn with --sample-seed 5"))

    // The same adapter, under which the library has changed; and another adapter.
    let changed = """
      #!/bin/sh
      faulty-adapter --fault mail-with-either |
        sed -u '/"type":"hello"/{s/ with faults//;s/"suites":.*/"suites":{"appconnect.openfrom":{}}}/}'

      """
    try place.put(changed.utf8, "library", mode: 0o755)
    let broken = try place.assay(
      verify + ["--rerun", "100%", "--html", "broken.html", "--", "./adapter"])
    #expect(broken.status == 1 && broken.errors.contains("came out otherwise"), "\(broken.errors)")
    #expect(broken.output.contains("passed is certified, and now it is failed"))
    let other = try place.assay(verify + ["--rerun", "10%", "--reference"])
    #expect(other.status == 1 && other.errors.contains("not the certified one"), "\(other.errors)")
    // Two certificates of one report do not overwrite each other.
    let second = try place.assay("certify", "whole", "--key", "acme")
    #expect(second.status == 2 && second.errors.contains("is there already"), "\(second.errors)")
    #expect(try place.names() == ["acme", "acme.pub", "adapter", "library", "page.html", "whole"])
  }

  /// OpenSSL makes a key, and checks with the bytes alone what is signed with it; it reads our key, too.
  @Test func opensslReadsAndWritesTheSame() throws {
    let place = try Workplace()
    try prepare(place)
    let script = """
      set -e
      openssl genpkey -algorithm ed25519 -out theirs && chmod 600 theirs
      openssl pkey -in theirs -pubout -out theirs.pub
      assay certify whole --key theirs --output c.json >/dev/null
      assay verify c.json --public-key theirs.pub >/dev/null
      assay key public theirs | cmp - theirs.pub
      openssl pkey -in acme -pubout | cmp - acme.pub
      python3 - <<'PYTHON'
      import base64, json
      envelope = json.load(open("c.json"))
      body, kind = base64.b64decode(envelope["payload"]), envelope["payloadType"].encode()
      open("message", "wb").write(b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body))
      open("signature", "wb").write(base64.b64decode(envelope["signatures"][0]["sig"]))
      open("keyid", "w").write(envelope["signatures"][0]["keyid"])
      PYTHON
      openssl pkeyutl -verify -pubin -inkey theirs.pub -rawin -in message -sigfile signature
      openssl pkey -pubin -in theirs.pub -outform DER | sha256sum | cut -c 1-64 | tr -d '\\n' | cmp - keyid
      printf 'open sesame\\n' >password && chmod 600 password
      assay key new locked --password-file password >/dev/null
      openssl pkey -in locked -passin file:password -pubout | cmp - locked.pub
      """
    let outcome = try place.shell(script)
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.contains("Signature Verified Successfully"))
    let locked = try place.assay("certify", "whole", "--key", "locked", "--output", "x")
    #expect(locked.status == 2 && locked.errors.contains("--password-file"), "\(locked.errors)")
  }

  /// One change each of the signed file and of the report, and of nothing else.
  @Test func whatIsChangedIsFound() throws {
    let place = try Workplace()
    try prepare(place)
    #expect(try place.assay("certify", "whole", "--key", "acme", "--output", "c.json").status == 0)
    let script = """
      import base64, json, sys
      envelope = json.load(open("c.json"))
      statement = json.loads(base64.b64decode(envelope["payload"]))
      statement["predicate"]["implementation"]["version"] = "9.9"
      envelope["payload"] = base64.b64encode(json.dumps(statement).encode()).decode()
      json.dump(envelope, open("changed.json", "w"))
      report = open("whole/report.json").read()
      open("report.json", "w").write(report.replace('"seed": 1', '"seed": 2'))
      """
    try place.put(script.utf8, "change.py")
    #expect(try place.shell("python3 change.py").status == 0)
    let changed = try place.assay("verify", "changed.json", "--public-key", "acme.pub")
    #expect(changed.status == 1 && changed.errors.contains("is not signed with this key"))
    let report = try place.assay(
      "verify", "c.json", "--public-key", "acme.pub", "--report", "report.json", "--html", "p.html")
    #expect(report.status == 1 && report.errors.contains("not the one that"), "\(report.errors)")
    #expect(try !place.names().contains("p.html"))
    let other = try place.shell(
      "assay key new other >/dev/null && assay verify c.json --public-key other.pub")
    #expect(other.status == 1 && other.errors.contains("another key has signed it"))
  }

  /// What gives no certificate ends with 1 and its reasons, and leaves nothing behind.
  @Test func aReportThatDoesNotBearOneGivesNone() throws {
    let place = try Workplace()
    try prepare(place)
    let part = try place.assay(
      "run", "--output", "part", "--suite", "appconnect.openfrom", "--skip", "**/mail/**",
      "--quiet",
      "--", "./adapter")
    #expect(part.status == 0, "\(part.errors)")
    let refused = try place.assay("certify", "part", "--key", "acme")
    #expect(refused.status == 1, "\(refused.errors)")
    for words in ["--suite appconnect.openfrom; ", "--skip **/mail/**; "] {
      #expect(refused.errors.contains(words), "\(refused.errors)")
    }
    let failed = try place.shell(
      "sed -i 's/\"verdict\":\"passed\"/\"verdict\":\"failed\"/' whole/report.json; assay certify whole --key acme"
    )
    #expect(failed.status == 2 && failed.errors.contains("contradicts itself"), "\(failed.errors)")
    for folder in ["part", "whole"] {
      #expect(try !place.names(in: folder).contains { $0.hasPrefix("certificate") })
    }
  }

  @Test func whatCannotBeReadIsWrongUsage() throws {
    let place = try Workplace()
    #expect(try place.assay("key", "new", "acme").status == 0)
    try place.put("{".utf8, "cut.json")
    try place.put("".utf8, "empty.json")
    try place.put("{\"payload\":\"\",\"payload\":\"\"}".utf8, "twice.json")
    try place.put("{\"payload\":\"\(String(repeating: "[", count: 9))\u{1}\"}".utf8, "control.json")
    try place.put(("{\"deep\":" + String(repeating: "[", count: 100_000)).utf8, "deep.json")
    #expect(mkfifo(place.file("fifo"), 0o600) == 0)
    // Ten gigabytes of nothing.
    #expect(truncate(creating: place.file("long.json"), 10 << 30))
    let files = [
      ("cut.json", "ends within"), ("empty.json", "is empty"), ("twice.json", "occurs twice"),
      ("control.json", "must be escaped"), ("deep.json", "more than 64"),
      ("fifo", "no regular file"),
      ("long.json", "is the limit"), ("gone.json", "No such file"), (".", "it is a folder"),
      ("acme.pub", "it is a key"),
    ]
    for (name, words) in files {
      let outcome = try place.assay("verify", name, "--public-key", "acme.pub", "--html", "p.html")
      #expect(outcome.status == 2, "\(name): \(outcome.status)")
      #expect(outcome.errors.contains(words), "\(name): \(outcome.errors)")
    }
    for name in ["cut.json", "empty.json", "fifo", "long.json"] {
      let key = try place.assay("verify", "cut.json", "--public-key", name)
      #expect(key.status == 2, "\(name) as a key: \(key.status)")
    }
    for (name, words) in [
      ("long.json", "limit"), ("cut.json", "ends within"), ("fifo", "no regular"),
    ] {
      let outcome = try place.assay("certify", name, "--key", "acme", "--output", "c.json")
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(name): \(outcome.errors)")
    }
    try place.put("x".utf8, "key", mode: 0o644)
    let open = try place.assay("certify", "cut.json", "--key", "key", "--output", "c.json")
    #expect(open.status == 2 && open.errors.contains("chmod 600"), "\(open.errors)")
    let again = try place.assay("key", "new", "acme")
    #expect(again.status == 2 && again.errors.contains("never overwritten"), "\(again.errors)")
    for wrong in [
      ["verify", "c", "--public-key", "k", "--rerun", "5"],
      ["verify", "c", "--public-key", "k", "--rerun", "0%", "--reference"],
      ["verify", "c", "--public-key", "k", "--rerun", "5%"],
      ["verify", "c", "--public-key", "k", "--", "./adapter"],
      ["verify", "c", "--public-key", "k", "--sample-seed", "1"],
      ["certify", "c", "--key", "k", "--valid-for", "0"], ["certify", "-", "--key", "k"],
    ] {
      #expect(try place.assay(wrong).status == 2, "\(wrong)")
    }
    let names = try place.names()
    #expect(!names.contains("p.html") && !names.contains("c.json"))
    #expect(!names.contains { $0.hasSuffix(".partial") })
  }

  private func truncate(creating path: String, _ bytes: Int) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o644)
    defer { close(descriptor) }
    return descriptor >= 0 && ftruncate(descriptor, bytes) == 0
  }
}
