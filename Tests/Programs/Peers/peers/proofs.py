"""For each planted bug a script that shows it, so that no bug is asked for that cannot be found.

    proofs.py PIPE

PIPE is the subject at the end of a pipe. With its bug a script has to end the process, to run for ever, or to get another answer than
without; and without a bug nothing may fail. Prints a line for each that does not hold; the exit status is then 1.
"""

import os
import pathlib
import re
import struct
import subprocess
import sys

import wire

SECONDS = 20


def listed(objects, count=None, top=0, end=b""):
    """A property list of these objects, with widths of one byte for references and two for offsets."""
    body, offsets = b"bplist00", []
    for item in objects:
        offsets.append(len(body))
        body += item
    table = len(body)
    trailer = bytes(6) + bytes([2, 1]) + struct.pack(">QQQ", len(objects) if count is None else count, top, table)
    return body + b"".join(struct.pack(">H", offset) for offset in offsets) + end + trailer


def text(value):
    return bytes([0x50 | len(value)]) + value if len(value) < 15 else b"\x5f\x10" + bytes([len(value)]) + value


def applied(value, *more):
    """Objects of an apply whose configuration has one value, under the key `k`; what it refers to begins with object 7."""
    return [b"\xd2\x01\x02\x03\x04", text(b"Version"), text(b"Configuration"), b"\x10\x01", b"\xd1\x05\x06", text(b"k"), value, *more]


def plain(data):
    return wire.url("apply", wire.quoted(data))


def unpacked(listed_):
    return plain(wire.packed(listed_))


def sets(configuration, **more):
    return unpacked(wire.property_list({"Version": 1, **more, "Configuration": configuration}))


def piece(index, total, data=b"abc"):
    return wire.url("apply", wire.quoted(data), more=f"&chunk={index}&chunks={total}")


def padded():
    """Two blocks of which the second unpads to 200."""
    from Crypto.Cipher import Blowfish

    return bytes(8) + Blowfish.new(wire.CIPHER_KEY, Blowfish.MODE_CBC, bytes(8)).encrypt(bytes([200]) * 16)


small = {"host": "example.org", "port": 443}
valid = wire.packed(wire.property_list({"Version": 1, "Configuration": small}))
wide = b"\x6f\x11" + struct.pack(">H", 120) + b"ab" * 60
PROOFS = {
    "percent-at-end": wire.url("apply", b"%"),
    "many-parameters": wire.url("apply", wire.quoted(valid), more="&a=b" * 40),
    "chunk-zero": piece(0, 2),
    "chunk-total": piece(1, 2) + b"\n" + piece(200, 256),
    "dropped-assembly": piece(1, 2) + b"\n" + piece(1, 2, b"other") + b"\n" + piece(2, 2),
    "base64-padding": wire.url("apply", b"===="),
    "wiped-padding": wire.url("apply", wire.quoted(padded()), "data-x"),
    "truncated-stream": plain(valid[:-6]),
    "fixed-buffer": plain(wire.zlib.compress(bytes(100000))),
    "short-magic": plain(wire.zlib.compress(b"AB")),
    "table-overflow": unpacked(listed(applied(b"\xa1\xff"), count=1 << 63)),
    "value-reference": unpacked(listed(applied(b"\xd1\x05\xff"))),
    "no-limits": unpacked(listed(applied(b"\xa1\x06"))),
    "utf16-length": unpacked(listed(applied(wide))),
    "date-width": unpacked(listed(applied(b"\x35" + bytes(40)))),
    "long-category": sets(small, Category="c" * 300),
    "empty-key": sets({"": 1}),
    "token-prefix": wire.url("apply", wire.quoted(valid), token=wire.TOKEN[:20]),
    "sign-of-four": sets({"number": (1 << 32) - 1}),
    "callback-escape": wire.url("apply", wire.quoted(valid), profile="a%26b"),
    "none-changed": b"-" + plain(valid),
    "many-changed": sets({f"key{index}": 1 for index in range(300)}),
    "left-records": b"!+" + sets({"other": 1}) + b"\n" + plain(valid),
}


def answer(pipe, bug, script):
    environment = {**os.environ, "PEERS_BUG": bug, "ASAN_OPTIONS": "detect_leaks=0"}
    try:
        run = subprocess.run([pipe], input=struct.pack(">I", len(script)) + script, capture_output=True, env=environment, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "a hang"
    return run.stdout if run.returncode == 0 else f"exit status {run.returncode}: {run.stderr.decode(errors='replace')[:400]}"


def main():
    definition = pathlib.Path(__file__).resolve().parents[1] / "subject" / "planted.def"
    bugs = re.findall(r'^BUG\(\w+, "([^"]+)"', definition.read_text(), re.M)
    wrong = [f"{bug}: there is no proof" for bug in bugs if bug not in PROOFS]
    for bug, script in PROOFS.items():
        right = answer(sys.argv[1], "none", script)
        if isinstance(right, str):
            wrong.append(f"{bug}: without the bug: {right}")
        elif answer(sys.argv[1], bug, script) == right:
            wrong.append(f"{bug}: nothing is to be seen")
    for name, script in wire.seeds(True).items():
        right = answer(sys.argv[1], "none", script)
        if isinstance(right, str) or b"status=Success" not in right and name != "refused":
            wrong.append(f"{name} of the start corpus: {right}")
        wrong += [f"{name} of the start corpus shows {bug}" for bug in bugs if answer(sys.argv[1], bug, script) != right]
    print("\n".join(wrong) or f"{len(bugs)} bugs can be shown, none by the start corpus")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
