"""Requests of the protocol, packed by hand: for the start corpora, and for the strategies of Hypothesis."""

import base64
import datetime
import hashlib
import hmac
import pathlib
import plistlib
import re
import urllib.parse
import zlib

HEADER = (pathlib.Path(__file__).resolve().parents[1] / "harness" / "harness.h").read_text()
BUNDLE, KEY, SECRET, TOKEN = (re.search(rf'HARNESS_{name} "(.*)"', HEADER).group(1) for name in ("BUNDLE", "KEY", "SECRET", "TOKEN"))
assert TOKEN == hmac.new(KEY.encode(), BUNDLE.encode(), "sha256").hexdigest()
SCHEME = f"x-absolutemanageconfig.{BUNDLE}"
CIPHER_KEY = hashlib.sha256((BUNDLE + SECRET).encode()).digest()
MAGIC = b"ABTC"
OPENING, CLOSING = b"<<", b">>"  # around a property list that the packing harness packs


def encrypted(plain, iv=b"peers iv"):
    from Crypto.Cipher import Blowfish

    padding = 8 - len(plain) % 8
    return iv + Blowfish.new(CIPHER_KEY, Blowfish.MODE_CBC, iv).encrypt(plain + bytes([padding]) * padding)


def property_list(dictionary):
    return plistlib.dumps(dictionary, fmt=plistlib.FMT_BINARY, sort_keys=False)


def packed(listed):
    return zlib.compress(MAGIC + listed)


def quoted(data):
    return urllib.parse.quote(base64.b64encode(data), safe="").encode()


def url(verb, data, name="data", profile="P1", payload="A1", token=TOKEN, more=""):
    return f"{SCHEME}://{verb}?token={token}&profile={profile}&payload={payload}{more}&{name}=".encode() + data


def contents():
    """The dictionaries of the start corpus: a small one, one of all kinds, and one for a reset."""
    small = {"Version": 1, "Category": "mail", "Configuration": {"host": "example.org", "port": 443}}
    kinds = {
        "name": "Zoë, “Ω”", "long": "x" * 40, "wide": "длинное название ящика", "number": 70000, "large": 1 << 40,
        "negative": -1, "real": 0.5, "on": True, "date": datetime.datetime(2024, 2, 29, 12), "data": bytes(range(20)),
        "list": ["a", 1, {"b": False}],
    }
    return small, {"Version": 1, "Configuration": kinds}, {"Version": 1, "Category": "mail", "Keys": ["host", "port"]}


def seeds(is_wrapped):
    """The start corpus, by name. Unless it is wrapped, property lists stand in it as they are, between marks."""

    def data(dictionary):
        listed = property_list(dictionary)
        return quoted(packed(listed)) if is_wrapped else OPENING + listed + CLOSING

    small, kinds, reset = contents()
    whole = packed(property_list(small))
    pieces = (whole[:50], whole[50:])
    return {
        "small": url("apply", data(small)),
        "kinds": url("apply", data(kinds)),
        "reset": url("reset", data(reset)),
        "encrypted": url("apply", quoted(encrypted(whole)), "data-x"),
        "pieces": b"\n".join(url("apply", quoted(piece), more=f"&chunk={index}&chunks=2") for index, piece in enumerate(pieces, 1)),
        "refused": b"!" + url("apply", data(small)),
        "recorded": b"+" + url("apply", data(small)) + b"\n" + url("apply", data(small), payload="B2"),
    }


def write_seeds(folder, is_wrapped):
    folder.mkdir(parents=True, exist_ok=True)
    for name, script in seeds(is_wrapped).items():
        (folder / name).write_bytes(script)
