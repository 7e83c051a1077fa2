"""The profile manager: Protocol.md, section 5. Its apps use this implementation's own library."""

import datetime
import plistlib
import random
import tempfile
import unittest
import zlib

from abt.codec import base64_strict, blowfish, packing, percent, plist, tokens, urls
from abt.codec.dialect import Dialect, Limits
from abt.codec.values import Date
from abt.library import Answer, ConfigurationManager, Reply, Settings
from abt.profiles import InstalledApp, ProfileManager, RequestCompiler, Status
from abt.profiles import manager as manager_module
from abt.profiles import profile as profiles
from abt.storage import Storage

from .support import raw_plist, text

PREFIX = "com.absolute.thirdpartyconfig."
MAIL, NOTES, PLAIN = "com.acme.mail", "com.acme.notes", "com.acme.plain"
APPS = (
    InstalledApp(MAIL, "key-mail", encryption_secret="secret-mail", chunks=True),
    InstalledApp(NOTES, "key-notes", url_scheme="acme-notes", encryption_secret="secret-notes"),
    InstalledApp(PLAIN, "key-plain"),
)


def payload(identifier, bundle=MAIL, configuration=None, **more):
    """A payload of a profile; ``more`` are keys of ours, or PayloadType."""
    entry = {"PayloadType": "com.absolute.thirdpartyconfig", "PayloadUUID": identifier}
    entry[PREFIX + "BundleIdentifier"] = bundle
    entry[PREFIX + "Configuration"] = {"host": identifier} if configuration is None else configuration
    entry.update({PREFIX + name: value for name, value in more.items()})
    return entry


def profile(*payloads, identifier="PROFILE", binary=False, **more):
    content = {"PayloadType": "Configuration", "PayloadUUID": identifier, "PayloadContent": list(payloads), "Secret": "stays"}
    content.update({PREFIX + name: value for name, value in more.items()})
    return plistlib.dumps(content, fmt=plistlib.FMT_BINARY if binary else plistlib.FMT_XML)


class AppDelegate:
    """An app that answers as the test says, and remembers what it got."""

    def __init__(self):
        self.calls = []
        self.answer = Answer.YES
        self.records = ()

    def apply_configuration(self, configuration):
        self.calls.append(("apply", configuration.category, dict(configuration.values)))
        for key in self.records:
            configuration.did_apply(key)
        return Reply(self.answer)

    def revert_configuration(self, configuration):
        self.calls.append(("revert", configuration.category, list(configuration.keys)))
        return Reply(self.answer)


class Bench(unittest.TestCase):
    def setUp(self):
        self.storage = Storage()
        self.begin()

    def begin(self, *, limits=None, allow_chunks=True, apps=APPS):
        """A new manager with the same storage, and apps that are launched afresh."""
        self.dialect = Dialect(limits=limits or Limits())
        self.opened = []
        compiler = RequestCompiler(apps, self.dialect, allow_chunks)
        self.manager = ProfileManager(compiler, self.storage, self.opened.append, self.dialect)
        self.delegates = {app.bundle_identifier: AppDelegate() for app in apps}
        self.callbacks = []
        self.libraries = [
            ConfigurationManager(
                Settings(
                    app.bundle_identifier,
                    app.api_key,
                    url_scheme=app.url_scheme,
                    encryption_secret=app.encryption_secret,
                    allow_unencrypted=True,
                    dialect=self.dialect,
                ),
                self.delegates[app.bundle_identifier],
                self.callbacks.append,
            )
            for app in apps
        ]

    def answer(self, url):
        """What the app with the URL's scheme calls back."""
        self.callbacks.clear()
        handled = [library.handle_config_url(url) for library in self.libraries]
        self.assertEqual(handled.count(True), 1)
        (callback,) = self.callbacks
        return callback

    def run_requests(self):
        """Let the apps answer until nothing is opened any more; one URL at a time (MGR-11)."""
        count = 0
        while self.opened:
            self.assertEqual(len(self.opened), 1)
            url = self.opened.pop()
            count += 1
            self.manager.handle_callback(self.answer(url))
        return count

    def install(self, data):
        """Install without any answer of the apps."""
        return self.manager.install(data)

    def is_at(self, status, changed=None, identifier="PROFILE"):
        self.assertEqual(self.manager.status(identifier), status)
        if changed is not None:
            self.assertEqual(self.manager.changed(identifier), changed)


