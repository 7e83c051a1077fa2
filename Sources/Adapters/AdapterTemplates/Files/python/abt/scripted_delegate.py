"""The delegate that the harness scripts: it records what the library asks, and
answers as the script of the step says.

You need not change this file; `adapter.py` passes your library's calls on to it. It
may be used from any thread. What comes after the reply goes into the next one.
"""

import base64
import threading
import traceback

from adapter_loop import AdapterTrouble, wire_text
from typed_values import Encoder, decode

# Stands for what cannot be told; whoever compares values passes over it.
UNTOLD = {"tooLarge": True}


class Record:
    """A call that the delegate makes to the library while it is being called."""

    def __init__(self, record):
        word, self.key = record.get("record"), record.get("key")
        if word not in ("didApply", "didNotApply") or not isinstance(self.key, str):
            raise AdapterTrouble("a record is didApply or didNotApply, with a key")
        self.applied = word == "didApply"
        self.has_old_value = "oldValue" in record
        self.old_value = decode(
            record.get("oldValue")
        )  # None can be an old value, too.


class Answer:
    """How the delegate answers: `yes`, `no` or `cancel`; with `no` there may be
    an error of the delegate's own."""

    def __init__(self, turn):
        self.word = turn.get("answer", "yes")
        if self.word not in ("yes", "no", "cancel"):
            raise AdapterTrouble(f"a delegate cannot answer {self.word!r}")
        error = turn.get("error") or {}
        self.error_code = error.get("code")
        self.error_message = error.get("message")


class ScriptedDelegate:
    def __init__(self, request, capabilities, late, plain_value=None):
        script = request.get("delegate") or {}
        turns = [script.get("apply") or {}, script.get("rollback") or {}]
        self._records = [list(map(Record, turn.get("records", ()))) for turn in turns]
        self._answers = [Answer(turn) for turn in turns]
        self._revert = Answer(script.get("revert") or {})
        self._step_id = request["id"]
        self._shows_sequence = "sequence" in capabilities
        self._shows_log = "log" in capabilities
        self._late = late
        self._encoder = Encoder(plain_value)
        self._changed = threading.Condition()
        self._calls = []
        self._callbacks = []
        self._log = []
        self._applies = 0
        self._events = 0
        self._finished = False
        self._trouble = None

    # What the library under test does.

    def apply(self, category, values, record):
        """The library asks to apply `values`. Calls `record(Record)` for each
        record of the script, in order, and returns the `Answer`. The first call
        follows the script's `apply`, the second its `rollback`."""
        call = {"method": "apply"}
        call["category"] = self._told(self._encoder.text, category, UNTOLD)
        call["values"] = self._told(self._encoder.values, values, UNTOLD)
        with self._changed:
            turn = self._applies
            self._applies += 1
            self._note("calls", call)
        if turn >= len(self._answers):
            return Answer({})
        for entry in self._records[turn]:
            record(entry)
        return self._answers[turn]

    def revert(self, category, keys):
        """The library asks to revert `keys`; returns the `Answer`."""
        call = {"method": "revert"}
        call["category"] = self._told(self._encoder.text, category, UNTOLD)
        call["keys"] = self._told(self._encoder.keys, keys, [UNTOLD])
        with self._changed:
            self._note("calls", call)
        return self._revert

    def opened(self, url):
        """The library opens a URL (str or bytes): its callback."""
        url = self._told(self._encoder.url, url, b"")
        text = wire_text(url) if isinstance(url, str) else url
        if not isinstance(text, str):
            text = _text_or_base64(url)
        with self._changed:
            self._note("callbacks", {"url": text})

    def log(self, line):
        """The library logs a line; shown if the capability `log` is claimed."""
        with self._changed:
            if not self._finished:
                self._log.append(str(line))

    # What the adapter does.

    def wait_until_quiet(self, seconds=0.5):
        """Waits until a callback has been opened, but not longer than `seconds`."""
        with self._changed:
            self._changed.wait_for(lambda: self._callbacks, seconds)

    def finish(self):
        """What happened in this step; whatever comes from now on is late."""
        with self._changed:
            self._finished = True
            if self._trouble:
                raise self._trouble
            observed = {"calls": self._calls, "callbacks": self._callbacks}
            if self._shows_log:
                observed["log"] = self._log
            return observed

    def _note(self, kind, entry):
        self._events += 1
        if self._shows_sequence:
            entry["sequence"] = self._events  # One count over calls and callbacks.
        elif kind == "callbacks":
            entry = entry["url"]
        if self._finished:
            self._late.append({"id": self._step_id, kind: [entry]})
            return
        getattr(self, "_" + kind).append(entry)
        self._changed.notify_all()

    def _told(self, encode, value, otherwise):
        # The library is on the stack: it must not see an exception of the adapter.
        try:
            return encode(value)
        except Exception as error:
            if self._finished:  # No reply will tell it.
                traceback.print_exc()
            self._trouble = self._trouble or error
            return otherwise


def _text_or_base64(url):
    """Bytes that are UTF-8 as text, others as Base64. A str that got here holds
    bytes in Python's own disguise, or halves of surrogate pairs."""
    if isinstance(url, str):
        try:
            url = url.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            url = url.encode("utf-8", "surrogatepass")
    try:
        return bytes(url).decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(url).decode("ascii")}
