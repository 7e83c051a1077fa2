import AdapterDriver
import Testing

@Suite("programs that make tokens") struct TokenProgramTests {
  private func outcome(_ script: String, timeout: Duration = .seconds(60)) -> String {
    let program = TokenProgram(
      AdapterCommand(executable: "sh", arguments: ["-c", script, "make-token"]), timeout: timeout)
    do throws(TokenProgramFault) {
      return "token " + (try program.token(bundleIdentifier: "com.acme.app", apiKey: "k 1"))
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "get the app's identifier and its key, and write the token",
    arguments: [
      ("printf '%s+%s' \"$1\" \"$2\"", "com.acme.app+k 1"), ("echo abc", "abc"),
      ("printf 'abc\\r\\n'", "abc"), ("printf ' a '", " a "),
      ("echo gr\u{FC}n; echo x >&2", "gr\u{FC}n"),
      ("cat; echo done", "done"),
    ])
  func token(script: String, wanted: String) { #expect(outcome(script) == "token " + wanted) }

  @Test(
    "are told apart from those that make none",
    arguments: [
      ("exit 3", "exit"), ("echo abc; exit 1", "exit"), ("true", "wrote no token"),
      ("echo", "wrote no token"),
      ("echo a; echo b", "more than one line"), ("echo a; printf b", "more than one line"),
      ("printf '\\377\\376'", "no UTF-8"),
      ("head -c 100000 /dev/zero | tr '\\0' a", "more than 4096 bytes"),
      ("echo no key is set >&2; exit 1", "it said: no key is set"), ("kill -9 $$", "signal"),
    ])
  func fault(script: String, words: String) {
    let told = outcome(script)
    #expect(told.hasPrefix("sh ") && told.contains(words), "\(told)")
  }

  @Test("may take their time, but not for ever")
  func timeout() {
    #expect(outcome("sleep 600", timeout: .milliseconds(200)).contains("wrote no token within"))
    #expect(outcome("sleep 0.3; echo late") == "token late")
  }

  @Test("may be missing")
  func missing() {
    let program = TokenProgram(AdapterCommand(executable: "/no/such/program"))
    let fault = #expect(throws: TokenProgramFault.self) {
      try program.token(bundleIdentifier: "b", apiKey: "k")
    }
    #expect(fault?.description.contains("/no/such/program") == true)
  }
}