class Installing(Bench):
    def test_one_payload_after_the_other(self):
        """MGR-01 to 03, 06, 07, 11."""
        for binary in (False, True):
            self.setUp()
            self.install(
                profile(
                    payload("P&1 =+\u00e9", Category="Mail", configuration={"a": 1, "b": [True, 0.5, b"x"]}),
                    payload("P2", bundle="com.acme.missing"),
                    payload("P3", bundle=NOTES, URLScheme="acme-notes"),
                    {"PayloadType": "com.apple.wifi", "PayloadUUID": "W"},
                    identifier="PR/1",
                    binary=binary,
                )
            )
            self.assertEqual(len(self.opened), 1)
            self.assertTrue(self.opened[0].startswith("x-absolutemanageconfig.com.acme.mail://apply?"))
            self.is_at(Status.PENDING, {}, "PR/1")
            self.assertEqual(self.run_requests(), 2)
            self.is_at(Status.INSTALLED, {"P&1 =+\u00e9": ["a", "b"], "P3": ["host"]}, "PR/1")
            self.assertEqual(self.delegates[MAIL].calls, [("apply", "Mail", {"a": 1, "b": [True, 0.5, b"x"]})])
            self.assertEqual(self.delegates[NOTES].calls, [("apply", None, {"host": "P3"})])

    def test_dates_travel(self):
        moment = datetime.datetime(2013, 4, 12)
        for binary in (False, True):
            self.setUp()
            self.install(profile(payload("P1", configuration={"d": moment}), binary=binary))
            self.run_requests()
            self.assertEqual(self.delegates[MAIL].calls[0][2], {"d": Date(387_417_600.0)})

    def test_what_travels(self):
        """MGR-04 to 06."""
        for top, own, expected in (
            (None, None, "data"),
            (True, None, "data-x"),
            (False, True, "data-x"),
            (True, False, "data"),
            (None, False, "data"),
        ):
            self.setUp()
            more = {} if top is None else {"DataEncryption": top}
            self.install(profile(payload("P1", **({} if own is None else {"DataEncryption": own})), **more))
            (url,) = self.opened
            scheme, _, query = url.partition("://apply?")
            self.assertEqual(scheme, "x-absolutemanageconfig." + MAIL)
            parameters = dict(part.split("=") for part in query.split("&"))
            self.assertEqual(set(parameters), {"token", "profile", "payload", expected})
            self.assertEqual(parameters["token"], tokens.make("hmac-sha256-hex", MAIL, "key-mail"))
            packed = base64_strict.decode(percent.decode(parameters[expected].encode("ascii")))
            if expected == "data-x":
                packed = blowfish.decrypt(packed, blowfish.derive_key("sha256", MAIL, "secret-mail"))
            dictionary = plist.read(packing.unpack(packed, b"ABTC", 10_000)).value
            self.assertEqual(dictionary, {"Version": 1, "Configuration": {"host": "P1"}})
            self.run_requests()
            self.is_at(Status.INSTALLED, {"P1": ["host"]})

    def test_apps_that_are_not_installed(self):
        """MGR-02, 03."""
        for entry in (
            payload("P1", bundle="com.acme.missing"),
            payload("P1", bundle=MAIL.upper()),
            payload("P1", bundle=NOTES),
            payload("P1", URLScheme="acme-notes"),
            payload("P1", URLScheme=""),
        ):
            self.setUp()
            self.install(profile(entry))
            self.assertEqual(self.opened, [])
            self.is_at(Status.INSTALLED, {})
        self.install(profile(payload("P1", URLScheme="X-AbsoluteManageConfig." + MAIL)))
        self.run_requests()
        self.is_at(Status.INSTALLED, {"P1": ["host"]})

    def test_schemes_that_are_none(self):
        for name in ("com.acme/x", "com.acme?x", "com.acme x", "com.\u00e4", "a:b"):
            self.begin(apps=(InstalledApp(name, "k"),))
            self.install(profile(payload("P1", bundle=name), identifier=name))
            self.assertEqual(self.opened, [])
            self.is_at(Status.FAILED, {}, name)

    def test_failures(self):
        """MGR-09, and the statuses."""
        for first, second, status in (
            (Answer.YES, Answer.NO, Status.PARTIAL),
            (Answer.CANCEL, Answer.YES, Status.PARTIAL),
            (Answer.NO, Answer.CANCEL, Status.FAILED),
            (Answer.YES, Answer.YES, Status.INSTALLED),
        ):
            self.setUp()
            self.delegates[MAIL].answer, self.delegates[PLAIN].answer = first, second
            self.install(profile(payload("P1"), payload("P2", bundle=PLAIN)))
            self.run_requests()
            applied = {"P1": first, "P2": second}
            self.is_at(status, {name: ["host"] for name, answer in applied.items() if answer is Answer.YES})
            for delegate in self.delegates.values():
                delegate.answer = Answer.YES
                delegate.calls.clear()
            self.manager.remove("PROFILE")
            self.run_requests()
            self.is_at(Status.REMOVED, {})
            self.assertEqual(self.delegates[MAIL].calls, [("revert", None, ["host"])] if first is Answer.YES else [])
            self.assertEqual(self.delegates[PLAIN].calls, [("revert", None, ["host"])] if second is Answer.YES else [])

    def test_encryption_that_cannot_be_had(self):
        self.install(profile(payload("P1", bundle=PLAIN, DataEncryption=True), payload("P2")))
        self.run_requests()
        self.is_at(Status.PARTIAL, {"P2": ["host"]})
        self.assertEqual(self.delegates[PLAIN].calls, [])

    def test_several_profiles(self):
        """MGR-11 holds over all profiles."""
        self.install(profile(payload("P1"), identifier="A"))
        self.install(profile(payload("P1"), identifier="B"))
        self.assertEqual(len(self.opened), 1)
        self.is_at(Status.PENDING, identifier="B")
        self.assertEqual(self.run_requests(), 2)
        self.is_at(Status.INSTALLED, {"P1": ["host"]}, "A")
        self.is_at(Status.INSTALLED, {"P1": ["host"]}, "B")
        self.manager.remove("A")
        self.run_requests()
        self.is_at(Status.REMOVED, {}, "A")
        self.is_at(Status.INSTALLED, {"P1": ["host"]}, "B")

    def test_a_state_that_outlives_the_manager(self):
        with tempfile.TemporaryDirectory() as folder:
            self.storage = Storage(folder)
            self.begin()
            self.install(profile(payload("P1", DataEncryption=True), payload("P2", bundle=PLAIN, Category="\u00e9")))
            url = self.opened.pop()
            self.storage = Storage(folder)
            self.begin()
            self.is_at(Status.PENDING, {})
            self.assertEqual(self.opened, [])
            self.manager.handle_callback(self.answer(url))
            self.begin()
            self.is_at(Status.PENDING, {"P1": ["host"]})
            self.manager.remove("PROFILE")
            self.begin(apps=())
            self.is_at(Status.PENDING)
            self.manager.remove("PROFILE")
            self.is_at(Status.REMOVED, {})
            self.assertEqual(self.storage.read(ProfileManager.DOCUMENT), {"profiles": {}, "queue": [], "outstanding": None})
            for document in ([], {}, {"profiles": {"P": {}}, "queue": [], "outstanding": None}, "x"):
                self.storage.write(ProfileManager.DOCUMENT, document)
                self.begin()
                self.is_at(Status.REMOVED, {})


