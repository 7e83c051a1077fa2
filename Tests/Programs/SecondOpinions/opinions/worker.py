"""Running foreign native code on hostile bytes: in forked processes with limits, whose death is an answer."""

from __future__ import annotations

import os
import resource
import signal
import struct
from typing import Callable, List, Sequence, Tuple

#: An answer of a batch: a text, or how the process died on the input.
Answer = str
CRASH, HANG = "crashes", "hangs"

_MAX_BYTES = 1 << 30
_MAX_SECONDS = 2.0


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MAX_BYTES, _MAX_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for number in (signal.SIGALRM, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


class Batch:
    """One batch in a process of its own, which begins at once; `answers` waits for it.

    The inputs reach the process through fork(2), the answers come back through a pipe. Where the process dies, the input that it
    was at is answered with `crashes: SIGNAL` or `hangs`, and a new process goes on after it.
    """

    def __init__(self, inputs: Sequence[Tuple], judge: Callable[..., str], max_seconds: float = _MAX_SECONDS) -> None:
        self._inputs = inputs
        self._judge = judge
        self._max_seconds = max_seconds
        self._answers: List[Answer] = []
        self._start()

    def _start(self) -> None:
        self._reader, writer = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            status = 1
            try:
                os.close(self._reader)
                _limit()
                # Assertions of native code are counted, not shown.
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                for item in self._inputs[len(self._answers) :]:
                    signal.setitimer(signal.ITIMER_REAL, self._max_seconds)
                    answer = self._judge(*item).encode()
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    os.write(writer, struct.pack(">H", len(answer)) + answer)
                status = 0
            finally:
                # Without the parent's exit handlers and buffers.
                os._exit(status)
        os.close(writer)

    def answers(self) -> List[Answer]:
        while True:
            self._collect()
            _, status = os.waitpid(self._child, 0)
            if len(self._answers) == len(self._inputs):
                return self._answers
            if os.WIFSIGNALED(status):
                number = os.WTERMSIG(status)
                hung = number == signal.SIGALRM
                self._answers.append(HANG if hung else "%s: %s" % (CRASH, signal.Signals(number).name))
            else:
                self._answers.append("%s: exit status %d" % (CRASH, os.WEXITSTATUS(status)))
            if len(self._answers) == len(self._inputs):
                return self._answers
            self._start()

    def _collect(self) -> None:
        with os.fdopen(self._reader, "rb") as stream:
            while True:
                head = stream.read(2)
                if len(head) < 2:
                    return
                (length,) = struct.unpack(">H", head)
                answer = stream.read(length)
                if len(answer) < length:
                    return
                self._answers.append(answer.decode())
