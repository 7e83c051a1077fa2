"""Chunked requests that are not yet complete (section 4.10)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Dict, Optional

from ..codec import chunks
from ..codec.errors import ChunkError, ChunkLimitError


@dataclass(frozen=True)
class AssemblyKey:
    """What identifies an assembly (ABT-CHUNK-14).

    The payload is kept as a digest, so that long identifiers take no memory while an assembly is open.
    """

    payload_digest: bytes
    verb: str
    parameter: str
    total: int

    @classmethod
    def of(cls, verb: str, profile: str, payload: str, parameter: str, total: int) -> "AssemblyKey":
        """The key for these values, as they are after percent-decoding."""
        return cls(_payload_digest(profile, payload), verb, parameter, total)


def _payload_digest(profile: str, payload: str) -> bytes:
    """A digest of both texts that keeps apart pairs that join to the same string."""
    encoded = profile.encode("utf-8")
    return hashlib.sha256(b"%d:" % len(encoded) + encoded + payload.encode("utf-8")).digest()


@dataclass
class _Assembly:
    pieces: Dict[int, bytes] = field(default_factory=dict)
    size: int = 0


class AssemblyStore:
    """All open assemblies. Memory is bounded by their number and by the packed bytes of each (ABT-CHUNK-10)."""

    def __init__(self, max_assemblies: int, max_packed_bytes: int) -> None:
        self._max_assemblies = max_assemblies
        self._max_packed_bytes = max_packed_bytes
        self._assemblies: Dict[AssemblyKey, _Assembly] = {}  # in the order in which they were begun

    def __len__(self) -> int:
        return len(self._assemblies)

    def add(self, key: AssemblyKey, index: int, piece: bytes) -> Optional[bytes]:
        """Take a piece. Returns the packed bytes when it was the last one missing, and forgets the assembly then.

        The same piece again is no error (ABT-CHUNK-05); other content for the same index drops the assembly (ABT-CHUNK-06),
        and so does a piece that makes it too large. Where there are too many assemblies, the one begun first is dropped.
        """
        assembly = self._assemblies.get(key)
        known = assembly.pieces.get(index) if assembly is not None else None
        if known is not None:
            if known != piece:
                del self._assemblies[key]
                raise ChunkError("contradicting pieces")
            return None
        size = len(piece) + (assembly.size if assembly is not None else 0)
        if size > self._max_packed_bytes:
            self._assemblies.pop(key, None)
            raise ChunkLimitError("more than %d packed bytes" % self._max_packed_bytes)
        if assembly is None:
            while len(self._assemblies) >= self._max_assemblies:
                del self._assemblies[next(iter(self._assemblies))]
            assembly = self._assemblies[key] = _Assembly()
        assembly.pieces[index] = piece
        assembly.size = size
        if len(assembly.pieces) < key.total:
            return None
        del self._assemblies[key]
        return chunks.join(assembly.pieces, key.total)

    def drop_payload(self, profile: str, payload: str) -> None:
        """Drop every assembly of a payload, whatever its verb, parameter or total (ABT-CHUNK-11)."""
        if not self._assemblies:
            return
        digest = _payload_digest(profile, payload)
        for key in [key for key in self._assemblies if key.payload_digest == digest]:
            del self._assemblies[key]
