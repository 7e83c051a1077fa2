#!/usr/bin/env python3
"""The subject under Hypothesis: scripts of valid requests, some of which are damaged in one layer.

    properties.py PIPE --seed N

PIPE is the subject at the end of a pipe. Runs until something fails (exit status 1) or until it is told to stop; the last line
says how many scripts were run. What is checked beside crashes, hangs and the harness's own checks: an undamaged request succeeds, and
the delegate gets exactly the values that went in.
"""

import argparse
import datetime
import os
import select
import signal
import struct
import subprocess
import sys
import urllib.parse

import hypothesis
import hypothesis.strategies as st

import wire

SECONDS = 2  # of the subject's processor time, after which it hangs
TICKS = os.sysconf("SC_CLK_TCK")
EPOCH = datetime.datetime(2001, 1, 1)


class Subject:
    """The process, begun anew where it has ended."""

    def __init__(self, command):
        self.command, self.process, self.count, self.begun = command, None, 0, 0.0

    def run(self, script):
        if not self.process:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count += 1
        self.begun = self.used()
        try:
            self.process.stdin.write(struct.pack(">I", len(script)) + script)
            self.process.stdin.flush()
            return self.take(struct.unpack(">I", self.take(4))[0]).decode("latin-1")
        except OSError as trouble:
            self.process.kill()
            status, self.process = self.process.wait(), None
            raise AssertionError(f"the subject is gone: {trouble}, status {status}") from None

    def used(self):
        """Processor seconds of the process: on a machine with much else to do an answer may come late for no fault of its own."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / TICKS

    def take(self, length):
        answer = b""
        while len(answer) < length:
            while not select.select([self.process.stdout], [], [], SECONDS)[0]:
                if self.used() - self.begun >= SECONDS:
                    raise OSError("no answer")
            part = os.read(self.process.stdout.fileno(), length - len(answer))
            if not part:
                raise OSError("the end")
            answer += part
        return answer


# ---- What a value looks like when the pipe tells it ----


def bits(real):
    return struct.pack(">d", real).hex()


def told(value):
    if isinstance(value, bool):
        return f"b{int(value)}"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return "R" + bits(value)
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, bytes):
        return "x" + value.hex()
    if isinstance(value, datetime.datetime):
        return "D" + bits((value - EPOCH).total_seconds())
    if isinstance(value, list):
        return "[" + "".join(f":{told(item)}," for item in value) + "]"
    return "{" + "".join(f"{key.encode().hex()}:{told(item)}," for key, item in value.items()) + "}"


# ---- Strategies ----

SIZES = st.sampled_from([0, 1, 14, 15, 16, 127, 128, 254, 255, 256, 257, 1000])  # where counts get wider
UNICODE = st.text(st.characters(exclude_categories=["Cs"]))
TEXTS = UNICODE | SIZES.map(lambda size: "x" * size) | SIZES.map(lambda size: "я" * size)
WIDTHS = st.sampled_from([1 << power for power in (7, 8, 15, 16, 31, 32, 62)])
INTEGERS = st.integers(-(1 << 63), (1 << 63) - 1) | st.builds(lambda base, more: base + more, WIDTHS, st.integers(-1, 1))
DATA = st.binary() | SIZES.map(bytes) | st.integers(0, 1 << 17).map(bytes)
DATES = st.datetimes(datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31))
SCALARS = TEXTS | INTEGERS | st.floats() | st.booleans() | DATA | DATES
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5), max_leaves=12)
MANY = SIZES.map(lambda size: {f"key{index}": index for index in range(size)})
CONFIGURATIONS = st.dictionaries(TEXTS, VALUES, max_size=6) | MANY
EDITS = st.lists(st.tuples(st.sampled_from("flip set insert cut drop double".split()), st.integers(0, 1 << 16), st.integers(0, 255)), min_size=1, max_size=4)
NUMBERS = st.sampled_from([0, 1, 2, 3, 8, 9, 64, 255, 256, 257, 65535, (1 << 32) - 1, (1 << 61), (1 << 63), (1 << 64) - 1]) | st.integers(0, 300)
FIELDS = st.sampled_from([(6, 1), (7, 1), (8, 8), (16, 8), (24, 8)])  # of the trailer
PROFILES = st.sampled_from(["P1", "P2"]) | UNICODE.filter(bool)
LAYERS = st.sampled_from(["url", "base64", "cipher", "zlib", "magic", "list", "trailer", "token", "pieces", "parameters"])


def edited(bytes_, edits):
    for what, place, byte in edits:
        at = place % (len(bytes_) + 1)
        if what == "flip" and at < len(bytes_):
            bytes_ = bytes_[:at] + bytes([bytes_[at] ^ 1 << byte % 8]) + bytes_[at + 1:]
        elif what == "set":
            bytes_ = bytes_[:at] + bytes([byte]) + bytes_[at + 1:]
        elif what == "insert":
            bytes_ = bytes_[:at] + bytes([byte]) * (1 + byte % 8) + bytes_[at:]
        elif what == "cut":
            bytes_ = bytes_[:at]
        elif what == "drop":
            bytes_ = bytes_[:at] + bytes_[at + 1 + byte % 8:]
        elif what == "double":
            bytes_ = bytes_[:at] + bytes_[at:at + byte] * 2 + bytes_[at + byte:]
    return bytes_


def with_trailer(listed, fields):
    for (place, width), number in fields:
        at = len(listed) - 32 + place
        listed = listed[:at] + (number & (1 << 8 * width) - 1).to_bytes(width, "big") + listed[at + width:]
    return listed


@st.composite
def requests(draw):
    """The lines of one request, and what the delegate should be asked: a text, None for nothing at all, or False for no opinion."""
    broken = draw(st.none() | LAYERS)
    edits = draw(EDITS) if broken else []
    verb = draw(st.sampled_from(["apply", "apply", "reset"]))
    category = draw(st.none() | TEXTS)
    content = {"Version": 1} if category is None else {"Version": 1, "Category": category}
    name = "" if category is None else "s" + category.encode().hex()
    if verb == "apply":
        content["Configuration"] = draw(CONFIGURATIONS)
        expected = f"apply {name} {told(content['Configuration'])}"
    else:
        content["Keys"] = draw(st.lists(TEXTS, max_size=6, unique=True))
        expected = f"revert {name} " + "".join(key.encode().hex() + "," for key in content["Keys"])
    data = wire.property_list(content)
    if broken == "list":
        data = edited(data, edits)
    if broken == "trailer":
        data = with_trailer(data, draw(st.lists(st.tuples(FIELDS, NUMBERS), min_size=1, max_size=3)))
    data = edited(wire.MAGIC, edits) + data * draw(st.integers(0, 1)) if broken == "magic" else wire.MAGIC + data
    data = wire.zlib.compress(data, draw(st.integers(0, 9)))
    if broken == "zlib":
        data = edited(data, edits)
    parameter = "data"
    if draw(st.booleans()):
        parameter, data = "data-x", wire.encrypted(data, draw(st.binary(min_size=8, max_size=8)))
        if broken == "cipher":
            data = edited(data, edits)
    token = wire.TOKEN
    if broken == "token":
        token = draw(st.sampled_from([token[:-1], token[:8], token.upper(), token + "0", "", token[1:], "0" * 64]))
        expected = None
    elif broken:
        expected = False
    total = draw(st.sampled_from([0, 0, 0, 2, 3]))
    parts = [data]
    if total:
        step = max(1, -(-len(data) // total))
        parts = [data[at:at + step] for at in range(0, len(data), step)] or [data]
    more = [f"&chunk={index}&chunks={len(parts)}" if total else "" for index in range(1, len(parts) + 1)]
    if broken == "pieces":
        more = [f"&chunk={draw(NUMBERS)}&chunks={draw(NUMBERS)}" if draw(st.booleans()) else text for text in more]
        place = draw(st.integers(0, len(parts) - 1))
        parts.insert(place, draw(st.sampled_from([parts[place], b"other"])))
        more.insert(place, draw(st.sampled_from([more[place], f"&chunk={draw(NUMBERS)}&chunks={draw(NUMBERS)}"])))
    profile, payload = draw(PROFILES), draw(PROFILES)
    marks = draw(st.sampled_from(["", "", "!", "-", "+", "!+"]))
    lines = []
    for part, text in zip(parts, more):
        encoded = wire.quoted(part)
        if broken == "base64":
            encoded = draw(st.sampled_from([edited(encoded, edits), b"====", b"%3D%3D%3D%3D", b"AA", b""]))
        line = wire.url(verb, encoded, parameter, urllib.parse.quote(profile, safe=""), urllib.parse.quote(payload, safe=""), token, text)
        if broken == "parameters":
            line += draw(st.sampled_from([b"&token=x", b"&profile=", b"&data=", b"&unknown=1", b"#end", b"%"])) * draw(st.integers(1, 40))
        if broken == "url":
            line = edited(line, edits)
        lines.append(marks.encode() + line.replace(b"\n", b" "))
    if total and not broken:
        lines = draw(st.permutations(lines))
        expected = [expected, (profile, payload)]  # holds where nothing else is about this payload
    return lines, expected, "!" in marks, (profile, payload)


def check(subject, script):
    lines = [line for request in script for line in request[0]]
    answer = subject.run(b"\n".join(lines))
    answers, events = [], []
    for event in answer.splitlines():
        events.append(event)
        if event.startswith("handled "):
            answers.append(events)
            events = []
    assert len(answers) == len([line for line in lines if line])
    at = 0
    for request_lines, expected, refuses, payload in script:
        count = len([line for line in request_lines if line])
        events = [event for answer in answers[at:at + count] for event in answer]
        at += count
        calls = [event for event in events if event.startswith(("apply ", "revert "))]
        if expected is None:
            assert not calls, "the delegate is called"
        if isinstance(expected, list):
            expected = expected[0] if [request[3] for request in script].count(payload) == 1 else False
        if expected:
            assert calls == [expected], f"the delegate gets {calls}, not {expected}"
            wanted = "status=Error" if refuses else "status=Success"
            assert wanted in events[-2], f"{wanted} is not in {events[-2]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pipe")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    subject = Subject([arguments.pipe])

    def stop(*_):
        print(f"scripts {subject.count}", flush=True)
        os._exit(0)

    signal.signal(signal.SIGINT, stop)
    settings = hypothesis.settings(
        max_examples=5000, deadline=None, database=None, phases=[hypothesis.Phase.generate], print_blob=False,
        report_multiple_bugs=False, suppress_health_check=list(hypothesis.HealthCheck))
    for seed in range(arguments.seed * 1000, arguments.seed * 1000 + 1000):
        @hypothesis.seed(seed)
        @settings
        @hypothesis.given(st.lists(requests(), min_size=1, max_size=4))
        def test(script):
            try:
                check(subject, script)
            except AssertionError as trouble:  # The first one is enough; shrinking is not measured.
                print(f"FOUND: {str(trouble)[:300]}\nscripts {subject.count}", flush=True)
                os._exit(1)

        test()


if __name__ == "__main__":
    main()
