"""What is compared of a line that a page shows with one that a command prints: its shape, without what differs from run to run."""

import re

RULES = [
    (re.compile(r"\x1b\[[0-9;]*m"), ""),
    # A path by its last name; the page has another folder, or none.
    (re.compile(r"(?<![\w.:/])…?(?:/[\w.+@-]+)+/(?=[\w.+@-])"), "/"),
    (re.compile(r"…/"), "/"),
    (re.compile(r"\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b"), "ID"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:T[\d:]+Z)?(?:-\d+)?"), "DATE"),
    (re.compile(r"\b(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{12,}\b"), "DIGITS"),
    (re.compile(r"\b[\d.,]*\d(?: min [\d.]+)? (?:ms|s|min|h)\b"), "TIME"),
]
# Not those of a requirement: ABT-TOK-05.
NUMBER = re.compile(r"(?<![A-Z]-)(?<!\d)\d(?:[\d,.]*\d)?")
SPACE = re.compile(r"\s+")


def shape(line, is_exact=False):
    for pattern, word in RULES:
        line = pattern.sub(word, line)
    if not is_exact:
        line = NUMBER.sub("#", line)
    return SPACE.sub(" ", line).strip()


def is_elision(line):
    """A line that stands for any number of lines."""
    return line.strip() in ("…", "| …")


def fits(shown, printed, is_exact=False):
    """Whether a line that is shown is the one that is printed; an ellipsis within it stands for any text."""
    wanted, seen = shape(shown, is_exact), shape(printed, is_exact)
    if wanted == seen:
        return True
    if "…" not in shown:
        return False
    # What is cut off within a word, a number or a digest is left out as a whole.
    parts = re.sub(r"[0-9A-Za-z%-]*…", "…", shown).split("…")
    pattern = ".*".join(re.escape(shape(part, is_exact)) for part in parts)
    return re.fullmatch(pattern, seen) is not None


def segments(lines):
    """Runs of lines that stand together, and whether something is left out before the first and after the last."""
    runs, current = [], []
    for line in lines:
        if is_elision(line):
            runs.append(current)
            current = []
        else:
            current.append(line)
    return runs + [current]


def first_difference(shown, printed, is_part=False, is_exact=False):
    """The first line of `shown` that is not printed where it should be; None if all are.

    Empty lines do not count at the beginning and the end of a run of lines.
    """
    runs = segments(shown)
    printed = [line for line in printed]
    while printed and not printed[-1].strip():
        printed.pop()
    at = 0
    for number, run in enumerate(runs):
        while run and not run[0].strip():
            run = run[1:]
        while run and not run[-1].strip():
            run = run[:-1]
        if not run:
            continue
        is_first, is_last = number == 0 and not is_part, number == len(runs) - 1 and not is_part
        best, place = 0, None
        starts = range(at, len(printed) - len(run) + 1)
        if is_last:
            starts = [start for start in starts if start == len(printed) - len(run)]
        if is_first:
            starts = [start for start in starts if not any(line.strip() for line in printed[:start])]
        for start in starts:
            same = 0
            while same < len(run) and fits(run[same], printed[start + same], is_exact):
                same += 1
            if same == len(run):
                place = start
                break
            best = max(best, same)
        if place is None:
            return run[min(best, len(run) - 1)]
        at = place + len(run)
    return None


def renewed(shown, printed, is_part=False, is_exact=False):
    """The lines that are shown, as they are printed today: elisions stay where they are, lines that have changed or come are taken over."""
    import difflib

    keep = [line for line in shown]
    old = [shape(line, is_exact) for line in keep]
    new = [shape(line, is_exact) for line in printed]
    # A line with an ellipsis is taken for the printed line that it fits.
    for number, line in enumerate(keep):
        if "…" in line and not is_elision(line):
            match = next((other for other in printed if fits(line, other, is_exact)), None)
            if match is not None:
                old[number] = shape(match, is_exact)
    result = []
    for tag, i, j, k, l in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            for offset in range(j - i):
                line, other = keep[i + offset], printed[k + offset]
                result.append(line if fits(line, other, is_exact=True) else other)
        elif tag in ("replace", "delete"):
            gone = keep[i:j]
            elisions = [line for line in gone if is_elision(line)]
            if elisions and len(elisions) == len(gone):
                result += gone
            elif not elisions:
                result += printed[k:l]
            else:
                # Lines around an elision: as many as stood before it and after it.
                before = next(n for n, line in enumerate(gone) if is_elision(line))
                after = len(gone) - 1 - max(n for n, line in enumerate(gone) if is_elision(line))
                result += printed[k:k + before] + elisions[:1] + (printed[l - after:l] if after else [])
        elif tag == "insert":
            neighbours = keep[max(0, i - 1):i + 1]
            is_inside = 0 < i < len(keep)
            if not any(is_elision(line) for line in neighbours) and (is_inside or not is_part):
                result += printed[k:l]
    return result
