"""Adapters that misbehave: zoo.py ANIMAL REFERENCE-ADAPTER [TARGET]

An animal stands before the reference adapter and passes everything on, until its moment comes. By
default that is the first step of the case whose start holds TARGET. Every process notes its number
in the file "animals" of the current directory, so that somebody can look for what is left of it.
"""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.parse

# When an animal shows what it is.
AT_ONCE = "before the first request"
HELLO = "at hello"
FIRST_STEP = "at the first step of the target"
LAST_STEP = "at the last step of the target"
EVERY_STEP = "at every step"
SECOND_START = "at the second start of a process"
THIRD_PROCESS = "at hello, in the third process"
LATER_PROCESSES = "at hello, from the third process on"
EVERY_START = "at every start"
EVERY_FIFTH_REQUEST = "at every fifth request of a process"

ANIMALS = {}

# What no terminal and no XML document should get as it is.
HOSTILE = "\x1b[31mred\x1b]0;title\x07\u202e ]]> <b>&amp;\"' \x00 \ufffe end"


def comes_out(moment):
    """Registers an animal under the name of its function."""

    def register(act):
        ANIMALS[act.__name__] = (moment, act)
        return act

    return register


class Request:
    """A request, with the right reply at hand."""

    def __init__(self, line, reference):
        self.line = line
        self.content = json.loads(line)
        self.id = self.content["id"]
        self.type = self.content["type"]
        self.reference = reference

    def reply(self):
        """What the reference adapter answers, as a line."""
        self.reference.stdin.write(self.line)
        self.reference.stdin.flush()
        return self.reference.stdout.readline()

    def changed_reply(self, **members):
        """What the reference adapter answers, with other members."""
        return as_line(json.loads(self.reply()) | members)

    def observed(self, members='"handled":true'):
        return b'{"id":%d,"type":"observed",%s}\n' % (self.id, members.encode())


def as_line(reply):
    return json.dumps(reply).encode() + b"\n"


def put(data, descriptor=1):
    while data:
        data = data[os.write(descriptor, data) :]


def sleep_for_ever():
    while True:
        time.sleep(1000)


def note_process():
    with open("animals", "a") as file:
        file.write("%d\n" % os.getpid())


# What ends before it has answered hello, or answers something else.


@comes_out(AT_ONCE)
def exits_at_once(request):
    put(b"no licence\n", 2)
    os._exit(3)


@comes_out(HELLO)
def greets_with_garbage(request):
    put(b"Good morning\n")
    sleep_for_ever()


@comes_out(HELLO)
def greets_with_escapes(request):
    put(HOSTILE.encode(), 2)
    put(HOSTILE.encode() + b"\n")
    sleep_for_ever()


@comes_out(HELLO)
def greets_without_a_line_feed(request):
    put(b"x" * 100_000_000)
    sleep_for_ever()


@comes_out(HELLO)
def is_mute(request):
    sleep_for_ever()


@comes_out(HELLO)
def closes_its_output_at_hello(request):
    os.close(1)
    sleep_for_ever()


@comes_out(HELLO)
def speaks_protocol_2(request):
    put(request.changed_reply(protocol=2))


@comes_out(HELLO)
def fails_at_hello(request):
    put(as_line({"id": request.id, "type": "failure", "message": "no database"}))


# What claims strange things.


@comes_out(HELLO)
def claims_unknown_suites_only(request):
    put(request.changed_reply(suites={"teleport": {}}))


@comes_out(HELLO)
def claims_unknown_suites_too(request):
    reply = json.loads(request.reply())
    reply["suites"]["teleport"] = {"capabilities": ["far"]}
    put(as_line(reply))


@comes_out(HELLO)
def has_a_hostile_name(request):
    put(
        request.changed_reply(
            implementation={"name": HOSTILE, "version": HOSTILE, "language": HOSTILE}
        )
    )


# What writes something that is no right reply.


@comes_out(FIRST_STEP)
def writes_garbage(request):
    put(b"Hello, world\n")


@comes_out(FIRST_STEP)
def writes_100_mb_without_a_line_feed(request):
    put(b"x" * 100_000_000)
    sleep_for_ever()


@comes_out(FIRST_STEP)
def writes_invalid_utf8(request):
    put(b'{"id":%d,"type":"observed","log":["\xc3("]}\n' % request.id)


