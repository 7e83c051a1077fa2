#!/usr/bin/env python3
"""An adapter around this implementation: adapter protocol version 1 on standard input and output.

Each suite that it claims has a file in ``suites``. What a library raises is not caught: it ends the process, as it would end
the app.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, BinaryIO, Dict, Iterator, List, Optional, Type

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import abt  # noqa: E402
from abt import typed_values  # noqa: E402
from abt.storage import Storage  # noqa: E402
from suites.app_configuration import AppConfigurationSuite  # noqa: E402
from suites.configuration_urls import ABTSuite  # noqa: E402
from suites.dual_mode import DualModeSuite  # noqa: E402
from suites.lifecycle import LifecycleSuite  # noqa: E402
from suites.managed_configuration import ManagedConfigurationSuite  # noqa: E402
from suites.messages import TOO_LARGE, AdapterFault, Message, Suite, Unsupported, field, storage_of  # noqa: E402
from suites.open_from import OpenFromSuite  # noqa: E402
from suites.profile_manager import ProfileManagerSuite  # noqa: E402

PROTOCOL = 1
#: No line is longer (adapter protocol, "Framing").
MAX_LINE = 16 * 1024 * 1024
#: The ``id`` of a reply to a line that has no readable one.
NO_IDENTIFIER = 0
#: Frames that encoding or decoding the most deeply nested message takes at most, with a margin.
_DEEP_ENOUGH = 4_000

#: Every suite by its name.
SUITES: Dict[str, Type[Suite]] = {
    "abt": ABTSuite,
    "abt.manager": ProfileManagerSuite,
    "appconnect.config": AppConfigurationSuite,
    "appconnect.openfrom": OpenFromSuite,
    "appconnect.dualmode": DualModeSuite,
    "appconnect.lifecycle": LifecycleSuite,
    "managed-config": ManagedConfigurationSuite,
}

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _render(reply: Message) -> Iterator[bytes]:
    """``reply`` as JSON, in pieces. Its calls come bit by bit, as their values can be much larger than what they are made of."""
    opening = "{"
    for name, member in reply.items():
        yield _bytes("%s%s:" % (opening, _ENCODER.encode(name)))
        if name == "calls":
            yield from map(_bytes, _ENCODER.iterencode(member))
        else:
            yield _bytes(_ENCODER.encode(member))
        opening = ","
    yield b"}\n"


def _bytes(text: str) -> bytes:
    """UTF-8, with lone surrogates written as JSON escapes."""
    return text.encode("utf-8", "backslashreplace")


def _is_short(reply: Message) -> bool:
    """Whether ``reply`` is certainly no longer than a line may be: what each part takes at most is added up, which is much
    faster than to render it bit by bit."""
    room = MAX_LINE
    waiting: List[Any] = [reply]
    while waiting:
        value = waiting.pop()
        room -= 64
        if isinstance(value, str):
            room -= 6 * len(value)
        elif isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, (list, tuple)):
            waiting.extend(value)
        elif isinstance(value, int):
            room -= value.bit_length()
        if room < 0:
            return False
    return True


def _fits(reply: Message) -> bool:
    """Whether ``reply`` is no longer than a line may be; found without holding it."""
    size = 0
    for piece in _render(reply):
        size += len(piece)
        if size > MAX_LINE:
            return False
    return True


def _is_identifier(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Adapter:
    """The request loop."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._suite: Optional[Suite] = None
        self._storages: Dict[str, Storage] = {}
        self._stopped = False

    def run(self) -> None:
        """Answer requests in order until ``stop`` or the end of the input."""
        while not self._stopped:
            line = self._source.readline(MAX_LINE + 1)
            if not line:
                return
            if len(line) > MAX_LINE:
                while line and not line.endswith(b"\n"):
                    line = self._source.readline(MAX_LINE)
                self._send({"id": NO_IDENTIFIER, "type": "failure", "message": "a line longer than 16 MiB"})
            elif line.strip():
                self._send(self._answer(line))

    def _answer(self, line: bytes) -> Message:
        identifier = NO_IDENTIFIER
        try:
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                raise AdapterFault("a line that is no JSON") from None
            if not isinstance(message, dict) or not _is_identifier(message.get("id")):
                raise AdapterFault("a request without a number")
            identifier = message["id"]
            reply = self._dispatch(message)
        except Unsupported as reason:
            reply = {"type": "unsupported", "reason": str(reason)}
        except (AdapterFault, typed_values.TypedValueError) as fault:
            reply = {"type": "failure", "message": str(fault)}
        return {"id": identifier, **reply}

    def _dispatch(self, message: Message) -> Message:
        kind = message.get("type")
        if kind == "hello":
            return self._hello()
        if kind == "start":
            return self._start(message)
        if kind == "step":
            if self._suite is None:
                raise AdapterFault("a step before start")
            return {"type": "observed", **self._suite.step(message)}
        if kind == "stop":
            self._stopped = True
            return {"type": "stopped"}
        raise Unsupported("unknown request")

    @staticmethod
    def _hello() -> Message:
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "implementation": {"name": "abt (independent)", "version": abt.__version__, "language": "Python"},
            "suites": {name: suite.CLAIM for name, suite in SUITES.items()},
        }

    def _start(self, message: Message) -> Message:
        self._suite = None
        name = field(message, "suite", str)
        if name not in SUITES:
            raise Unsupported("unknown suite")
        storage = storage_of(message, self._storages.get(name))
        self._suite = SUITES[name](message, storage)
        self._storages[name] = storage
        return {"type": "started"}

    def _send(self, reply: Message) -> None:
        """Write one line. Long replies are written piece by piece; values that do not fit are left out."""
        if _is_short(reply):
            self._sink.write(_bytes(_ENCODER.encode(reply)) + b"\n")
            self._sink.flush()
            return
        if not _fits(reply):
            for call in reply.get("calls", ()):
                if "values" in call:
                    call["values"] = dict(TOO_LARGE)
            for name in ("configuration", "settings"):
                if reply.get(name):
                    reply[name] = dict(TOO_LARGE)
            if not _fits(reply):
                reply = {"id": reply["id"], "type": "failure", "message": "a reply longer than 16 MiB"}
        for piece in _render(reply):
            self._sink.write(piece)
        self._sink.flush()


def main() -> int:
    """Run the adapter on the process's own standard input and output."""
    # The JSON modules recurse once or twice per level of a message; messages have at most 512 levels.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEP_ENOUGH))
    output = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but replies goes to standard output
    try:
        Adapter(sys.stdin.buffer, output).run()
    except BrokenPipeError:
        # The harness is gone; standard output is closed so that the interpreter does not complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
