"""What a profile manager remembers, and the document that it is stored in."""

from __future__ import annotations

import base64
import binascii
import enum
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


class Verb(enum.Enum):
    """What a request asks of an app."""

    APPLY = "apply"
    RESET = "reset"


class Outcome(enum.Enum):
    """What became of a payload in the installation or removal that is under way, or was the last."""

    NONE = "none"  # it has no part in it
    IGNORED = "ignored"  # its app is not installed
    WAITING = "waiting"  # its request is to be sent, or has not been answered
    SUCCEEDED = "succeeded"
    FAILED = "failed"  # an error, a cancellation, or a request that could not be sent


@dataclass
class PayloadRecord:
    """One payload of a profile. ``changed`` are the keys to reset on removal, None where the app has applied nothing."""

    bundle_identifier: str
    url_scheme: Optional[str]
    encrypted: bool
    category: Optional[str]
    outcome: Outcome = Outcome.NONE
    #: The property list to apply; None once it is sent.
    dictionary: Optional[bytes] = None
    changed: Optional[List[str]] = None


@dataclass
class ProfileRecord:
    """One profile. ``broken`` counts the payloads of the last installation that could not be read."""

    removing: bool = False
    broken: int = 0
    payloads: Dict[str, PayloadRecord] = field(default_factory=dict)


@dataclass
class Job:
    """One request to send."""

    profile: str
    payload: str
    verb: Verb


@dataclass
class Outstanding:
    """The request whose callback is awaited: its URLs, and which of them was opened last."""

    job: Job
    token: str
    urls: List[str]
    position: int = 0

    @property
    def is_last(self) -> bool:
        """Whether no piece is left to send."""
        return self.position == len(self.urls) - 1

    @property
    def chunk(self) -> Optional[str]:
        """The index that the callback must carry, or None where the request is not chunked."""
        return None if len(self.urls) == 1 else str(self.position + 1)


@dataclass
class State:
    """Everything: the profiles by their PayloadUUID, and the requests in the order in which they are sent."""

    profiles: Dict[str, ProfileRecord] = field(default_factory=dict)
    queue: List[Job] = field(default_factory=list)
    outstanding: Optional[Outstanding] = None

    def document(self) -> Any:
        """The state as JSON."""
        outstanding = self.outstanding
        return {
            "profiles": {identifier: _profile_document(record) for identifier, record in self.profiles.items()},
            "queue": [_job_document(job) for job in self.queue],
            "outstanding": None
            if outstanding is None
            else {
                "job": _job_document(outstanding.job),
                "token": outstanding.token,
                "urls": outstanding.urls,
                "position": outstanding.position,
            },
        }

    @classmethod
    def of(cls, document: Any) -> "State":
        """The state in a document; the empty one where there is none, or none that can be read."""
        try:
            outstanding = document["outstanding"]
            return cls(
                {identifier: _profile(record) for identifier, record in document["profiles"].items()},
                [_job(job) for job in document["queue"]],
                None
                if outstanding is None
                else Outstanding(
                    _job(outstanding["job"]), outstanding["token"], list(outstanding["urls"]), outstanding["position"]
                ),
            )
        except (TypeError, KeyError, ValueError, AttributeError, binascii.Error):
            return cls()


def _profile_document(record: ProfileRecord) -> Any:
    return {
        "removing": record.removing,
        "broken": record.broken,
        "payloads": {
            identifier: {
                "bundleIdentifier": payload.bundle_identifier,
                "urlScheme": payload.url_scheme,
                "encrypted": payload.encrypted,
                "category": payload.category,
                "outcome": payload.outcome.value,
                "dictionary": None if payload.dictionary is None else base64.b64encode(payload.dictionary).decode("ascii"),
                "changed": payload.changed,
            }
            for identifier, payload in record.payloads.items()
        },
    }


def _profile(document: Any) -> ProfileRecord:
    return ProfileRecord(
        document["removing"],
        document["broken"],
        {
            identifier: PayloadRecord(
                payload["bundleIdentifier"],
                payload["urlScheme"],
                payload["encrypted"],
                payload["category"],
                Outcome(payload["outcome"]),
                None if payload["dictionary"] is None else base64.b64decode(payload["dictionary"]),
                payload["changed"],
            )
            for identifier, payload in document["payloads"].items()
        },
    )


def _job_document(job: Job) -> Any:
    return {"profile": job.profile, "payload": job.payload, "verb": job.verb.value}


def _job(document: Any) -> Job:
    return Job(document["profile"], document["payload"], Verb(document["verb"]))
