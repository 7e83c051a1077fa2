#!/usr/bin/env python3
"""Writes the vectors of this folder with Python's plistlib, an implementation that is not ours.

NAME.xml is a document, NAME.values what plistlib reads from it, one line a value, parents first:

    dictionary N   N pairs of a key line and a value follow
    array N        N values follow
    key HEX        UTF-8
    string HEX     UTF-8
    integer N
    real HEX       the bits of the double, big-endian
    boolean true
    date HEX       seconds since 2001-01-01T00:00:00Z, as the bits of a double
    data HEX

Run it in this folder without arguments; the same script writes the same bytes.
"""

import datetime
import pathlib
import plistlib
import random
import struct

FOLDER = pathlib.Path(__file__).resolve().parent
EPOCH = datetime.datetime(2001, 1, 1)


def bits(number):
    return struct.pack(">d", number).hex()


def lines(value):
    if isinstance(value, dict):
        yield f"dictionary {len(value)}"
        for key, member in value.items():
            yield f"key {key.encode().hex()}"
            yield from lines(member)
    elif isinstance(value, list):
        yield f"array {len(value)}"
        for element in value:
            yield from lines(element)
    elif isinstance(value, bool):
        yield f"boolean {'true' if value else 'false'}"
    elif isinstance(value, int):
        yield f"integer {value}"
    elif isinstance(value, float):
        yield f"real {bits(value)}"
    elif isinstance(value, str):
        yield f"string {value.encode().hex()}"
    elif isinstance(value, bytes):
        yield f"data {value.hex()}"
    elif isinstance(value, datetime.datetime):
        yield f"date {bits((value - EPOCH).total_seconds())}"
    else:
        raise TypeError(type(value))


def write(name, document):
    value = plistlib.loads(document)
    (FOLDER / f"{name}.xml").write_bytes(document)
    (FOLDER / f"{name}.values").write_text("\n".join(lines(value)) + "\n")


def dumped(name, value):
    document = plistlib.dumps(value, sort_keys=False)
    assert plistlib.loads(document) == value or value != value
    write(name, document)


def random_text(source):
    alphabets = ["abcXYZ 012", "<>&'\"]]>\t\n", "äöüß€é", "日本語", "😀𝄞", "e\u0301"]
    return "".join(
        source.choice(source.choice(alphabets)) for _ in range(source.randrange(24)))


def random_value(source, depth):
    kind = source.randrange(10 if depth else 8)
    if kind == 0:
        return source.random() < 0.5
    if kind == 1:
        return source.choice([
            source.randrange(-300, 300), source.getrandbits(31), -source.getrandbits(63),
            source.getrandbits(63), 2**63 - 1, -(2**63)])
    if kind == 2:
        return source.choice([
            source.uniform(-1, 1), source.uniform(-1e300, 1e300), 5e-324, 0.0, 1.5,
            1.7976931348623157e308, source.gauss(0, 1) * 10 ** source.randrange(-300, 300)])
    if kind == 3:
        return EPOCH + datetime.timedelta(seconds=source.randrange(-(10**10) * 6, 10**11 * 2))
    if kind == 4:
        return source.randbytes(source.randrange(120))
    if kind < 8:
        return random_text(source)
    if kind == 8:
        return [random_value(source, depth - 1) for _ in range(source.randrange(6))]
    return {
        random_text(source): random_value(source, depth - 1) for _ in range(source.randrange(6))}


def nested(depth):
    value = "in the middle"
    for level in range(depth - 1):
        value = [value] if level % 2 else {"inner": value}
    return [value]


HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'
DOCTYPE = (
    b'<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
    b'"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n')


def plist(content, head=HEAD + DOCTYPE):
    return head + b'<plist version="1.0">' + content + b"</plist>\n"


dumped("empty-dictionary", {})
dumped("empty-array", [])
dumped("scalars", ["", "text", 0, -1, 1.5, True, False, b"", b"\0\xff", EPOCH])
dumped("integers", [s * (2**n) + d for n in range(0, 63) for s in (1, -1) for d in (-1, 0, 1)]
       + [2**63 - 1, -(2**63)])