class Removing(Bench):
    def test_keys_accumulate_until_a_reset(self):
        """MGR-08."""
        for records in (("a",), ("b", "a"), ()):
            self.delegates[MAIL].records = records
            self.install(profile(payload("P1", configuration={"a": 1, "b": 2, "c": 3}, Category="C")))
            self.run_requests()
        self.is_at(Status.INSTALLED, {"P1": ["a", "b", "c"]})
        self.delegates[MAIL].answer = Answer.NO
        self.install(profile(payload("P1")))
        self.run_requests()
        self.is_at(Status.FAILED, {"P1": ["a", "b", "c"]})
        self.manager.remove("PROFILE")
        self.run_requests()
        self.is_at(Status.FAILED, {"P1": ["a", "b", "c"]})
        self.delegates[MAIL].answer = Answer.YES
        self.manager.remove("PROFILE")
        self.is_at(Status.PENDING, {"P1": ["a", "b", "c"]})
        self.run_requests()
        self.assertEqual(self.delegates[MAIL].calls[-1], ("revert", None, ["a", "b", "c"]))
        self.is_at(Status.REMOVED, {})
        self.install(profile(payload("P1")))
        self.run_requests()
        self.is_at(Status.INSTALLED, {"P1": ["host"]})

    def test_a_payload_that_the_next_version_lacks(self):
        self.install(profile(payload("P1"), payload("P2")))
        self.run_requests()
        self.install(profile(payload("P2", configuration={"x": 1})))
        self.run_requests()
        self.is_at(Status.INSTALLED, {"P1": ["host"], "P2": ["host", "x"]})
        self.manager.remove("PROFILE")
        self.assertEqual(self.run_requests(), 2)
        self.is_at(Status.REMOVED, {})

    def test_a_payload_that_changes_its_app(self):
        self.install(profile(payload("P1")))
        self.run_requests()
        self.install(profile(payload("P1", bundle=PLAIN)))
        self.assertEqual(self.opened, [])
        self.is_at(Status.FAILED, {"P1": ["host"]})

    def test_a_reset_that_fails_for_one_payload(self):
        """MGR-08: what was reset is forgotten, what was not stays."""
        self.install(profile(payload("P1"), payload("P2", bundle=PLAIN), payload("", bundle=PLAIN)))
        self.run_requests()
        self.is_at(Status.PARTIAL, {"P1": ["host"], "P2": ["host"]})
        self.delegates[PLAIN].answer = Answer.NO
        self.manager.remove("PROFILE")
        self.run_requests()
        self.is_at(Status.PARTIAL, {"P2": ["host"]})
        self.delegates[PLAIN].answer = Answer.YES
        self.manager.remove("PROFILE")
        self.assertEqual(self.run_requests(), 1)
        self.is_at(Status.REMOVED, {})

    def test_an_empty_list_of_keys(self):
        self.install(profile(payload("P1", configuration={})))
        self.run_requests()
        self.is_at(Status.INSTALLED, {"P1": []})
        self.manager.remove("PROFILE")
        self.run_requests()
        self.assertEqual(self.delegates[MAIL].calls[-1], ("revert", None, []))

    def test_removal_abandons_what_is_pending(self):
        """MGR-11."""
        self.install(profile(payload("P1"), payload("P2"), payload("P3")))
        self.manager.handle_callback(self.answer(self.opened.pop()))
        late = self.answer(self.opened.pop())
        self.install(profile(payload("Q1", bundle=PLAIN), identifier="OTHER"))
        self.is_at(Status.PENDING, {"P1": ["host"]})
        self.manager.remove("PROFILE")
        self.assertIn(PLAIN, self.opened[0])
        self.is_at(Status.PENDING, {"P1": ["host"]})
        self.manager.handle_callback(late)
        self.is_at(Status.PENDING, {"P1": ["host"]})
        self.assertEqual(self.run_requests(), 2)
        self.is_at(Status.REMOVED, {})
        self.is_at(Status.INSTALLED, {"Q1": ["host"]}, "OTHER")

    def test_removal_of_what_never_answered(self):
        self.install(profile(payload("P1")))
        late = self.answer(self.opened.pop())
        self.manager.remove("PROFILE")
        self.is_at(Status.REMOVED, {})
        self.manager.handle_callback(late)
        self.manager.remove("PROFILE")
        self.is_at(Status.REMOVED, {})
        self.assertEqual(self.opened, [])

    def test_a_late_answer_to_an_apply_is_none_to_a_reset(self):
        self.install(profile(payload("P1")))
        self.run_requests()
        self.install(profile(payload("P1")))
        late = self.answer(self.opened.pop())
        self.manager.remove("PROFILE")
        self.manager.handle_callback(late)
        self.is_at(Status.PENDING, {"P1": ["host"]})
        self.run_requests()
        self.is_at(Status.REMOVED, {})

    def test_removal_of_a_removal_sends_again(self):
        self.install(profile(payload("P1")))
        self.run_requests()
        self.manager.remove("PROFILE")
        first = self.opened.pop()
        self.manager.remove("PROFILE")
        self.assertEqual(self.opened, [first])
        self.run_requests()
        self.is_at(Status.REMOVED, {})

    def test_installation_while_one_is_pending(self):
        self.install(profile(payload("P1"), payload("P2")))
        self.install(profile(payload("P2"), payload("P3")))
        self.assertEqual(len(self.opened), 1)
        self.assertEqual(self.run_requests(), 3)
        self.is_at(Status.INSTALLED, {"P1": ["host"], "P2": ["host"], "P3": ["host"]})
        self.install(profile(payload("P1")))
        self.install(profile(payload("P1")))
        self.manager.handle_callback(self.answer(self.opened.pop()))
        self.is_at(Status.PENDING)
        self.run_requests()
        self.manager.remove("PROFILE")
        reset = self.opened.pop()
        self.install(profile(payload("P1")))
        self.assertEqual(self.opened, [])
        self.opened.append(reset)
        self.assertEqual(self.run_requests(), 2)
        self.is_at(Status.INSTALLED, {"P1": ["host"], "P2": ["host"], "P3": ["host"]})


