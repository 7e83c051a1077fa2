"""The suite ``appconnect.lifecycle``: the library's side of dual mode, with the device, the server and the app played."""

from __future__ import annotations

import enum
from typing import Callable, List, Mapping, Optional, TypeVar

from abt.appconnect.lifecycle import AppCallbacks, AppConnect, LogLevel, ManagedPolicy
from abt.storage import Storage

from .messages import AdapterFault, Message, Suite, Unsupported, field, implemented, keeps, required

_MANAGED_POLICY_CHANGED_TO = "managedPolicyChangedTo"
_Choice = TypeVar("_Choice", bound=enum.IntEnum)


class LifecycleSuite(Suite):
    """One start of the library."""

    def __init__(self, start: Message, storage: Storage) -> None:
        methods = implemented(start)
        if not keeps(start):
            storage.remove(AppConnect.DOCUMENT)
        self._calls: List[Message] = []
        self._log: List[str] = []
        self._answer: Optional[bool] = None
        changed = self._managed_policy_changed_to if _MANAGED_POLICY_CHANGED_TO in methods else None
        self._library = AppConnect(
            storage, AppCallbacks(lambda: self._calls.append({"method": "appConnectIsReady"}), changed), self._take_line
        )

    def _managed_policy_changed_to(self, policy: ManagedPolicy) -> None:
        self._calls.append({"method": _MANAGED_POLICY_CHANGED_TO, "policy": policy.name, "properties": self._properties()})

    def _take_line(self, line: str) -> None:
        self._log.append(line)

    def _properties(self) -> Message:
        policy = self._library.managed_policy
        properties: Message = {
            "managedPolicy": "notReady" if policy is None else policy.name,
            "ready": self._library.ready,
            "sharedInstance": self._library.has_shared_instance,
            "logLevel": self._library.log_level.name,
        }
        if policy is not None:
            properties["raw"] = {"managedPolicy": int(policy)}
        return properties

    def step(self, message: Message) -> Message:
        """The actions of section 4; each reply has all that can be seen."""
        action = self._action(message)
        self._calls, self._log, self._answer = [], [], None
        action()
        observed: Message = {
            "calls": self._calls,
            "properties": self._properties(),
            "secureData": self._library.keeps_app_data,
            "log": self._log,
        }
        if self._answer is not None:
            observed["answer"] = self._answer
        return observed

    def _ask(self) -> None:
        self._answer = self._library.should_start()

    def _action(self, message: Message) -> Callable[[], None]:
        library = self._library
        plain: Mapping[str, Callable[[], None]] = {
            "shouldStart": self._ask,
            "init": library.init,
            "retire": library.retire,
            "stop": library.stop,
            "properties": lambda: None,
            "terminate": library.terminate,
        }
        name = field(message, "action", str, "")
        if name in plain:
            return plain[name]
        if name == "device":
            installed = required(message, "clientInstalled", bool)
            return lambda: library.device_changes(installed)
        if name == "start":
            options = field(message, "options", dict)
            return lambda: library.start(options)
        if name == "ready":
            first = _choice(message, "policy", ManagedPolicy, ManagedPolicy.UNKNOWN)
            return lambda: library.become_ready(first)
        if name == "policy":
            policy = _choice(message, "policy", ManagedPolicy)
            return lambda: library.determine(policy)
        if name == "logLevel":
            level = _choice(message, "level", LogLevel)
            return lambda: library.set_log_level(level)
        if name == "log":
            line_level, text = _choice(message, "level", LogLevel), field(message, "text", str, "")
            return lambda: library.log(line_level, text)
        raise Unsupported("unknown action")


def _choice(message: Message, name: str, kind: "type[_Choice]", default: Optional[_Choice] = None) -> _Choice:
    """The member of an enumeration that a field names."""
    value = field(message, name, str, None if default is None else default.name)
    if value not in kind.__members__:
        raise AdapterFault("field %r has an unknown value" % name)
    return kind[value]
