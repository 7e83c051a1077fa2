import AdapterDriver
import Foundation

/// An adapter in a few lines of Python, written to a temporary folder: each step's action is a word that says what it does.
final class EchoAdapter {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("assay-echo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.source.utf8).write(to: folder.appendingPathComponent("adapter.py"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// - Parameter claim: what it claims of the suite, as JSON.
  func command(claim: String = "{}") -> AdapterCommand {
    AdapterCommand(
      executable: "python3",
      arguments: ["-S", "-E", folder.appendingPathComponent("adapter.py").path, claim])
  }

  /// Lets the steps go on that wait.
  func allowToGo() {
    _ = FileManager.default.createFile(
      atPath: folder.appendingPathComponent("go").path, contents: nil)
  }

  /// The processes that were started, one line each with the number of steps that it answered.
  private static let source = #"""
    import json, os, sys, time
    claim = json.loads(sys.argv[1])
    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    tardy = []
    # What this process keeps from one app to the next.
    kept = set()
    def first_time(name):
        mark = os.path.join(here, name)
        if os.path.exists(mark): return False
        open(mark, "w").close()
        return True
    def say(id, **members):
        due = [entry for time_due, entry in tardy if time_due <= time.monotonic()]
        tardy[:] = [(t, e) for t, e in tardy if t > time.monotonic() or e not in due]
        if due: members["late"] = due
        print(json.dumps({"id": id, **members}), flush=True)
    def later(seconds, **entry):
        tardy.append((time.monotonic() + seconds, entry))
    for line in iter(sys.stdin.readline, ""):
        request = json.loads(line)
        id, kind = request["id"], request["type"]
        if kind == "hello":
            say(id, type="hello", protocol=1, implementation={"name": "echo"}, suites={"echo": claim})
        elif kind == "start":
            say(id, type="started")
        elif kind == "stop":
            say(id, type="stopped")
            break
        else:
            word = request["action"]
            if word.startswith("loud-"):
                word = word[5:]
                print("this is loud", word, file=sys.stderr, flush=True)
            if word == "crash": os.abort()
            elif word == "hang": time.sleep(600)
            elif word == "hang-later":
                # Not as long as the process is new.
                if id > 8: time.sleep(600)
                say(id, type="observed", answer="good")
            elif word == "unsupported": say(id, type="unsupported", reason="never heard of it")
            elif word == "failure": say(id, type="failure", message="no disk")
            elif word == "garble": print("hello", flush=True)
            elif word == "once":
                # Bad in the first process, good in the next.
                mark = os.path.join(here, "once")
                say(id, type="observed", answer="good" if os.path.exists(mark) else "bad")
                open(mark, "w").close()
            elif word == "slow-once":
                mark = os.path.join(here, "slow")
                if not os.path.exists(mark):
                    open(mark, "w").close()
                    time.sleep(600)
                say(id, type="observed", answer="good")
            elif word == "late-good":
                # As where nothing has happened within the quiet time.
                time.sleep(0.5)
                say(id, type="observed", answer="bad")
                later(0.2, id=id, answer="good")
            elif word == "late-bad" or word == "late-bad-unnumbered":
                say(id, type="observed", answer="good")
                later(0, answer="bad", **({"id": id} if word == "late-bad" else {}))
            elif word == "later-bad":
                say(id, type="observed", answer="good")
                later(0.3, id=id, answer="bad")
            elif word == "dies-behind" or word == "dies-behind-once":
                say(id, type="observed", answer="good")
                mark = os.path.join(here, "died")
                if word == "dies-behind" or not os.path.exists(mark):
                    open(mark, "w").close()
                    time.sleep(0.1)
                    os._exit(7)
            elif word.startswith("taint-"):
                kept.add(word)
                say(id, type="observed", answer="good")
            elif word.startswith("tainted-"):
                # Wrong once other apps have left something behind.
                isTainted = "taint-a" in kept
                if word == "tainted-crash" and isTainted: os.abort()
                if word == "tainted-hang" and isTainted: time.sleep(600)
                if word == "tainted-late" and isTainted: time.sleep(0.5)
                if word == "tainted-garble" and isTainted: print("hello", flush=True)
                elif word == "tainted-odd": say(id, type="observed", answer="odd" if isTainted else "good")
                elif word == "tainted-late":
                    say(id, type="observed", answer="bad" if isTainted else "good")
                    if isTainted: later(0, id=id, answer="good")
                else:
                    if word == "tainted-by-both": isTainted = {"taint-a", "taint-b"} <= kept
                    if word == "tainted-dies-behind": isTainted = False
                    if word == "tainted-once": isTainted = isTainted and first_time("tainted")
                    say(id, type="observed", answer="bad" if isTainted else "good")
                    if word == "tainted-dies-behind" and "taint-a" in kept:
                        time.sleep(0.1)
                        os._exit(7)
            elif word == "second":
                # Good when it is asked for the first time of all.
                say(id, type="observed", answer="good" if first_time("second") else "bad")
            elif word == "second-crash":
                if not first_time("second-crash"): os.abort()
                say(id, type="observed", answer="good")
            elif word == "late-unsupported":
                say(id, type="unsupported", reason="never heard of it")
            elif word == "wait":
                end = time.monotonic() + 40
                mark = os.path.join(here, "go")
                while not os.path.exists(mark) and time.monotonic() < end: time.sleep(0.01)
                say(id, type="observed", answer="good" if os.path.exists(mark) else "bad")
            else: say(id, type="observed", answer=word)
    """#
}