dumped("reals", [0.0, -0.0, 0.1, 1 / 3, 1e22, 1e23, 5e-324, 2.2250738585072014e-308,
                 1.7976931348623157e308, -9007199254740993.0, float("inf"), float("-inf")])
dumped("dates", [datetime.datetime(y, m, d, 23, 59, 59) for y, m, d in [
    (1, 1, 1), (1600, 2, 29), (1899, 12, 31), (1900, 2, 28), (1900, 3, 1), (1969, 12, 31),
    (2000, 2, 29), (2000, 12, 31), (2001, 1, 1), (2024, 2, 29), (2026, 11, 21), (9999, 12, 31)]])
dumped("data", [bytes(range(256))[:n] for n in range(0, 80)] + [bytes(range(256)) * 8])
dumped("texts", ["<&>\"'", "]]>", "a\tb\nc", " leading and trailing ", "\u00e9", "e\u0301",
                 "\U0001F600", "\ufffd", "\u2028", "x" * 5_000])
dumped("keys", {"": 1, " ": 2, "a&b": 3, "\u00e9": 4, "e\u0301": 5, "k" * 300: 6, "<key>": 7})
dumped("depth-64", nested(64))
for seed in range(12):
    source = random.Random(seed)
    dumped(f"random-{seed:02}", [random_value(source, 5) for _ in range(40)])

write("form-bare", b"<plist><true/></plist>")
write("form-byte-order-mark", b"\xef\xbb\xbf" + plist(b"<string>\xc3\xa9</string>"))
write("form-no-doctype", plist(b"<integer>7</integer>", HEAD))
write("form-system-doctype", plist(
    b"<dict/>", HEAD + b'<!DOCTYPE plist SYSTEM "file://localhost/PropertyList.dtd">'))
write("form-single-quotes", plist(
    b"<dict/>", b"<?xml version='1.0' encoding='utf-8' standalone='yes'?><!DOCTYPE plist>"))
write("form-space-in-tags", HEAD + DOCTYPE + (
    b'<plist\n version = "1.0" ><array ><string\t>a</string ><true />'
    b"<false></false ><array\r\n/></array\n></plist >"))
write("form-carriage-returns", plist(
    b"<array>\r\n<string>a\r\nb\rc\n\rd&#13;e&#xD;&#xA;f</string>\r</array>"))
write("form-references", plist(
    b"<string>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#x1F600;&#0000067;&#xe9;</string>"))
write("form-cdata", plist(
    b"<array><string>a<![CDATA[<b>&amp;]]]]><![CDATA[>c]]>d</string>"
    b"<string><![CDATA[]]></string><string><![CDATA[x\r\ny]]></string>"
    b"<data><![CDATA[AQID]]></data></array>"))
write("form-comments", plist(
    b"<!-- one --><array><!-- <true/> - two - --><string>a<!-- three -->b</string>"
    b"<integer>1<!---->2</integer></array><!-- four -->")
    + b"<!-- five --> <?six?>\n")
write("form-instructions", HEAD + b"<?xml-stylesheet href='a'?><?a?>" + DOCTYPE + (
    b"<plist><?b c?><dict><?d?><key>k<?e f?>k</key><true/></dict></plist><?g ?>"))
write("form-numbers", plist(
    b"<array><integer> 12 </integer><integer>+5</integer><integer>-0</integer>"
    b"<integer>007</integer><integer>0xff</integer><integer>0XFFff</integer>"
    b"<integer>\n-9223372036854775808\t</integer><integer>9223372036854775807</integer>"
    b"<integer>0x7fffffffffffffff</integer><real> 1 </real><real>.5</real><real>5.</real>"
    b"<real>+1e3</real><real>-1E-3</real><real>1e+3</real><real>007.50</real>"
    b"<real>inf</real><real>-Infinity</real><real>+INF</real><real>1e-400</real></array>"))
write("form-data", plist(
    b"<array><data>\n\tAQID\r\n\tBA==\n</data><data> A Q I D B A = = </data><data/>"
    b"<data>  </data><data>AQIDBAU=</data><data>+/+/</data></array>"))
write("form-empty-elements", plist(
    b"<dict><key/><string/><key>a</key><array></array><key>b</key><dict></dict></dict>"))
