#!/usr/bin/env python3
"""Makes the requests and callbacks of the example app's tests.

Nothing here uses the code under test: property lists come from plistlib, compression from Python's
zlib, tokens from hmac, Blowfish from the `openssl` command (keys of 16 bytes, which is all that it
takes) and from the independent implementation in Python, which is first checked against it. Run it
in any folder; it rewrites RequestVectors.swift beside it.
"""

import base64
import hashlib
import hmac
import pathlib
import plistlib
import subprocess
import sys
import urllib.parse
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "IndependentImplementation"))
from abt.codec.blowfish import PythonBlowfish  # noqa: E402

BUNDLE, API_KEY, SECRET = "com.acme.mail", "k-5d21", "a secret of Acme's"
PROFILE = "7B1D2C9E-3F54-4A0C-9E77-0A4B6C1D2E3F"
PAYLOAD = "5E0F9A7C-6D21-4B3E-8C14-9D2A7B6C5E4F"


class Dialect:
    prefix, callback, magic = "x-absolutemanageconfig.", "absoluteapps://thirdpartyprofilestatus?", b"ABTC"
    token = hmac.new(API_KEY.encode(), BUNDLE.encode(), hashlib.sha256).hexdigest()
    names = {name: name for name in (
        "apply", "reset", "token", "profile", "payload", "data", "data-x", "chunk", "chunks", "status",
        "changedValues", "errorCode", "errorMessage", "Version", "Category", "Configuration", "Keys",
        "Success", "Error", "Canceled")}


class FirstNames(Dialect):
    magic = b"ABMC"
    token = hmac.new(API_KEY.encode(), BUNDLE.encode(), hashlib.sha1).hexdigest()
    names = dict(Dialect.names, apply="SetConfiguration", reset="RemoveConfiguration")


class AnotherHouse(Dialect):
    prefix, callback, magic = "x-acme-config.", "acme-manager://configuration/result?", b"\x00\xff"
    token = "a token of Acme's own"
    names = {
        "apply": "configure", "reset": "revoke", "token": "signature", "profile": "profile-id",
        "payload": "payload-id", "data": "body", "data-x": "sealed", "chunk": "part", "chunks": "parts",
        "status": "result", "changedValues": "changed", "errorCode": "code", "errorMessage": "reason",
        "Version": "Format", "Category": "Group", "Configuration": "Settings", "Keys": "Names",
        "Success": "ok", "Error": "failed", "Canceled": "stopped"}


# --- Requests ---------------------------------------------------------------------------------

def escaped(value):
    if isinstance(value, str):
        value = value.encode()
    return urllib.parse.quote_from_bytes(value, safe="-._~")


def packed(dictionary, dialect):
    named = {dialect.names[key]: value for key, value in dictionary.items()}
    return zlib.compress(
        dialect.magic + plistlib.dumps(named, fmt=plistlib.FMT_BINARY, sort_keys=False))


def configuration(values, category="Mail"):
    return {"Version": 1, "Category": category, "Configuration": values}


def reset(keys):
    return {"Version": 1, "Keys": keys}


def url(verb, data, dialect=Dialect, name="data", scheme=None, profile=PROFILE, token=None, piece=None):
    parameters = [("token", dialect.token if token is None else token), ("profile", profile),
                  ("payload", PAYLOAD), (name, base64.b64encode(data))]
    if piece:
        parameters += [("chunk", str(piece[0])), ("chunks", str(piece[1]))]
    return "%s://%s?%s" % (
        scheme or dialect.prefix + BUNDLE, dialect.names[verb],
        "&".join(dialect.names[key] + "=" + escaped(value) for key, value in parameters))


def openssl(key, vector, plain):
    command = ["openssl", "enc", "-bf-cbc", "-provider", "legacy", "-provider", "default",
               "-K", key.hex(), "-iv", vector.hex()]
    return subprocess.run(command, input=plain, stdout=subprocess.PIPE, check=True).stdout


def blowfish(key, vector, plain):
    """CBC with PKCS #7, for keys of any length."""
    padding = 8 - len(plain) % 8
    return PythonBlowfish(key).cbc(plain + bytes([padding]) * padding, vector, True)


# --- Callbacks --------------------------------------------------------------------------------

def callback(status, dialect=Dialect, profile=PROFILE, token=None, code=None, message=None, piece=None):
    """All of a callback but its changed keys."""
    parameters = [("profile", profile), ("payload", PAYLOAD),
                  ("token", dialect.token if token is None else token),
                  ("status", dialect.names[status])]
    if code is not None:
        parameters += [("errorCode", str(code)), ("errorMessage", message)]
    if piece is not None:
        parameters.append(("chunk", str(piece)))
    return dialect.callback + "&".join(
        dialect.names[key] + "=" + escaped(value) for key, value in parameters)


def changed(keys, dialect=Dialect):
    """What the changed keys unpack to."""
    magic = dialect.magic if dialect is AnotherHouse else b""
    return magic + plistlib.dumps(keys, fmt=plistlib.FMT_BINARY)


