"""XML property lists: the reader for configuration profiles."""

import datetime
import plistlib
import unittest

from abt.codec import xml_plist
from abt.codec.errors import PropertyListError
from abt.codec.values import Date

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def read(text, max_objects=1_000, max_depth=16):
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    return xml_plist.read(data, max_objects=max_objects, max_depth=max_depth)


def body(text):
    return read("<plist>%s</plist>" % text)


class XmlPropertyLists(unittest.TestCase):
    def test_what_plistlib_writes(self):
        value = {
            "string": "a<b>&\u00e9\U0001f600 \n",
            "empty": "",
            "integers": [0, -1, 2**63 - 1, -(2**63)],
            "reals": [0.5, -1e300],
            "booleans": [True, False],
            "data": b"\0\xff" * 100,
            "none": b"",
            "date": datetime.datetime(2013, 4, 12, 1, 2, 3),
            "nested": {"": [], "d": {}},
        }
        expected = {**value, "date": Date(387_421_323.0)}
        for data in (plistlib.dumps(value), plistlib.dumps(value).decode("utf-8").replace("UTF-8", "UTF-16").encode("utf-16")):
            found = read(data)
            self.assertEqual(found, expected)
            self.assertEqual([type(item) for item in found["booleans"]], [bool, bool])

    def test_scalars(self):
        for text, value in (
            ("<integer> +7 </integer>", 7),
            ("<integer>-0x1F</integer>", -31),
            ("<real>-Infinity</real>", float("-inf")),
            ("<real>.5e1</real>", 5.0),
            ("<string><![CDATA[<a>]]></string>", "<a>"),
            ("<string>a<!-- comment -->b</string>", "ab"),
            ("<data> AA\n ==\t</data>", b"\0"),
            ("<date>0001-01-01T00:00:00Z</date>", Date(-63_113_904_000.0)),
            ("<true/>", True),
            ("<false></false>", False),
        ):
            self.assertEqual(body(text), value, text)

    def test_refused(self):
        for text in (
            "",
            "<integer></integer>",
            "<integer>1.5</integer>",
            "<integer>1_0</integer>",
            "<integer>\u0661</integer>",
            "<integer>%s</integer>" % ("1" * 100),
            "<real>1_0</real>",
            "<real>x</real>",
            "<data>A</data>",
            "<data>AA==AA==</data>",
            "<data>\u00e4</data>",
            "<date>2013-13-01T00:00:00Z</date>",
            "<date>2013-01-01</date>",
            "<date>0000-01-01T00:00:00Z</date>",
            "<true>x</true>",
            "<null/>",
            "<plist/>",
            "x<string/>",
            "<string/><string/>",
            "<string><string/></string>",
            "<key>k</key>",
            "<dict><string/></dict>",
            "<dict><key>k</key></dict>",
            "<dict><key>k</key><key>l</key><string/></dict>",
            "<dict><key>k</key><string/><key>k</key><string/></dict>",
            "<array><key>k</key></array>",
            "<array>",
            "<array>x</array>",
            "<string>&#xD800;</string>",
            "<string>\0</string>",
            "<string>&unknown;</string>",
        ):
            with self.assertRaises(PropertyListError, msg=text):
                body(text)
        for text in ("", "x", "<string/>", "<dict/>", b"\xff\xfe", "<plist><true/></plist>x", "{}", b"bplist00"):
            with self.assertRaises(PropertyListError, msg=text):
                read(text)

    def test_encodings_that_nobody_knows(self):
        for name in ("klingon", "utf-7", "shift_jis", "idna"):
            with self.assertRaises(PropertyListError, msg=name):
                read('<?xml version="1.0" encoding="%s"?><plist><true></plist>' % name)

    def test_entities(self):
        bomb = '<!DOCTYPE plist [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><plist><string>&b;</string></plist>'
        outside = '<!DOCTYPE plist [<!ENTITY a SYSTEM "file:///etc/passwd">]><plist><string>&a;</string></plist>'
        parameter = '<!DOCTYPE plist [<!ENTITY % a "x">]><plist><string/></plist>'
        skipped = '<!DOCTYPE plist SYSTEM "http://example.com/p.dtd"><plist><string>a&b;c</string></plist>'
        for text in (bomb, outside, parameter, skipped):
            with self.assertRaises(PropertyListError):
                read(HEAD + text)
        apple = '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'
        self.assertEqual(read(HEAD + apple + "<plist version='1.0'><string>&amp;&#65;</string></plist>"), "&A")

    def test_bounds(self):
        deep = "<plist>%s%s</plist>"
        self.assertEqual(read(deep % ("<array>" * 2, "</array>" * 2), max_depth=2), [[]])
        for depth in (3, 200_000):
            with self.assertRaises(PropertyListError):
                read(deep % ("<array>" * depth, "</array>" * depth), max_depth=2, max_objects=10**6)
        wide = "<plist><array>%s</array></plist>"
        self.assertEqual(len(read(wide % ("<true/>" * 9), max_objects=10)), 9)
        with self.assertRaises(PropertyListError):
            read(wide % ("<true/>" * 10), max_objects=10)

    def test_long_tags(self):
        attributes = " ".join("a%d='>'" % number for number in range(500_000))
        for text in ("<plist %s><true/></plist>" % attributes, "<plist><!--%s--><true/></plist>" % ("-x" * 500_000)):
            with self.assertRaises(PropertyListError):
                read(text)
        for encoding in ("utf-8", "utf-16"):
            for length in (65_500, 65_530, 3_000_000):
                text = "<plist><array><string>%s</string><data>%s</data><!-- - --><true/></array></plist>"
                found = read((text % ("x\u00e9" * length, "AAAA" * length)).encode(encoding))
                self.assertEqual([len(item) for item in found[:2]], [2 * length, 3 * length])


if __name__ == "__main__":
    unittest.main()
