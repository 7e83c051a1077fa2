"""Whole requests: that the rule binds, and that a fault on either side is found."""

from __future__ import annotations

import contextlib
import io
import struct
import unittest
from unittest import mock

from . import support

import differential
from opinions import requests
from opinions.descriptions import describe
from opinions.judging import ACCEPTS, OTHER_VALUE, REFUSES
from opinions.program import (
    ACCEPTED, FREE, KEPT, NOT_HANDLED, REFUSED, UNREADABLE, Case, Verdict, generated,
)  # fmt: skip
from opinions.requests import DECLINES, KEEPS, MISBEHAVES, SILENT, is_library_right, library_behaviour
from abt.codec import base64_strict, packing, plist, tokens, urls

_WORDS = (ACCEPTS, OTHER_VALUE, REFUSES, KEEPS, DECLINES, SILENT, MISBEHAVES + "x", "crashes: ValueError")
_IDENTIFIER, _KEY = "com.acme.app", "key"
_SCHEME = "x-absolutemanageconfig." + _IDENTIFIER
_TOKEN = tokens.make("hmac-sha256-hex", _IDENTIFIER, _KEY)


def case(*requested: str, ours: Verdict = Verdict(REFUSED, "", None)) -> Case:
    """URLs for the plain edition."""
    data = b"p"
    for text in (_IDENTIFIER, _KEY, "", ""):
        data += struct.pack(">I", len(text)) + text.encode()
    data += struct.pack(">I", len(requested))
    for url in requested:
        data += struct.pack(">I", len(url)) + url.encode()
    return Case("request", data, ours)


def packed(value: dict) -> bytes:
    return packing.pack(plist.write(value), b"ABTC")


def url(verb: str, value: dict, token: str = _TOKEN, chunk=None, data=None) -> str:
    return urls.build_request(_SCHEME, verb, token, "profile", "payload", "data", data or packed(value), chunk)


class RuleTests(unittest.TestCase):
    def test_what_each_verdict_allows(self) -> None:
        expected = {
            ACCEPTED: {ACCEPTS},
            REFUSED: {REFUSES},
            KEPT: {KEEPS},
            NOT_HANDLED: {DECLINES},
            UNREADABLE: {REFUSES, SILENT},
            FREE: {ACCEPTS, REFUSES, KEEPS},
        }
        for verdict, allowed in expected.items():
            for may_decline in (False, True):
                ours = Verdict(verdict, "", None, may_decline)
                with self.subTest(ours=ours):
                    right = {word for word in _WORDS if is_library_right(ours, word)}
                    self.assertEqual(right, allowed | {DECLINES} if may_decline else allowed)


