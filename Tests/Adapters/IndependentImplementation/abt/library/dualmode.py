"""An app's dual-mode logic (AppConnect.md, section 3), with a store that survives the app's death."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Optional, Protocol

from ..storage import Storage


class Mode(enum.Enum):
    """The dual-mode states."""

    UNDECIDED = "Undecided"
    NOT_AVAILABLE = "AppConnectNotAvailable"
    PENDING = "PendingAppConnectMode"
    APP_CONNECT = "AppConnectMode"
    NON_APP_CONNECT = "NonAppConnectMode"


class Encryption(enum.Enum):
    """The data-encryption states."""

    UNENCRYPTED = "Unencrypted"
    ENCRYPTED = "Encrypted"


@dataclass(frozen=True)
class Record:
    """All that is persistent. Both states are stored together, so that no death of the app leaves them at odds (ACC-DM-16).

    The default is what a first launch starts with (ACC-DM-01).
    """

    mode: Mode = Mode.UNDECIDED
    encryption: Encryption = Encryption.UNENCRYPTED


class Killed(Exception):
    """The app died at a write to its storage (capability ``killPoints``)."""


class Store:
    """The app's persistent record, in one document.

    ``arm`` makes the app die right after the n-th write from then on, 0 being before the first.
    """

    DOCUMENT = "dual-mode"

    def __init__(self, storage: Optional[Storage] = None) -> None:
        self._storage = storage or Storage()
        self._writes_left: Optional[int] = None

    def load(self) -> Optional[Record]:
        """The record as it stands, None before the first write; an unreadable one counts as none."""
        content = self._storage.read(self.DOCUMENT)
        try:
            return Record(Mode(content["state"]), Encryption(content["encryption"]))
        except (ValueError, KeyError, TypeError):
            return None

    def save(self, record: Record) -> None:
        """Store ``record``: after a death at any point, either the record before or this one is there."""
        if self._writes_left == 0:
            raise Killed()
        self._storage.write(self.DOCUMENT, {"state": record.mode.value, "encryption": record.encryption.value})
        if self._writes_left is not None:
            self._writes_left -= 1
            if self._writes_left == 0:
                raise Killed()

    def forget(self) -> None:
        """Remove everything stored."""
        self._storage.remove(self.DOCUMENT)

    def arm(self, writes: Optional[int]) -> None:
        """Let the app die right after that many writes; None: let it live."""
        self._writes_left = writes


class Library(Protocol):
    """What the app calls of the AppConnect library."""

    def should_start_app_connect(self) -> bool: ...

    def init_with_delegate(self) -> None: ...

    def start_with_launch_options(self, options: Optional[Dict[str, Any]]) -> None: ...

    def retire(self) -> None: ...

    def stop(self) -> None: ...


class Actions(Protocol):
    """What the app itself does on a change of its mode."""

    def erase_sensitive_data(self) -> None: ...

    def notify_mode_change(self, success: bool) -> None: ...

    def encrypt_existing_data(self) -> None: ...


_UNDETERMINED = frozenset({Mode.UNDECIDED, Mode.NOT_AVAILABLE, Mode.PENDING})


class DualModeApp:
    """The mode logic of one installation of an app, over the launches of its life."""

    def __init__(self, store: Store, library: Library, actions: Actions) -> None:
        self._store = store
        self._library = library
        self._actions = actions
        self._running = False
        self._library_started = False

    @property
    def persisted(self) -> Record:
        """The states as persisted; what a first launch starts with where nothing is."""
        return self._store.load() or Record()

    def launch(self, options: Optional[Dict[str, Any]]) -> None:
        """The app is launched; a launch while it runs is a relaunch (ACC-DM-01 to 05)."""
        self.terminate()
        self._running = True
        record = self._store.load()
        if record is None:
            record = Record()
            self._store.save(record)
        if record.mode is Mode.NON_APP_CONNECT:
            return
        if self._library.should_start_app_connect():
            self._start(options)
        elif record.mode is Mode.UNDECIDED:
            self._store.save(replace(record, mode=Mode.NOT_AVAILABLE))

    def terminate(self) -> None:
        """The app dies; only what is persisted remains."""
        self._running = False
        self._library_started = False

    def managed_policy_changed(
        self, managed: bool, *, secure_services: bool, secure_file_io_required: bool, retired: bool
    ) -> None:
        """The library tells whether the app is managed (ACC-DM-06, 07, 10 to 13).

        It decides the mode while that is open, and changes nothing in AppConnect Mode (ACC-DM-15). A library that was not
        started has no say.
        """
        record = self.persisted
        if not self._library_started or record.mode not in _UNDETERMINED:
            return
        was_pending = record.mode is Mode.PENDING
        if managed:
            self._enter_app_connect_mode(secure_services and secure_file_io_required, retired)
        else:
            self._store.save(Record(Mode.NON_APP_CONNECT, Encryption.UNENCRYPTED))
            self._shut_down()
        if was_pending:
            self._actions.notify_mode_change(managed)

    def user_requests(self, mode: Mode) -> None:
        """The user asks for the other mode (ACC-DM-08, ACC-DM-09); any other request has no effect."""
        if not self._running:
            return
        current = self.persisted.mode
        if mode is Mode.NON_APP_CONNECT and current is Mode.APP_CONNECT:
            # Sensitive data goes first: dying in between leaves an app that can be asked again.
            self._actions.erase_sensitive_data()
            self._store.save(Record(Mode.NON_APP_CONNECT, Encryption.UNENCRYPTED))
            self._shut_down()
        elif mode is Mode.APP_CONNECT and current is Mode.NON_APP_CONNECT:
            self._store.save(Record(Mode.PENDING, Encryption.UNENCRYPTED))
            self._start(None)

    def _enter_app_connect_mode(self, encrypt: bool, retired: bool) -> None:
        if retired:
            self._actions.erase_sensitive_data()
        self._store.save(Record(Mode.APP_CONNECT, Encryption.ENCRYPTED if encrypt else Encryption.UNENCRYPTED))
        if encrypt and not retired:
            self._actions.encrypt_existing_data()

    def _start(self, options: Optional[Dict[str, Any]]) -> None:
        self._library.init_with_delegate()
        self._library.start_with_launch_options(options)
        self._library_started = True

    def _shut_down(self) -> None:
        """Retire and stop the library, one right after the other (ACC-DM-14)."""
        self._library.retire()
        self._library.stop()
        self._library_started = False


def run_until_killed(action: Callable[[], None], app: DualModeApp) -> bool:
    """Run ``action``; True where the app died in it."""
    try:
        action()
    except Killed:
        app.terminate()
        return True
    return False
