"""The adapter as a process: adapter protocol version 1."""

import base64
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

from abt import typed_values
from abt.codec import blowfish, urls
from abt.codec.values import Date

from .support import API_KEY, BUNDLE, KEY, SECRET, packed, request, url

PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "adapter.py")


class TypedValues(unittest.TestCase):
    def test_every_type(self):
        for value, typed in (
            ("a\0", {"string": "a\0"}),
            (-(2**63), {"integer": "-9223372036854775808"}),
            (0.1, {"real": "0.1"}),
            (-0.0, {"real": "-0.0"}),
            (math.inf, {"real": "inf"}),
            (-math.inf, {"real": "-inf"}),
            (True, {"boolean": True}),
            (Date(1.5), {"date": "1.5"}),
            (b"\xff", {"data": "/w=="}),
            ([1, []], {"array": [{"integer": "1"}, {"array": []}]}),
            ({"k": {}}, {"dictionary": {"k": {"dictionary": {}}}}),
            (None, None),
            ("\ud800", {"utf16": "2AA="}),
            ({"e\u0301": 1, "é": 2}, {"pairs": [["e\u0301", {"integer": "1"}], ["é", {"integer": "2"}]]}),
            ({"\ud800": "x"}, {"pairs": [[{"utf16": "2AA="}, {"string": "x"}]]}),
            ({"pairs": [1]}, {"dictionary": {"pairs": {"array": [{"integer": "1"}]}}}),
        ):
            self.assertEqual(typed_values.encode(value), typed)
            decoded = typed_values.decode(typed)
            self.assertEqual((decoded, type(decoded), repr(decoded)), (value, type(value), repr(value)))
        self.assertEqual(typed_values.encode(math.nan), {"real": "nan"})
        self.assertTrue(math.isnan(typed_values.decode({"real": "nan"})))
        self.assertEqual(typed_values.decode({"dictionary": {"pairs": [["a", {"real": "1"}]]}}), {"a": 1.0})

    def test_refused(self):
        deep = {"array": []}
        for _ in range(300):
            deep = {"array": [deep]}
        for typed in (
            1,
            "x",
            [],
            {},
            {"string": 1},
            {"integer": 1},
            {"integer": "x"},
            {"integer": "9" * 5000},
            {"boolean": "true"},
            {"data": "?"},
            {"array": {}},
            {"dictionary": []},
            {"pairs": {}},
            {"pairs": [["a"]]},
            {"pairs": [[1, None]]},
            {"null": "x"},
            {"string": "a", "integer": "1"},
            {"utf16": "AA=="},
            deep,
        ):
            with self.assertRaises(typed_values.TypedValueError):
                typed_values.decode(typed)
        with self.assertRaises(typed_values.TypedValueError):
            typed_values.encode(object())


