"""The differential reader itself: what it counts as a disagreement, and that it survives its peers."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import time
import unittest
from unittest import mock

from . import support

import differential
from opinions import judging
from opinions.descriptions import describe, undescribe
from opinions.judging import ACCEPTS, CALLS_FREE, NOT_COMPARED, OTHER_VALUE, REFUSES, is_allowed, is_codec_right
from opinions.program import ACCEPTED, FREE, REFUSED, Case, OurCodec, Verdict, generated
from opinions.worker import HANG, Batch
from abt.codec.values import Date


class RuleTests(unittest.TestCase):
    def test_accepted_binds_the_value(self) -> None:
        allowed = [word for word in (ACCEPTS, OTHER_VALUE, REFUSES, CALLS_FREE, "crashes: SIGSEGV", HANG) if
                   is_allowed(Verdict(ACCEPTED, "", b"m"), word)]  # fmt: skip
        self.assertEqual(allowed, [ACCEPTS])
        self.assertTrue(is_allowed(Verdict(ACCEPTED, "", b"m"), NOT_COMPARED + "row"))

    def test_refused_binds(self) -> None:
        allowed = [word for word in (ACCEPTS, OTHER_VALUE, REFUSES, CALLS_FREE, "crashes: SIGSEGV", HANG) if
                   is_allowed(Verdict(REFUSED, "x", None), word)]  # fmt: skip
        self.assertEqual(allowed, [REFUSES])

    def test_free_forbids_crashes_and_other_values(self) -> None:
        allowed = [word for word in (ACCEPTS, OTHER_VALUE, REFUSES, CALLS_FREE, "crashes: SIGSEGV", HANG) if
                   is_allowed(Verdict(FREE, "x", None), word)]  # fmt: skip
        self.assertEqual(allowed, [ACCEPTS, REFUSES, CALLS_FREE])


    def test_the_independent_implementation_knows_what_is_free(self) -> None:
        with_value, without = Verdict(FREE, "trailerPadding", b"m"), Verdict(FREE, "set", None)
        self.assertFalse(is_codec_right(with_value, REFUSES))
        self.assertTrue(is_codec_right(without, REFUSES))
        self.assertTrue(is_codec_right(Verdict(FREE, "trailingBytes", b"m"), REFUSES))
        self.assertFalse(is_codec_right(with_value, ACCEPTS))
        self.assertTrue(is_codec_right(Verdict(FREE, "narrowWidth", b"m"), ACCEPTS))
        self.assertTrue(is_codec_right(with_value, CALLS_FREE))


class WorkerTests(unittest.TestCase):
    def test_a_death_is_the_answer_to_its_input_only(self) -> None:
        def judge(word: str) -> str:
            if word == "die":
                os.kill(os.getpid(), signal.SIGSEGV)
            if word == "leave":
                os._exit(3)
            if word == "hang":
                time.sleep(60)
            return word

        inputs = [("a",), ("die",), ("b",), ("hang",), ("leave",), ("c",)]
        self.assertEqual(
            Batch(inputs, judge, max_seconds=0.5).answers(),
            ["a", "crashes: SIGSEGV", "b", HANG, "crashes: exit status 3", "c"],
        )


class DescriptionTests(unittest.TestCase):
    VALUE = {"é": [1, -1, True, False, 1.5, b"\0\xff", Date(-0.5), "\U0001f600", {}], "": {"b": 2, "a": -(2**63)}}

    def test_python_reads_what_it_writes(self) -> None:
        self.assertEqual(undescribe(describe(self.VALUE)), self.VALUE)

    def test_swift_describes_as_python_does(self) -> None:
        description = describe(self.VALUE)
        with OurCodec(support.program()) as ours:
            verdict = ours.read(ours.write(description))
        self.assertEqual((verdict.verdict, verdict.value), (ACCEPTED, description))


class RunTests(unittest.TestCase):
    COUNT = 300

    def cases(self, seed: int = 1):
        return list(generated(support.program(), "mutate", seed, 0, self.COUNT))

    def test_inputs_follow_from_seed_and_number(self) -> None:
        cases = self.cases()
        self.assertEqual(len(cases), self.COUNT)
        self.assertEqual(cases[100:150], list(generated(support.program(), "mutate", 1, 100, 50)))
        self.assertNotEqual(cases, self.cases(seed=2))
        self.assertEqual({case.ours.verdict for case in cases}, {ACCEPTED, REFUSED, FREE})

    def test_jobs_do_not_change_the_counts(self) -> None:
        with mock.patch.object(differential, "_BLOCK", 100):
            one, two = (differential.run(support.program(), ["mutate", "forge"], 1, self.COUNT, jobs) for jobs in (1, 2))
        self.assertEqual(one, two)

    def unexplained(self, cases: list) -> int:
        with contextlib.redirect_stdout(io.StringIO()):
            return differential.report(differential.judge(iter(cases), 0), words=False)

    def test_all_agree(self) -> None:
        self.assertEqual(self.unexplained(self.cases()), 0)

    def test_a_wrong_verdict_of_ours_is_found(self) -> None:
        def turned(case: Case) -> Case:
            ours = case.ours
            if ours.verdict == REFUSED:
                return Case(case.kind, case.data, Verdict(ACCEPTED, "", describe({})))
            return Case(case.kind, case.data, Verdict(REFUSED, "turned", None)) if ours.verdict == ACCEPTED else case

        turned_cases = [turned(case) for case in self.cases()]
        binding = sum(case.ours.verdict != FREE for case in turned_cases)
        # The independent implementation objects to each, the others to most.
        self.assertGreaterEqual(self.unexplained(turned_cases), binding)

    def test_a_wrong_value_of_ours_is_found(self) -> None:
        case = next(case for case in self.cases() if case.kind == "plist" and case.ours.verdict == ACCEPTED)
        wrong = Case(case.kind, case.data, Verdict(ACCEPTED, "", describe({"other": 1})))
        self.assertEqual(judging.codec_behaviour(wrong), OTHER_VALUE)
        self.assertEqual(self.unexplained([wrong]), 3)

    def test_a_fault_of_the_python_reader_is_found(self) -> None:
        cases = self.cases()
        with mock.patch.object(judging.plist, "read", side_effect=RecursionError):
            self.assertGreater(self.unexplained(cases), 0)


if __name__ == "__main__":
    unittest.main()
