"""The Open From policy: AppConnect.md, section 2."""

import unittest

from abt.appconnect.open_from import MAIL, AppCallbacks, OpenFrom, Policy, PolicyState, Properties, Report, Setting

A, B, C = "com.a", "com.b", "com.c"
OPEN = Setting(Policy.AUTHORIZED)
CLOSED = Setting(Policy.UNAUTHORIZED)


def listed(*apps):
    return Setting(Policy.WHITELIST, frozenset(apps))


ALL = Setting(Policy.UNAUTHORIZED, frozenset({C}), all_app_connect_apps=True)


class OpenFromPolicy(unittest.TestCase):
    def setUp(self):
        self.acknowledgement = Report(PolicyState.APPLIED, "done")
        self.begin()

    def begin(self, tells=True, blocks=True):
        self.calls, self.reports = [], []

        def changed(policy, whitelist):
            self.calls.append((policy, set(whitelist), self.library.properties))
            if self.acknowledgement is not None:
                self.library.policy_applied(self.acknowledgement.state, self.acknowledgement.message)

        def blocked(policy, source):
            self.calls.append((policy, source, self.library.properties))

        self.library = OpenFrom(AppCallbacks(changed if tells else None, blocked if blocks else None), self.reports.append)

    def ready(self, setting):
        self.library.launch(setting)
        self.library.become_ready()
        self.calls.clear()
        self.reports.clear()

    def changes(self, setting):
        """The calls that a change of the setting leads to."""
        self.calls.clear()
        self.reports.clear()
        self.library.server_sets(setting)
        return self.calls

    def test_the_enumerations(self):
        self.assertEqual([int(value) for value in Policy], [0, 1, 2])
        self.assertEqual([int(value) for value in PolicyState], [0, 1, 2])

    def test_enforcement(self):
        """ACC-OF-01 to 04."""
        for setting, allowed in ((OPEN, {A, B, ""}), (CLOSED, set()), (listed(A), {A}), (listed(), set())):
            for blocks in (True, False):
                self.begin(blocks=blocks)
                self.ready(setting)
                for source in (A, B, "", A + ".share", "com.A", "com", " " + A, A + "\0"):
                    self.calls.clear()
                    expected = setting is OPEN or source in allowed
                    self.assertEqual(self.library.receive(source), expected)
                    blocked = [] if expected or not blocks else [(setting.policy, source, self.library.properties)]
                    self.assertEqual(self.calls, blocked)

    def test_mail(self):
        """ACC-OF-05."""
        first, second = sorted(MAIL)
        for apps, allowed in (((first,), False), ((second,), False), ((first, second), True), ((first, second, A), True)):
            self.ready(listed(*apps))
            for source in MAIL:
                self.assertEqual(self.library.receive(source), allowed)
        self.ready(OPEN)
        self.assertTrue(self.library.receive(first))
        self.library.authorize([first])
        self.ready(ALL)
        self.assertFalse(self.library.receive(first))

    def test_changes(self):
        """ACC-OF-06 to 08, and 12."""
        self.ready(CLOSED)
        for setting in (OPEN, listed(A), listed(A, B), listed(B), listed(), CLOSED):
            expected = Properties(setting.policy, setting.whitelist)
            self.assertEqual(self.changes(setting), [(setting.policy, set(setting.whitelist), expected)])
            self.assertEqual(self.reports, [self.acknowledgement])
            self.assertEqual(self.changes(setting), [])
            self.assertEqual(self.reports, [])
        self.changes(Setting(Policy.AUTHORIZED, frozenset({A})))
        self.assertEqual(self.changes(Setting(Policy.AUTHORIZED, frozenset({B}))), [])

    def test_acknowledgements(self):
        """ACC-OF-08, 09, 13."""
        self.ready(CLOSED)
        for state in PolicyState:
            for message in ("", "r\u00e9ason", None):
                self.acknowledgement = Report(state, message)
                self.changes(listed(A, state.name, str(message)))
                self.assertEqual(self.reports, [Report(state, message)])
                self.assertTrue(self.library.receive(A))
        self.acknowledgement = None
        self.changes(listed(A))
        self.assertEqual(self.reports, [Report(PolicyState.UNSUPPORTED)])
        self.assertTrue(self.library.receive(A))
        self.library.policy_applied(PolicyState.ERROR, "late")
        self.library.policy_applied(PolicyState.ERROR, "twice")
        self.assertEqual(self.reports, [Report(PolicyState.UNSUPPORTED), Report(PolicyState.ERROR, "late")])
        self.begin(tells=False)
        self.ready(CLOSED)
        self.assertEqual(self.changes(OPEN), [])
        self.assertEqual(self.reports, [Report(PolicyState.UNSUPPORTED)])

    def test_before_ready_and_after_stop(self):
        """ACC-OF-10."""

        def is_silent():
            self.assertIsNone(self.library.properties)
            self.assertFalse(self.library.receive(A))
            self.assertEqual(self.changes(listed(A)), [])
            self.assertEqual(self.changes(OPEN), [])
            self.library.authorize([A])
            self.library.policy_applied(PolicyState.APPLIED, None)
            self.assertEqual((self.calls, self.reports), ([], []))

        is_silent()
        self.library.become_ready()
        is_silent()
        self.library.launch(CLOSED)
        is_silent()
        self.library.become_ready()
        self.assertEqual(self.library.properties, Properties(Policy.AUTHORIZED, frozenset()))
        self.library.become_ready()
        self.assertEqual(self.calls, [])
        self.library.stop()
        is_silent()
        self.ready(CLOSED)
        self.assertEqual(self.library.properties, Properties(Policy.UNAUTHORIZED, frozenset()))

    def test_all_app_connect_apps(self):
        """ACC-OF-11."""
        self.library.authorize([A])
        self.ready(ALL)
        self.assertEqual(self.library.properties, Properties(Policy.WHITELIST, frozenset({A})))
        self.assertEqual([self.library.receive(app) for app in (A, B, C)], [True, False, False])
        self.calls.clear()
        self.library.authorize([B, A, B])
        self.assertEqual(self.calls, [(Policy.WHITELIST, {A, B}, Properties(Policy.WHITELIST, frozenset({A, B})))])
        self.library.authorize([A, B])
        self.assertEqual(len(self.calls), 1)
        self.assertEqual(self.changes(listed(A, B)), [])
        self.library.authorize([])
        self.assertEqual(self.calls, [])
        self.assertEqual(self.changes(ALL), [(Policy.WHITELIST, set(), Properties(Policy.WHITELIST, frozenset()))])

    def test_an_app_that_stops_the_library_in_the_callback(self):
        library = OpenFrom(AppCallbacks(lambda policy, whitelist: library.stop()), self.reports.append)
        library.launch(CLOSED)
        library.become_ready()
        library.server_sets(OPEN)
        self.assertEqual((library.properties, self.reports), (None, []))


if __name__ == "__main__":
    unittest.main()
