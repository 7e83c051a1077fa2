"""The profile manager: installs and removes profiles, one request at a time, and keeps what the apps answer."""

from __future__ import annotations

import enum
import hmac
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from ..codec import urls
from ..codec.dialect import Dialect
from ..codec.errors import CodecError
from ..storage import Storage
from . import profile as profiles
from .records import Job, Outcome, Outstanding, PayloadRecord, ProfileRecord, State, Verb
from .requests import RequestCompiler, RequestError, Target

#: A callback longer than this is not looked at. The longest that a library can mean takes less than half of it.
MAX_CALLBACK_LENGTH = 4 * 1024 * 1024
#: Neither is one with more parameters than this.
MAX_CALLBACK_PARAMETERS = 1_000


class Status(enum.Enum):
    """How a profile stands."""

    PENDING = "pending"
    INSTALLED = "installed"
    PARTIAL = "partial"
    FAILED = "failed"
    REMOVED = "removed"


class ProfileManager:
    """The manager of one device. ``open_url`` opens a request URL.

    One request is under way at a time, over all profiles: the next URL is opened only after the last one's callback (MGR-11),
    and a request that is never answered holds up what comes after it until its profile is removed. The state is stored before
    a URL is opened, so that a manager that dies knows what it awaits.
    """

    DOCUMENT = "profiles"

    def __init__(
        self, compiler: RequestCompiler, storage: Storage, open_url: Callable[[str], None], dialect: Optional[Dialect] = None
    ) -> None:
        self._compiler = compiler
        self._storage = storage
        self._open_url = open_url
        self._dialect = dialect or Dialect()
        self._state = State.of(storage.read(self.DOCUMENT))

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def status(self, identifier: str) -> Status:
        """How the profile ``identifier`` stands; one that the manager does not know counts as removed."""
        record = self._state.profiles.get(identifier)
        if record is None:
            return Status.REMOVED
        outcomes = [payload.outcome for payload in record.payloads.values()]
        if Outcome.WAITING in outcomes:
            return Status.PENDING
        if not record.broken and Outcome.FAILED not in outcomes:
            return Status.REMOVED if record.removing else Status.INSTALLED
        return Status.PARTIAL if Outcome.SUCCEEDED in outcomes else Status.FAILED

    def changed(self, identifier: str) -> Dict[str, List[str]]:
        """The keys to reset when the profile is removed, by payload, for those that were applied."""
        record = self._state.profiles.get(identifier)
        if record is None:
            return {}
        return {name: list(payload.changed) for name, payload in record.payloads.items() if payload.changed is not None}

    # -- what the administrator does -----------------------------------------------------------------------------------

    def install(self, data: bytes) -> Optional[str]:
        """Install a ``.mobileconfig``, or install it again. Returns its PayloadUUID, or None where it is no profile.

        What an earlier version of the profile applied stays recorded, also for payloads that this version no longer has.
        """
        try:
            profile = profiles.read(data)
        except profiles.ProfileError:
            return None
        earlier = self._state.profiles.get(profile.identifier, ProfileRecord())
        self._drop_queued(profile.identifier)
        record = ProfileRecord(broken=profile.broken)
        for identifier, known in earlier.payloads.items():
            awaited = self._awaits(profile.identifier, identifier)
            if awaited or known.changed is not None:
                known.outcome, known.dictionary = Outcome.WAITING if awaited else Outcome.NONE, None
                record.payloads[identifier] = known
        self._state.profiles[profile.identifier] = record
        for payload in profile.payloads:
            self._plan(profile.identifier, record, payload)
        self._proceed()
        return profile.identifier

    def _plan(self, profile: str, record: ProfileRecord, payload: profiles.Payload) -> None:
        """Take a payload into the record, and its request into the queue where it can be sent."""
        known = record.payloads.get(payload.identifier)
        if known is not None and known.bundle_identifier != payload.bundle_identifier:
            record.broken += 1  # the keys of one app would be reset in another
            return
        planned = record.payloads[payload.identifier] = PayloadRecord(
            payload.bundle_identifier,
            payload.url_scheme,
            payload.encrypted,
            payload.category,
            changed=None if known is None else known.changed,
        )
        if self._target(planned) is None:
            planned.outcome = Outcome.IGNORED
            return
        try:
            planned.dictionary = self._compiler.apply_dictionary(payload.category, payload.configuration)
        except RequestError:
            planned.outcome = Outcome.FAILED
            return
        planned.outcome = Outcome.WAITING
        self._state.queue.append(Job(profile, payload.identifier, Verb.APPLY))

    def remove(self, identifier: str) -> None:
        """Remove a profile: abandon its request that is under way, and reset what its payloads applied (MGR-08, MGR-09)."""
        record = self._state.profiles.get(identifier)
        if record is None:
            return
        self._drop_queued(identifier)
        if self._awaits(identifier):
            self._state.outstanding = None
        record.removing, record.broken = True, 0
        for name, payload in record.payloads.items():
            payload.dictionary = None
            payload.outcome = Outcome.NONE
            if payload.changed is not None:
                payload.outcome = Outcome.WAITING
                self._state.queue.append(Job(identifier, name, Verb.RESET))
        self._forget_where_removed(identifier)
        self._proceed()

    def _awaits(self, profile: str, payload: Optional[str] = None) -> bool:
        """Whether the request under way is for this profile, and for this payload where one is given."""
        outstanding = self._state.outstanding
        return outstanding is not None and outstanding.job.profile == profile and payload in (None, outstanding.job.payload)

    def _drop_queued(self, profile: str) -> None:
        self._state.queue = [job for job in self._state.queue if job.profile != profile]

    def _forget_where_removed(self, identifier: str) -> None:
        if self.status(identifier) is Status.REMOVED:
            self._state.profiles.pop(identifier, None)

    # -- requests ------------------------------------------------------------------------------------------------------

    def _target(self, payload: PayloadRecord) -> Optional[Target]:
        return self._compiler.target(payload.bundle_identifier, payload.url_scheme, payload.encrypted)

    def _proceed(self) -> None:
        """Open the next URL, where none is awaited; store the state in any case."""
        state = self._state
        while state.outstanding is None and state.queue:
            job = state.queue.pop(0)
            payload = state.profiles[job.profile].payloads[job.payload]
            target = self._target(payload)
            if target is None:  # only where the app is gone since the state was stored
                payload.outcome, payload.changed = Outcome.IGNORED, None
            else:
                try:
                    state.outstanding = self._outstanding(job, payload, target)
                except RequestError:
                    payload.outcome = Outcome.FAILED
            payload.dictionary = None
            self._forget_where_removed(job.profile)
            if state.outstanding is not None:
                self._open_next()
                return
        self._save()

    def _outstanding(self, job: Job, payload: PayloadRecord, target: Target) -> Outstanding:
        if job.verb is Verb.RESET:
            dictionary = self._compiler.reset_dictionary(payload.category, payload.changed or [])
        else:
            dictionary = payload.dictionary or b""
        verbs = self._dialect.verbs
        verb = verbs.reset if job.verb is Verb.RESET else verbs.apply
        opened = self._compiler.urls(target, verb, job.profile, job.payload, dictionary)
        return Outstanding(job, self._compiler.token(target.app), opened)

    def _open_next(self) -> None:
        outstanding = self._state.outstanding
        assert outstanding is not None
        self._save()
        self._open_url(outstanding.urls[outstanding.position])

    def _save(self) -> None:
        self._storage.write(self.DOCUMENT, self._state.document())

    # -- callbacks -----------------------------------------------------------------------------------------------------

    def handle_callback(self, url: str) -> Optional[str]:
        """Take a callback. Returns the profile that it names, where the manager knows it.

        A callback counts only where it answers the request that is under way, with the app's token, and is in itself what an
        app's library sends. Any other changes nothing (MGR-10, MGR-13).
        """
        if len(url) > MAX_CALLBACK_LENGTH or url.count("&") > MAX_CALLBACK_PARAMETERS:
            return None
        try:
            values = urls.callback_parameters(url, self._dialect, passes_over_unknown=True)
        except CodecError:
            return None
        named = values.get(self._dialect.parameters.profile)
        known = named if named in self._state.profiles else None
        outstanding = self._state.outstanding
        if outstanding is None or not self._answers(values, outstanding):
            return known
        try:
            # What costs time and memory comes last, when the sender is known to have the token.
            callback = urls.read_callback(values, self._dialect)
        except CodecError:
            return known
        self._take(callback, outstanding)
        return known

    def _answers(self, values: Dict[str, str], outstanding: Outstanding) -> bool:
        """Whether a callback with these parameters is for the request that is under way."""
        names, job = self._dialect.parameters, outstanding.job
        token = values.get(names.token, "").encode("utf-8")
        return (
            values.get(names.profile) == job.profile
            and values.get(names.payload) == job.payload
            and hmac.compare_digest(token, outstanding.token.encode("utf-8"))
            and values.get(names.chunk) == outstanding.chunk
        )

    def _take(self, callback: urls.Callback, outstanding: Outstanding) -> None:
        """Take the answer to the request under way.

        Keys come with the whole result of an apply, and with nothing else (ABT-CHG-09).
        """
        job = outstanding.job
        succeeded = callback.status == self._dialect.statuses.success
        brings_keys = succeeded and outstanding.is_last and job.verb is Verb.APPLY
        if (callback.changed_values is not None) != brings_keys:
            return
        if succeeded and not outstanding.is_last:
            outstanding.position += 1
            self._open_next()
            return
        payload = self._state.profiles[job.profile].payloads.get(job.payload)
        if payload is not None:
            if brings_keys:
                keys = self._accumulated(payload, callback.changed_values or ())
                if keys is None:
                    return
                payload.changed = keys
            elif succeeded:
                payload.changed = None
            if all((queued.profile, queued.payload) != (job.profile, job.payload) for queued in self._state.queue):
                payload.outcome = Outcome.SUCCEEDED if succeeded else Outcome.FAILED
        self._state.outstanding = None
        self._forget_where_removed(job.profile)
        self._proceed()

    def _accumulated(self, payload: PayloadRecord, keys: Sequence[str]) -> Optional[List[str]]:
        """The keys so far with these, each once. None where there are more than a reset can carry, as no library would have."""
        merged: Tuple[str, ...] = tuple(dict.fromkeys([*(payload.changed or ()), *keys]))
        try:
            self._compiler.reset_dictionary(payload.category, merged)
        except RequestError:
            return None
        return list(merged)
