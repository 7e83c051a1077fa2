"""An adapter without a library that keeps to the protocol, but for the one fault that is named.

    adapter.py SUITE [FAULT [FOLDER]]

FOLDER is where faults that outlive a process leave their traces.
"""

import fcntl
import json
import os
import sys
import time
import unicodedata

SUITE = sys.argv[1]
FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
FOLDER = sys.argv[3] if len(sys.argv) > 3 else "."

KNOWN = {"id", "type", "protocol", "harness", "suite", "configuration", "action", "url", "storage", "keep",
         "urlBase64", "delegate", "shouldStart", "options", "policy", "secureServices",
         "secureFileIORequired", "authState", "mode"}


class Unsupported(Exception):
    pass


class ABT:
    claim = {"editions": ["plain"], "capabilities": ["chunks"]}
    halves = 0
    starts = 0

    def __init__(self, request):
        if FAULT != "keeps-halves":
            ABT.halves = 0
        ABT.starts += 1

    def step(self, action, request):
        if action != "open":
            raise Unsupported(action)
        if "urlBase64" in request:
            raise Unsupported("bytes")
        url = request["url"]
        if FAULT == "ascii" and not url.isascii():
            raise ValueError("not ASCII")
        calls = []
        if "chunks=2" in url:
            ABT.halves += 1
            if ABT.halves == 2:
                calls = [{"method": "apply", "category": None, "values": {}}]
        reply = {"handled": True, "calls": calls, "callbacks": ["absoluteapps://thirdpartyprofilestatus?status=Error"]}
        if FAULT == "remembers":
            reply["handled"] = ABT.starts == 1
        if FAULT == "no-callbacks":
            del reply["callbacks"]
        return reply


class DualMode:
    claim = {}

    def __init__(self, request):
        self.file = os.path.join(request["storage"], "state") if "storage" in request else None
        self.state = "Undecided"
        if request.get("keep") and FAULT != "forgets":
            self.state = open(self.file).read()

    def step(self, action, request):
        calls = []
        if action == "launch":
            options = request["options"]
            if FAULT == "normalises":
                options = {key: unicodedata.normalize("NFC", text) for key, text in options.items()}
            calls = [{"method": "startWithLaunchOptions", "options": options}]
        elif action == "managedPolicy":
            if request["policy"] != "MANAGED":
                raise ValueError(request["policy"])
            self.state = "AppConnectMode"
            if self.file:
                with open(self.file, "w") as file:
                    file.write(self.state)
        elif action != "terminate":
            raise Unsupported(action)
        return {"calls": calls, "app": [], "state": self.state, "encryption": "Unencrypted"}


class Adapter:
    def __init__(self):
        self.app = None
        self.starts = 0

    def reply(self, request):
        kind = request["type"]
        if FAULT == "strict" and not KNOWN.issuperset(request):
            raise ValueError("unknown member")
        if kind == "hello":
            return self.hello()
        if kind == "start":
            return self.start(request)
        if kind == "stop":
            return {"type": "stopped"}
        if kind != "step":
            if FAULT == "type-failure":
                raise ValueError(kind)
            raise Unsupported(kind)
        if self.app is None:
            if FAULT == "early-dies":
                os._exit(9)
            raise ValueError("nothing is started")
        return self.step(request)

    def hello(self):
        suite = ABT if SUITE == "abt" else DualMode
        suites = {SUITE: dict(suite.claim)}
        if FAULT == "claims-nothing":
            suites = {}
        if FAULT == "no-edition":
            suites["abt"]["editions"] = []
        if FAULT == "false-claim":
            suites["abt"]["capabilities"] = ["bytes"]
        if FAULT == "misspelt":
            suites["abt"]["capabilities"] = ["chunk"]
        reply = {"type": "observed" if FAULT == "no-hello" else "hello",
                 "protocol": 2 if FAULT == "other-protocol" else 1, "suites": suites,
                 "implementation": {"name": "Test", "version": "1", "language": "Python"}}
        if FAULT == "honest-once":
            reply["freshProcess"] = True
        return reply

    def start(self, request):
        if request["suite"] != SUITE and FAULT != "any-suite":
            raise Unsupported("suite")
        if FAULT == "no-start":
            raise Unsupported("today")
        self.starts += 1
        if self.starts > 1 and FAULT in ("once", "honest-once"):
            raise ValueError("cannot be started twice")
        self.app = (ABT if SUITE == "abt" else DualMode)(request)
        return {"type": "started"}

    def step(self, request):
        try:
            return dict(self.app.step(request["action"], request), type="observed")
        except Unsupported:
            if FAULT == "any-action":
                return {"type": "observed", "handled": False, "calls": [], "callbacks": []}
            raise
        except KeyError:
            if FAULT == "dies-of-malformed":
                raise SystemExit(1)
            raise


def lines():
    """Whole lines; those that come together are handed out together."""
    held = b""
    while True:
        block = os.read(0, 1 << 20)
        if not block:
            return
        held += block
        whole, feed, held = held.rpartition(b"\n")
        if feed:
            yield whole.split(b"\n")


def write(text):
    sys.stdout.write(text + "\n")
    if FAULT != "unflushed":
        sys.stdout.flush()


def answer(adapter, line):
    request = json.loads(line)
    if FAULT == "short-lines" and len(line) > 65536:
        os._exit(7)
    try:
        reply = adapter.reply(request)
    except Unsupported as reason:
        reply = {"type": "unsupported", "reason": str(reason)}
    except Exception as trouble:
        reply = {"type": "failure", "message": repr(trouble)}
    reply["id"] = request["id"]
    if FAULT == "chatty" and reply["type"] == "observed":
        write("Opening a URL")
    if FAULT == "greedy" and reply["type"] == "observed":
        held = bytearray(3 << 29)
        held[::4096] = bytes(len(held) // 4096)
        time.sleep(60)
    while FAULT == "endless" and reply["type"] == "observed":
        sys.stdout.write("x" * 65536)
    if FAULT == "no-json" and reply["type"] == "observed":
        write(json.dumps(reply).replace("true", "True"))
        return reply
    write(json.dumps(reply))
    if FAULT == "twice" and reply["type"] == "observed":
        write(json.dumps(reply))
    return reply


def leave(status):
    if FAULT == "stale-lock":
        os.remove(os.path.join(FOLDER, "lock"))
    sys.stdout.flush()
    os._exit(status)


def main():
    if FAULT == "exits":
        print("no licence", file=sys.stderr)
        sys.exit(3)
    if FAULT == "mute":
        time.sleep(3600)
    if FAULT == "alone":
        lock = open(os.path.join(FOLDER, "lock"), "w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit("another one runs")
    if FAULT == "stale-lock":
        path = os.path.join(FOLDER, "lock")
        if os.path.exists(path) and not os.path.exists("/proc/" + open(path).read()):
            os.remove(path)
            sys.exit("the lock of a dead process")
        with open(path, "w") as file:
            file.write(str(os.getpid()))
    adapter = Adapter()
    for together in lines():
        for line in reversed(together) if FAULT == "backwards" else together:
            reply = answer(adapter, line)
            if FAULT == "first-line-only" and len(together) > 1:
                break
            if reply["type"] == "stopped":
                if FAULT == "stays":
                    time.sleep(3600)
                leave(4 if FAULT == "stops-with-4" else 0)
    if FAULT == "ignores-the-end":
        time.sleep(3600)
    leave(5 if FAULT == "ends-with-5" else 0)


main()
