"""The suite ``abt``: the library that is configured through URLs, with a scripted delegate."""

from __future__ import annotations

import base64
from typing import ClassVar, List, Union

from abt import typed_values
from abt.library.configuration_set import Answer, ConfigurationSet, Reply
from abt.library.manager import ConfigurationManager, Settings
from abt.storage import Storage

from .messages import TOO_LARGE, AdapterFault, Message, Suite, Unsupported, dialect_of, field, required


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
            values = dict(TOO_LARGE)
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
        return self._play({} if name is None else field(self._script, name, dict, {}), configuration)

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
        return self._play(field(self._script, "revert", dict, {}), configuration)

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
        error = (field(part, "error", dict) or {}) if answer is Answer.NO else {}
        return Reply(answer, error.get("code"), error.get("message"))


def check_part(part: Message) -> List[Message]:
    """The records of one part of a delegate's script; a part that breaks the protocol is the harness's fault, said so."""
    records: List[Message] = field(part, "records", list, [])
    for record in records:
        if not isinstance(record, dict) or record.get("record") not in ("didApply", "didNotApply"):
            raise AdapterFault("an unknown record")
        required(record, "key", str)
        typed_values.decode(record.get("oldValue"))
    answer = field(part, "answer", str, "yes")
    if answer not in ("yes", "no", "cancel"):
        raise AdapterFault("an unknown answer")
    error = field(part, "error", dict, {})
    field(error, "code", int)
    field(error, "message", str)
    return records


class ABTSuite(Suite):
    """One life of the configuration manager."""

    CLAIM: ClassVar[Message] = {
        "editions": ["plain", "encrypting"],
        "capabilities": ["chunks", "rollback", "cancel", "delegateError", "log", "sequence", "bytes", "dialect"],
    }

    def __init__(self, start: Message, storage: Storage) -> None:
        del storage  # nothing of this suite is persistent
        configuration = required(start, "configuration", dict)
        edition = field(configuration, "edition", str, "plain")
        if edition not in self.CLAIM["editions"]:
            raise Unsupported("unknown edition")
        secret = None
        if edition == "encrypting":
            secret = required(configuration, "encryptionSecret", str)
        self._delegate = ScriptedDelegate()
        self._log: List[str] = []
        self._manager = ConfigurationManager(
            Settings(
                bundle_identifier=required(configuration, "bundleIdentifier", str),
                api_key=required(configuration, "apiKey", str),
                url_scheme=field(configuration, "urlScheme", str),
                encryption_secret=secret,
                allow_unencrypted=field(configuration, "allowUnencrypted", bool, False),
                dialect=dialect_of(configuration),
            ),
            self._delegate,
            self._delegate.open_url,
            self._log.append,
        )

    def step(self, message: Message) -> Message:
        """The action ``open``."""
        if message.get("action") != "open":
            raise Unsupported("unknown action")
        url: Union[str, bytes, None] = field(message, "url", str)
        if url is None:
            try:
                url = base64.b64decode(required(message, "urlBase64", str), validate=True)
            except ValueError:
                raise AdapterFault("urlBase64 is no Base64") from None
        script = field(message, "delegate", dict, {})
        for name in ("apply", "rollback", "revert"):
            check_part(field(script, name, dict, {}))
        self._delegate.begin_step(script)
        del self._log[:]
        handled = self._manager.handle_config_url(url)
        return {
            "handled": handled,
            "calls": self._delegate.calls,
            "callbacks": self._delegate.callbacks,
            "log": list(self._log),
        }