class BehaviourTests(unittest.TestCase):
    APPLY = {"Version": 1, "Category": "Mail", "Configuration": {"b": 1, "a": [True]}}
    SHOWN = describe({"category": "Mail", "apply": {"b": 1, "a": [True]}})

    def behaviour(self, *requested: str, value=None) -> str:
        return library_behaviour(case(*requested, ours=Verdict(ACCEPTED, "", value)))

    def test_the_values_are_those_that_the_delegate_sees(self) -> None:
        self.assertEqual(self.behaviour(url("apply", self.APPLY), value=self.SHOWN), ACCEPTS)
        for other in ({"apply": {"b": 1, "a": [True]}}, {"category": "Mail", "apply": {"b": 1, "a": [1]}}):
            self.assertEqual(self.behaviour(url("apply", self.APPLY), value=describe(other)), OTHER_VALUE)
        reset = url("reset", {"Version": 1, "Keys": ["b", "a", "b"]})
        self.assertEqual(self.behaviour(reset, value=describe({"revert": ["a", "b"]})), ACCEPTS)
        self.assertEqual(self.behaviour(reset, value=describe({"revert": ["a", "b", "c"]})), OTHER_VALUE)
        self.assertEqual(self.behaviour(reset, value=describe({"apply": {}})), OTHER_VALUE)

    def test_refused_and_declined(self) -> None:
        self.assertEqual(self.behaviour(url("apply", self.APPLY, token="x")), REFUSES)
        self.assertEqual(self.behaviour("https://apply?x"), DECLINES)

    def test_pieces_have_to_be_kept(self) -> None:
        whole = packed(self.APPLY)
        first, second = (url("apply", {}, chunk=(number, 2), data=piece) for number, piece in
                         ((1, whole[:9]), (2, whole[9:])))  # fmt: skip
        self.assertEqual(self.behaviour(first), KEEPS)
        self.assertEqual(self.behaviour(first, second, value=self.SHOWN), ACCEPTS)
        self.assertEqual(self.behaviour(second, first, value=self.SHOWN), ACCEPTS)
        self.assertTrue(self.behaviour(url("apply", self.APPLY), first).startswith(MISBEHAVES))

    def test_every_breach_is_seen(self) -> None:
        def handling(result: object, *callbacks: str, call: bool = False, fault=None):
            def handle(manager, _: bytes) -> object:
                if fault is not None:
                    raise fault
                if call:
                    manager._delegate.apply_configuration(mock.Mock(category=None, keys=("a",), values={"a": 1}))
                for text in callbacks:
                    manager._open_url("absoluteapps://thirdpartyprofilestatus?" + text)
                return result

            return mock.patch.object(requests.ConfigurationManager, "handle_config_url", handle)

        changed = "status=Success&changedValues=" + base64_strict.encode(packing.pack(plist.write(["b"]), b"")).decode().replace(
            "+", "%2B"
        ).replace("/", "%2F").replace("=", "%3D")
        breaches = (
            handling(False, "status=Error"),
            handling(False, call=True),
            handling(None, "status=Error"),
            handling(True, "status=Error", "status=Error"),
            handling(True, call=True),
            handling(True, "status=error"),
            handling(True, "status=Error", call=True),
            handling(True, "status=Canceled"),
            handling(True, "status=Success", call=True),
            handling(True, changed, call=True),
            handling(True, changed),
        )
        for number, breach in enumerate(breaches):
            with self.subTest(number), breach:
                self.assertTrue(self.behaviour("x").startswith(MISBEHAVES))
        with handling(True, fault=RecursionError()):
            self.assertEqual(self.behaviour("x"), "crashes: RecursionError")
        with handling(True):
            self.assertEqual(self.behaviour("x"), SILENT)


class RunTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.cases = list(generated(support.program(), "forge", 1, 0, 2_000))

    def unexplained(self, cases: list) -> int:
        with contextlib.redirect_stdout(io.StringIO()):
            return differential.report(differential.judge(iter(cases), 0), words=False)

    def test_every_verdict_occurs(self) -> None:
        verdicts = {ours.ours.verdict for ours in self.cases}
        self.assertEqual(verdicts, {ACCEPTED, REFUSED, KEPT, NOT_HANDLED, UNREADABLE, FREE})
        self.assertEqual({ours.ours.may_decline for ours in self.cases}, {False, True})
        self.assertEqual({chr(ours.data[0]) for ours in self.cases}, set("pea"))
        self.assertEqual({ours.kind for ours in self.cases}, {"request"})

    def test_inputs_follow_from_seed_and_number(self) -> None:
        self.assertEqual(self.cases[100:150], list(generated(support.program(), "forge", 1, 100, 50)))
        self.assertNotEqual(self.cases[:50], list(generated(support.program(), "forge", 2, 0, 50)))

    def test_all_agree(self) -> None:
        self.assertEqual(self.unexplained(self.cases), 0)

    def test_each_wrong_verdict_of_ours_is_found(self) -> None:
        turned = {ACCEPTED: REFUSED, REFUSED: ACCEPTED, KEPT: REFUSED, NOT_HANDLED: REFUSED}
        wrong = [
            Case(each.kind, each.data, Verdict(turned[each.ours.verdict], "", None))
            for each in self.cases
            if each.ours.verdict in turned and not each.ours.may_decline
        ]
        self.assertEqual(self.unexplained(wrong), len(wrong))
        self.assertGreater(len(wrong), len(self.cases) // 2)


if __name__ == "__main__":
    unittest.main()
