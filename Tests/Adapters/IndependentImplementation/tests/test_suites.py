"""The adapter as a process: the suites beside ``abt`` and ``appconnect.dualmode``."""

import base64
import plistlib
import tempfile
import unittest

from abt.codec import tokens, urls

from .test_adapter import Process


class SuiteProcess(Process):
    """A process with one suite started in it."""

    def begin(self, suite, configuration, **more):
        reply = self.ask("start", suite=suite, configuration=configuration, **more)
        self.assertEqual(reply["type"], "started")

    def act(self, action, **fields):
        reply = self.ask("step", action=action, new=[1], **fields)
        self.assertEqual(reply.pop("type"), "observed")
        del reply["id"]
        return reply

    def fails(self, action, **fields):
        self.assertEqual(self.ask("step", action=action, **fields)["type"], "failure")

    def is_unsupported(self, action="dance"):
        self.assertEqual(self.ask("step", action=action)["type"], "unsupported")


class AppConfiguration(SuiteProcess):
    CONFIGURATION = {"implements": ["appConnectConfigIs", "appConnectConfigChangedTo"]}

    def test_a_life(self):
        with tempfile.TemporaryDirectory() as folder:
            self.begin("appconnect.config", self.CONFIGURATION, storage=folder)
            self.assertEqual(self.act("serverChange", config={"a": "\U0001f600\0"}), {"calls": [], "reports": []})
            reply = self.act("launch", returns={"appConnectConfigIs": "no", "appConnectConfigChangedTo": None})
            self.assertCountEqual(
                reply["calls"],
                [
                    {"method": "appConnectConfigIs", "config": {"a": "\U0001f600\0"}},
                    {"method": "appConnectConfigChangedTo", "config": {"a": "\U0001f600\0"}},
                ],
            )
            self.assertCountEqual(
                reply["reports"],
                [
                    {"method": "appConnectConfigIs", "status": "error", "message": "no"},
                    {"method": "appConnectConfigChangedTo", "status": "applied"},
                ],
            )
            self.begin("appconnect.config", self.CONFIGURATION, storage=folder, keep=True)
            self.assertEqual([call["method"] for call in self.act("launch")["calls"]], ["appConnectConfigIs"])
            self.assertEqual(len(self.act("serverChange", config=None)["calls"]), 2)
            self.assertEqual(self.act("terminate"), {"calls": [], "reports": []})
            self.begin("appconnect.config", self.CONFIGURATION, storage=folder)
            self.assertEqual(self.act("launch")["calls"], [])

    def test_keeping_without_a_folder(self):
        self.begin("appconnect.config", self.CONFIGURATION)
        self.act("serverChange", config={"a": "1"})
        self.begin("appconnect.config", self.CONFIGURATION, keep=True)
        self.assertEqual(len(self.act("launch")["calls"]), 2)
        self.begin("appconnect.config", self.CONFIGURATION)
        self.assertEqual(self.act("launch")["calls"], [])

    def test_trouble(self):
        self.begin("appconnect.config", self.CONFIGURATION)
        self.is_unsupported()
        self.fails("serverChange", config={"a": 1})
        self.fails("serverChange", config=[])
        self.fails("launch", returns={"appConnectConfigIs": 1})
        for configuration in ({"implements": 1}, {"implements": [1]}):
            reply = self.ask("start", suite="appconnect.config", configuration=configuration)
            self.assertEqual(reply["type"], "failure")


