#!/usr/bin/env python3
"""An adapter around this implementation: adapter protocol version 1 on standard input and output.

It claims the suites ``abt`` (both editions) and ``appconnect.dualmode``.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from typing import Any, BinaryIO, Callable, Dict, List, Optional, Union

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import abt  # noqa: E402
from abt import typed_values  # noqa: E402
from abt.codec import dialect as dialects  # noqa: E402
from abt.codec.errors import DialectError  # noqa: E402
from abt.library import dualmode  # noqa: E402
from abt.library.configuration_set import Answer, ConfigurationSet, Reply  # noqa: E402
from abt.library.manager import ConfigurationManager, Settings  # noqa: E402

PROTOCOL = 1
#: No line is longer (adapter protocol, "Framing").
MAX_LINE = 16 * 1024 * 1024
#: Frames that encoding or decoding the most deeply nested message takes at most, with a margin.
_DEEP_ENOUGH = 4_000
#: What stands for values that a reply cannot hold.
_TOO_LARGE = {"tooLarge": True}

Message = Dict[str, Any]


class Unsupported(Exception):
    """A request that this adapter does not know, or cannot adopt."""


class AdapterFault(Exception):
    """Trouble of the adapter's own, or a request that breaks the protocol."""


def _field(message: Message, name: str, kind: Any, default: Any = None) -> Any:
    """The field ``name``, checked; absent or null gives ``default``."""
    value = message.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise AdapterFault("field %r has the wrong type" % name)
    return value


def _required(message: Message, name: str, kind: Any) -> Any:
    value = _field(message, name, kind)
    if value is None:
        raise AdapterFault("field %r is missing" % name)
    return value


# -- Suite abt ---------------------------------------------------------------------------------------------------------


class ScriptedDelegate:
    """A delegate that does what the step's script says, and notes what it was called with."""

    def __init__(self) -> None:
        self.begin_step({})

    def begin_step(self, script: Message) -> None:
        """Start a step: forget the calls and take its script."""
        self._script = script
        self._applies = 0
        self._sequence = 0
        self.calls: List[Message] = []
        self.callbacks: List[Message] = []

    def _next(self) -> int:
        self._sequence += 1
        return self._sequence

    def open_url(self, url: str) -> None:
        """Note a callback that the library opens."""
        self.callbacks.append({"url": url, "sequence": self._next()})

    def apply_configuration(self, configuration: ConfigurationSet) -> Reply:
        """The delegate's apply method; the second one of a step is a rollback."""
        try:
            values = typed_values.encode_members(configuration.values)
        except typed_values.TypedValueError:
            values = dict(_TOO_LARGE)
        self.calls.append(
            {
                "method": "apply",
                "category": configuration.category,
                "values": values,
                "sequence": self._next(),
            }
        )
        self._applies += 1
        name = {1: "apply", 2: "rollback"}.get(self._applies)
        return self._play({} if name is None else _field(self._script, name, dict, {}), configuration)

    def revert_configuration(self, configuration: ConfigurationSet) -> Reply:
        """The delegate's revert method."""
        self.calls.append(
            {
                "method": "revert",
                "category": configuration.category,
                "keys": list(configuration.keys),
                "sequence": self._next(),
            }
        )
        return self._play(_field(self._script, "revert", dict, {}), configuration)

    @staticmethod
    def _play(part: Message, configuration: ConfigurationSet) -> Reply:
        for record in check_part(part):
            if record["record"] == "didNotApply":
                configuration.did_not_apply(record["key"])
            elif "oldValue" in record:
                configuration.did_apply(record["key"], typed_values.decode(record["oldValue"]))
            else:
                configuration.did_apply(record["key"])
        answer = Answer(part.get("answer") or "yes")
        error = (_field(part, "error", dict) or {}) if answer is Answer.NO else {}
        return Reply(answer, error.get("code"), error.get("message"))


def check_part(part: Message) -> List[Message]:
    """The records of one part of a delegate's script; a part that breaks the protocol is the harness's fault, said so."""
    records = _field(part, "records", list, [])
    for record in records:
        if not isinstance(record, dict) or record.get("record") not in ("didApply", "didNotApply"):
            raise AdapterFault("an unknown record")
        _required(record, "key", str)
        typed_values.decode(record.get("oldValue"))
    answer = _field(part, "answer", str, "yes")
    if answer not in ("yes", "no", "cancel"):
        raise AdapterFault("an unknown answer")
    error = _field(part, "error", dict, {})
    _field(error, "code", int)
    _field(error, "message", str)
    return records


