"""How the library delivers app-specific configuration to its app (AppConnect.md, section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional

from ..storage import Storage

#: Key-value pairs as the server has them. Certificates and their passwords are pairs like all others (ACC-CFG-12, ACC-CFG-15).
Pairs = Dict[str, str]
#: A callback of the app. It gets a copy of the pairs, and returns None or the text of an error.
Callback = Callable[[Pairs], Optional[str]]


@dataclass(frozen=True)
class AppCallbacks:
    """The callbacks of the app; None where the app does not implement one (ACC-CFG-07)."""

    config_is: Optional[Callback] = None
    config_changed_to: Optional[Callback] = None


@dataclass(frozen=True)
class Report:
    """What the library reports to the server about one callback. ``error`` is None where the app applied the pairs."""

    method: str
    error: Optional[str]


class ConfigurationDelivery:
    """The library of one installation of an app, over the launches of its life.

    Two sets of pairs are persistent: those that the server has, and those that the app was told last. No pairs and no
    configuration are the same.
    """

    DOCUMENT = "app-configuration"

    def __init__(self, storage: Storage, app: AppCallbacks, report: Callable[[Report], None]) -> None:
        self._storage = storage
        self._app = app
        self._report = report
        self._running = False
        document = storage.read(self.DOCUMENT)
        self._server = _pairs(document, "server")
        self._told = _pairs(document, "told")

    def launch(self) -> None:
        """The app starts: it learns of a change since its last run, and in any case of what there is (ACC-CFG-01 to 04, 11)."""
        self._running = True
        if self._server != self._told:
            self._deliver_change()
        elif self._server:
            self._call("appConnectConfigIs", self._app.config_is)

    def terminate(self) -> None:
        """The app dies."""
        self._running = False

    def server_changes(self, pairs: Optional[Mapping[str, str]]) -> None:
        """The server has other pairs, or none. An app that runs learns of a change at once (ACC-CFG-05, 10, 13)."""
        self._server = dict(pairs or {})
        self._save()
        if self._running and self._server != self._told:
            self._deliver_change()

    def _deliver_change(self) -> None:
        """Make both callbacks. The delivery is noted after them, so that an app that dies in one is told again."""
        self._call("appConnectConfigChangedTo", self._app.config_changed_to)
        self._call("appConnectConfigIs", self._app.config_is)
        self._told = dict(self._server)
        self._save()

    def _call(self, method: str, callback: Optional[Callback]) -> None:
        """Make one callback, where the app has it, and report its answer (ACC-CFG-06 to 09, ACC-CFG-14)."""
        if callback is not None:
            self._report(Report(method, callback(dict(self._server))))

    def _save(self) -> None:
        self._storage.write(self.DOCUMENT, {"server": self._server, "told": self._told})


def _pairs(document: Any, name: str) -> Pairs:
    """One set of pairs of a stored document; anything else than pairs counts as none."""
    pairs = document.get(name) if isinstance(document, dict) else None
    if not isinstance(pairs, dict) or not all(isinstance(value, str) for value in pairs.values()):
        return {}
    return pairs