# --- The vectors ------------------------------------------------------------------------------

ALL = {"host": "imap.acme.com", "port": 1993, "tls": False}
MIXED = {"host": "imap.acme.com", "port": 0, "colour": "red", "signature": "Sent by Acme \U0001F4EC"}
UNUSABLE = {"host": "imap.acme.com", "port": 143}


def vectors():
    plain = packed(configuration(ALL), Dialect)
    yield "applied", url("apply", plain), callback("Success"), changed(list(ALL))
    yield ("partlyApplied", url("apply", packed(configuration(MIXED), Dialect)),
           callback("Success"), changed(["host", "signature"]))
    yield ("unusable", url("apply", packed(configuration(UNUSABLE), Dialect)),
           callback("Error", code=1201, message="Port 143 is not for TLS."), None)
    yield "canceled", url("apply", plain), callback("Canceled"), None
    yield ("reverted", url("reset", packed(reset(["host", "port"]), Dialect)),
           callback("Success"), None)
    yield ("ownScheme", url("apply", plain, scheme="acme-mail-setup"), callback("Success"),
           changed(list(ALL)))

    hostile = "a&status=Success#%41+ b\u00e9\r\n\U0001F4EC"
    yield ("hostileProfile", url("apply", plain, profile=hostile),
           callback("Success", profile=hostile), changed(list(ALL)))
    wrong = Dialect.token[:-1] + ("0" if Dialect.token[-1] != "0" else "1")
    yield ("wrongToken", url("apply", plain, token=wrong),
           callback("Error", token=wrong, code=3, message="The token is not valid."), None)

    cut = len(plain) // 3
    pieces = [plain[:cut], plain[cut : 2 * cut], plain[2 * cut :]]
    for index, piece in enumerate(pieces, 1):
        yield ("piece%d" % index, url("apply", piece, piece=(index, 3)),
               callback("Success", piece=index), changed(list(ALL)) if index == 3 else None)

    vector = bytes.fromhex("fedcba9876543210")
    key = hashlib.md5((BUNDLE + SECRET).encode()).digest()
    assert blowfish(key, vector, plain) == openssl(key, vector, plain), "Blowfish in Python is wrong"
    key = hashlib.sha256((BUNDLE + SECRET).encode()).digest()
    sealed = vector + blowfish(key, vector, plain)
    yield "encrypted", url("apply", sealed, name="data-x"), callback("Success"), changed(list(ALL))
    yield ("encryptedForPlain", url("apply", sealed, name="data-x"),
           callback("Error", code=5, message="This app cannot read encrypted data."), None)
    yield ("plainForEncrypting", url("apply", plain),
           callback("Error", code=6, message="This app reads encrypted data only."), None)
    key = hashlib.sha256((BUNDLE + "another secret").encode()).digest()
    yield ("otherKey", url("apply", vector + blowfish(key, vector, plain), name="data-x"),
           callback("Error", code=7, message="The data cannot be decoded."), None)

    for name, dialect in (("firstNames", FirstNames), ("anotherHouse", AnotherHouse)):
        listed = packed(configuration(ALL), dialect)
        yield (name + "Applied", url("apply", listed, dialect), callback("Success", dialect),
               changed(list(ALL), dialect))
        yield (name + "Reverted", url("reset", packed(reset(["host", "port"]), dialect), dialect),
               callback("Success", dialect), None)
    house = AnotherHouse
    yield ("anotherHouseWrongToken", url("apply", listed, house, token="A token of Acme's own"),
           callback("Error", house, token="A token of Acme's own", code=-3,
                    message="The token is not valid."), None)
    yield ("anotherHouseCanceled", url("apply", listed, house), callback("Canceled", house), None)
    for index, piece in enumerate((listed[:40], listed[40:]), 1):
        yield ("anotherHousePiece%d" % index, url("apply", piece, house, piece=(index, 2)),
               callback("Success", house, piece=index),
               changed(list(ALL), house) if index == 2 else None)
    yield ("anotherHouseTooManyPieces", url("apply", listed[:40], house, piece=(1, 3)),
           callback("Error", house, code=13, message="There are too many chunks."), None)
    key = hashlib.md5((BUNDLE + SECRET).encode()).digest()
    yield ("anotherHouseEncrypted",
           url("apply", openssl(key, bytes(8), listed), house, name="data-x"),
           callback("Success", house), changed(list(ALL), house))


def main():
    lines = ["// swift-format-ignore-file",
             "// Made by Vectors/make_vectors.py: plistlib, zlib, hmac and urllib of Python, and openssl.", "",
             "/// Requests to the example app, and what it answers, that the code under test had no part in.",
             "enum RequestVectors {"]
    for name, request, answer, keys in vectors():
        lines += ["  static let %s = RequestVector(" % name, '    url: "%s",' % request,
                  '    callback: "%s",' % answer,
                  "    changed: %s)" % ('"%s"' % keys.hex() if keys is not None else "nil")]
    lines += ["}", ""]
    (HERE / "RequestVectors.swift").write_text("\n".join(lines))


main()
