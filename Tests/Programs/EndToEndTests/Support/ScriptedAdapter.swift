/// Adapters in scripts that do what no adapter should, or claim little.
enum ScriptedAdapter {
  /// The reference library, which claims no more than one suite: all others are skipped in an instant.
  static let ofOneSuite = """
    #!/bin/sh
    reference-adapter | sed -u '/"type":"hello"/s/"suites":.*/"suites":{"appconnect.openfrom":{}}}/'

    """

  /// Says that it speaks protocol `argv[1]` and claims `argv[2]`, and answers every other request
  /// with the type `argv[3]`.
  static let claiming = """
    import json, sys

    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if request["type"] == "hello":
            reply.update(
                type="hello", protocol=int(sys.argv[1]), suites=json.loads(sys.argv[2]),
                implementation={"name": "claiming", "version": "1", "language": "Python"})
        elif request["type"] == "stop":
            reply.update(type="stopped")
        else:
            reply.update(type=sys.argv[3], reason="not today", message="not today")
        print(json.dumps(reply), flush=True)
        if request["type"] == "stop":
            break
    """

  /// Stands before the reference adapter, and takes 50 ms more for each step.
  static let slow = """
    import json, subprocess, sys, time

    adapter = subprocess.Popen(["reference-adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin.buffer:
        if json.loads(line)["type"] == "step":
            time.sleep(0.05)
        adapter.stdin.write(line)
        adapter.stdin.flush()
        sys.stdout.buffer.write(adapter.stdout.readline())
        sys.stdout.buffer.flush()
    """

  /// Stands before the reference adapter. One process gets tired after `argv[1]` steps, and takes 50 ms more for each from then on; the
  /// later ones do not. Each keeps `argv[2]` bytes of each step for ever.
  static let tiring = """
    import json, os, subprocess, sys, time

    adapter = subprocess.Popen(["reference-adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    gets_tired = not os.path.exists("tired")
    steps = 0
    kept = []
    for line in sys.stdin.buffer:
        if json.loads(line)["type"] == "step":
            steps += 1
            kept.append(b"k" * int(sys.argv[2]))
            if gets_tired and steps > int(sys.argv[1]):
                open("tired", "w").close()
                time.sleep(0.05)
        adapter.stdin.write(line)
        adapter.stdin.flush()
        sys.stdout.buffer.write(adapter.stdout.readline())
        sys.stdout.buffer.flush()
    """

  /// Stands before the reference adapter; at the 20th fresh app it waits until the journal has the 19 cases before it, and kills
  /// the program that started its shell.
  static let patient = """
    import json, os, signal, subprocess, sys, time

    def parent(process):
        with open(f"/proc/{process}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[1])

    adapter = subprocess.Popen(["reference-adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    starts = 0
    for line in sys.stdin.buffer:
        if json.loads(line)["type"] == "start":
            starts += 1
            if starts == 20:
                end = time.monotonic() + 25
                while time.monotonic() < end:
                    with open("reports/report.jsonl") as file:
                        if len(file.readlines()) >= 19:
                            break
                    time.sleep(0.01)
                os.kill(parent(os.getppid()), signal.SIGKILL)
        adapter.stdin.write(line)
        adapter.stdin.flush()
        sys.stdout.buffer.write(adapter.stdout.readline())
        sys.stdout.buffer.flush()
    """

  /// Stands before the adapter `argv[2]`; at the 20th fresh app it sends the signal `argv[1]` to
  /// the program that started it, and takes its time from then on, so that the run cannot be over
  /// before the signal counts.
  static let interrupting = """
    import json, os, subprocess, sys, time

    adapter = subprocess.Popen([sys.argv[2]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    starts = 0
    for line in sys.stdin.buffer:
        if json.loads(line)["type"] == "start":
            starts += 1
            if starts == 20:
                os.kill(os.getppid(), int(sys.argv[1]))
            if starts >= 20:
                time.sleep(0.05)
        adapter.stdin.write(line)
        adapter.stdin.flush()
        sys.stdout.buffer.write(adapter.stdout.readline())
        sys.stdout.buffer.flush()
    adapter.stdin.close()
    adapter.wait()
    """
}
