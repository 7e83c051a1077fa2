"""The Open From policy: which apps may hand documents to this one (AppConnect.md, section 2)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Callable, FrozenSet, Iterable, Optional

#: The bundle identifiers of the native mail app and of its extension: it takes both to allow mail (ACC-OF-05).
MAIL = frozenset({"com.apple.UIKit.activity.Mail", "com.apple.mobilemail"})


class Policy(enum.IntEnum):
    """ACOpenFromPolicy."""

    UNAUTHORIZED = 0
    AUTHORIZED = 1
    WHITELIST = 2


class PolicyState(enum.IntEnum):
    """ACPolicyState: what the app made of a change."""

    UNSUPPORTED = 0
    APPLIED = 1
    ERROR = 2


@dataclass(frozen=True)
class Setting:
    """What the server has set. With ``all_app_connect_apps`` its policy and its list do not count (ACC-OF-11)."""

    policy: Policy = Policy.UNAUTHORIZED
    whitelist: FrozenSet[str] = frozenset()
    all_app_connect_apps: bool = False


@dataclass(frozen=True)
class Properties:
    """What the app can read. The list is empty under any policy but WHITELIST, where it would mean nothing."""

    policy: Policy
    whitelist: FrozenSet[str]

    def allows(self, source: str) -> bool:
        """Whether a document from the app ``source`` may be received (ACC-OF-01 to 03, ACC-OF-05)."""
        if self.policy is not Policy.WHITELIST:
            return self.policy is Policy.AUTHORIZED
        return self.whitelist >= MAIL if source in MAIL else source in self.whitelist


@dataclass(frozen=True)
class AppCallbacks:
    """The callbacks of the app; None where the app does not implement one."""

    policy_changed_to: Optional[Callable[[Policy, FrozenSet[str]], None]] = None
    attempted_when_blocked: Optional[Callable[[Policy, str], None]] = None


@dataclass(frozen=True)
class Report:
    """What the library reports to the server about one change."""

    state: PolicyState
    message: Optional[str] = None


class OpenFrom:
    """The part of the library that holds the policy, tells the app of changes, and enforces it.

    It is ready between :meth:`become_ready` and :meth:`stop`. Only then are there properties, calls and reports, and only
    then is any document allowed (ACC-OF-10).
    """

    def __init__(self, app: AppCallbacks, report: Callable[[Report], None]) -> None:
        self._app = app
        self._report = report
        self._launched = False
        self._setting = Setting()
        self._authorized: FrozenSet[str] = frozenset()
        self._properties: Optional[Properties] = None
        self._awaits_acknowledgement = False

    @property
    def properties(self) -> Optional[Properties]:
        """The properties, or None while the library is not ready."""
        return self._properties

    # -- the app's life ------------------------------------------------------------------------------------------------

    def launch(self, setting: Setting) -> None:
        """The app is launched, and the library in it started."""
        self.stop()
        self._launched = True
        self._setting = setting

    def become_ready(self) -> None:
        """The library is ready: the properties can be read. What they are at first is no change, and leads to no callback."""
        if self._launched and self._properties is None:
            self._properties = self._current()

    def stop(self) -> None:
        """The library ends. The set of authorized apps is a fact of the device, and outlives it."""
        self._launched = False
        self._properties = None
        self._awaits_acknowledgement = False

    # -- the server ----------------------------------------------------------------------------------------------------

    def server_sets(self, setting: Setting) -> None:
        """The server has another setting."""
        self._setting = setting
        self._update()

    def authorize(self, apps: Iterable[str]) -> None:
        """These are the AppConnect apps that are authorized now (ACC-OF-11)."""
        self._authorized = frozenset(apps)
        self._update()

    def _current(self) -> Properties:
        setting = self._setting
        if setting.all_app_connect_apps:
            return Properties(Policy.WHITELIST, self._authorized)
        return Properties(setting.policy, setting.whitelist if setting.policy is Policy.WHITELIST else frozenset())

    def _update(self) -> None:
        """Set the properties, then tell the app, where they change (ACC-OF-06, 07, 12).

        An app that does not acknowledge in the callback, or has none, counts as one that does not support the policy (ACC-OF-09).
        """
        current = self._current()
        if self._properties is None or self._properties == current:
            return
        self._properties = current
        if self._app.policy_changed_to is None:
            self._report(Report(PolicyState.UNSUPPORTED))
            return
        self._awaits_acknowledgement = True
        self._app.policy_changed_to(current.policy, current.whitelist)
        if self._awaits_acknowledgement:
            self._report(Report(PolicyState.UNSUPPORTED))

    # -- the app -------------------------------------------------------------------------------------------------------

    def policy_applied(self, state: PolicyState, message: Optional[str]) -> None:
        """The app acknowledges the last change (ACC-OF-08). It may do so once; coming late, it corrects what was reported."""
        if self._awaits_acknowledgement:
            self._awaits_acknowledgement = False
            self._report(Report(state, message))

    def receive(self, source: str) -> bool:
        """Whether a document from the app ``source`` may come in; the app is told of a refusal (ACC-OF-04).

        The acknowledgement plays no part in it (ACC-OF-13). A library that is not ready refuses, and makes no callback.
        """
        properties = self._properties
        if properties is None:
            return False
        allowed = properties.allows(source)
        if not allowed and self._app.attempted_when_blocked is not None:
            self._app.attempted_when_blocked(properties.policy, source)
        return allowed
