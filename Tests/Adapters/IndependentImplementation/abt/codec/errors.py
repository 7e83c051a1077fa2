"""What the codec raises when its input is not what the wire format allows."""

from __future__ import annotations


class CodecError(ValueError):
    """The input violates a wire format."""


class Base64Error(CodecError):
    """Text that is no Base64 (ABT-DATA-02)."""


class CipherError(CodecError):
    """Ciphertext of a wrong length, or with invalid padding (ABT-ENC-05, ABT-ENC-06)."""


class InflateError(CodecError):
    """A zlib stream that is damaged, incomplete or of another format (ABT-DATA-03)."""


class TrailingDataError(InflateError):
    """Bytes behind the end of a zlib stream that is itself intact (ABT-DATA-04)."""


class SizeLimitError(CodecError):
    """Data that unpacks to more than a limit (ABT-DATA-08, ABT-DATA-10)."""


class MagicError(CodecError):
    """The magic byte sequence is missing, wrong or partial (ABT-DATA-05)."""


class PropertyListError(CodecError):
    """Data that is no acceptable binary property list (ABT-DATA-06, ABT-DATA-07)."""


class PercentCodingError(CodecError):
    """A malformed percent escape, or text that is not valid UTF-8 (ABT-URL-18)."""


class UrlError(CodecError):
    """A URL that does not have the demanded form."""


class ChunkError(CodecError):
    """Chunk numbers or pieces that do not fit together (ABT-CHUNK-07)."""


class ChunkLimitError(ChunkError):
    """A chunk limit is exceeded (ABT-CHUNK-08, ABT-CHUNK-10)."""


class DialectError(CodecError):
    """A dialect file with a wrong or unknown field; the message names the field and its line."""
