"""The library's side of dual mode: start, readiness, managed policy, retirement and stop (AppConnect.md, section 4)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Any, Callable, Mapping, Optional

from ..storage import Storage


class ManagedPolicy(enum.IntEnum):
    """ACManagedPolicy (ACC-LC-04)."""

    UNKNOWN = 0
    UNMANAGED = 1
    MANAGED = 2


class LogLevel(enum.IntEnum):
    """The levels of the log methods, from the most important on."""

    STATUS = 0
    INFO = 1
    VERBOSE = 2
    DEBUG = 3


@dataclass(frozen=True)
class Record:
    """What outlives the app: facts of the device, and what the library keeps about the app.

    ``keeps_app_data`` is true from when the app was first managed until it retires: the app has run in AppConnect Mode.
    """

    client_installed: bool = False
    client_was_installed: bool = False
    keeps_app_data: bool = False


@dataclass(frozen=True)
class AppCallbacks:
    """The callbacks of the app; it may leave out the second one (ACC-LC-06)."""

    is_ready: Callable[[], None]
    managed_policy_changed_to: Optional[Callable[[ManagedPolicy], None]] = None


class _Instance:
    """The shared instance of one life of the library, from ``init`` to ``stop``."""

    def __init__(self) -> None:
        self.started = False
        self.ready = False
        self.determined = False
        self.managed_policy = ManagedPolicy.UNKNOWN


class AppConnect:
    """The library as a class with one shared instance, over the launches of the app's life."""

    DOCUMENT = "library"

    def __init__(self, storage: Storage, app: AppCallbacks, log: Callable[[str], None] = lambda line: None) -> None:
        self._storage = storage
        self._app = app
        self._write_log = log
        self._record = _record(storage.read(self.DOCUMENT))
        self._instance: Optional[_Instance] = None
        self._log_level = LogLevel.STATUS

    # -- the class -----------------------------------------------------------------------------------------------------

    def should_start(self) -> bool:
        """Whether a dual-mode app should start the library now (ACC-LC-01 to 03)."""
        record = self._record
        return record.client_installed or (record.client_was_installed and record.keeps_app_data)

    @property
    def has_shared_instance(self) -> bool:
        """Whether there is a shared instance (ACC-LC-07)."""
        return self._instance is not None

    @property
    def log_level(self) -> LogLevel:
        """The level up to which lines are logged; STATUS while the library does not run (ACC-LC-08)."""
        return self._log_level

    def log(self, level: LogLevel, text: str) -> None:
        """Log a line. This may be called at any time, after ``stop`` too."""
        if level <= self._log_level:
            self._write_log("%s: %s" % (level.name, text))

    def init(self) -> None:
        """Create the shared instance, where there is none."""
        if self._instance is None:
            self._instance = _Instance()

    # -- the shared instance; without one, these do nothing ------------------------------------------------------------

    def start(self, options: Optional[Mapping[str, Any]]) -> None:
        """Start the library; the options are None when an app restarts it (ACC-LC-10)."""
        del options  # they say why iOS launched the app, which changes nothing here
        if self._instance is not None:
            self._instance.started = True

    @property
    def ready(self) -> bool:
        """Whether the properties of the shared instance can be read."""
        return self._instance is not None and self._instance.ready

    @property
    def managed_policy(self) -> Optional[ManagedPolicy]:
        """The managed policy, or None while the library is not ready (ACC-LC-05)."""
        return self._instance.managed_policy if self._instance is not None and self._instance.ready else None

    @property
    def keeps_app_data(self) -> bool:
        """Whether the library holds information about the app, secure data included (ACC-LC-09)."""
        return self._record.keeps_app_data

    def retire(self) -> None:
        """The app retires: what the library keeps about it goes (ACC-LC-09). The app does this itself, and is not called back."""
        if self._instance is not None:
            self._save(replace(self._record, keeps_app_data=False))
            self._instance.managed_policy = ManagedPolicy.UNKNOWN

    def stop(self) -> None:
        """Shut down, and drop the shared instance (ACC-LC-07, ACC-LC-08)."""
        self._instance = None
        self._log_level = LogLevel.STATUS

    # -- what the device and the server do -----------------------------------------------------------------------------

    def become_ready(self, policy: ManagedPolicy) -> None:
        """The library is ready, and has determined the policy, or not yet where that is UNKNOWN."""
        instance = self._instance
        if instance is None or not instance.started or instance.ready:
            return
        instance.ready = True
        self._app.is_ready()
        self.determine(policy)

    def determine(self, policy: ManagedPolicy) -> None:
        """The policy is determined. The first determination after a start is a change in any case (ACC-LC-06, ACC-LC-11)."""
        instance = self._instance
        if instance is None or not instance.ready or policy is ManagedPolicy.UNKNOWN:
            return
        if instance.determined and instance.managed_policy is policy:
            return
        instance.determined = True
        instance.managed_policy = policy
        if policy is ManagedPolicy.MANAGED:
            self._save(replace(self._record, keeps_app_data=True))
        if self._app.managed_policy_changed_to is not None:
            self._app.managed_policy_changed_to(policy)

    def device_changes(self, client_installed: bool) -> None:
        """The client app is installed, or is not."""
        self._save(
            replace(
                self._record,
                client_installed=client_installed,
                client_was_installed=client_installed or self._record.client_was_installed,
            )
        )

    def set_log_level(self, level: LogLevel) -> None:
        """The server sets the log level; it holds while the library runs."""
        if self._instance is not None and self._instance.started:
            self._log_level = level

    def terminate(self) -> None:
        """The app dies; only the record remains."""
        self.stop()

    def _save(self, record: Record) -> None:
        if record != self._record:
            self._record = record
            self._storage.write(
                self.DOCUMENT,
                {
                    "clientInstalled": record.client_installed,
                    "clientWasInstalled": record.client_was_installed,
                    "keepsAppData": record.keeps_app_data,
                },
            )


def _record(document: Any) -> Record:
    """The record in a stored document; what is missing or of another type is false."""
    members = document if isinstance(document, dict) else {}
    return Record(
        client_installed=members.get("clientInstalled") is True,
        client_was_installed=members.get("clientWasInstalled") is True,
        keeps_app_data=members.get("keepsAppData") is True,
    )
