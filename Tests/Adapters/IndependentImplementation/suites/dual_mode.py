"""The suite ``appconnect.dualmode``: the app's mode logic, with the library and the app's own actions played."""

from __future__ import annotations

from typing import Callable, ClassVar, List, Optional

from abt.library import dualmode
from abt.storage import Storage

from .messages import AdapterFault, Message, Suite, Unsupported, field, keeps


class _Recorder:
    """Plays the library and the app's own actions, and notes what is called."""

    def __init__(self) -> None:
        self.should_start = False
        self.calls: List[Message] = []
        self.app: List[Message] = []

    def should_start_app_connect(self) -> bool:
        self.calls.append({"method": "shouldStartAppConnect"})
        return self.should_start

    def init_with_delegate(self) -> None:
        self.calls.append({"method": "initWithDelegate"})

    def start_with_launch_options(self, options: Optional[Message]) -> None:
        self.calls.append({"method": "startWithLaunchOptions", "options": options})

    def retire(self) -> None:
        self.calls.append({"method": "retire"})

    def stop(self) -> None:
        self.calls.append({"method": "stop"})

    def erase_sensitive_data(self) -> None:
        self.app.append({"method": "eraseSensitiveData"})

    def notify_mode_change(self, success: bool) -> None:
        self.app.append({"method": "notifyModeChange", "success": success})

    def encrypt_existing_data(self) -> None:
        self.app.append({"method": "encryptExistingData"})


class DualModeSuite(Suite):
    """One start of the app's mode logic."""

    CLAIM: ClassVar[Message] = {"capabilities": ["killPoints"]}

    def __init__(self, start: Message, storage: Storage) -> None:
        self._store = dualmode.Store(storage)
        if not keeps(start):
            self._store.forget()
        self._recorder = _Recorder()
        self._app = dualmode.DualModeApp(self._store, self._recorder, self._recorder)

    def step(self, message: Message) -> Message:
        """The actions ``launch``, ``managedPolicy``, ``userRequests`` and ``terminate``."""
        self._recorder.calls, self._recorder.app = [], []
        action = self._action(message)
        self._store.arm(field(message, "dieAfterPersist", int))
        try:
            dualmode.run_until_killed(action, self._app)
        finally:
            self._store.arm(None)
        record = self._app.persisted
        return {
            "calls": self._recorder.calls,
            "state": record.mode.value,
            "encryption": record.encryption.value,
            "app": self._recorder.app,
        }

    def _action(self, message: Message) -> Callable[[], None]:
        name = message.get("action")
        if name == "launch":
            self._recorder.should_start = field(message, "shouldStart", bool, False)
            options = field(message, "options", dict)
            return lambda: self._app.launch(options)
        if name == "managedPolicy":
            policy = message.get("policy")
            if policy not in ("MANAGED", "UNMANAGED"):
                raise AdapterFault("an unknown policy")
            secure_services = field(message, "secureServices", bool, False)
            file_io_required = field(message, "secureFileIORequired", bool, False)
            retired = field(message, "authState", str, "AUTHORIZED") == "RETIRED"
            return lambda: self._app.managed_policy_changed(
                policy == "MANAGED",
                secure_services=secure_services,
                secure_file_io_required=file_io_required,
                retired=retired,
            )
        if name == "userRequests":
            modes = {mode.value: mode for mode in (dualmode.Mode.APP_CONNECT, dualmode.Mode.NON_APP_CONNECT)}
            if message.get("mode") not in modes:
                raise AdapterFault("an unknown mode")
            mode = modes[message["mode"]]
            return lambda: self._app.user_requests(mode)
        if name == "terminate":
            return self._app.terminate
        raise Unsupported("unknown action")
