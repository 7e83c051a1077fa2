import AdapterDriver
import AdapterProtocol
import Glibc
import JSONText
import Testing

@Suite struct EnvironmentTests {
  private static let server = [
    ("PATH", "/usr/bin:/bin"), ("HOME", "/home/ci"), ("CI_JOB_TOKEN", "secret"),
    ("AWS_SECRET_ACCESS_KEY", "secret"), ("LC_ALL", "C.UTF-8"), ("JAVA_HOME", "/opt/java"),
    ("GOPROXY", "https://user:secret@proxy"), ("LANG", "de_DE.UTF-8"), ("path", "x"),
  ]

  @Test func secretsAreLeftOut() {
    let cleaned = AdapterEnvironment.cleaned(Self.server)
    #expect(cleaned.map(\.0) == ["PATH", "HOME", "LC_ALL", "JAVA_HOME", "LANG"])
    #expect(cleaned.allSatisfy { !$0.1.contains("secret") })
  }

  @Test func whatIsAskedForIsAddedAndReplaces() {
    let cleaned = AdapterEnvironment.cleaned(
      Self.server, adding: [("CI_JOB_TOKEN", "mine"), ("HOME", "/tmp"), ("HOME", "/var")])
    #expect(cleaned.map(\.0) == ["PATH", "LC_ALL", "JAVA_HOME", "LANG", "CI_JOB_TOKEN", "HOME"])
    #expect(cleaned.last?.1 == "/var")
  }

  @Test func namesThatOftenHoldCredentialsAreNotPassed() {
    for name in ["GOPROXY", "JAVA_TOOL_OPTIONS", "NODE_OPTIONS", "LD_PRELOAD", "GITHUB_TOKEN", ""] {
      #expect(!AdapterEnvironment.passes(name), "\(name)")
    }
  }

  @Test func theAdapterSeesJustThat() throws {
    // Without an environment of its own a command has that of this process, cleaned.
    setenv("ASSAY_TEST_SECRET", "do not tell", 1)
    defer { unsetenv("ASSAY_TEST_SECRET") }
    let command = AdapterCommand(executable: MisbehavingAdapter.path, arguments: ["good"])
    #expect(!command.environment.contains { $0.0 == "ASSAY_TEST_SECRET" })
    let worker = AdapterWorker(command: command, limits: .patient, harnessVersion: "0")
    var conversation = ScriptedConversation(["environment"])
    #expect(worker.converse(&conversation) == .answered)
    guard case .object(let members)? = conversation.replies.last?["environment"] else {
      Issue.record("no environment")
      return
    }
    let names = members.map(\.key)
    #expect(names.contains("PATH"))
    #expect(names.contains(AdapterEnvironment.markName))
    for name in names {
      #expect(AdapterEnvironment.passes(name) || name == AdapterEnvironment.markName, "\(name)")
    }
  }

  @Test func theMarkIsNotInherited() throws {
    // An adapter may itself be a harness, whose own mark must not be taken for its adapters'.
    var command = MisbehavingAdapter.command()
    command.environment.append((AdapterEnvironment.markName, "another"))
    var marks: Set<String> = []
    for _ in 0..<2 {
      let worker = AdapterWorker(command: command, limits: .patient, harnessVersion: "0")
      var conversation = ScriptedConversation(["environment"])
      #expect(worker.converse(&conversation) == .answered)
      let seen = conversation.replies.last?["environment"]?[AdapterEnvironment.markName]
      marks.insert(try #require(seen?.stringValue))
    }
    #expect(marks.count == 2)
    #expect(!marks.contains("another"))
  }
}
