"""Request tokens (section 2, section 3, ABT-TOK)."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
from typing import Sequence

from .errors import CodecError

#: Names of the token algorithms that a dialect may choose.
ALGORITHMS = ("hmac-sha256-hex", "hmac-sha1-hex", "sha256-hex", "external")
_EXTERNAL_TIMEOUT = 10.0


def make(algorithm: str, bundle_identifier: str, api_key: str, command: Sequence[str] = ()) -> str:
    """The token of ``bundle_identifier`` under ``api_key``.

    ``command`` is used by the algorithm ``external`` only: it is run with both texts as further arguments, and its standard
    output, without a line end, is the token.
    """
    identifier, key = bundle_identifier.encode("utf-8"), api_key.encode("utf-8")
    if algorithm == "hmac-sha256-hex":
        return hmac.new(key, identifier, hashlib.sha256).hexdigest()
    if algorithm == "hmac-sha1-hex":
        return hmac.new(key, identifier, hashlib.sha1).hexdigest()
    if algorithm == "sha256-hex":
        return hashlib.sha256(identifier + key).hexdigest()
    if algorithm == "external":
        try:
            result = subprocess.run(
                [*command, bundle_identifier, api_key],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_EXTERNAL_TIMEOUT,
                check=True,
            )
            return result.stdout.decode("utf-8").rstrip("\r\n")
        except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
            raise CodecError("the external token command failed") from None
    raise CodecError("unknown token algorithm")


def matches(expected: str, received: str) -> bool:
    """Whether the whole of ``received`` is the token, compared in constant time (ABT-TOK-05)."""
    return hmac.compare_digest(expected.encode("utf-8"), received.encode("utf-8"))
