"""Managed app configuration and feedback: ManagedConfiguration.md."""

import json
import math
import tempfile
import unittest

from abt.codec.values import Date
from abt.managed.client import ManagedConfiguration
from abt.managed.defaults import CONFIGURATION_KEY, FEEDBACK_KEY, UserDefaults
from abt.managed.schema import Format, Key, Kind, Schema, is_web_address
from abt.storage import Storage

URL = "https://example.com/start"
SCHEMA = Schema(
    (
        Key("serverURL", Kind.STRING, URL, format=Format.URL),
        Key("syncDisabled", Kind.BOOLEAN, False),
        Key("retryLimit", Kind.INTEGER, 3, minimum=0, maximum=10),
        Key("name", Kind.STRING),
    ),
    ("successCount", "failureCount"),
)
DEFAULTS = {"serverURL": URL, "syncDisabled": False, "retryLimit": 3, "name": None}


class Watched(UserDefaults):
    """User defaults that note what is done to them."""

    def __init__(self, storage):
        super().__init__(storage)
        self.calls = []

    def value(self, key):
        self.calls.append(("read", key))
        return super().value(key)

    def set_value(self, key, value):
        self.calls.append(("write", key))
        super().set_value(key, value)

    def add_observer(self, observer):
        self.calls.append(("observe",))
        super().add_observer(observer)


