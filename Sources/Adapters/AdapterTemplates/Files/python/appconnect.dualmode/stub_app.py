"""Mode logic that starts the library when it may, and never changes its mode.

It lets the adapter run at once. Delete it when yours is in place.
"""


class StubApp:
    def __init__(self, library, storage):
        self._library = library
        self._storage = storage

    def launch(self, options):
        if not self._storage.load():
            self._storage.store({"state": "Undecided", "encryption": "Unencrypted"})
        if self._library.should_start_app_connect():
            self._library.init_with_delegate()
            self._library.start_with_launch_options(options)

    def managed_policy_changed(self, policy):
        """A real app changes its mode here, and stores it."""

    def user_requests(self, mode):
        """And here."""
