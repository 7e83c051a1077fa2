"""The request loop of an adapter: JSON lines in, one reply per request out.

You need not change this file. Whatever the library under test prints to
standard output is led to standard error, so that it cannot spoil the replies.
"""

import base64
import json
import os
import sys
import traceback

PROTOCOL = 1
MAX_LINE_BYTES = 16 * 1024 * 1024
# A property list of 512 levels takes up to three levels of JSON for each.
MAX_JSON_DEPTH = 1_600
MAX_ID = 2**53


class Unsupported(Exception):
    """Raise it for what the library cannot do: the case is skipped, not failed."""


class AdapterTrouble(Exception):
    """Raise it for trouble of the adapter's own: no verdict on the library."""


class RawJSON:
    """JSON text (ASCII bytes) that goes into a reply unchanged."""

    def __init__(self, text):
        self.text = text


class AdapterLoop:
    """Serves suites, each under its name.

    A suite has a `claim` (a dict), `start(configuration, request)`,
    `step(action, request)` which returns the members of `observed` as a dict,
    and `take_late()` which returns what came after the last reply, as a list.
    """

    def __init__(self, implementation, suites, fresh_process=False):
        self._implementation = implementation
        self._suites = suites
        self._fresh_process = fresh_process
        self._current = None
        self._stopped = False

    def run(self):
        """Serves standard input until `stop` or its end, then ends the process."""
        output = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        try:
            self.serve(sys.stdin.buffer, output)
            status = 0
        except BrokenPipeError:  # The harness is gone: nobody to tell.
            status = 1
        except KeyboardInterrupt:
            status = 130
        _leave(status)

    def serve(self, lines, output):
        while not self._stopped:
            line = _read_line(lines)
            if line == b"":
                return
            if line is None or line.strip(b" \t\r\n"):
                output.write(self._answer(line))
                output.flush()

    def _answer(self, line):
        request_id = 0
        try:
            request = _parse(line)
            # bool is a kind of int in Python, but not in JSON.
            if type(request.get("id")) is not int or abs(request["id"]) >= MAX_ID:
                raise AdapterTrouble("the request has no integer id below 2^53")
            request_id = request["id"]
            return _reply(request_id, *self._handle(request))
        except Unsupported as error:
            return _reply(request_id, "unsupported", {"reason": str(error)})
        except Exception as error:  # Whatever it is, the next request is served.
            traceback.print_exc()
            message = f"{type(error).__name__}: {error}"
            return _reply(request_id, "failure", {"message": message[:1_000]})

    def _handle(self, request):
        kind = request.get("type")
        if kind == "hello":
            return "hello", self._hello()
        if kind == "start":
            name = request.get("suite")
            if name not in self._suites:
                raise Unsupported(f"this adapter has no suite {name!r}")
            self._current = None
            self._suites[name].start(request.get("configuration") or {}, request)
            self._current = self._suites[name]
            # Last, because a refused start would lose the entries.
            return "started", self._late()
        if kind == "step":
            if self._current is None:
                raise AdapterTrouble("a step came before any start")
            observed = self._current.step(request.get("action"), request)
            return "observed", {**observed, **self._late()}
        if kind == "stop":
            self._stopped = True
            return "stopped", self._late()
        raise Unsupported(f"there is no request {kind!r} in protocol {PROTOCOL}")

    def _hello(self):
        members = {
            "protocol": PROTOCOL,
            "implementation": self._implementation,
            "suites": {name: suite.claim for name, suite in self._suites.items()},
        }
        if self._fresh_process:
            members["freshProcess"] = True
        return members

    def _late(self):
        late = self._current.take_late() if self._current else []
        return {"late": late} if late else {}


def library_call(function, *arguments):
    """Calls into the library under test.

    An exception that gets out of it would end an app: it ends the adapter, and
    the harness sees the crash that it is. A `failure` would hide it.
    """
    try:
        return function(*arguments)
    except (Unsupported, AdapterTrouble):
        raise
    except Exception:
        traceback.print_exc()
        _leave(70)


def wire_text(text):
    """A string of the library for a reply; one that is no valid Unicode as
    `{"utf16": ...}`; None as None."""
    if text is None:
        return None
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        units = text.encode("utf-16-be", "surrogatepass")
    try:  # Two halves of a pair that stand side by side are valid.
        return units.decode("utf-16-be")
    except UnicodeDecodeError:
        return {"utf16": base64.b64encode(units).decode("ascii")}


def _read_line(lines):
    """The next line; b"" at the end of the input, None for one that is too long."""
    line = lines.readline(MAX_LINE_BYTES + 1)
    if len(line) <= MAX_LINE_BYTES or line.endswith(b"\n"):
        return line
    while line and not line.endswith(b"\n"):
        line = lines.readline(1 << 20)
    return None


def _parse(line):
    if line is None:
        raise AdapterTrouble(f"the line is longer than {MAX_LINE_BYTES} bytes")
    # Raised for this call only, so that the library runs with its usual limit.
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 2 * MAX_JSON_DEPTH)
    try:
        # Decoded here, because loads() would also take bytes for UTF-16 or UTF-32.
        request = json.loads(line.decode("utf-8"))
    finally:
        sys.setrecursionlimit(limit)
    if not isinstance(request, dict):
        raise AdapterTrouble("the line is not a JSON object")
    return request


def _reply(request_id, kind, members):
    line = _line(request_id, kind, members)
    if len(line) > MAX_LINE_BYTES:
        for call in members.get("calls", ()):
            if "values" in call:
                call["values"] = {"tooLarge": True}
        line = _line(request_id, kind, members)
    if len(line) > MAX_LINE_BYTES:
        line = _line(request_id, "failure", {"message": "the reply is too long"})
    return line


def _line(request_id, kind, members):
    line = bytearray()
    _write({"id": request_id, "type": kind, **members}, line)
    line += b"\n"
    return line


def json_text(value):
    """A value as JSON text (ASCII bytes); it may hold `RawJSON`."""
    out = bytearray()
    _write(value, out)
    return bytes(out)


def _write(value, out):
    if isinstance(value, RawJSON):
        out += value.text
    elif isinstance(value, dict):
        separator = b"{"
        for key, member in value.items():
            out += separator + json.dumps(key).encode("ascii") + b":"
            _write(member, out)
            separator = b","
        out += b"}" if value else b"{}"
    elif isinstance(value, list):
        separator = b"["
        for element in value:
            out += separator
            _write(element, out)
            separator = b","
        out += b"]" if value else b"[]"
    else:
        if isinstance(value, str):  # Half a surrogate pair is no text.
            value = value.encode("utf-16-be", "surrogatepass").decode(
                "utf-16-be", "replace"
            )
        out += json.dumps(value).encode("ascii")


def _leave(status):
    """Ends the process now, whatever threads the library has left behind."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        pass
    os._exit(status)
