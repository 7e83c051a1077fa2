"""A suite of steps: one thing happens to an implementation, and the reply tells what it did.

You need not change this file. `adapter.py` has the table of the suite's actions.
"""

import json
import os
import threading
import traceback

from adapter_loop import AdapterTrouble, RawJSON, Unsupported, json_text, library_call

# What the table can say of a member; `?` after it: the member may be missing or null.
# Other words with `|` between them are the texts that the member can have.
SHAPES = {"text": str, "boolean": bool, "integer": int, "object": dict, "array": list}


class Journal:
    """What the implementation does during a step. May be used from any thread: what
    comes after the reply goes into the next one."""

    def __init__(self, start_id, lists, late):
        self._lists = lists
        self._late = late
        self._lock = threading.Lock()
        self._step = {"id": start_id}
        self._entries = {name: [] for name in lists}
        self._told = {}
        self._trouble = None
        self._writes_left = None
        self._dead = False
        self._finished = True  # What comes during the start is late.

    # For the adapter.

    def add(self, name, entry):
        """Adds an entry to a list of the reply, such as `calls`."""
        try:  # Now, because the implementation may change it later.
            entry = RawJSON(json_text(entry))
        except Exception as error:
            # The implementation is on the stack: it must not see this exception.
            traceback.print_exc()
            self._trouble = AdapterTrouble(f"an entry of {name} is not JSON: {error}")
            return
        with self._lock:
            if self._dead:
                return
            if self._finished:
                self._late.append({"id": self._step["id"], name: [entry]})
            else:
                self._entries[name].append(entry)

    def tell(self, name, value):
        """Sets another member of the reply."""
        self._told[name] = value

    def answer(self, *path):
        """A member of the step, such as what the app is to answer; None if the step
        does not say."""
        value = self._step
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        return value

    # For StepSuite and Storage.

    @property
    def dead(self):
        """Whether the harness has let the app die within this step: what it does after
        that is not recorded, and not stored."""
        return self._dead

    def begin(self, step):
        with self._lock:
            self._step = step
            self._entries = {name: [] for name in self._lists}
            self._told = {}
            self._trouble = None
            self._writes_left = step.get("dieAfterPersist")
            self._dead = False
            self._finished = False

    def finish(self):
        with self._lock:
            self._finished = True
            if self._trouble:
                raise self._trouble
            return {**self._entries, **self._told}

    def begin_write(self):
        if self._writes_left == 0:
            self._dead = True
        return not self._dead

    def end_write(self):
        if self._writes_left is not None:
            self._writes_left -= 1
            self._dead = self._writes_left == 0


class Storage:
    """What survives the end of the app: a dict of JSON values, in a file of `folder`,
    or in memory if the harness names no folder (None)."""

    def __init__(self, folder, keep, journal):
        self.folder = folder
        self._path = os.path.join(folder, "storage.json") if folder else None
        self._journal = journal
        self._record = {}
        if not self._path or not os.path.exists(self._path):
            return
        if keep:
            with open(self._path, encoding="utf-8") as file:
                self._record = json.load(file)
        else:
            os.remove(self._path)

    def load(self):
        return dict(self._record)

    def store(self, record):
        """Replaces everything. The harness may let the app die before or after it."""
        if not self._journal.begin_write():
            return
        if self._path:  # Moved into place, so that it is complete at any moment.
            with open(self._path + ".new", "w", encoding="utf-8") as file:
                json.dump(record, file)
            os.replace(self._path + ".new", self._path)
        self._record = dict(record)
        self._journal.end_write()


class Action:
    """A row of the table: the method that performs the action, and its members, each as
    "name: shape". `while_running`: it makes sense only between `launch` and
    `terminate`."""

    def __init__(self, perform, *members, while_running=False):
        self.perform = perform
        self.members = dict(member.split(": ") for member in members)
        self.while_running = while_running

    def check(self, step):
        for name, shape in self.members.items():
            if not _fits(step.get(name), shape):
                raise AdapterTrouble(f"{name} is missing, or not {shape.rstrip('?')}")


class StepSuite:
    """`make_installation(configuration, host, storage)` makes what the actions are
    methods of, and `make_host` a `Journal`. `lists` are the members of a reply that are
    always there."""

    def __init__(
        self, make_installation, make_host, actions, lists=("calls",), capabilities=()
    ):
        self.claim = {"capabilities": list(capabilities)} if capabilities else {}
        self._capabilities = capabilities
        self._make_installation = make_installation
        self._make_host = make_host
        self._actions = actions
        self._lists = lists
        self._late = []

    def start(self, configuration, request):
        self._running = False
        self._installation = None
        self._host = self._make_host(request["id"], self._lists, self._late)
        storage = Storage(
            request.get("storage"), request.get("keep") is True, self._host
        )
        self._installation = library_call(
            self._make_installation, configuration, self._host, storage
        )

    def step(self, name, request):
        action = self._actions.get(name)
        if action is None:
            raise Unsupported(f"there is no action {name!r}")
        if request.get("dieAfterPersist") is not None and "killPoints" not in self._capabilities:
            raise Unsupported("this app cannot be killed at a given write")
        if action.while_running and not self._running:
            raise AdapterTrouble("the app is not launched")
        action.check(request)
        self._host.begin(request)
        library_call(action.perform, self._installation, request)
        if name in ("launch", "terminate"):
            self._running = name == "launch"
        if self._host.dead:
            self._running = False
            library_call(self._actions["terminate"].perform, self._installation, {})
        library_call(self._installation.observe)
        return self._host.finish()

    def take_late(self):
        late = self._late[:]
        del self._late[: len(late)]
        return late


def _fits(value, shape):
    if shape.endswith("?"):
        if value is None:
            return True
        shape = shape[:-1]
    if shape in SHAPES:
        # bool is a kind of int in Python, but not in JSON.
        return isinstance(value, SHAPES[shape]) and (
            shape != "integer" or not isinstance(value, bool)
        )
    return value in shape.split("|")
