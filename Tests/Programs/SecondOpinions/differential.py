#!/usr/bin/env python3
"""Generated inputs, read by us and by other implementations; every disagreement with our verdict counted.

Ends with 0 if all disagreements are explained in opinions/known.py, with 1 if not, with 2 if something that is needed is missing.
The counts depend on seed and count alone, not on the number of jobs.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import sys
import time
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Counter, Dict, Iterator, List, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

from opinions.judging import NOT_COMPARED, ForeignJudge, codec_behaviour, is_allowed, is_codec_right  # noqa: E402
from opinions.known import Bucket, explanation  # noqa: E402
from opinions.libplist import LibplistMissing  # noqa: E402
from opinions.peers import LibplistPeer, Plistlib  # noqa: E402
from opinions.program import Case, generated  # noqa: E402
from opinions.requests import is_library_right, library_behaviour  # noqa: E402
from opinions.worker import CRASH, HANG, Batch  # noqa: E402

_BLOCK = 5_000
_BATCH = 1_000
_EXAMPLES = 3
_CODEC = "abt.codec"
_LIBRARY = "abt.library"
#: Which verdicts are right for a peer; `is_allowed` for the others.
_RULES = {_CODEC: is_codec_right, _LIBRARY: is_library_right}
_GENERATORS = ("mutate", "forge")


@dataclass
class Tally:
    """The counts of some inputs."""

    inputs: Counter[str] = field(default_factory=collections.Counter)
    verdicts: Counter[str] = field(default_factory=collections.Counter)
    #: All words, also of peers that are right: (our verdict and reason, peer, behaviour).
    words: Counter[Bucket] = field(default_factory=collections.Counter)
    #: By bucket and explanation; the explanation is empty where there is none.
    disagreements: Counter[Tuple[Bucket, str]] = field(default_factory=collections.Counter)
    #: (number of the input, kind, hex) of unexplained ones: those of the lowest numbers.
    examples: Dict[Bucket, List[Tuple[int, str, str]]] = field(default_factory=dict)

    def enter(self, number: int, case: Case, peer: str, behaviour: str) -> None:
        ours = case.ours.verdict + (" " + case.ours.reason if case.ours.reason else "")
        if case.ours.may_decline:
            ours += ", or not handled"
        bucket = (ours, peer, behaviour)
        self.words[bucket] += 1
        if _RULES.get(peer, is_allowed)(case.ours, behaviour):
            return
        reason = explanation(bucket, case.data)
        self.disagreements[bucket, reason] += 1
        examples = self.examples.setdefault(bucket, [])
        if not reason and len(examples) < _EXAMPLES:
            examples.append((number, case.kind, case.data.hex()))

    def merge(self, other: "Tally") -> None:
        self.inputs += other.inputs
        self.verdicts += other.verdicts
        self.words += other.words
        self.disagreements += other.disagreements
        for bucket, examples in other.examples.items():
            self.examples[bucket] = sorted(self.examples.get(bucket, []) + examples)[:_EXAMPLES]


def _batches(cases: Iterator[Case]) -> Iterator[List[Case]]:
    while True:
        batch = list(islice(cases, _BATCH))
        if not batch:
            return
        yield batch


def judge(cases: Iterator[Case], first: int) -> Tally:
    """What all peers say of the cases, which are numbered from `first` on."""
    tally = Tally()
    plistlib, libplist = ForeignJudge(Plistlib()), ForeignJudge(LibplistPeer())
    number = first
    for batch in _batches(cases):
        lists = [(position, case) for position, case in enumerate(batch) if case.kind == "plist"]
        native = Batch([(case.data, case.ours) for _, case in lists], libplist.behaviour)
        for position, case in enumerate(batch):
            tally.inputs[case.kind] += 1
            tally.verdicts[case.ours.verdict] += 1
            if case.kind == "request":
                tally.enter(number + position, case, _LIBRARY, library_behaviour(case))
                continue
            tally.enter(number + position, case, _CODEC, codec_behaviour(case))
            if case.kind == "plist":
                tally.enter(number + position, case, "plistlib", plistlib.behaviour(case.data, case.ours))
        for (position, case), behaviour in zip(lists, native.answers()):
            tally.enter(number + position, case, "libplist", behaviour)
        number += len(batch)
    return tally


def _judge_block(block: Tuple[str, str, int, int, int]) -> Tally:
    program, generator, seed, first, count = block
    return judge(generated(program, generator, seed, first, count), first)


def run(program: str, generators: Sequence[str], seed: int, count: int, jobs: int) -> Tally:
    """`count` inputs in all, as equally many of each generator as can be."""
    each, more = divmod(count, len(generators))
    blocks = []
    for place, generator in enumerate(generators):
        own = each + (place < more)
        blocks += [(program, generator, seed, first, min(_BLOCK, own - first)) for first in range(0, own, _BLOCK)]
    tally = Tally()
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for done in pool.imap(_judge_block, blocks):
            tally.merge(done)
    return tally


def report(tally: Tally, words: bool) -> int:
    """Prints the counts; the number of disagreements without an explanation."""
    print("inputs:   " + ", ".join("%s %d" % item for item in sorted(tally.inputs.items())))
    print("verdicts: " + ", ".join("%s %d" % item for item in sorted(tally.verdicts.items())))
    skipped: Counter[str] = collections.Counter()
    deaths: Counter[Tuple[str, str]] = collections.Counter()
    for (_, peer, behaviour), times in tally.words.items():
        if behaviour.startswith(NOT_COMPARED):
            skipped["%s %s" % (peer, behaviour[len(NOT_COMPARED) :])] += times
        if behaviour.startswith((CRASH, HANG)):
            deaths[peer, behaviour] += times
    if skipped:
        print("values not compared: " + ", ".join("%s %d" % item for item in sorted(skipped.items())))
    for (peer, behaviour), times in sorted(deaths.items()):
        print("%s %s %d times" % (peer, behaviour, times))
    if words:
        print("\nwhat each says, by our verdict:")
        for (ours, peer, behaviour), times in sorted(tally.words.items()):
            print("  %8d  %-36s %-10s %s" % (times, ours, peer, behaviour))
    unexplained = 0
    for (bucket, reason), times in sorted(tally.disagreements.items()):
        print("\n%s %8d  ours: %s; %s %s" % (("known      " if reason else "UNEXPLAINED"), times, *bucket))
        if reason:
            print("    " + reason)
            continue
        unexplained += times
        for number, kind, data in tally.examples[bucket]:
            print("    input %d (%s): %s" % (number, kind, data[:8_000]))
    return unexplained


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the built second-opinions")
    parser.add_argument(
        "--generator", action="append", help="a command that makes inputs; several share them (default: %s)" % ", ".join(_GENERATORS)
    )
    parser.add_argument("--count", type=int, default=20_000, help="how many inputs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--words", action="store_true", help="print what each says by our verdict, right or wrong")
    options = parser.parse_args()
    try:
        LibplistPeer()
    except LibplistMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    begun = time.monotonic()
    tally = run(options.program, options.generator or _GENERATORS, options.seed, options.count, options.jobs)
    seconds = time.monotonic() - begun
    print(
        "seed %d, %d inputs, %d jobs: %.1f s, %.0f inputs/s"
        % (options.seed, options.count, options.jobs, seconds, options.count / max(seconds, 1e-9))
    )
    unexplained = report(tally, options.words)
    if unexplained:
        print("\n%d disagreements are not explained in opinions/known.py" % unexplained)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