class OpenFrom(SuiteProcess):
    CONFIGURATION = {"implements": ["openFromPolicyChangedTo", "openFromAttemptedWhenBlocked"]}

    def test_a_life(self):
        self.begin("appconnect.openfrom", self.CONFIGURATION)
        reply = self.act("launch", policy="WHITELIST", whitelist=["b", "a", "b"])
        self.assertEqual(reply, {"calls": [], "reports": [], "properties": "notReady"})
        listed = {"policy": "WHITELIST", "whitelist": ["a", "b"]}
        self.assertEqual(self.act("ready")["properties"], listed)
        self.assertEqual(self.act("openFrom", source="a")["allowed"], True)
        reply = self.act("openFrom", source="c")
        self.assertEqual(reply["allowed"], False)
        blocked = {"method": "openFromAttemptedWhenBlocked", "policy": "WHITELIST", "source": "c", "properties": listed}
        self.assertEqual(reply["calls"], [blocked])
        self.assertEqual(self.act("policy", acknowledge={"state": "APPLIED"}, **listed)["calls"], [])
        reply = self.act("policy", policy="UNAUTHORIZED", whitelist=[], acknowledge={"state": "ERROR", "message": "no"})
        closed = {"policy": "UNAUTHORIZED", "whitelist": []}
        self.assertEqual(reply["calls"], [{"method": "openFromPolicyChangedTo", **closed, "properties": closed}])
        self.assertEqual(reply["reports"], [{"state": "ERROR", "message": "no"}])
        reply = self.act("policy", policy="AUTHORIZED", acknowledge=None)
        self.assertEqual(reply["reports"], [{"state": "UNSUPPORTED", "message": None}])
        self.act("policy", policy="AUTHORIZED", allAppConnectApps=True)
        reply = self.act("authorizedApps", apps=["x"])
        self.assertEqual(reply["calls"][0]["properties"], {"policy": "WHITELIST", "whitelist": ["x"]})
        self.assertEqual(self.act("stop")["properties"], "notReady")
        self.assertEqual(self.act("properties"), {"calls": [], "reports": [], "properties": "notReady"})

    def test_trouble(self):
        self.begin("appconnect.openfrom", self.CONFIGURATION)
        self.is_unsupported()
        for fields in (
            {"policy": "OPEN"},
            {"policy": 2},
            {"policy": "WHITELIST", "whitelist": [1]},
            {"policy": "WHITELIST", "acknowledge": {"state": "MAYBE"}},
            {"policy": "WHITELIST", "acknowledge": {}},
        ):
            self.fails("policy", **fields)
        self.fails("openFrom")


class Lifecycle(SuiteProcess):
    CONFIGURATION = {"implements": ["managedPolicyChangedTo"]}

    def test_a_life(self):
        with tempfile.TemporaryDirectory() as folder:
            self.begin("appconnect.lifecycle", self.CONFIGURATION, storage=folder)
            self.assertEqual(self.act("shouldStart")["answer"], False)
            self.act("device", clientInstalled=True)
            self.assertEqual(self.act("shouldStart")["answer"], True)
            self.act("init")
            reply = self.act("start", options={"a": 1})
            stopped = {"managedPolicy": "notReady", "ready": False, "sharedInstance": False, "logLevel": "STATUS"}
            self.assertEqual(reply["properties"], {**stopped, "sharedInstance": True})
            reply = self.act("ready", policy="MANAGED")
            managed = {"managedPolicy": "MANAGED", "ready": True, "sharedInstance": True, "logLevel": "STATUS"}
            managed["raw"] = {"managedPolicy": 2}
            self.assertEqual(
                reply["calls"],
                [
                    {"method": "appConnectIsReady"},
                    {"method": "managedPolicyChangedTo", "policy": "MANAGED", "properties": managed},
                ],
            )
            self.assertEqual((reply["properties"], reply["secureData"]), (managed, True))
            self.assertEqual(self.act("logLevel", level="DEBUG")["properties"]["logLevel"], "DEBUG")
            self.act("log", level="DEBUG", text="x")
            self.act("device", clientInstalled=False)
            self.begin("appconnect.lifecycle", self.CONFIGURATION, storage=folder, keep=True)
            self.assertEqual(self.act("shouldStart")["answer"], True)
            self.assertEqual(self.act("properties")["properties"], stopped)
            self.act("init")
            self.act("start", options=None)
            self.act("ready", policy="UNMANAGED")
            self.assertEqual(len(self.act("policy", policy="MANAGED")["calls"]), 1)
            self.assertEqual(self.act("retire")["secureData"], False)
            self.assertEqual(self.act("stop")["properties"], stopped)
            self.act("terminate")

    def test_trouble(self):
        self.begin("appconnect.lifecycle", self.CONFIGURATION)
        self.is_unsupported()
        self.fails("device")
        self.fails("start", options=[])
        self.fails("ready", policy="MAYBE")
        self.fails("policy")
        self.fails("logLevel", level=1)
        self.fails("log", level="LOUD", text="x")