class Client(unittest.TestCase):
    def setUp(self):
        self.storage = Storage()
        self.begin()

    def begin(self):
        """A new process with the same storage, in which the app does not run."""
        self.defaults = Watched(self.storage)
        self.app = None

    def launch(self):
        self.terminate()
        self.app = ManagedConfiguration(SCHEMA, self.defaults)

    def terminate(self):
        self.app = None
        self.defaults.remove_observers()

    def configure(self, value):
        self.defaults.set_managed_value(CONFIGURATION_KEY, value)

    def collect(self):
        feedback = self.defaults.managed_value(FEEDBACK_KEY)
        self.defaults.set_managed_value(FEEDBACK_KEY, None)
        return feedback

    def settings_are(self, **different):
        expected = {**DEFAULTS, **different}
        self.assertEqual(self.app.settings, expected)
        types = {key: type(value) for key, value in self.app.settings.items()}
        self.assertEqual(types, {key: type(value) for key, value in expected.items()})

    def test_launch(self):
        """MC-01, 02."""
        for _ in range(2):
            self.defaults.calls.clear()
            self.launch()
            self.assertEqual(self.defaults.calls, [("observe",), ("read", CONFIGURATION_KEY)])

    def test_changes(self):
        """MC-03, 04, 08."""
        self.configure({"retryLimit": 5})
        self.launch()
        self.settings_are(retryLimit=5)
        self.configure({"retryLimit": 6, "name": "x"})
        self.settings_are(retryLimit=6, name="x")
        self.configure({"name": "y"})
        self.settings_are(name="y")
        self.terminate()
        self.configure({"name": "z"})
        self.begin()
        self.launch()
        self.settings_are(name="z")
        self.configure(None)
        self.settings_are()

    def test_what_gives_the_defaults(self):
        """MC-05 to 07, 09."""
        self.launch()
        for value in (None, {}, [], "x", {"unknown": [1]}):
            self.configure(value)
            self.settings_are()
        for key in SCHEMA.keys:
            for value in ("x", 1, 1.0, True, Date(0.0), b"x", [], {}, None, ["x"]):
                self.configure({key.name: value, "other": value})
                good = (key.kind, type(value)) in {(Kind.INTEGER, int), (Kind.BOOLEAN, bool)}
                good = good or (key.name == "name" and isinstance(value, str))
                self.settings_are(**({key.name: value} if good else {}))
        for value, good in ((0, True), (10, True), (-1, False), (11, False), (2**64, False), (-(2**127), False)):
            self.configure({"retryLimit": value, "syncDisabled": True})
            self.settings_are(syncDisabled=True, **({"retryLimit": value} if good else {}))

    def test_ranges_of_other_keys(self):
        self.assertTrue(Key("k", Kind.INTEGER).accepts(-(2**63)))
        self.assertFalse(Key("k", Kind.INTEGER).accepts(2**63))
        self.assertTrue(Key("k", Kind.REAL).accepts(math.inf))
        self.assertFalse(Key("k", Kind.REAL, maximum=1.5).accepts(math.nan))
        self.assertFalse(Key("k", Kind.REAL, minimum=0, maximum=1).accepts(1.5))
        self.assertFalse(Key("k", Kind.REAL).accepts(1))

    def test_web_addresses(self):
        """MC-06."""
        for address in (
            "http://a",
            "HTTPS://example.com",
            "https://mail.example.com:65535/a%20b/c?d=e#f",
            "http://127.0.0.1:/",
            "http://example.com./",
            "https://a-b.c?x",
        ):
            self.assertTrue(is_web_address(address), address)
        for address in (
            "",
            "example.com",
            "//example.com",
            "https:example.com",
            "https://",
            "https:///path",
            "https://:80/",
            "https://?x",
            "ftp://example.com",
            "https://exa mple.com",
            "https://example.com/a b",
            " https://example.com",
            "https://example.com\n",
            "https://example.com/\t",
            "https://example.com:65536/",
            "https://example.com:080000/",
            "https://example.com:x/",
            "https://-a.com",
            "https://a..b",
            "https://%s" % ("a" * 64),
            "https://" + "a." * 200,
            "https://" + "a." * 1_000_000,
            "https://ex\u00e4mple.com",
            "https://example.com/\u00e4",
            "https://example.com/%zz",
            "https://example.com/\0",
        ):
            self.assertFalse(is_web_address(address), address[:50])
        self.launch()
        self.configure({"serverURL": "https://b.example/", "name": "not a url"})
        self.settings_are(serverURL="https://b.example/", name="not a url")

    def test_counting(self):
        """MC-10 to 12."""
        self.launch()
        self.app.count("failureCount")
        self.assertEqual(self.defaults.managed_value(FEEDBACK_KEY), {"failureCount": 1})
        self.app.count("successCount", 2)
        self.app.count("failureCount", 0)
        self.app.count("undocumented", 5)
        self.assertEqual(self.collect(), {"failureCount": 1, "successCount": 2})
        self.app.count("failureCount")
        self.assertEqual(self.defaults.managed_value(FEEDBACK_KEY), {"failureCount": 1})
        self.begin()
        self.assertEqual(self.collect(), {"failureCount": 1})
        self.launch()
        self.app.count("successCount")
        self.begin()
        self.launch()
        self.app.count("successCount")
        self.assertEqual(self.collect(), {"successCount": 2})
        self.assertNotIn(("write", CONFIGURATION_KEY), self.defaults.calls)

    def test_feedback_stays_small(self):
        """MC-13, 14."""
        self.configure({"name": "secret"})
        self.launch()
        for _ in range(2_000):
            self.app.count("failureCount")
        self.app.count("failureCount", 98_000)
        self.assertEqual(self.defaults.managed_value(FEEDBACK_KEY), {"failureCount": 100_000})
        self.app.count("failureCount", 10**30)
        self.assertEqual(self.defaults.managed_value(FEEDBACK_KEY), {"failureCount": 2**63 - 1})

    def test_feedback_that_is_none_of_ours(self):
        self.launch()
        for found in ([], "x", {"foreign": "x", "failureCount": "x"}, {"failureCount": True}, {"failureCount": -1}):
            self.defaults.set_managed_value(FEEDBACK_KEY, found)
            self.app.count("failureCount")
            self.assertEqual(self.defaults.managed_value(FEEDBACK_KEY), {"failureCount": 1})
        self.defaults.set_managed_value(FEEDBACK_KEY, {"successCount": 7, "failureCount": 0})
        self.app.count("failureCount")
        self.assertEqual(self.defaults.managed_value(FEEDBACK_KEY), {"successCount": 7, "failureCount": 1})

    def test_hostile_dictionaries(self):
        """MC-15 to 17."""
        deep = "x"
        for _ in range(50):
            deep = {"e\u0301": [deep], "\u00e9": 2**100}
        hostile = {
            "": deep,
            "\ud800": "\udfff",
            "name": "\ud800",
            "serverURL": deep,
            "huge": "x" * 1_000_000,
            "many": list(range(20_000)),
            "nan": math.inf,
            "none": None,
        }
        self.launch()
        self.configure(hostile)
        self.settings_are(name="\ud800")
        self.begin()
        self.assertEqual(self.defaults.managed_value(CONFIGURATION_KEY), hostile)
        self.launch()
        self.settings_are(name="\ud800")

    def test_storage_in_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            self.storage = Storage(folder)
            self.begin()
            self.launch()
            self.configure({"retryLimit": 9})
            self.app.count("failureCount")
            self.storage = Storage(folder)
            self.begin()
            self.launch()
            self.settings_are(retryLimit=9)
            self.assertEqual(self.collect(), {"failureCount": 1})
            self.configure(None)
            self.storage = Storage(folder)
            self.begin()
            self.launch()
            self.settings_are()
            self.assertIsNone(self.defaults.managed_value(FEEDBACK_KEY))
            for text in ("{", json.dumps({"string": 1}), "[]"):
                with open(self.storage.path(CONFIGURATION_KEY), "w", encoding="utf-8") as file:
                    file.write(text)
                self.begin()
                self.launch()
                self.settings_are()


if __name__ == "__main__":
    unittest.main()