class Callbacks(Bench):
    def setUp(self):
        super().setUp()
        self.install(profile(payload("P1"), payload("P2", bundle=PLAIN)))
        self.good = self.answer(self.opened.pop())

    def changes_nothing(self, *callbacks):
        for callback in callbacks:
            self.manager.handle_callback(callback)
            self.assertEqual(self.opened, [], callback[:200])
            self.is_at(Status.PENDING, {})
        self.manager.handle_callback(self.good)
        self.assertEqual(len(self.opened), 1)
        self.is_at(Status.PENDING, {"P1": ["host"]})

    def with_changed(self, data):
        head = self.good.partition("&changedValues=")[0]
        return head + "&changedValues=" + urls.percent.encode(base64_strict.encode(data))

    def test_for_another_request(self):
        """MGR-10."""
        token = tokens.make("hmac-sha256-hex", MAIL, "key-mail")
        other = tokens.make("hmac-sha256-hex", PLAIN, "key-plain")
        self.changes_nothing(
            self.good.replace(token, other),
            self.good.replace(token, token.upper()),
            self.good.replace(token, ""),
            self.good.replace("token=" + token + "&", ""),
            self.good.replace("=PROFILE", "=OTHER"),
            self.good.replace("=P1", "=P2"),
            self.good.replace("=P1", "=P2").replace(token, other),
            self.good.replace("=P1", "=p1"),
            self.good.replace("payload=P1", "x=P1"),
            self.good + "&chunk=1",
        )

    def test_malformed(self):
        """MGR-13."""
        head = self.good.partition("&changedValues=")[0]
        self.changes_nothing(
            "",
            "absoluteapps:",
            "https://example.com/",
            "x" + self.good,
            self.good + "#",
            self.good + "\n",
            self.good + "&errorMessage=a b",
            self.good + "\ud800",
            self.good + "\u00e9",
            self.good + "&status=Success",
            self.good + "&profile=PROFILE",
            self.good + "&status",
            self.good + "&token=%ff",
            self.good + "&x=%z",
            self.good + "&errorCode=1",
            self.good + "&errorMessage=",
            self.good.replace("=Success", "=success"),
            self.good.replace("=Success", "=Error"),
            self.good.replace("=Success", "=Canceled"),
            head,
            head.replace("=Success", "=Canceled&errorCode=1"),
            head.replace("=Success", "=Error&errorCode=x"),
            head.replace("=Success", "="),
            self.good + "&" * 2_000,
            self.good + "&x=" + "a" * manager_module.MAX_CALLBACK_LENGTH,
        )

    def test_changed_values(self):
        """MGR-13."""
        laughs = [b"\xa2\x01\x01", b"\xa2\x02\x02", b"\xa2\x03\x03", text("lol")]
        packed = zlib.compress(plist.write(["a"]))
        self.changes_nothing(
            self.with_changed(b""),
            self.with_changed(zlib.compress(bytes(50_000_000))),
            self.with_changed(zlib.compress(plist.write({"a": 1}))),
            self.with_changed(zlib.compress(plist.write(["a", 1]))),
            self.with_changed(zlib.compress(plist.write([["a"]]))),
            self.with_changed(zlib.compress(plist.write("a"))),
            self.with_changed(zlib.compress(plistlib.dumps(["a"]))),
            self.with_changed(zlib.compress(b"ABTC" + plist.write(["a"]))),
            self.with_changed(plist.write(["a"])),
            self.with_changed(packed[:-1]),
            self.with_changed(packed + b"x"),
            self.with_changed(zlib.compress(raw_plist(laughs))),
            self.with_changed(zlib.compress(raw_plist([b"\xa1\x00"]))),
            self.with_changed(zlib.compress(raw_plist([b"\xaf\x12\x00\x07\xff\xff" + b"\x01" * 0x7FFFF, text("a")],
            offset_width=4))), self.with_changed(zlib.compress(raw_plist([b"\xa1\x01", b"\x61\xd8\x00"]))),
            self.good.partition("&changedValues=")[0] + "&changedValues=%2B%2B",
        )

    def test_accumulated_keys_are_bounded(self):
        def keys(first):
            return self.with_changed(zlib.compress(plist.write(["k%d" % (first + n) + "x" * 100_000 for n in range(10)])))

        self.manager.handle_callback(keys(0))
        self.run_requests()
        self.install(profile(payload("P1")))
        self.opened.clear()
        self.manager.handle_callback(keys(10))
        self.is_at(Status.PENDING)
        self.assertEqual(len(self.manager.changed("PROFILE")["P1"]), 10)
        self.manager.handle_callback(keys(0))
        self.is_at(Status.INSTALLED)

    def test_what_is_free(self):
        """Parameters of the library's own, their order, and keys that the configuration does not hold."""
        callback = self.with_changed(zlib.compress(plist.write(["foreign", "host", "host"])))
        head, _, query = callback.partition("?")
        self.manager.handle_callback(head + "?" + "&".join(["x-own=1", "x-own=%ff", "", "own"] + query.split("&")[::-1]))
        self.is_at(Status.PENDING, {"P1": ["foreign", "host"]})

    def test_names_the_profile_that_it_knows(self):
        self.assertEqual(self.manager.handle_callback(self.good.replace("=P1", "=P9")), "PROFILE")
        self.assertIsNone(self.manager.handle_callback(self.good.replace("=PROFILE", "=OTHER")))
        self.assertIsNone(self.manager.handle_callback("x"))

    def test_the_same_callback_twice(self):
        self.manager.handle_callback(self.good)
        self.manager.handle_callback(self.good)
        self.is_at(Status.PENDING, {"P1": ["host"]})
        self.assertEqual(len(self.opened), 1)
        self.run_requests()
        self.manager.handle_callback(self.good)
        self.is_at(Status.INSTALLED, {"P1": ["host"], "P2": ["host"]})


