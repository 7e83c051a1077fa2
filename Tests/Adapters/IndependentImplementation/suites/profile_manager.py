"""The suite ``abt.manager``: a profile manager, with the administrator and the apps played."""

from __future__ import annotations

import base64
from typing import Any, Callable, List, Optional

from abt.profiles import InstalledApp, ProfileManager, RequestCompiler, Status
from abt.storage import Storage

from .messages import AdapterFault, Message, Suite, Unsupported, dialect_of, field, keeps, required


class ProfileManagerSuite(Suite):
    """One start of the manager. Each reply is about one profile: the one that the step is about, else the one before."""

    def __init__(self, start: Message, storage: Storage) -> None:
        configuration = required(start, "configuration", dict)
        dialect = dialect_of(configuration)
        apps = field(configuration, "installed", list, [])
        compiler = RequestCompiler([_app(app) for app in apps], dialect, field(configuration, "allowChunks", bool, True))
        if not keeps(start):
            storage.remove(ProfileManager.DOCUMENT)
        self._opened: List[str] = []
        self._profile: Optional[str] = None
        self._unreadable = False
        self._manager = ProfileManager(compiler, storage, self._open_url, dialect)

    def _open_url(self, url: str) -> None:
        self._opened.append(url)

    def step(self, message: Message) -> Message:
        """The actions ``install``, ``remove`` and ``callback``."""
        action = self._action(message)
        self._opened, self._unreadable = [], False
        action()
        return {"opened": self._opened, **self._standing()}

    def _standing(self) -> Message:
        if self._unreadable:
            return {"status": Status.FAILED.value, "changed": {}}
        if self._profile is None:
            return {"status": None, "changed": {}}
        return {"status": self._manager.status(self._profile).value, "changed": self._manager.changed(self._profile)}

    def _action(self, message: Message) -> Callable[[], None]:
        name = message.get("action")
        if name == "install":
            try:
                data = base64.b64decode(required(message, "profile", str), validate=True)
            except ValueError:
                raise AdapterFault("profile is no Base64") from None
            return lambda: self._install(data)
        if name == "remove":
            identifier = required(message, "profile", str)
            return lambda: self._remove(identifier)
        if name == "callback":
            url = required(message, "url", str)
            return lambda: self._callback(url)
        raise Unsupported("unknown action")

    def _install(self, data: bytes) -> None:
        identifier = self._manager.install(data)
        self._unreadable = identifier is None
        self._profile = identifier or self._profile

    def _remove(self, identifier: str) -> None:
        self._profile = identifier
        self._manager.remove(identifier)

    def _callback(self, url: str) -> None:
        self._profile = self._manager.handle_callback(url) or self._profile


def _app(entry: Any) -> InstalledApp:
    """One installed app of the start's configuration."""
    if not isinstance(entry, dict):
        raise AdapterFault("an installed app that is no object")
    return InstalledApp(
        bundle_identifier=required(entry, "bundleIdentifier", str),
        api_key=required(entry, "apiKey", str),
        url_scheme=field(entry, "urlScheme", str),
        encryption_secret=field(entry, "encryptionSecret", str),
        chunks=field(entry, "chunks", bool, False),
    )
