"""The library's side of dual mode: AppConnect.md, section 4."""

import itertools
import tempfile
import unittest

from abt.appconnect.lifecycle import AppCallbacks, AppConnect, LogLevel, ManagedPolicy
from abt.storage import Storage

UNKNOWN, UNMANAGED, MANAGED = ManagedPolicy
READY = "ready"


class Lifecycle(unittest.TestCase):
    def setUp(self):
        self.storage = Storage()
        self.begin()

    def begin(self, tells=True):
        """A new process with the same storage."""
        self.calls, self.lines = [], []

        def changed(policy):
            self.calls.append((policy, self.library.managed_policy))

        self.library = AppConnect(
            self.storage,
            AppCallbacks(lambda: self.calls.append(READY), changed if tells else None),
            self.lines.append,
        )

    def run_library(self, policy, options=None):
        """Init, start and ready; the calls that these lead to."""
        self.calls.clear()
        self.library.init()
        self.library.start(options)
        self.library.become_ready(policy)
        return list(self.calls)

    def changes(self, policy):
        self.calls.clear()
        self.library.determine(policy)
        return list(self.calls)

    def test_should_start(self):
        """ACC-LC-01 to 03."""
        for installed, was_installed, policy in itertools.product((True, False), (True, False), (None, UNMANAGED, MANAGED)):
            self.setUp()
            if was_installed:
                self.library.device_changes(True)
                self.library.device_changes(False)
            if policy is not None:
                self.run_library(policy)
            if installed:
                self.library.device_changes(True)
            expected = installed or (was_installed and policy is MANAGED)
            self.assertEqual(self.library.should_start(), expected)
            self.library.terminate()
            self.assertEqual(self.library.should_start(), expected)
            self.begin()
            self.assertEqual(self.library.should_start(), expected)
            self.run_library(UNMANAGED)
            self.assertEqual(self.library.should_start(), expected)

    def test_readiness(self):
        """ACC-LC-04, 05."""
        self.assertEqual([int(policy) for policy in ManagedPolicy], [0, 1, 2])
        for step in (lambda: None, self.library.init, lambda: self.library.start({})):
            step()
            self.assertIsNone(self.library.managed_policy)
            self.assertFalse(self.library.ready)
            self.assertEqual(self.changes(MANAGED), [])
        self.assertTrue(self.library.has_shared_instance)
        self.library.become_ready(UNKNOWN)
        self.assertEqual(self.calls, [READY])
        self.assertEqual((self.library.managed_policy, self.library.ready), (UNKNOWN, True))
        self.assertEqual(self.changes(UNMANAGED), [(UNMANAGED, UNMANAGED)])
        self.calls.clear()
        self.library.become_ready(MANAGED)
        self.assertEqual(self.calls, [])

    def test_nothing_is_ready_that_was_not_started(self):
        self.library.become_ready(MANAGED)
        self.library.start(None)
        self.library.retire()
        self.library.stop()
        self.library.init()
        self.library.become_ready(MANAGED)
        self.assertEqual((self.calls, self.library.ready, self.library.keeps_app_data), ([], False, False))

    def test_changes(self):
        """ACC-LC-06, 11."""
        self.assertEqual(self.run_library(MANAGED, {}), [READY, (MANAGED, MANAGED)])
        self.assertEqual(self.changes(MANAGED), [])
        self.assertEqual(self.changes(UNMANAGED), [(UNMANAGED, UNMANAGED)])
        self.library.stop()
        self.assertEqual(self.run_library(UNMANAGED), [READY, (UNMANAGED, UNMANAGED)])
        self.begin(tells=False)
        self.assertEqual(self.run_library(MANAGED), [READY])
        self.assertEqual(self.changes(UNMANAGED), [])
        self.assertEqual(self.library.managed_policy, UNMANAGED)

    def test_stop(self):
        """ACC-LC-07, 08, 10."""
        self.run_library(MANAGED)
        self.library.set_log_level(LogLevel.DEBUG)
        self.library.log(LogLevel.DEBUG, "seen")
        self.library.stop()
        self.assertEqual((self.library.has_shared_instance, self.library.managed_policy), (False, None))
        self.assertEqual(self.changes(UNMANAGED), [])
        self.library.set_log_level(LogLevel.DEBUG)
        self.assertIs(self.library.log_level, LogLevel.STATUS)
        self.library.log(LogLevel.INFO, "not seen")
        self.library.log(LogLevel.STATUS, "100 %s")
        self.assertEqual(self.lines, ["DEBUG: seen", "STATUS: 100 %s"])
        self.assertTrue(self.library.keeps_app_data)
        self.assertEqual(self.run_library(MANAGED), [READY, (MANAGED, MANAGED)])
        self.assertIs(self.library.log_level, LogLevel.STATUS)

    def test_retire(self):
        """ACC-LC-09."""
        self.library.device_changes(True)
        self.run_library(MANAGED)
        self.assertTrue(self.library.keeps_app_data)
        self.calls.clear()
        self.library.retire()
        self.assertEqual((self.library.keeps_app_data, self.library.managed_policy, self.calls), (False, UNKNOWN, []))
        self.begin()
        self.assertFalse(self.library.keeps_app_data)
        self.library.device_changes(False)
        self.assertFalse(self.library.should_start())
        self.run_library(UNMANAGED)
        self.assertFalse(self.library.keeps_app_data)

    def test_termination(self):
        self.run_library(MANAGED)
        self.library.set_log_level(LogLevel.VERBOSE)
        self.library.terminate()
        self.assertEqual((self.library.has_shared_instance, self.library.log_level), (False, LogLevel.STATUS))
        self.assertTrue(self.library.keeps_app_data)

    def test_storage_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            self.storage = Storage(folder)
            self.begin()
            self.library.device_changes(True)
            self.run_library(MANAGED)
            self.library.device_changes(False)
            self.storage = Storage(folder)
            self.begin()
            self.assertTrue(self.library.keeps_app_data)
            self.assertTrue(self.library.should_start())
            for text in ("[]", "{", '{"clientInstalled":1}'):
                with open(self.storage.path(AppConnect.DOCUMENT), "w", encoding="utf-8") as file:
                    file.write(text)
                self.begin()
                self.assertFalse(self.library.should_start())


if __name__ == "__main__":
    unittest.main()
