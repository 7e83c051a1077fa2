#!/usr/bin/env python3
"""Round trips of random values between our codec and other implementations, both ways.

Ends with 0 if every value came through unchanged, with 1 if one did not, and with 2 if something that is needed is missing.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import time
from pathlib import Path
from typing import Any, Counter, List

sys.path.insert(0, str(Path(__file__).resolve().parent))

from opinions.descriptions import describe  # noqa: E402
from opinions.libplist import LibplistMissing  # noqa: E402
from opinions.limits import READING, WRITING, limits, scalars  # noqa: E402
from opinions.peers import LibplistPeer, Plistlib  # noqa: E402
from opinions.program import ACCEPTED, OurCodec  # noqa: E402
from opinions.values import RandomValues  # noqa: E402

_SHOWN = 3


def difference(ours: OurCodec, peer: Any, direction: str, value: Any) -> str:
    """What went wrong with one value in one direction; an empty text if nothing did."""
    wanted = describe(value)
    if direction == READING:
        data = ours.write(wanted)
        try:
            got = describe(peer.read(data))
        except Exception as error:  # noqa: BLE001 - whatever a foreign reader throws is its answer
            return "%s does not read our bytes %s: %r" % (peer.name, data.hex(), error)
    else:
        data = peer.write(value)
        verdict = ours.read(data)
        if verdict.verdict != ACCEPTED or verdict.value is None:
            return "we say %s (%s) of %s's bytes %s" % (verdict.verdict, verdict.reason, peer.name, data.hex())
        got = verdict.value
    if got == wanted:
        return ""
    return "%s: bytes %s, value %s, wanted %s" % (direction, data.hex(), got.hex(), wanted.hex())


def run(ours: OurCodec, peer: Any, direction: str, count: int, seed: int) -> int:
    """The number of values that did not come through; prints a line, and the first differences."""
    rows = limits(peer.name, direction)
    values = RandomValues(
        random.Random("%d/%s/%s" % (seed, peer.name, direction)), lambda scalar: any(row.lacks(scalar) for row in rows)
    )
    kinds: Counter[str] = collections.Counter()
    failures: List[str] = []
    begun = time.monotonic()
    for _ in range(count):
        value = values.dictionary()
        kinds.update(type(scalar).__name__ for scalar in scalars(value))
        failure = difference(ours, peer, direction, value)
        if failure:
            failures.append(failure)
    arrow = "ours -> %s" if direction == READING else "%s -> ours"
    print(
        "%-18s %6d values, %8d scalars (%s), %d differ, %.1f s"
        % (
            arrow % peer.name,
            count,
            sum(kinds.values()),
            ", ".join("%s %d" % item for item in sorted(kinds.items())),
            len(failures),
            time.monotonic() - begun,
        )
    )
    for failure in failures[:_SHOWN]:
        print("  " + failure[:4_000])
    return len(failures)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the built second-opinions")
    parser.add_argument("--count", type=int, default=10_000, help="values per peer and direction (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    options = parser.parse_args()
    try:
        peers = (Plistlib(), LibplistPeer())
    except LibplistMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    with OurCodec(options.program) as ours:
        failures = sum(
            run(ours, peer, direction, options.count, options.seed) for peer in peers for direction in (READING, WRITING)
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
