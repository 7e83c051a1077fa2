"""App-specific configuration: AppConnect.md, section 1."""

import tempfile
import unittest

from abt.appconnect.configuration import AppCallbacks, ConfigurationDelivery
from abt.storage import Storage

IS, CHANGED = "appConnectConfigIs", "appConnectConfigChangedTo"
ONE = {"server": "a.example"}
TWO = {"server": "b.example"}


class Delivery(unittest.TestCase):
    def setUp(self):
        self.storage = Storage()
        self.calls, self.reports, self.returns = [], [], {}
        self.start()

    def start(self, methods=(IS, CHANGED)):
        """A new process with the same storage."""

        def callback(method):
            def called(pairs):
                self.calls.append((method, dict(pairs)))
                pairs["spoiled"] = "by the app"
                return self.returns.get(method)

            return called if method in methods else None

        self.library = ConfigurationDelivery(
            self.storage,
            AppCallbacks(callback(IS), callback(CHANGED)),
            lambda report: self.reports.append((report.method, report.error)),
        )

    def told(self, action, *arguments):
        """The calls that an action leads to, as a dictionary: each method at most once."""
        self.calls.clear()
        self.reports.clear()
        action(*arguments)
        self.assertEqual(len(dict(self.calls)), len(self.calls))
        self.assertEqual([method for method, _ in self.calls], [method for method, _ in self.reports])
        return dict(self.calls)

    def change(self, pairs):
        return self.told(self.library.server_changes, pairs)

    def launch(self):
        return self.told(self.library.launch)

    def relaunch(self):
        self.assertEqual(self.told(self.library.terminate), {})
        return self.launch()

    def test_the_table(self):
        """ACC-CFG-01 to 05, and 06."""
        self.assertEqual(self.change(ONE), {})
        self.assertEqual(self.launch(), {IS: ONE, CHANGED: ONE})
        self.assertEqual(self.relaunch(), {IS: ONE})
        self.library.terminate()
        self.assertEqual(self.change(TWO), {})
        self.assertEqual(self.launch(), {IS: TWO, CHANGED: TWO})
        self.assertEqual(self.change(ONE), {IS: ONE, CHANGED: ONE})
        self.assertEqual(self.relaunch(), {IS: ONE})

    def test_first_launch_without_a_configuration(self):
        """ACC-CFG-02."""
        for pairs in (None, {}):
            self.setUp()
            self.change(pairs)
            self.assertEqual(self.launch(), {})
            self.assertEqual(self.change(ONE), {IS: ONE, CHANGED: ONE})

    def test_callbacks_that_the_app_leaves_out(self):
        """ACC-CFG-07."""
        for methods in ((IS,), (CHANGED,), ()):
            self.setUp()
            self.start(methods)
            self.change(ONE)
            self.assertEqual(set(self.launch()), set(methods))
            self.assertEqual(set(self.change(TWO)), set(methods))
            self.assertEqual(set(self.relaunch()), set(methods) & {IS})

    def test_reports(self):
        """ACC-CFG-08, 09, 14."""
        self.returns = {IS: "no", CHANGED: None}
        self.change(ONE)
        self.launch()
        self.assertEqual(dict(self.reports), {IS: "no", CHANGED: None})
        self.returns = {IS: None, CHANGED: ""}
        self.assertEqual(self.change(TWO), {IS: TWO, CHANGED: TWO})
        self.assertEqual(dict(self.reports), {IS: None, CHANGED: ""})
        self.assertEqual(self.relaunch(), {IS: TWO})

    def test_what_a_change_is(self):
        """ACC-CFG-10, 13."""
        self.change({"a": "1", "b": "2"})
        self.launch()
        self.assertEqual(self.change({"b": "2", "a": "1"}), {})
        for pairs in ({"a": "1", "b": "3"}, {"a": "1"}, {"a": "1", "c": ""}, {"a": "1"}):
            self.assertEqual(self.change(pairs), {IS: pairs, CHANGED: pairs})
        self.assertEqual(self.change(None), {IS: {}, CHANGED: {}})
        self.assertEqual(self.change({}), {})
        self.assertEqual(self.relaunch(), {})

    def test_several_changes_while_not_running(self):
        """ACC-CFG-11."""
        self.change(ONE)
        self.launch()
        self.library.terminate()
        for pairs in (TWO, None, {"x": "y"}):
            self.change(pairs)
        self.assertEqual(self.launch(), {IS: {"x": "y"}, CHANGED: {"x": "y"}})
        self.library.terminate()
        for pairs in (ONE, {"x": "y"}):
            self.change(pairs)
        self.assertEqual(self.launch(), {IS: {"x": "y"}})
        self.library.terminate()
        self.change(None)
        self.assertEqual(self.launch(), {IS: {}, CHANGED: {}})

    def test_hostile_pairs(self):
        """ACC-CFG-12, 15."""
        pairs = {
            "": "",
            "cert": "MIIB" * 100_000,
            "cert_MI_CERT_PW": "p\0w",
            "_MI_CERT_PW": "x",
            "a_mi_cert_pw": "y",
            "e\u0301": "1",
            "\u00e9": "2",
            "\ud800": "\udfff",
        }
        self.change(pairs)
        self.start()
        self.assertEqual(self.launch(), {IS: pairs, CHANGED: pairs})

    def test_a_new_process_is_a_relaunch(self):
        with tempfile.TemporaryDirectory() as folder:
            self.storage = Storage(folder)
            self.start()
            self.change(ONE)
            self.launch()
            self.storage = Storage(folder)
            self.start()
            self.assertEqual(self.launch(), {IS: ONE})
            self.change(TWO)
            self.start()
            self.assertEqual(self.launch(), {IS: TWO})
            self.start()
            self.assertEqual(self.change(ONE), {})
            self.start()
            self.assertEqual(self.launch(), {IS: ONE, CHANGED: ONE})

    def test_an_app_that_dies_in_a_callback_is_told_again(self):
        def die(pairs):
            raise RuntimeError("the app dies")

        self.change(ONE)
        with self.assertRaises(RuntimeError):
            ConfigurationDelivery(self.storage, AppCallbacks(die, None), self.reports.append).launch()
        self.start()
        self.assertEqual(self.launch(), {IS: ONE, CHANGED: ONE})

    def test_documents_of_other_content_count_as_none(self):
        for document in ([], {"server": 1}, {"server": {"a": 1}}, {"told": None}):
            self.storage.write(ConfigurationDelivery.DOCUMENT, document)
            self.start()
            self.assertEqual(self.launch(), {})


if __name__ == "__main__":
    unittest.main()
