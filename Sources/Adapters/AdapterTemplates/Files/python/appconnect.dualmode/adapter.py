"""The adapter between assay and the dual-mode logic of an app.

Change what is marked `>>> YOUR APP`; the other files can stay as they are.
Run it with:  assay run --suite appconnect.dualmode -- python3 adapter.py
"""

from adapter_loop import AdapterLoop
from dualmode_suite import DualModeSuite

# >>> YOUR APP: import its mode logic here, and delete stub_app.py.
from stub_app import StubApp

# >>> YOUR APP: its name and version, as the report will show them.
IMPLEMENTATION = {"name": "Stub", "version": "0.1.0", "language": "Python"}

# >>> YOUR APP: add "killPoints" if everything it keeps goes through `storage`.
CAPABILITIES = []


class App:
    """One run of the app, from its launch to its end."""

    def __init__(self, host, storage):
        # >>> YOUR APP: give it `host` instead of the AppConnect library, and `storage`
        # as the place for its mode.
        self._storage = storage
        self._logic = StubApp(host, storage)

    def launch(self, options):
        # >>> YOUR APP: as the system launches it.
        self._logic.launch(options)

    def managed_policy(
        self, policy, secure_services, secure_file_io_required, auth_state
    ):
        # >>> YOUR APP: what the library says: "MANAGED" or "UNMANAGED", two booleans,
        # and "AUTHORIZED", "UNAUTHORIZED" or "RETIRED".
        self._logic.managed_policy_changed(policy)

    def user_requests(self, mode):
        # >>> YOUR APP: the user's choice: "AppConnectMode" or "NonAppConnectMode".
        self._logic.user_requests(mode)

    def persisted_state(self):
        # >>> YOUR APP: what it has stored, as a word of the suite, or None.
        return self._storage.load().get("state")

    def persisted_encryption(self):
        # >>> YOUR APP: likewise "Unencrypted", "Encrypted" or None.
        return self._storage.load().get("encryption")


if __name__ == "__main__":
    suites = {"appconnect.dualmode": DualModeSuite(App, CAPABILITIES)}
    AdapterLoop(IMPLEMENTATION, suites).run()