@comes_out(FIRST_STEP)
def nests_deeply(request):
    put(request.observed('"log":' + "[" * 1_000_000 + "]" * 1_000_000))


@comes_out(FIRST_STEP)
def repeats_a_key(request):
    put(request.observed('"handled":true,"handled":false'))


@comes_out(FIRST_STEP)
def answers_another_question(request):
    put(as_line({"id": request.id, "type": "started"}))


@comes_out(FIRST_STEP)
def answers_another_request(request):
    put(request.changed_reply(id=request.id + 77))


@comes_out(FIRST_STEP)
def answers_twice(request):
    reply = request.reply()
    put(reply + reply)


@comes_out(LAST_STEP)
def says_more_than_it_is_asked(request):
    put(request.reply() + b'{"id":9999,"type":"observed","handled":true}\n')


@comes_out(LAST_STEP)
def answers_again_when_the_next_case_begins(request):
    reply = request.reply()
    put(reply)
    os.read(0, 1)
    put(reply)
    sleep_for_ever()


@comes_out(FIRST_STEP)
def answers_late(request):
    reply = request.reply()
    time.sleep(3)
    put(reply)


@comes_out(FIRST_STEP)
def closes_its_output(request):
    os.close(1)
    sleep_for_ever()


@comes_out(FIRST_STEP)
def tells_a_hostile_failure(request):
    put(as_line({"id": request.id, "type": "failure", "message": HOSTILE}))


@comes_out(FIRST_STEP)
def observes_hostile_text(request):
    put(request.changed_reply(callbacks=[{"url": HOSTILE, "sequence": 2}], log=[HOSTILE]))


# To bring marks of two classes in order takes time for each pair of them.
MARKS = "a" + "\u0301\u0316" * 60_000
OTHER_MARKS = "a" + "\u0316\u0301" * 60_000


@comes_out(FIRST_STEP)
def observes_runs_of_marks(request):
    name, other = urllib.parse.quote(MARKS), urllib.parse.quote(OTHER_MARKS)
    callback = f"absoluteapps://thirdpartyprofilestatus?status={name}&{name}=1&{other}=2"
    members = {MARKS: 1, OTHER_MARKS: 2, "callbacks": [{"url": callback, "sequence": 2}]}
    put(request.changed_reply(log=[MARKS, OTHER_MARKS], **members))


# What is slow, silent or greedy.


@comes_out(FIRST_STEP)
def never_reads(request):
    # The line of the start was read byte by byte: the large step is still in the pipe, or not yet.
    sleep_for_ever()


@comes_out(FIRST_STEP)
def answers_byte_by_byte(request):
    for byte in request.reply():
        put(bytes([byte]))


@comes_out(FIRST_STEP)
def ignores_sigterm(request):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    sleep_for_ever()


@comes_out(FIRST_STEP)
def stops_itself(request):
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep_for_ever()


@comes_out(FIRST_STEP)
def spins(request):
    while True:
        pass


@comes_out(FIRST_STEP)
def eats_8_gb(request):
    held = [bytearray(b"x") * (64 << 20) for _ in range(128)]
    put(request.reply())
    del held


@comes_out(FIRST_STEP)
def writes_1_gb_of_errors(request):
    block = b"e" * (1 << 20)
    for _ in range(1024):
        put(block, 2)
    put(request.reply())


@comes_out(EVERY_STEP)
def hangs_on_everything(request):
    sleep_for_ever()


# What fails in the same way whatever it is asked.


@comes_out(EVERY_START)
def dies_after_hello(request):
    put(b"no display\n", 2)
    os._exit(6)


@comes_out(EVERY_FIFTH_REQUEST)
def dies_at_every_fifth_request(request):
    os.kill(os.getpid(), signal.SIGSEGV)


@comes_out(EVERY_FIFTH_REQUEST)
def hangs_at_every_fifth_request(request):
    sleep_for_ever()


@comes_out(EVERY_STEP)
def replies_twice_to_every_step(request):
    reply = request.reply()
    put(reply + reply)


@comes_out(EVERY_STEP)
def echoes_wrongly_everywhere(request):
    put(request.reply().replace(b"status", b"state"))


# What dies, and what it leaves.