class ManagedConfiguration(SuiteProcess):
    CONFIGURATION = {
        "schema": [
            {"key": "serverURL", "type": "string", "format": "url", "default": {"string": "https://a.example/"}},
            {"key": "retryLimit", "type": "integer", "minimum": 0, "maximum": 10, "default": {"integer": "3"}},
            {"key": "token", "type": "string", "secret": True, "default": None},
        ],
        "counters": ["successCount", "failureCount"],
    }

    def test_a_life(self):
        defaults = {"serverURL": {"string": "https://a.example/"}, "retryLimit": {"integer": "3"}, "token": None}
        with tempfile.TemporaryDirectory() as folder:
            self.begin("managed-config", self.CONFIGURATION, storage=folder)
            self.assertEqual(self.act("settings")["settings"], None)
            reply = self.act("launch")
            self.assertEqual(
                reply,
                {
                    "calls": [{"method": "addObserver"}, {"method": "readConfiguration"}],
                    "settings": defaults,
                    "configuration": None,
                    "feedback": None,
                },
            )
            dictionary = {"retryLimit": {"integer": "5"}, "token": {"string": "s"}, "x": {"array": [{"real": "nan"}, None]}}
            reply = self.act("configure", dictionary=dictionary)
            self.assertEqual(reply["settings"], {**defaults, "retryLimit": {"integer": "5"}, "token": {"string": "s"}})
            self.assertEqual(reply["configuration"], dictionary)
            reply = self.act("count", counter="failureCount", times=3)
            self.assertEqual(reply["calls"][0], {"method": "writeFeedback"})
            self.assertEqual(reply["feedback"], {"failureCount": {"integer": "3"}})
            self.begin("managed-config", self.CONFIGURATION, storage=folder, keep=True)
            self.assertEqual(self.act("count", counter="failureCount")["feedback"], {"failureCount": {"integer": "3"}})
            reply = self.act("collectFeedback")
            self.assertEqual((reply["collected"], reply["feedback"]), ({"failureCount": {"integer": "3"}}, None))
            self.act("launch")
            self.assertEqual(self.act("count", counter="successCount")["feedback"], {"successCount": {"integer": "1"}})
            reply = self.act("configure", dictionary={"pairs": [["retryLimit", {"integer": "1"}]]})
            self.assertEqual(reply["configuration"], {"retryLimit": {"integer": "1"}})
            reply = self.act("configure", dictionary=None)
            self.assertEqual((reply["settings"], reply["configuration"]), (defaults, None))
            self.assertEqual(self.act("terminate")["settings"], None)
            self.begin("managed-config", self.CONFIGURATION, storage=folder)
            self.assertEqual(self.act("launch")["feedback"], None)

    def test_deep_and_large_dictionaries(self):
        with tempfile.TemporaryDirectory() as folder:
            self.begin("managed-config", self.CONFIGURATION, storage=folder)
            self.act("launch")
            deep = {"string": "x"}
            for level in range(240):
                deep = {"dictionary": {"k": deep}} if level % 2 else {"array": [deep]}
            reply = self.act("configure", dictionary={"deep": deep, "retryLimit": {"integer": "7"}})
            self.assertEqual(reply["configuration"]["deep"], deep)
            equivalent = {"string": "x"}
            for _ in range(100):
                equivalent = {"pairs": [["e\u0301", equivalent], ["\u00e9", {"integer": str(2**127)}]]}
            reply = self.act("configure", dictionary={"deep": equivalent, "retryLimit": {"integer": "7"}})
            self.assertEqual(reply["settings"]["retryLimit"], {"integer": "7"})
            self.begin("managed-config", self.CONFIGURATION, storage=folder, keep=True)
            self.assertEqual(self.act("launch")["settings"]["retryLimit"], {"integer": "7"})
            large = {"token": {"string": "x" * 9_000_000}, "retryLimit": {"integer": "8"}}
            reply = self.act("configure", dictionary=large)
            self.assertEqual(reply["configuration"], {"tooLarge": True})

    def test_trouble(self):
        self.begin("managed-config", self.CONFIGURATION)
        self.is_unsupported()
        self.fails("configure", dictionary=[])
        self.fails("configure", dictionary={"a": 1})
        self.fails("count")
        self.fails("count", counter="successCount", times=-1)
        for entry, kind in (
            ({"key": "k", "type": "colour"}, "unsupported"),
            ({"key": "k", "type": "string", "format": "mail"}, "unsupported"),
            ({"key": "k", "type": "integer", "minimum": True}, "failure"),
            ({"type": "integer"}, "failure"),
            ({"key": "k", "type": "integer", "default": 1}, "failure"),
            ("k", "failure"),
        ):
            reply = self.ask("start", suite="managed-config", configuration={"schema": [entry]})
            self.assertEqual(reply["type"], kind)


