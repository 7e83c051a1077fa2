"""The suite ``appconnect.openfrom``: the library that holds the Open From policy, with the server and the app played."""

from __future__ import annotations

from typing import Callable, FrozenSet, List, Optional, Union

from abt.appconnect.open_from import AppCallbacks, OpenFrom, Policy, PolicyState, Report, Setting
from abt.storage import Storage

from .messages import AdapterFault, Message, Suite, Unsupported, field, implemented, required, texts

_POLICY_CHANGED_TO = "openFromPolicyChangedTo"
_ATTEMPTED_WHEN_BLOCKED = "openFromAttemptedWhenBlocked"


class OpenFromSuite(Suite):
    """One start of the library; the app acknowledges a change inside its callback, as the step says."""

    def __init__(self, start: Message, storage: Storage) -> None:
        del storage  # nothing of this suite is persistent
        methods = implemented(start)
        self._calls: List[Message] = []
        self._reports: List[Message] = []
        self._acknowledgement: Optional[Report] = None
        self._allowed: Optional[bool] = None
        self._library = OpenFrom(
            AppCallbacks(
                policy_changed_to=self._policy_changed_to if _POLICY_CHANGED_TO in methods else None,
                attempted_when_blocked=self._attempted_when_blocked if _ATTEMPTED_WHEN_BLOCKED in methods else None,
            ),
            lambda report: self._reports.append({"state": report.state.name, "message": report.message}),
        )

    # -- the app -------------------------------------------------------------------------------------------------------

    def _policy_changed_to(self, policy: Policy, whitelist: FrozenSet[str]) -> None:
        self._calls.append(
            {
                "method": _POLICY_CHANGED_TO,
                "policy": policy.name,
                "whitelist": sorted(whitelist),
                "properties": self._properties(),
            }
        )
        if self._acknowledgement is not None:
            self._library.policy_applied(self._acknowledgement.state, self._acknowledgement.message)

    def _attempted_when_blocked(self, policy: Policy, source: str) -> None:
        self._calls.append(
            {"method": _ATTEMPTED_WHEN_BLOCKED, "policy": policy.name, "source": source, "properties": self._properties()}
        )

    def _properties(self) -> Union[Message, str]:
        properties = self._library.properties
        if properties is None:
            return "notReady"
        return {"policy": properties.policy.name, "whitelist": sorted(properties.whitelist)}

    # -- the steps -----------------------------------------------------------------------------------------------------

    def step(self, message: Message) -> Message:
        """The actions ``launch``, ``ready``, ``policy``, ``authorizedApps``, ``openFrom``, ``properties`` and ``stop``."""
        action = self._action(message)
        self._acknowledgement = _acknowledgement(message)
        self._calls, self._reports, self._allowed = [], [], None
        action()
        observed: Message = {"calls": self._calls, "properties": self._properties(), "reports": self._reports}
        if self._allowed is not None:
            observed["allowed"] = self._allowed
        return observed

    def _action(self, message: Message) -> Callable[[], None]:
        name = message.get("action")
        if name == "launch" or name == "policy":
            setting = _setting(message)
            return lambda: self._library.launch(setting) if name == "launch" else self._library.server_sets(setting)
        if name == "authorizedApps":
            apps = texts(message, "apps")
            return lambda: self._library.authorize(apps)
        if name == "openFrom":
            source = required(message, "source", str)
            return lambda: self._receive(source)
        if name == "ready":
            return self._library.become_ready
        if name == "stop":
            return self._library.stop
        if name == "properties":
            return lambda: None
        raise Unsupported("unknown action")

    def _receive(self, source: str) -> None:
        self._allowed = self._library.receive(source)


def _setting(message: Message) -> Setting:
    """The server's setting in a ``launch`` or a ``policy``; without a policy nothing is authorized."""
    name = field(message, "policy", str, Policy.UNAUTHORIZED.name)
    if name not in Policy.__members__:
        raise AdapterFault("an unknown policy")
    return Setting(Policy[name], frozenset(texts(message, "whitelist")), field(message, "allAppConnectApps", bool, False))


def _acknowledgement(message: Message) -> Optional[Report]:
    """How the app acknowledges in this step; None where it does not."""
    part = field(message, "acknowledge", dict)
    if part is None:
        return None
    state = required(part, "state", str)
    if state not in PolicyState.__members__:
        raise AdapterFault("an unknown state")
    return Report(PolicyState[state], field(part, "message", str))
