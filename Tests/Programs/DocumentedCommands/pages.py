"""Pages as the test of the documentation reads them: what is run, what is written to a file, and what a block shows."""

import dataclasses
import pathlib
import re

FENCE = re.compile(r"^(\s*)```(\S*)\s*$")
DIRECTIVE = re.compile(r"<!-- (run|file|prints|prints exactly): (.*?) ?-->", re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)$")
NOT_RUN = re.compile(r"^# not run here: \S")
# A command with something left out is a synopsis.
SYNOPSIS = re.compile(r"[…|]")
# Blocks in these languages are no commands and no output; tests of their own read most of them.
DATA = {"json", "yaml", "swift", "text", "xml", "mermaid", "python", "c"}


class PageError(Exception):
    """A page that does not say how one of its blocks is to be tested."""


@dataclasses.dataclass
class Shown:
    """A command and what the page shows of its output."""

    command: str
    lines: list
    # Where the lines stand on the page, from 0.
    start: int
    # The lines are a part of the output, wherever it is.
    is_part: bool = False
    # Counts have to be right, too.
    is_exact: bool = False
    # The page shows no output: whatever is printed is right.
    is_silent: bool = False
    status: int | None = None


@dataclasses.dataclass
class Page:
    name: str
    lines: list
    # `Shown`, or a pair of a file's name and its text, or a command that is run before.
    steps: list
    not_run: int = 0


def directives(lines, fence):
    """The comments right before a fence, in order, as pairs."""
    text = []
    at = fence - 1
    while at >= 0 and not lines[at].strip():
        at -= 1
    while at >= 0 and (lines[at].endswith("-->") or (text and "<!--" not in "".join(text[:1]))):
        text.insert(0, lines[at])
        at -= 1
        if text[0].startswith("<!--") and (at < 0 or not lines[at].endswith("-->")):
            break
    return DIRECTIVE.findall("\n".join(text))


def commands(lines, start):
    """The commands of a block with a `$` before each, with the output that is shown."""
    steps = []
    for offset, line in enumerate(lines):
        found = COMMAND.match(line)
        if found:
            steps.append(Shown(found[1], [], start + offset + 1))
        elif steps and line.startswith("> ") and not steps[-1].lines:
            steps[-1].command += "\n" + line[2:]
            steps[-1].start = start + offset + 1
        elif steps:
            steps[-1].lines.append(line)
        else:
            raise PageError(f"line {start + offset + 1}: a block with a $ begins with another line")
    for step in steps:
        while step.lines and not step.lines[-1].strip():
            step.lines.pop()
        status = re.search(r"\s+# exit code (\d+)", step.command)
        if status:
            step.status = int(status[1])
        step.is_silent = not step.lines
    return steps


def with_status(line):
    """A line of a script, which has to end with the exit code that stands after it, or else with 0."""
    found = re.search(r"\s+# exit code (\d+)", line)
    return f"{{ set +e; {line[:found.start()]}; [ $? -eq {found[1]} ] || exit 1; set -e; }}" if found else line


def read(path, name):
    """A page by its steps.

    Raises PageError for a block of which nobody can tell what it is.
    """
    lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
    page = Page(name, lines, [])
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        if not fence:
            at += 1
            continue
        end = next(number for number in range(at + 1, len(lines)) if lines[number].strip() == "```")
        indent = len(fence[1])
        block = [line[indent:] for line in lines[at + 1:end]]
        add(page, fence[2], block, at + 1, directives(lines, at))
        at = end + 1
    return page


def add(page, language, block, start, comments):
    where = f"{page.name}, line {start}"
    prints = None
    for kind, words in comments:
        if kind == "run":
            page.steps.append(words)
        elif kind == "file":
            page.steps.append((words, "\n".join(block) + "\n"))
        else:
            prints = Shown(words, block, start, is_part=True, is_exact=kind == "prints exactly")
    if block and NOT_RUN.match(block[0]):
        page.not_run += 1
    elif prints:
        page.steps.append(prints)
    elif any(COMMAND.match(line) for line in block):
        page.steps += commands(block, start)
    elif language == "sh":
        page.steps.append(Shown("\n".join(["set -e"] + [with_status(line) for line in block]), [], start, is_silent=True, status=0))
    elif language == "text" and any(line.startswith("assay ") and not SYNOPSIS.search(line) for line in block):
        raise PageError(f"{where}: a whole command stands in a block of text; give it the language sh, or a $")
    elif language not in DATA and not any(kind == "file" for kind, _ in comments):
        raise PageError(
            f"{where}: nobody can tell what this block is; say in a comment before it what prints it (<!-- prints: COMMAND -->), "
            "begin its commands with $, or give it a language: sh for commands, text for what is neither")
