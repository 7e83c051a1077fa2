"""Runs a program until it has used up its processor time, counted over all processes that it has started."""

import ctypes
import os
import signal
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
LOOK_EVERY = 0.25  # at what was found
COUNT_EVERY = 1  # the processor time: that means to read about each process of the machine
END_AFTER = 20  # seconds that a program has to end by itself after an interrupt
PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Lets descendants that lose their parent become ours, so that they are counted and ended."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def descendants():
    """Processor seconds of each descendant, with those of its children that have ended."""
    parents, seconds = {}, {}
    for name in os.listdir("/proc"):
        if not name.isdecimal():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rsplit(b")", 1)[1].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1])
        seconds[int(name)] = sum(map(int, fields[11:15])) / TICKS
    found, front = {}, {os.getpid()}
    while front:
        front = {process for process, parent in parents.items() if parent in front and process not in found}
        found.update((process, seconds[process]) for process in front)
    return found


def used():
    """Of all descendants that have ended and were waited for by us."""
    times = os.times()
    return times.children_user + times.children_system


def reap():
    """Waits for orphans that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def run(command, budget, is_found, log, environment, folder, grace=0):
    """Runs the command and returns its processor seconds, those when `is_found()` first held (or None), and the exit status.

    A program that has found something is left alone for `grace` seconds of processor time more; otherwise it gets an interrupt when
    the budget is used up, and is ended if that does not help."""
    before = used()
    with open(log, "wb") as stream:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, env=environment, cwd=folder)
    total, seen, interrupted, counted = 0.0, None, None, 0.0
    while process.poll() is None:
        time.sleep(LOOK_EVERY)
        has_news = seen is None and is_found()
        if has_news or time.monotonic() >= counted + COUNT_EVERY:
            counted = time.monotonic()
            total = max(total, used() - before + sum(descendants().values()))
        if has_news:
            seen = total
        if interrupted is None and (total >= budget if seen is None else total >= seen + grace):
            interrupted = time.monotonic()
            process.send_signal(signal.SIGINT)
        if interrupted and time.monotonic() > interrupted + END_AFTER:
            process.kill()
    for orphan in descendants():
        try:
            os.kill(orphan, signal.SIGKILL)
        except ProcessLookupError:
            pass
    time.sleep(LOOK_EVERY)
    reap()
    total = used() - before
    if seen is None and is_found():
        seen = total
    return total, seen, process.returncode
