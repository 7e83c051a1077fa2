"""What counts as shown: the test of the test of the documentation."""

import pathlib
import tempfile
import unittest

import pages
import shapes


def page(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.md"
        path.write_text(text, encoding="utf-8")
        return pages.read(path, "page.md")


class Shapes(unittest.TestCase):
    def test_what_differs_from_run_to_run_is_equal(self):
        for shown, printed in [
            ("14 cases in 0.15 s: 12 passed", "9 cases in 1 min 3.2 s: 8 passed"),
            ("report  Reports/stub-2026-11-22-1/report.json", "report  Reports/stub-2027-01-02-13/report.json"),
            ("key id  a048309d91feb720", "key id  0123456789abcdef"),
            ("-- /home/ann/assay/faulty --fault x", "-- /tmp/pages-1/work/faulty --fault x"),
            ("go on …/mine", "go on /tmp/pages-1/work/mine"),
            ("token=39b2ff…&profile=P", "token=39b2ff32d19f2ebb&payload=1&profile=P"),
        ]:
            self.assertTrue(shapes.fits(shown, printed), (shown, printed))

    def test_words_are_not(self):
        for shown, printed in [
            ("14 cases: 12 passed", "14 cases: 12 failed"),
            ("ABT-TOK-02  passed", "ABT-URL-02  passed"),
            ("ABT-TOK-02  passed", "ABT-TOK-05  passed"),
            ("no delegate call", "no delegate call."),
        ]:
            self.assertFalse(shapes.fits(shown, printed), (shown, printed))

    def test_counts_differ_only_where_they_may(self):
        self.assertTrue(shapes.fits("12 of 13", "11 of 13"))
        self.assertFalse(shapes.fits("12 of 13", "11 of 13", is_exact=True))
        self.assertTrue(shapes.fits("12 in 3.2 s", "12 in 0.4 s", is_exact=True))

    def test_an_elision_stands_for_lines_and_nothing_else_does(self):
        printed = ["one", "two", "three", "four"]
        for shown in [["one", "two", "three", "four"], ["one", "…", "four"], ["…", "three", "four"], ["one", "…"], ["…"]]:
            self.assertIsNone(shapes.first_difference(shown, printed), shown)
        for shown, first in [
            (["one", "two"], "one"), (["one", "four"], "one"), (["two", "…"], "two"), (["…", "three"], "three"),
            (["one", "…", "five"], "five"), (["…", "four", "…", "one", "…"], "one"),
        ]:
            self.assertEqual(shapes.first_difference(shown, printed), first, shown)
        self.assertIsNone(shapes.first_difference(["two", "three"], printed, is_part=True))
        self.assertEqual(shapes.first_difference(["two", "four"], printed, is_part=True), "four")

    def test_what_is_stale_is_renewed_and_elisions_stay(self):
        self.assertEqual(
            shapes.renewed(["one", "old", "…", "ten 1"], ["one", "new", "x", "y", "ten 2"]), ["one", "new", "…", "ten 2"])
        self.assertEqual(shapes.renewed(["one", "two"], ["new", "one", "two", "last"]), ["new", "one", "two", "last"])
        self.assertEqual(shapes.renewed(["one", "two"], ["new", "one", "two", "last"], is_part=True), ["one", "two"])


class Pages(unittest.TestCase):
    def test_commands_and_what_they_print(self):
        steps = page("```\n$ a \\\n> b\nout\n\n$ c  # exit code 3\n```\n").steps
        self.assertEqual([step.command for step in steps], ["a \\\nb", "c  # exit code 3"])
        self.assertEqual(steps[0].lines, ["out"])
        self.assertTrue(steps[1].is_silent and steps[1].status == 3)

    def test_comments_before_a_block(self):
        steps = page("<!-- run: x -->\n<!-- file: f.json -->\n```json\n{}\n```\n\n<!-- prints: y -->\n```\nz\n```\n").steps
        self.assertEqual(steps[:2], ["x", ("f.json", "{}\n")])
        self.assertTrue(steps[2].is_part and steps[2].command == "y" and steps[2].lines == ["z"])

    def test_a_script_holds_exit_codes(self):
        script = page("```sh\na\nb   # exit code 1: why\n```\n").steps[0].command
        self.assertIn("{ set +e; b; [ $? -eq 1 ] || exit 1; set -e; }", script)

    def test_nothing_escapes(self):
        with self.assertRaises(pages.PageError):
            page("```\nassay run\n```\n")
        with self.assertRaises(pages.PageError):
            page("```\nout\n$ a\n```\n")
        with self.assertRaises(pages.PageError):
            page("```text\nassay run --reference\n```\n")
        self.assertEqual(page("```text\nassay replay FILE|FOLDER -- ADAPTER\n```\n").steps, [])
        self.assertEqual(page("```sh\n# not run here: it takes hours\na\n```\n").not_run, 1)


if __name__ == "__main__":
    unittest.main()
