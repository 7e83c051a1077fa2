"""The suite ``managed-config``: an app's configuration client, with the server played."""

from __future__ import annotations

from typing import Any, Callable, List, Optional

from abt import typed_values
from abt.managed.client import ManagedConfiguration
from abt.managed.defaults import CONFIGURATION_KEY, FEEDBACK_KEY, UserDefaults
from abt.managed.schema import Format, Key, Kind, Number, Schema
from abt.storage import Storage

from .messages import TOO_LARGE, AdapterFault, Message, Suite, Unsupported, field, keeps, required, texts

#: Levels that the members of a dictionary may have in a reply, which takes one itself.
_LEVELS = typed_values.MAX_LEVELS - 1


class _RecordingDefaults(UserDefaults):
    """User defaults that note what the app does to them."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage)
        self.calls: List[Message] = []

    def value(self, key: str) -> Any:
        if key == CONFIGURATION_KEY:
            self.calls.append({"method": "readConfiguration"})
        return super().value(key)

    def set_value(self, key: str, value: Any) -> None:
        self.calls.append({"method": "writeFeedback" if key == FEEDBACK_KEY else "writeConfiguration"})
        super().set_value(key, value)

    def add_observer(self, observer: Callable[[], None]) -> None:
        self.calls.append({"method": "addObserver"})
        super().add_observer(observer)


class ManagedConfigurationSuite(Suite):
    """One installation of the app; it runs between ``launch`` and ``terminate``."""

    def __init__(self, start: Message, storage: Storage) -> None:
        self._schema = _schema(required(start, "configuration", dict))
        if not keeps(start):
            for key in UserDefaults.KEYS:
                storage.remove(key)
        self._defaults = _RecordingDefaults(storage)
        self._app: Optional[ManagedConfiguration] = None
        self._collected: Any = None
        self._shown: Any = None
        self._shown_members: Optional[Message] = None

    def step(self, message: Message) -> Message:
        """The actions ``launch``, ``terminate``, ``configure``, ``count``, ``collectFeedback`` and ``settings``."""
        action = self._action(message)
        self._defaults.calls = []
        action()
        observed: Message = {
            "calls": self._defaults.calls,
            "settings": None if self._app is None else _members(self._app.settings),
            "configuration": self._configuration(),
            "feedback": _members(self._defaults.managed_value(FEEDBACK_KEY)),
        }
        if message.get("action") == "collectFeedback":
            observed["collected"] = _members(self._collected)
        return observed

    def _configuration(self) -> Optional[Message]:
        """The configuration as it stands. A large one is not rendered again for every step."""
        value = self._defaults.managed_value(CONFIGURATION_KEY)
        if value is not self._shown:
            self._shown, self._shown_members = value, _members(value)
        return self._shown_members

    def _action(self, message: Message) -> Callable[[], None]:
        name = message.get("action")
        if name == "launch":
            return self._launch
        if name == "terminate":
            return self._terminate
        if name == "configure":
            members = field(message, "dictionary", dict)
            dictionary = None if members is None else typed_values.decode_members(members)
            return lambda: self._defaults.set_managed_value(CONFIGURATION_KEY, dictionary)
        if name == "count":
            counter, times = required(message, "counter", str), field(message, "times", int, 1)
            if times < 0:
                raise AdapterFault("times is negative")
            return lambda: self._count(counter, times)
        if name == "collectFeedback":
            return self._collect
        if name == "settings":
            return lambda: None
        raise Unsupported("unknown action")

    def _launch(self) -> None:
        self._terminate()
        self._app = ManagedConfiguration(self._schema, self._defaults)

    def _terminate(self) -> None:
        self._app = None
        self._defaults.remove_observers()

    def _count(self, counter: str, times: int) -> None:
        if self._app is not None:
            self._app.count(counter, times)

    def _collect(self) -> None:
        self._collected = self._defaults.managed_value(FEEDBACK_KEY)
        if self._collected is not None:
            self._defaults.set_managed_value(FEEDBACK_KEY, None)


def _members(dictionary: Any) -> Optional[Message]:
    """A dictionary's members as typed values; None for what is no dictionary, or not there."""
    if not isinstance(dictionary, dict):
        return None
    try:
        return typed_values.encode_members(dictionary, _LEVELS)
    except typed_values.TypedValueError:
        return dict(TOO_LARGE)


def _schema(configuration: Message) -> Schema:
    """The schema that a start asks for."""
    entries = field(configuration, "schema", list, [])
    if not all(isinstance(entry, dict) for entry in entries):
        raise AdapterFault("the schema holds something else than objects")
    return Schema(tuple(_key(entry) for entry in entries), tuple(texts(configuration, "counters")))


def _key(entry: Message) -> Key:
    """One key of the schema. That it is secret changes nothing: no configured value ever goes into the feedback."""
    kind, value_format = required(entry, "type", str), field(entry, "format", str)
    if kind not in {known.value for known in Kind}:
        raise Unsupported("a type that is not known: %s" % kind)
    if value_format not in {None, *(known.value for known in Format)}:
        raise Unsupported("a format that is not known: %s" % value_format)
    return Key(
        name=required(entry, "key", str),
        kind=Kind(kind),
        default=typed_values.decode(entry.get("default")),
        minimum=_bound(entry, "minimum"),
        maximum=_bound(entry, "maximum"),
        format=None if value_format is None else Format(value_format),
    )


def _bound(entry: Message, name: str) -> Optional[Number]:
    value = field(entry, name, (int, float))
    if isinstance(value, bool):
        raise AdapterFault("field %r has the wrong type" % name)
    bound: Optional[Number] = value
    return bound