@comes_out(FIRST_STEP)
def dies_within_a_batch(request):
    os.kill(os.getpid(), signal.SIGSEGV)


@comes_out(FIRST_STEP)
def dies_within_a_line(request):
    put(request.reply()[:20])
    os._exit(4)


@comes_out(LAST_STEP)
def dies_behind_its_last_reply(request):
    put(request.reply())
    # Not before the next case has been sent.
    time.sleep(0.1)
    os._exit(7)


@comes_out(SECOND_START)
def crashes_at_the_second_start(request):
    os.abort()


@comes_out(THIRD_PROCESS)
def cannot_be_started_a_third_time(request):
    put(b"the lock of a dead process\n", 2)
    os._exit(9)


@comes_out(LATER_PROCESSES)
def cannot_be_started_any_more(request):
    os._exit(10)


@comes_out(FIRST_STEP)
def leaves_a_grandchild_with_the_pipe(request):
    if os.fork() == 0:
        note_process()
        sleep_for_ever()
    os._exit(5)


@comes_out(FIRST_STEP)
def forks_twice(request):
    """Leaves a daemon of a session of its own, orphaned at once, that ignores every polite end."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            note_process()
            sleep_for_ever()
        os._exit(0)
    os.waitpid(child, 0)
    put(request.reply())


@comes_out(FIRST_STEP)
def kills_its_harness(request):
    """Leaves descendants of all kinds that no end of input reaches, and kills the harness (SIGKILL)
    when its journal has the five cases before the target."""
    ready = os.pipe()

    def descendant(*ways):
        if os.fork() != 0:
            return
        if "orphan" in ways and os.fork() != 0:
            os._exit(0)
        if "session" in ways:
            os.setsid()
        if "group" in ways:
            os.setpgid(0, 0)
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        note_process()
        os.write(ready[1], b"x")
        for descriptor in range(3):
            os.close(descriptor)
        os.execve("/bin/sleep", ["sleep", "600"], {} if "bare" in ways else os.environ)

    kinds = [
        ("group",),
        ("session",),
        ("session", "orphan"),
        ("orphan",),
        ("orphan", "bare"),
        ("orphan", "bare", "group"),
    ]
    for ways in kinds:
        descendant(*ways)
    for _ in kinds:
        os.read(ready[0], 1)
    end = time.monotonic() + 25
    while len(open("reports/report.jsonl").readlines()) < 5 and time.monotonic() < end:
        time.sleep(0.01)
    os.kill(os.getppid(), signal.SIGKILL)
    sleep_for_ever()


class Moments:
    """Knows when the moment of an animal has come."""

    def __init__(self, moment, target):
        self.moment = moment
        self.target = target
        self.starts = 0
        self.steps = 0
        self.requests = 0
        self.is_target = False

    def comes_with(self, request):
        if request.type == "start":
            self.starts += 1
            self.steps = 0
            self.is_target = self.target in json.dumps(request.content["configuration"])
        self.steps += request.type == "step"
        self.requests += 1
        processes = len(open("animals").readlines())
        is_step_of_target = request.type == "step" and self.is_target
        return {
            HELLO: request.type == "hello",
            FIRST_STEP: is_step_of_target and self.steps == 1,
            LAST_STEP: is_step_of_target and self.steps == 2,
            EVERY_STEP: request.type == "step",
            EVERY_START: request.type == "start",
            EVERY_FIFTH_REQUEST: self.requests % 5 == 0,
            SECOND_START: request.type == "start" and self.starts == 2,
            THIRD_PROCESS: request.type == "hello" and processes == 3,
            LATER_PROCESSES: request.type == "hello" and processes >= 3,
        }.get(self.moment, False)


def main():
    name, reference, target = (sys.argv[1:] + ['"apiKey": "0x00ff"'])[:3]
    moment, act = ANIMALS[name]
    note_process()
    if moment == AT_ONCE:
        act(None)
    moments = Moments(moment, target)
    keeper = subprocess.Popen([reference], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    # Without a buffer, a line is read byte by byte, and what is after it stays in the pipe.
    for line in open(0, "rb", buffering=0):
        request = Request(line, keeper)
        if moments.comes_with(request):
            act(request)
        else:
            put(request.reply())
        if request.type == "stop":
            break
    keeper.stdin.close()
    keeper.wait()


main()
