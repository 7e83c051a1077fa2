"""The app's dual-mode logic: AppConnect.md, section 3."""

import itertools
import os
import tempfile
import unittest

from abt.library.dualmode import DualModeApp, Encryption, Killed, Mode, Record, Store, run_until_killed
from abt.storage import Storage

OPTIONS = {"source": "test"}


class Recorder:
    def __init__(self):
        self.should_start = True
        self.calls = []
        self.app = []

    def should_start_app_connect(self):
        self.calls.append("should")
        return self.should_start

    def init_with_delegate(self):
        self.calls.append("init")

    def start_with_launch_options(self, options):
        self.calls.append(("start", options))

    def retire(self):
        self.calls.append("retire")

    def stop(self):
        self.calls.append("stop")

    def erase_sensitive_data(self):
        self.app.append("erase")

    def notify_mode_change(self, success):
        self.app.append(("notify", success))

    def encrypt_existing_data(self):
        self.app.append("encrypt")


class DualMode(unittest.TestCase):
    def setUp(self):
        self.restart(Store())

    def restart(self, store, record=None):
        self.store, self.recorder = store, Recorder()
        if record is not None:
            store.save(record)
        self.app = DualModeApp(store, self.recorder, self.recorder)

    def launch(self, should_start):
        self.recorder.should_start = should_start
        self.recorder.calls, self.recorder.app = [], []
        self.app.launch(OPTIONS)
        return self.recorder.calls

    def policy(self, managed, services=False, required=False, retired=False):
        self.recorder.calls, self.recorder.app = [], []
        self.app.managed_policy_changed(managed, secure_services=services, secure_file_io_required=required, retired=retired)
        return self.recorder.calls

    def request(self, mode):
        self.recorder.calls, self.recorder.app = [], []
        self.app.user_requests(mode)
        return self.recorder.calls

    def state(self, mode, encryption=Encryption.UNENCRYPTED):
        self.assertEqual(self.app.persisted, Record(mode, encryption))

    STARTED = ["should", "init", ("start", OPTIONS)]

    def test_launches(self):
        """ACC-DM-01 to 05."""
        self.assertEqual(self.app.persisted, Record())
        self.assertEqual(self.launch(True), self.STARTED)
        self.state(Mode.UNDECIDED)
        for mode, should_start, calls, after in (
            (None, False, ["should"], Mode.NOT_AVAILABLE),
            (Mode.NOT_AVAILABLE, False, ["should"], Mode.NOT_AVAILABLE),
            (Mode.NOT_AVAILABLE, True, self.STARTED, Mode.NOT_AVAILABLE),
            (Mode.PENDING, False, ["should"], Mode.PENDING),
            (Mode.PENDING, True, self.STARTED, Mode.PENDING),
            (Mode.APP_CONNECT, False, ["should"], Mode.APP_CONNECT),
            (Mode.APP_CONNECT, True, self.STARTED, Mode.APP_CONNECT),
            (Mode.NON_APP_CONNECT, False, [], Mode.NON_APP_CONNECT),
            (Mode.NON_APP_CONNECT, True, [], Mode.NON_APP_CONNECT),
        ):
            self.restart(Store(), None if mode is None else Record(mode))
            self.assertEqual(self.launch(should_start), calls)
            self.state(after)

    def test_first_determination(self):
        """ACC-DM-06, 07, 10, 11."""
        for mode in (Mode.UNDECIDED, Mode.NOT_AVAILABLE, Mode.PENDING):
            for managed in (True, False):
                self.restart(Store(), Record(mode))
                self.launch(True)
                calls = self.policy(managed)
                self.assertEqual(calls, [] if managed else ["retire", "stop"])
                self.state(Mode.APP_CONNECT if managed else Mode.NON_APP_CONNECT)
                self.assertEqual(self.recorder.app, [("notify", managed)] if mode is Mode.PENDING else [])

    def test_encryption_and_retirement(self):
        """ACC-DM-12, 13."""
        for services, required, retired in itertools.product((True, False), repeat=3):
            self.restart(Store(), Record(Mode.UNDECIDED))
            self.launch(True)
            self.policy(True, services, required, retired)
            encrypted = services and required
            self.state(Mode.APP_CONNECT, Encryption.ENCRYPTED if encrypted else Encryption.UNENCRYPTED)
            self.assertEqual("erase" in self.recorder.app, retired)
            self.assertEqual("encrypt" in self.recorder.app, encrypted and not retired)

    def test_user_requests(self):
        """ACC-DM-08, 09, 14."""
        self.restart(Store(), Record(Mode.APP_CONNECT, Encryption.ENCRYPTED))
        self.launch(True)
        self.assertEqual(self.request(Mode.NON_APP_CONNECT), ["retire", "stop"])
        self.assertEqual(self.recorder.app, ["erase"])
        self.state(Mode.NON_APP_CONNECT)
        self.assertEqual(self.request(Mode.APP_CONNECT), ["init", ("start", None)])
        self.state(Mode.PENDING)
        self.assertEqual(self.policy(True), [])
        self.assertEqual(self.recorder.app, [("notify", True)])
        self.state(Mode.APP_CONNECT)
        self.assertEqual(self.request(Mode.APP_CONNECT), [])

    def test_only_the_user_leaves_a_chosen_mode(self):
        """ACC-DM-15."""
        for encryption in Encryption:
            self.restart(Store(), Record(Mode.APP_CONNECT, encryption))
            self.launch(True)
            for managed, retired in itertools.product((True, False), repeat=2):
                self.assertEqual(self.policy(managed, True, True, retired), [])
                self.state(Mode.APP_CONNECT, encryption)
        self.restart(Store(), Record(Mode.NON_APP_CONNECT))
        self.launch(True)
        self.assertEqual(self.policy(True), [])
        self.state(Mode.NON_APP_CONNECT)

    def test_a_library_that_was_not_started_has_no_say(self):
        for mode in (Mode.UNDECIDED, Mode.NOT_AVAILABLE, Mode.PENDING):
            self.restart(Store(), Record(mode))
            self.launch(False)
            before = self.app.persisted
            for managed in (True, False):
                self.assertEqual(self.policy(managed), [])
                self.assertEqual(self.app.persisted, before)

    def test_persistence(self):
        """ACC-DM-16, first half."""
        with tempfile.TemporaryDirectory() as folder:
            self.restart(Store(Storage(folder)))
            self.launch(True)
            self.policy(True, True, True)
            self.restart(Store(Storage(folder)))
            self.state(Mode.APP_CONNECT, Encryption.ENCRYPTED)
            self.assertEqual(os.listdir(folder), [Store.DOCUMENT + ".json"])
            with open(os.path.join(folder, Store.DOCUMENT + ".json"), "w", encoding="utf-8") as file:
                file.write("{")
            self.state(Mode.UNDECIDED)
            self.store.forget()
            self.assertEqual(os.listdir(folder), [])
            self.store.forget()

    def test_every_kill_point(self):
        """ACC-DM-16, second half: die at every write of every transition, launch again, and bring it to its end."""
        transitions = [
            (None, lambda: self.launch(False)),
            (None, lambda: self.launch(True)),
            (Record(Mode.UNDECIDED), lambda: self.policy(True, True, True)),
            (Record(Mode.UNDECIDED), lambda: self.policy(False)),
            (Record(Mode.PENDING), lambda: self.policy(True, True, True, True)),
            (Record(Mode.PENDING), lambda: self.policy(False)),
            (Record(Mode.APP_CONNECT, Encryption.ENCRYPTED), lambda: self.request(Mode.NON_APP_CONNECT)),
            (Record(Mode.NON_APP_CONNECT), lambda: self.request(Mode.APP_CONNECT)),
        ]
        for record, transition in transitions:
            self.restart(Store(), record)
            if record is not None:
                self.launch(True)
            transition()
            wanted = self.app.persisted
            for writes in range(3):
                self.restart(Store(), record)
                if record is not None:
                    self.launch(True)
                self.recorder.app = []
                self.store.arm(writes)
                killed = run_until_killed(transition, self.app)
                self.store.arm(None)
                after = self.app.persisted
                if after.mode is Mode.NON_APP_CONNECT:
                    self.assertIs(after.encryption, Encryption.UNENCRYPTED)
                    if record is not None and record.mode is Mode.APP_CONNECT:
                        self.assertIn("erase", self.recorder.app)
                if killed and after != wanted:
                    self.launch(True)
                    transition()
                self.assertEqual(self.app.persisted, wanted)

    def test_killed_store(self):
        store = Store()
        store.arm(0)
        with self.assertRaises(Killed):
            store.save(Record())
        self.assertIsNone(store.load())
        store.arm(1)
        with self.assertRaises(Killed):
            store.save(Record())
        self.assertEqual(store.load(), Record())


if __name__ == "__main__":
    unittest.main()
