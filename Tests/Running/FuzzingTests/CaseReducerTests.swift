import AdapterDriver
import Conformance
import Running
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

/// Cases that are made small.
@Suite struct CaseReducerTests {
  /// A library that takes requests and says nothing. It claims no pieces, and dies of one.
  private static let silent = """
    import json, os, sys

    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        kind = request["type"]
        if kind == "hello":
            reply.update(type="hello", protocol=1, implementation={"name": "silent"},
                         suites={"abt": {"editions": ["plain"]}})
        elif kind == "start":
            reply.update(type="started")
        elif kind == "stop":
            reply.update(type="stopped")
        else:
            if "chunk=" in request["url"]:
                os.abort()
            reply.update(type="observed", handled=True, calls=[], callbacks=[])
        print(json.dumps(reply), flush=True)
        if kind == "stop":
            break
    """

  /// The request is a piece, but its parameters do not say so: no library needs pieces for it. With all its parameters it would.
  private static let text = """
    {"format": "assay-case/1", "suite": "abt",
     "start": {"bundleIdentifier": "com.acme.mail", "apiKey": "api-key-c135e6mygrlz9", "edition": "plain"},
     "steps": [{"action": "open",
       "url": "x-absolutemanageconfig.com.acme.mail://reset?token=466ce0949ef248c82ec7417c897eb80fd729ded43597f4a02fc5c450513c2de7&data=eJxzdApxTirIySwuMTC4zMjEzMLKFh6WWlScmZ8X65yfl5aZXlqUWALkhXinVhYLMF5YwMEvrqqlo8sABoyMEJqBnQEV6AEAXIwSYQ%3D%3D&payload=payload&profile=profile",
       "forge": {"action": "reset", "profile": "profile", "payload": "payload",
         "contents": {"configuration": {}, "keys": []},
         "layers": {
           "chunk": {"form": "beyond-64-bits", "index": 1, "total": 1, "of": "index"},
           "parameters": {"form": "slots", "slots": [
             {"parameter": "token", "value": "canonical"}, {"parameter": "data", "value": "canonical"},
             {"parameter": "payload", "value": "canonical"}, {"parameter": "profile", "value": "canonical"}]}}}}]}
    """

  @Test func nothingIsAskedThatTheLibraryDoesNotClaim() throws {
    let suite = ABT.suite()
    let item = try CaseFile.read(Array(Self.text.utf8), suites: [suite], name: "stored")
    #expect(item.needs.isEmpty)
    let plan = RunPlan(
      suites: [suite], cases: CaseList([]),
      command: AdapterCommand(
        executable: "python3", arguments: ["-S", "-E", "-c", Self.silent]),
      seed: 1, jobs: 1, harnessVersion: "1")
    let executor = CaseExecutor(plan, claims: try Runner.greet(plan), turnstile: Turnstile())
    let shown = try executor.glimpse(item, weighs: false)
    let goal = try #require(shown.first { $0.kind == "not-one-callback/none" })
    var reducer = CaseReducer(suite, on: executor, keeping: goal, interruption: .init())
    let reduced = try reducer.reduce(item)
    #expect(reduced.isMinimal && reduced.item.needs.isEmpty)
    let crashes = reducer.others.filter { $0.key.kind.hasPrefix("crash") }
    #expect(crashes.isEmpty, "\(crashes.map(\.key))")
  }
}
