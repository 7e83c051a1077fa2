"""The suite `appconnect.dualmode`: plays the library to an app's mode logic, and
records what the logic does. You need not change this file."""

import json
import os

from adapter_loop import AdapterTrouble, Unsupported, library_call


class AppDied(BaseException):
    """The harness lets the app die at a write; `except Exception` must not catch it."""


class ScriptedHost:
    """The library, and the rest of the app, as the mode logic sees them."""

    def __init__(self):
        self.begin(should_start=False)

    def begin(self, should_start):
        self._should_start = should_start
        self.calls = []
        self.app = []

    # Calls to the library.

    def should_start_app_connect(self):
        self.calls.append({"method": "shouldStartAppConnect"})
        return self._should_start

    def init_with_delegate(self):
        self.calls.append({"method": "initWithDelegate"})

    def start_with_launch_options(self, options):
        """`options` as they came with `launch`, or None."""
        self.calls.append({"method": "startWithLaunchOptions", "options": options})

    def retire(self):
        self.calls.append({"method": "retire"})

    def stop(self):
        self.calls.append({"method": "stop"})

    # The app's own actions.

    def erase_sensitive_data(self):
        self.app.append({"method": "eraseSensitiveData"})

    def notify_mode_change(self, success):
        self.app.append({"method": "notifyModeChange", "success": bool(success)})

    def encrypt_existing_data(self):
        self.app.append({"method": "encryptExistingData"})


class Storage:
    """What survives the end of the app: a dict of JSON values, in a file of the
    folder that the harness names, or in memory if it names none."""

    def __init__(self, folder, keep):
        self._path = os.path.join(folder, "storage.json") if folder else None
        self._record = {}
        self.writes_until_death = None
        if not self._path or not os.path.exists(self._path):
            return
        if keep:
            with open(self._path, encoding="utf-8") as file:
                self._record = json.load(file)
        else:
            os.remove(self._path)

    def load(self):
        return dict(self._record)

    def store(self, record):
        if self.writes_until_death == 0:
            raise AppDied
        if self._path:  # Moved into place, so that it is complete at any moment.
            with open(self._path + ".new", "w", encoding="utf-8") as file:
                json.dump(record, file)
            os.replace(self._path + ".new", self._path)
        self._record = dict(record)
        if self.writes_until_death is not None:
            self.writes_until_death -= 1
            if self.writes_until_death == 0:
                raise AppDied


class DualModeSuite:
    """`make_app(host, storage)` makes the mode logic of an app that is about to
    be launched."""

    def __init__(self, make_app, capabilities):
        self.claim = {"capabilities": capabilities}
        self._make_app = make_app
        self._host = ScriptedHost()
        self._storage = None
        self._app = None  # None while the app does not run.

    def start(self, configuration, request):
        self._app = None
        self._storage = Storage(request.get("storage"), request.get("keep") is True)

    def step(self, action, request):
        if action not in ("launch", "managedPolicy", "userRequests", "terminate"):
            raise Unsupported(f"the suite appconnect.dualmode has no action {action!r}")
        if action in ("managedPolicy", "userRequests") and self._app is None:
            raise AdapterTrouble("the app is not launched")
        self._host.begin(bool(request.get("shouldStart")))
        self._storage.writes_until_death = request.get("dieAfterPersist")
        library_call(self._perform, action, request)
        return library_call(self._observed)

    def take_late(self):
        return []

    def _observed(self):
        app = self._app or self._make_app(self._host, self._storage)
        return {
            "calls": self._host.calls,
            "app": self._host.app,
            "state": app.persisted_state(),
            "encryption": app.persisted_encryption(),
        }

    def _perform(self, action, request):
        try:
            if action == "launch":
                self._app = self._make_app(self._host, self._storage)
                self._app.launch(request.get("options") or {})
            elif action == "managedPolicy":
                self._app.managed_policy(
                    request["policy"],
                    secure_services=request.get("secureServices") is True,
                    secure_file_io_required=request.get("secureFileIORequired") is True,
                    auth_state=request.get("authState", "AUTHORIZED"),
                )
            elif action == "userRequests":
                self._app.user_requests(request["mode"])
            else:
                self._app = None
        except AppDied:
            self._app = None