class Chunks(Bench):
    LIMITS = Limits(max_url_bytes=2_000)

    def noise(self, size):
        return random.Random(size).randbytes(size)

    def test_pieces(self):
        """MGR-12."""
        for encrypted in (False, True):
            for size in (800, 5_000, 60_000):
                self.setUp()
                self.begin(limits=self.LIMITS)
                large = payload("P1", configuration={"d": self.noise(size)}, DataEncryption=encrypted)
                self.install(profile(large, payload("P2")))
                lengths = []
                while self.opened:
                    (url,) = self.opened
                    self.opened.clear()
                    lengths.append(len(url))
                    self.is_at(Status.PENDING)
                    self.manager.handle_callback(self.answer(url))
                self.assertLessEqual(max(lengths), 2_000)
                self.assertEqual(len(lengths) > 2, size > 800)
                self.assertLessEqual(len(lengths), 3 + size // 1_000)
                self.is_at(Status.INSTALLED, {"P1": ["d"], "P2": ["host"]})
                self.assertEqual(self.delegates[MAIL].calls[0], ("apply", None, {"d": self.noise(size)}))

    def test_a_reset_in_pieces(self):
        self.begin(limits=self.LIMITS)
        configuration = {self.noise(60 + n).hex(): n for n in range(60)}
        self.install(profile(payload("P1", configuration=configuration)))
        self.run_requests()
        self.manager.remove("PROFILE")
        self.assertGreater(self.run_requests(), 2)
        self.is_at(Status.REMOVED, {})
        self.assertEqual(self.delegates[MAIL].calls[-1][0], "revert")
        self.assertEqual(set(self.delegates[MAIL].calls[-1][2]), set(configuration))

    def test_where_chunks_cannot_be_had(self):
        large = {"d": self.noise(5_000)}
        for options, entry in (
            ({"allow_chunks": False}, payload("P1", configuration=large)),
            ({}, payload("P1", bundle=PLAIN, configuration=large)),
            ({"limits": Limits(max_url_bytes=2_000, max_chunks=2)}, payload("P1", configuration=large)),
            ({"limits": Limits(max_url_bytes=100)}, payload("P1", configuration=large)),
            ({"limits": Limits(max_url_bytes=2_000, max_packed_bytes=4_000)}, payload("P1", configuration=large)),
            ({"limits": Limits(max_inflated_bytes=4_000)}, payload("P1", configuration=large)),
        ):
            self.setUp()
            self.begin(**{"limits": self.LIMITS, **options})
            self.install(profile(entry))
            self.assertEqual(self.opened, [])
            self.is_at(Status.FAILED, {})

    def test_callbacks_of_pieces(self):
        self.begin(limits=self.LIMITS)
        self.install(profile(payload("P1", configuration={"d": self.noise(3_000)})))
        first = self.answer(self.opened.pop())
        self.assertIn("&chunk=1", first)
        token = tokens.make("hmac-sha256-hex", MAIL, "key-mail")
        whole = urls.build_callback(urls.Callback("Success", "PROFILE", "P1", token, ("d",), chunk="1"))
        for callback in (
            first.replace("&chunk=1", ""),
            first.replace("&chunk=1", "&chunk=2"),
            first.replace("&chunk=1", "&chunk=01"),
            whole,
        ):
            self.manager.handle_callback(callback)
            self.assertEqual(self.opened, [])
        self.manager.handle_callback(first)
        self.assertEqual(len(self.opened), 1)
        self.manager.handle_callback(first)
        self.assertEqual(len(self.opened), 1)
        self.manager.handle_callback(first.replace("&chunk=1", "&chunk=2").replace("=Success", "=Error&errorCode=12"))
        self.is_at(Status.FAILED, {})
        self.assertEqual(len(self.opened), 1)

    def test_a_megabyte(self):
        self.install(profile(payload("P1", configuration={"d": self.noise(1_000_000)}, DataEncryption=True)))
        self.assertEqual(self.run_requests(), 2)
        self.is_at(Status.INSTALLED, {"P1": ["d"]})


class HostileProfiles(Bench):
    def test_no_profiles(self):
        deep = []
        for _ in range(200):
            deep = [deep]
        cycle = raw_plist([b"\xa1\x00"])
        laughs = raw_plist([b"\xaf\x10\x28" + bytes([n + 1]) * 40 for n in range(12)] + [text("lol")])
        for data in (
            b"",
            b"\0",
            b"bplist00",
            cycle,
            laughs,
            plistlib.dumps([]),
            plistlib.dumps({}),
            plistlib.dumps({"PayloadUUID": "X"}),
            plistlib.dumps({"PayloadUUID": "X", "PayloadContent": {}}),
            plistlib.dumps({"PayloadContent": []}),
            plistlib.dumps({"PayloadUUID": "", "PayloadContent": []}),
            plistlib.dumps({"PayloadUUID": 1, "PayloadContent": []}),
            plist.write({"PayloadUUID": "X", "PayloadContent": [], "deep": deep}),
            profile(payload("P1"))[:-10],
            profile(payload("P1"), binary=True)[:-10],
            b"<plist>" + b"<array>" * 1_000_000,
            profile(payload("P1", configuration={"many": list(range(70_000)) * 2})),
        ):
            self.assertIsNone(self.install(data), data[:60])
        self.assertEqual(self.opened, [])

    def test_empty_profiles(self):
        self.install(profile())
        self.is_at(Status.INSTALLED, {})

    def test_broken_payloads(self):
        good = payload("GOOD")
        missing = [{key: value for key, value in good.items() if key != left_out} for left_out in list(good)[1:]]
        for entry in (
            "x",
            [good],
            *missing,
            payload(""),
            payload("P1", configuration=[]),
            payload("P1", configuration="x"),
            payload("P1", bundle=""),
            payload("P1", bundle=1),
            payload("P1", Category=1),
            payload("P1", URLScheme=1),
            payload("P1", DataEncryption="true"),
            payload("P1", DataEncryption=1),
            payload("P1", configuration={"i": 2**63}),
            payload("GOOD", configuration={"second": 1}),
        ):
            self.setUp()
            self.install(profile(good, entry))
            self.run_requests()
            self.is_at(Status.PARTIAL, {"GOOD": ["host"]})
            self.setUp()
            if not (isinstance(entry, dict) and entry.get("PayloadUUID") == "GOOD"):
                self.install(profile(entry))
                self.is_at(Status.FAILED, {})
                self.assertEqual(self.opened, [])

    def test_encryption_by_something_that_is_no_boolean(self):
        self.install(profile(payload("P1"), payload("P2", DataEncryption=True), DataEncryption="yes"))
        self.run_requests()
        self.is_at(Status.PARTIAL, {"P2": ["host"]})

    def test_texts_that_look_like_parameters(self):
        name = "P1&status=Success#%41+\0\n"
        self.install(profile(payload(name), identifier=name, binary=True))
        self.run_requests()
        self.is_at(Status.INSTALLED, {name: ["host"]}, name)

    def test_deep_configurations_travel(self):
        deep = "x"
        for _ in range(28):
            deep = [deep]
        for binary in (False, True):
            self.setUp()
            self.install(profile(payload("P1", configuration={"deep": deep}), binary=binary))
            self.run_requests()
            self.is_at(Status.INSTALLED, {"P1": ["deep"]})
            self.assertEqual(self.delegates[MAIL].calls[0][2], {"deep": deep})

    def test_noise(self):
        source = random.Random(7)
        samples = [profile(payload("P1"), payload("P2", bundle=PLAIN), binary=binary) for binary in (False, True)]
        for _ in range(600):
            data = bytearray(source.choice(samples))
            for _ in range(source.randrange(1, 4)):
                data[source.randrange(len(data))] = source.randrange(256)
            self.setUp()
            self.install(bytes(data))

    def test_bounds_are_those_of_libraries(self):
        self.assertGreaterEqual(profiles.BOUNDS.depth, 3 * plist.GUARANTEED.depth)


if __name__ == "__main__":
    unittest.main()
