"""The suite ``appconnect.config``: the library that delivers configuration, with the server and the app played."""

from __future__ import annotations

from typing import Callable, Dict, List, Optional

from abt.appconnect.configuration import AppCallbacks, ConfigurationDelivery, Pairs, Report
from abt.storage import Storage

from .messages import AdapterFault, Message, Suite, Unsupported, field, implemented, keeps

_CONFIG_IS = "appConnectConfigIs"
_CONFIG_CHANGED_TO = "appConnectConfigChangedTo"


class AppConfigurationSuite(Suite):
    """One start of the library; the app answers as each step says."""

    def __init__(self, start: Message, storage: Storage) -> None:
        methods = implemented(start)
        if not keeps(start):
            storage.remove(ConfigurationDelivery.DOCUMENT)
        self._calls: List[Message] = []
        self._reports: List[Message] = []
        self._returns: Dict[str, Optional[str]] = {}
        app = AppCallbacks(
            config_is=self._callback(_CONFIG_IS) if _CONFIG_IS in methods else None,
            config_changed_to=self._callback(_CONFIG_CHANGED_TO) if _CONFIG_CHANGED_TO in methods else None,
        )
        self._library = ConfigurationDelivery(storage, app, self._take_report)

    def _callback(self, method: str) -> Callable[[Pairs], Optional[str]]:
        def called(pairs: Pairs) -> Optional[str]:
            self._calls.append({"method": method, "config": pairs})
            return self._returns[method]

        return called

    def _take_report(self, report: Report) -> None:
        entry: Message = {"method": report.method, "status": "applied"}
        if report.error is not None:
            entry.update(status="error", message=report.error)
        self._reports.append(entry)

    def step(self, message: Message) -> Message:
        """The actions ``launch``, ``terminate`` and ``serverChange``."""
        action = self._action(message)
        returns: Message = field(message, "returns", dict, {})
        self._returns = {method: field(returns, method, str) for method in (_CONFIG_IS, _CONFIG_CHANGED_TO)}
        self._calls, self._reports = [], []
        action()
        return {"calls": self._calls, "reports": self._reports}

    def _action(self, message: Message) -> Callable[[], None]:
        name = message.get("action")
        if name == "launch":
            return self._library.launch
        if name == "terminate":
            return self._library.terminate
        if name == "serverChange":
            pairs: Pairs = field(message, "config", dict, {})
            if not all(isinstance(value, str) for value in pairs.values()):
                raise AdapterFault("config holds something else than strings")
            return lambda: self._library.server_changes(pairs)
        raise Unsupported("unknown action")