class ABTSuite:
    """One life of the configuration manager."""

    EDITIONS = ("plain", "encrypting")
    CAPABILITIES = ("chunks", "rollback", "cancel", "delegateError", "log", "sequence", "bytes", "dialect")

    def __init__(self, start: Message) -> None:
        configuration = _required(start, "configuration", dict)
        edition = _field(configuration, "edition", str, "plain")
        if edition not in self.EDITIONS:
            raise Unsupported("unknown edition")
        secret = None
        if edition == "encrypting":
            secret = _required(configuration, "encryptionSecret", str)
        self._delegate = ScriptedDelegate()
        self._log: List[str] = []
        self._manager = ConfigurationManager(
            Settings(
                bundle_identifier=_required(configuration, "bundleIdentifier", str),
                api_key=_required(configuration, "apiKey", str),
                url_scheme=_field(configuration, "urlScheme", str),
                encryption_secret=secret,
                allow_unencrypted=_field(configuration, "allowUnencrypted", bool, False),
                dialect=self._dialect(configuration),
            ),
            self._delegate,
            self._delegate.open_url,
            self._log.append,
        )

    @staticmethod
    def _dialect(configuration: Message) -> dialects.Dialect:
        dialect = _field(configuration, "dialect", dict)
        if not dialect:
            return dialects.Dialect()
        try:
            return dialects.parse(json.dumps(dialect))
        except DialectError as error:
            raise Unsupported("the dialect: %s" % error) from None

    def step(self, message: Message) -> Message:
        """The action ``open``."""
        if message.get("action") != "open":
            raise Unsupported("unknown action")
        url: Union[str, bytes, None] = _field(message, "url", str)
        if url is None:
            try:
                url = base64.b64decode(_required(message, "urlBase64", str), validate=True)
            except ValueError:
                raise AdapterFault("urlBase64 is no Base64") from None
        script = _field(message, "delegate", dict, {})
        for name in ("apply", "rollback", "revert"):
            check_part(_field(script, name, dict, {}))
        self._delegate.begin_step(script)
        del self._log[:]
        handled = self._manager.handle_config_url(url)
        return {
            "handled": handled,
            "calls": self._delegate.calls,
            "callbacks": self._delegate.callbacks,
            "log": list(self._log),
        }


# -- Suite appconnect.dualmode -----------------------------------------------------------------------------------------


class _Recorder:
    """Plays the library and the app's own actions, and notes what is called."""

    def __init__(self) -> None:
        self.should_start = False
        self.calls: List[Message] = []
        self.app: List[Message] = []

    def should_start_app_connect(self) -> bool:
        self.calls.append({"method": "shouldStartAppConnect"})
        return self.should_start

    def init_with_delegate(self) -> None:
        self.calls.append({"method": "initWithDelegate"})

    def start_with_launch_options(self, options: Optional[Message]) -> None:
        self.calls.append({"method": "startWithLaunchOptions", "options": options})

    def retire(self) -> None:
        self.calls.append({"method": "retire"})

    def stop(self) -> None:
        self.calls.append({"method": "stop"})

    def erase_sensitive_data(self) -> None:
        self.app.append({"method": "eraseSensitiveData"})

    def notify_mode_change(self, success: bool) -> None:
        self.app.append({"method": "notifyModeChange", "success": success})

    def encrypt_existing_data(self) -> None:
        self.app.append({"method": "encryptExistingData"})