class Process(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen([sys.executable, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.identifier = 0

    def tearDown(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.assertEqual(self.process.wait(timeout=5), 0)
        self.process.stdin.close()
        self.process.stdout.close()

    def raw(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, kind, **fields):
        self.identifier += 1
        reply = self.raw(json.dumps({"id": self.identifier, "type": kind, **fields}).encode("ascii"))
        self.assertEqual(reply["id"], self.identifier)
        return reply

    def start(self, edition="plain", **more):
        configuration = {
            "bundleIdentifier": BUNDLE,
            "apiKey": API_KEY,
            "urlScheme": None,
            "edition": edition,
            "encryptionSecret": SECRET,
            "new": 1,
        }
        reply = self.ask("start", suite="abt", configuration={**configuration, **more})
        self.assertEqual(reply["type"], "started")

    def open(self, address, **delegate):
        return self.ask("step", action="open", url=address, delegate=delegate, unknown=[1])


class Protocol(Process):
    def test_hello_and_stop(self):
        reply = self.ask("hello", protocol=1, harness={"name": "test", "version": "1"})
        self.assertEqual((reply["type"], reply["protocol"]), ("hello", 1))
        self.assertEqual(reply["suites"]["abt"]["editions"], ["plain", "encrypting"])
        self.assertEqual(
            set(reply["suites"]["abt"]["capabilities"]),
            {"chunks", "rollback", "cancel", "delegateError", "log", "sequence", "bytes", "dialect"},
        )
        self.assertIn("appconnect.dualmode", reply["suites"])
        self.assertEqual(self.ask("stop")["type"], "stopped")
        self.assertEqual(self.process.wait(timeout=2), 0)

    def test_trouble(self):
        self.assertEqual(self.ask("dance")["type"], "unsupported")
        self.assertEqual(self.ask("step", action="open", url="x:")["type"], "failure")
        self.assertEqual(self.ask("start", suite="abt.unknown", configuration={})["type"], "unsupported")
        self.assertEqual(self.ask("start", suite="abt", configuration={"edition": "gold"})["type"], "unsupported")
        self.assertEqual(self.ask("start", suite="abt", configuration={})["type"], "failure")
        for line in (b"", b"{", b"[]", b"\xff", b"[" * 100_000):
            if line:
                self.assertEqual(self.raw(line)["type"], "failure")
        for line in (b'{"type":"hello"}', b'{"id":"1","type":"hello"}', b'{"id":true,"type":"hello"}', b"[1]"):
            reply = self.raw(line)
            self.assertEqual((reply["id"], reply["type"]), (0, "failure"))
        self.start()
        self.assertEqual(self.ask("step", action="close")["type"], "unsupported")
        for fields in (
            {},
            {"url": 5},
            {"urlBase64": "?"},
            {"url": "x:", "delegate": {"apply": {"answer": "maybe"}}},
            {"url": "x:", "delegate": {"apply": {"records": [{"record": "didApply", "key": "k", "oldValue": {"x": 1}}]}}},
            {"url": "x:", "delegate": {"revert": {"records": [{"record": "did", "key": "k"}]}}},
        ):
            self.assertEqual(self.ask("step", action="open", **fields)["type"], "failure")
        configuration = {"bundleIdentifier": BUNDLE, "apiKey": API_KEY, "dialect": {"colour": "red"}}
        self.assertEqual(self.ask("start", suite="abt", configuration=configuration)["type"], "unsupported")

    def test_long_lines(self):
        reply = self.raw(b" " * (17 * 1024 * 1024))
        self.assertEqual((reply["id"], reply["type"]), (0, "failure"))
        self.assertEqual(self.ask("hello")["type"], "hello")

    def test_a_library_that_raises_ends_the_process(self):
        program = (
            "import adapter, sys\n"
            "class Broken:\n"
            "    CLAIM = {}\n"
            "    def __init__(self, start, storage): pass\n"
            "    def step(self, message): raise ValueError('broken')\n"
            "adapter.SUITES['abt'] = Broken\n"
            "sys.exit(adapter.main())\n"
        )
        lines = b'{"id":1,"type":"start","suite":"abt"}\n{"id":2,"type":"step"}\n{"id":3,"type":"stop"}\n'
        result = subprocess.run(
            [sys.executable, "-c", program], input=lines, capture_output=True, cwd=os.path.dirname(PROGRAM), timeout=20
        )
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, b'{"id":1,"type":"started"}\n')
        self.assertIn(b"ValueError: broken", result.stderr)

    def test_requests_in_one_go(self):
        lines = b"".join(json.dumps({"id": number, "type": "hello"}).encode("ascii") + b"\n" for number in range(50))
        self.process.stdin.write(lines)
        self.process.stdin.flush()
        self.assertEqual([json.loads(self.process.stdout.readline())["id"] for _ in range(50)], list(range(50)))


class ABTSuite(Process):
    def test_apply_with_records_and_rollback(self):
        self.start("encrypting")
        address = url(blowfish.encrypt(packed(request({"port": 993, "host": "h"}, "Mail")), KEY), parameter="data-x")
        records = [
            {"record": "didApply", "key": "host"},
            {"record": "didApply", "key": "port", "oldValue": {"integer": "443"}},
            {"record": "didApply", "key": "x", "oldValue": None},
            {"record": "didNotApply", "key": "y"},
        ]
        reply = self.open(address, apply={"records": records})
        self.assertTrue(reply["handled"])
        self.assertEqual(
            reply["calls"],
            [
                {
                    "method": "apply",
                    "category": "Mail",
                    "values": {"host": {"string": "h"}, "port": {"integer": "993"}},
                    "sequence": 1,
                }
            ],
        )
        ((callback),) = reply["callbacks"]
        self.assertEqual(callback["sequence"], 2)
        self.assertEqual(urls.parse_callback(callback["url"]).changed_values, ("host", "port"))
        reply = self.open(
            address, apply={"records": records, "answer": "no", "error": {"code": 7, "message": "m"}}, rollback={"answer": "no"}
        )
        self.assertEqual(
            reply["calls"][1],
            {"method": "apply", "category": "Mail", "values": {"port": {"integer": "443"}, "x": None}, "sequence": 2},
        )
        callback = urls.parse_callback(reply["callbacks"][0]["url"])
        self.assertEqual((callback.status, callback.error_code, callback.error_message), ("Error", 7, "m"))
        reply = self.open(address, apply={"answer": "cancel"})
        self.assertEqual(urls.parse_callback(reply["callbacks"][0]["url"]).status, "Canceled")

    def test_reset_bytes_log_and_other_schemes(self):
        self.start()
        address = url(packed({"Version": 1, "Keys": ["a", "a", "ü"]}), "reset")
        reply = self.ask("step", action="open", urlBase64=base64.b64encode(address.encode("ascii")).decode("ascii"))
        self.assertEqual(reply["calls"], [{"method": "revert", "category": None, "keys": ["a", "ü"], "sequence": 1}])
        reply = self.ask(
            "step", action="open", urlBase64=base64.b64encode(address.encode("ascii") + b"&profile=\xff").decode("ascii")
        )
        self.assertEqual((reply["handled"], reply["calls"], len(reply["callbacks"])), (True, [], 1))
        self.assertTrue(self.open(url(b"", token="x"))["log"])
        reply = self.open("https://example.com/")
        self.assertEqual((reply["handled"], reply["calls"], reply["callbacks"]), (False, [], []))

    def test_start_forgets(self):
        self.start()
        data = packed(request({"a": 1}))
        self.open(url(data[:5], chunk=(1, 2)))
        self.start()
        self.assertEqual(self.open(url(data[5:], chunk=(2, 2)))["calls"], [])

    def test_replies_too_long_for_a_line(self):
        self.start()
        address = url(packed(request({"a": 1})))
        # Each of these characters takes one byte in a property list and six in JSON.
        records = [
            {"record": "didApply", "key": "k%d" % number, "oldValue": {"string": "\x01" * 100_000}} for number in range(26)
        ]
        reply = self.open(address, apply={"records": records, "answer": "no"})
        self.assertEqual(reply["calls"][1]["values"]["k0"], records[0]["oldValue"])
        configuration = {"k%d" % number: "\x01" * 99_000 for number in range(21)}
        reply = self.open(url(packed(request({"list": list(configuration.values()), **{key: 1 for key in configuration}}))))
        self.assertEqual(len(reply["calls"][0]["values"]["list"]["array"]), 21)
        reply = self.open(
            url(packed(request({"list": ["\x01" * 99_000] * 21}))),
            apply={"records": [dict(record, oldValue={"string": "\x01" * 80_000}) for record in records], "answer": "no"},
        )
        self.assertEqual([call["values"] for call in reply["calls"]], [{"tooLarge": True}] * 2)
        self.assertEqual(len(reply["callbacks"]), 1)

    def test_shared_references_in_a_reply(self):
        self.start()
        reply = self.open(url(packed(request({"a": ["x" * 1000] * 1000}))))
        self.assertEqual(reply["calls"][0]["values"]["a"]["array"][999], {"string": "x" * 1000})


class DualModeSuite(Process):
    POLICY = {"secureServices": True, "secureFileIORequired": True, "authState": "AUTHORIZED"}

    def act(self, action, **fields):
        reply = self.ask("step", action=action, **fields)
        self.assertEqual(reply["type"], "observed")
        return reply

    def test_a_life(self):
        with tempfile.TemporaryDirectory() as folder:
            start = {"suite": "appconnect.dualmode", "configuration": {}, "storage": folder}
            self.assertEqual(self.ask("start", **start)["type"], "started")
            reply = self.act("launch", shouldStart=True, options={"a": 1})
            self.assertEqual(
                reply["calls"],
                [
                    {"method": "shouldStartAppConnect"},
                    {"method": "initWithDelegate"},
                    {"method": "startWithLaunchOptions", "options": {"a": 1}},
                ],
            )
            self.assertEqual((reply["state"], reply["encryption"], reply["app"]), ("Undecided", "Unencrypted", []))
            reply = self.act("managedPolicy", policy="MANAGED", **self.POLICY)
            self.assertEqual((reply["state"], reply["encryption"]), ("AppConnectMode", "Encrypted"))
            self.act("terminate")
            self.ask("start", keep=True, **start)
            reply = self.act("launch", shouldStart=True, options={})
            self.assertEqual(reply["state"], "AppConnectMode")
            reply = self.act("userRequests", mode="NonAppConnectMode", dieAfterPersist=0)
            self.assertEqual(
                (reply["calls"], reply["state"], reply["app"]), ([], "AppConnectMode", [{"method": "eraseSensitiveData"}])
            )
            self.act("launch", shouldStart=True, options={})
            reply = self.act("userRequests", mode="NonAppConnectMode")
            self.assertEqual(
                ([call["method"] for call in reply["calls"]], reply["state"]), (["retire", "stop"], "NonAppConnectMode")
            )
            reply = self.act("userRequests", mode="AppConnectMode")
            self.assertEqual(reply["calls"][1], {"method": "startWithLaunchOptions", "options": None})
            reply = self.act("managedPolicy", policy="UNMANAGED", **self.POLICY)
            self.assertEqual(
                (reply["state"], reply["app"]), ("NonAppConnectMode", [{"method": "notifyModeChange", "success": False}])
            )
            self.ask("start", **start)
            self.assertEqual(self.act("launch", shouldStart=False, options={})["state"], "AppConnectNotAvailable")

    def test_keeping_without_a_folder(self):
        start = {"suite": "appconnect.dualmode", "configuration": {}}
        for keep, expected in ((False, "AppConnectNotAvailable"), (True, "AppConnectNotAvailable"), (False, "Undecided")):
            self.ask("start", keep=keep, **start)
            self.assertEqual(self.act("launch", shouldStart=expected == "Undecided" or keep, options={})["state"], expected)

    def test_trouble(self):
        self.assertEqual(self.ask("start", suite="appconnect.dualmode", configuration={}, storage=os.devnull)["type"], "failure")
        self.ask("start", suite="appconnect.dualmode", configuration={})
        self.assertEqual(self.ask("step", action="dance")["type"], "unsupported")
        self.assertEqual(self.ask("step", action="managedPolicy", policy="MAYBE")["type"], "failure")
        self.assertEqual(self.ask("step", action="userRequests", mode="Undecided")["type"], "failure")


if __name__ == "__main__":
    unittest.main()
