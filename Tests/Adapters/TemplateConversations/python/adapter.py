"""An adapter around a library that does what each URL says: see converse."""

import os
import threading

from abt_suite import ABTSuite
from adapter_loop import AdapterLoop, AdapterTrouble, Unsupported

CLAIMS_NOTHING = "CLAIMS_NOTHING" in os.environ
CAPABILITIES = [] if CLAIMS_NOTHING else ["sequence", "log", "bytes", "dialect"]


class Own:
    """A type of the library's own."""

    def __init__(self, content=None):
        self.content = content


class Uid(Own):
    pass


class Word(Own):
    pass


class Endless:
    pass


class Crowd:
    pass


class Stranger:
    pass


class Broken:
    pass


def plain_value(value):
    if isinstance(value, Own):
        return value.content
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, Endless):
        return [value, value]
    if isinstance(value, Crowd):
        return [0] * 100_000
    if isinstance(value, Broken):
        raise TypeError("the hook fails")
    return None


class Library:
    def __init__(self, app):
        if app.get("dialect") == {"refuse": True}:
            raise Unsupported("not this dialect")
        if app["apiKey"] == "crash":
            raise RuntimeError("the library fails")

    def open(self, url, delegate):
        if isinstance(url, bytes):
            delegate.opened(url)
            return False
        if url == "values":
            records = []
            answer = delegate.apply(None, {}, records.append)
            old = {r.key: r.old_value for r in records if r.has_old_value}
            delegate.opened(said(answer, records))
            records = []
            answer = delegate.apply("ä", old, records.append)
            delegate.opened(said(answer, records))
            delegate.apply("", {"nothing": None}, records.append)
        elif url == "revert":
            delegate.opened(said(delegate.revert("c", ["host", "a\0"]), []))
        elif url == "large":
            for _ in range(3):
                delegate.apply(None, {"v": "x" * (6 << 20)}, lambda record: None)
        elif url == "wide":
            delegate.apply(None, {"v": ["x" * (1 << 20)] * 10_000}, lambda record: None)
        elif url == "deep":
            value = None
            for _ in range(5_000):
                value = [value]
            delegate.apply(None, {"v": value}, lambda record: None)
        elif url == "own types":
            own = {"inner": Uid(9), Word("word"): "x"}
            values = {"value": Uid(7), "array": [Uid(8), {Word("w")}], "dictionary": own}
            delegate.apply(Word("c"), values, lambda record: None)
            delegate.revert(Uid(3), [Word("a"), Uid(4)])
        elif url == "other places":
            delegate.apply(7, {}, lambda record: None)
            delegate.apply(["a", True], {}, lambda record: None)
            delegate.revert(False, ["host", 1, 1.5])
        elif url in ("endless", "crowd", "broken"):
            value = {"endless": Endless, "crowd": Crowd, "broken": Broken}[url]()
            delegate.apply(None, {"v": value}, lambda record: None)
        elif url.startswith("stranger "):
            meet_stranger(url.partition(" ")[2], delegate)
        elif url == "late stranger":
            threading.Timer(0.05, meet_stranger, ["value", delegate]).start()
        elif url == "log":
            delegate.log("logged")
        elif url == "print":
            print("to standard output", flush=True)
        elif url == "late":
            threading.Timer(0.05, delegate.opened, ["later"]).start()
        elif url == "soon":
            threading.Timer(0.05, delegate.opened, ["soon"]).start()
            delegate.wait_until_quiet()
        elif url == "unsupported":
            raise Unsupported("not today")
        elif url == "trouble":
            raise AdapterTrouble("broken")
        elif url == "crash":
            raise RuntimeError("the library fails")
        return True


def meet_stranger(place, delegate):
    stranger = Stranger()
    values = {
        "value": {"v": stranger},
        "element": {"v": ["a", stranger]},
        "member": {"v": {"k": stranger}},
        "key": {"v": {stranger: 1}},
        "values": stranger,
    }
    if place == "reverted":
        delegate.revert(None, ["host", stranger])
    elif place == "keys":
        delegate.revert(None, stranger)
    elif place == "url":
        delegate.opened(stranger)
    else:
        category = stranger if place == "category" else None
        delegate.apply(category, values.get(place, {}), lambda record: None)


def said(answer, records):
    names = ["didNotApply", "didApply", "didApplyOld"]
    told = [f"{names[r.applied + r.has_old_value]} {r.key}" for r in records]
    if answer.error_code is not None:
        told.append(f"{answer.error_code} {answer.error_message}")
    return ",".join([answer.word, *told])


HOOK = None if "NO_HOOK" in os.environ else plain_value
AdapterLoop(
    {"name": "Told", "version": "1", "language": "Python"},
    {"abt": ABTSuite(Library, ["plain"], CAPABILITIES, HOOK)},
    fresh_process=not CLAIMS_NOTHING,
).run()