class DualModeSuite:
    """One start of the app's mode logic; ``store`` may come from the start before."""

    CAPABILITIES = ("killPoints",)

    def __init__(self, start: Message, previous: Optional[dualmode.Store]) -> None:
        folder = _field(start, "storage", str)
        keep = _field(start, "keep", bool, False)
        if folder is not None:
            if not os.path.isdir(folder):
                raise AdapterFault("storage is no folder")
            self.store = dualmode.Store(folder)
        else:
            self.store = previous if keep and previous is not None else dualmode.Store()
        self.store.arm(None)
        if not keep:
            self.store.forget()
        self._recorder = _Recorder()
        self._app = dualmode.DualModeApp(self.store, self._recorder, self._recorder)

    def step(self, message: Message) -> Message:
        """The actions ``launch``, ``managedPolicy``, ``userRequests`` and ``terminate``."""
        self._recorder.calls, self._recorder.app = [], []
        action = self._action(message)
        self.store.arm(_field(message, "dieAfterPersist", int))
        try:
            dualmode.run_until_killed(action, self._app)
        finally:
            self.store.arm(None)
        record = self._app.persisted
        return {
            "calls": self._recorder.calls,
            "state": record.mode.value,
            "encryption": record.encryption.value,
            "app": self._recorder.app,
        }

    def _action(self, message: Message) -> Callable[[], None]:
        name = message.get("action")
        if name == "launch":
            self._recorder.should_start = _field(message, "shouldStart", bool, False)
            options = _field(message, "options", dict)
            return lambda: self._app.launch(options)
        if name == "managedPolicy":
            policy = message.get("policy")
            if policy not in ("MANAGED", "UNMANAGED"):
                raise AdapterFault("an unknown policy")
            secure_services = _field(message, "secureServices", bool, False)
            required = _field(message, "secureFileIORequired", bool, False)
            retired = _field(message, "authState", str, "AUTHORIZED") == "RETIRED"
            return lambda: self._app.managed_policy_changed(
                policy == "MANAGED",
                secure_services=secure_services,
                secure_file_io_required=required,
                retired=retired,
            )
        if name == "userRequests":
            modes = {mode.value: mode for mode in (dualmode.Mode.APP_CONNECT, dualmode.Mode.NON_APP_CONNECT)}
            if message.get("mode") not in modes:
                raise AdapterFault("an unknown mode")
            mode = modes[message["mode"]]
            return lambda: self._app.user_requests(mode)
        if name == "terminate":
            return self._app.terminate
        raise Unsupported("unknown action")


# -- The protocol ------------------------------------------------------------------------------------------------------


class _TooLong(Exception):
    """A reply beyond what a line may hold."""


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _check_length(message: Message, limit: int) -> None:
    """Raise :class:`_TooLong` where ``message`` has more than ``limit`` bytes as JSON; found without holding them."""
    size = 0
    for piece in _ENCODER.iterencode(message):
        size += len(piece) if piece.isascii() else len(piece.encode("utf-8", "backslashreplace"))
        if size > limit:
            raise _TooLong()


class Adapter:
    """The request loop."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._suite: Any = None
        self._store: Optional[dualmode.Store] = None
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
                self._send({"id": None, "type": "failure", "message": "a line longer than 16 MiB"})
            elif line.strip():
                self._send(self._answer(line))

    def _answer(self, line: bytes) -> Message:
        identifier: Any = None
        try:
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                raise AdapterFault("a line that is no JSON") from None
            if not isinstance(message, dict):
                raise AdapterFault("a request that is no object")
            identifier = message.get("id")
            reply = self._dispatch(message)
        except Unsupported as reason:
            reply = {"type": "unsupported", "reason": str(reason)}
        except (AdapterFault, typed_values.TypedValueError) as fault:
            reply = {"type": "failure", "message": str(fault)}
        except Exception as error:  # the loop goes on, and the harness learns of it
            reply = {"type": "failure", "message": "%s: %s" % (type(error).__name__, error)}
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
            "suites": {
                "abt": {"editions": list(ABTSuite.EDITIONS), "capabilities": list(ABTSuite.CAPABILITIES)},
                "appconnect.dualmode": {"capabilities": list(DualModeSuite.CAPABILITIES)},
            },
        }

    def _start(self, message: Message) -> Message:
        self._suite = None
        suite = message.get("suite")
        if suite == "abt":
            self._suite = ABTSuite(message)
        elif suite == "appconnect.dualmode":
            self._suite = DualModeSuite(message, self._store)
            self._store = self._suite.store
        else:
            raise Unsupported("unknown suite")
        return {"type": "started"}

    def _send(self, reply: Message) -> None:
        """Write one line. Long replies are written piece by piece; values that do not fit are left out."""
        try:
            _check_length(reply, MAX_LINE - 1)
        except _TooLong:
            for call in reply.get("calls", ()):
                if "values" in call:
                    call["values"] = dict(_TOO_LARGE)
            try:
                _check_length(reply, MAX_LINE - 1)
            except _TooLong:
                reply = {"id": reply.get("id"), "type": "failure", "message": "a reply longer than 16 MiB"}
        for piece in _ENCODER.iterencode(reply):
            self._sink.write(piece.encode("utf-8", "backslashreplace"))
        self._sink.write(b"\n")
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