class ProfileManager(SuiteProcess):
    CONFIGURATION = {
        "installed": [
            {"bundleIdentifier": "com.a", "urlScheme": None, "apiKey": "k", "encryptionSecret": "s", "chunks": False},
            {"bundleIdentifier": "com.b", "urlScheme": "b-app", "apiKey": "l", "encryptionSecret": None},
        ],
        "allowChunks": True,
    }
    PREFIX = "com.absolute.thirdpartyconfig."

    def profile(self, *payloads, identifier="P"):
        entries = [
            {
                "PayloadUUID": name,
                self.PREFIX + "BundleIdentifier": bundle,
                self.PREFIX + "Configuration": {"x": 1},
                **({self.PREFIX + "URLScheme": "b-app"} if bundle == "com.b" else {}),
            }
            for name, bundle in payloads
        ]
        data = plistlib.dumps({"PayloadUUID": identifier, "PayloadContent": entries})
        return base64.b64encode(data).decode("ascii")

    @staticmethod
    def callback(payload, bundle, key, *changed, identifier="P", status="Success"):
        token = tokens.make("hmac-sha256-hex", bundle, key)
        return urls.build_callback(urls.Callback(status, identifier, payload, token, changed or None))

    def test_a_life(self):
        with tempfile.TemporaryDirectory() as folder:
            self.begin("abt.manager", self.CONFIGURATION, storage=folder)
            self.assertEqual(self.act("callback", url="x:"), {"opened": [], "status": None, "changed": {}})
            reply = self.act("install", profile=self.profile(("1", "com.a"), ("2", "com.missing"), ("3", "com.b")))
            self.assertEqual((len(reply["opened"]), reply["status"], reply["changed"]), (1, "pending", {}))
            self.assertTrue(reply["opened"][0].startswith("x-absolutemanageconfig.com.a://apply?"))
            reply = self.act("callback", url=self.callback("1", "com.b", "l", "x"))
            self.assertEqual(reply, {"opened": [], "status": "pending", "changed": {}})
            reply = self.act("callback", url=self.callback("1", "com.a", "k", "x"))
            self.assertEqual((reply["status"], reply["changed"]), ("pending", {"1": ["x"]}))
            self.assertTrue(reply["opened"][0].startswith("b-app://apply?"))
            self.begin("abt.manager", self.CONFIGURATION, storage=folder, keep=True)
            reply = self.act("callback", url=self.callback("3", "com.b", "l", status="Error"))
            self.assertEqual(reply, {"opened": [], "status": "partial", "changed": {"1": ["x"]}})
            reply = self.act("install", profile=base64.b64encode(b"<plist>").decode("ascii"))
            self.assertEqual(reply, {"opened": [], "status": "failed", "changed": {}})
            reply = self.act("remove", profile="P")
            self.assertEqual((len(reply["opened"]), reply["status"]), (1, "pending"))
            self.assertIn("://reset?", reply["opened"][0])
            reply = self.act("callback", url=self.callback("1", "com.a", "k"))
            self.assertEqual(reply, {"opened": [], "status": "removed", "changed": {}})
            self.assertEqual(self.act("remove", profile="Q"), {"opened": [], "status": "removed", "changed": {}})
            self.begin("abt.manager", self.CONFIGURATION, storage=folder)

    def test_the_profile_that_a_reply_is_about(self):
        self.begin("abt.manager", self.CONFIGURATION)
        self.act("install", profile=self.profile(("1", "com.a")))
        reply = self.act("install", profile=self.profile(("2", "com.b"), identifier="Q"))
        self.assertEqual((reply["opened"], reply["status"]), ([], "pending"))
        reply = self.act("callback", url=self.callback("1", "com.a", "k", "x"))
        self.assertEqual((len(reply["opened"]), reply["status"], reply["changed"]), (1, "installed", {"1": ["x"]}))
        reply = self.act("callback", url=self.callback("1", "com.a", "k", "x", identifier="R"))
        self.assertEqual(reply["status"], "installed")
        reply = self.act("callback", url=self.callback("2", "com.b", "l", "y", identifier="Q"))
        self.assertEqual(reply, {"opened": [], "status": "installed", "changed": {"2": ["y"]}})

    def test_dialects(self):
        self.begin("abt.manager", {**self.CONFIGURATION, "dialect": {"verbs": {"apply": "Set", "reset": "Remove"}}})
        self.assertIn("://Set?", self.act("install", profile=self.profile(("1", "com.a")))["opened"][0])
        configuration = {**self.CONFIGURATION, "dialect": {"colour": "red"}}
        self.assertEqual(self.ask("start", suite="abt.manager", configuration=configuration)["type"], "unsupported")

    def test_trouble(self):
        self.begin("abt.manager", self.CONFIGURATION)
        self.is_unsupported()
        self.fails("install")
        self.fails("install", profile="?")
        self.fails("remove")
        self.fails("callback")
        for installed in ("x", ["x"], [{}], [{"bundleIdentifier": "com.a"}]):
            reply = self.ask("start", suite="abt.manager", configuration={"installed": installed})
            self.assertEqual(reply["type"], "failure")


if __name__ == "__main__":
    unittest.main()
