"""The pictures of the README and of the documentation: a run on a terminal, and pages. Run through `make pictures`.

    pictures.py ASSAY FOLDER
"""

import html
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

import pages

COLUMNS, LINES = 100, 33
#: Where the pictures say that the run was.
HOME = "/home/ann/acme"
FAULTS = ["token-in-any-case", "crash-on-truncated-stream"]
COLORS = {"1": "bold", "2": "quiet", "90": "quiet", "31": "red", "32": "green", "33": "yellow", "34": "blue", "36": "cyan"}
TERMINAL = """<!DOCTYPE html><meta charset="utf-8"><style>
body { margin: 0; background: #0d1117; } pre { margin: 0; padding: 18px 22px; width: max-content; color: #e6edf3;
font: 14px/1.42 "DejaVu Sans Mono", monospace; } .bold { font-weight: 700 } .quiet { color: #9198a1 } .red { color: #ff7b72 }
.green { color: #7ee787 } .yellow { color: #e3b341 } .blue { color: #79c0ff } .cyan { color: #76e3ea }</style><pre>%s</pre>"""


def on_terminal(command, folder):
    """What a command writes to a terminal of `COLUMNS` columns, colours included."""
    reader, writer = pty.openpty()
    subprocess.run(["stty", "cols", str(COLUMNS), "rows", "50"], stdin=writer, check=True)
    process = subprocess.Popen(command, cwd=folder, stdout=writer, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                               env={**os.environ, "TERM": "xterm-256color"})
    os.close(writer)
    text = b""
    while True:
        try:
            block = os.read(reader, 65536)
        except OSError:
            break
        if not block:
            break
        text += block
    process.wait()
    os.close(reader)
    return text.decode().replace("\r\n", "\n")


def colored(text):
    """Text with colours of a terminal as HTML."""
    parts, classes = [], []
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        match = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if not match:
            name = " ".join(classes)
            parts.append(f'<span class="{name}">{html.escape(piece)}</span>' if name else html.escape(piece))
            continue
        for code in match[1].split(";"):
            classes = [] if code in ("", "0") else classes + [COLORS.get(code, "")]
    return "".join(parts)


def main():
    assay, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        place = pathlib.Path(name)
        (place / "assay").symlink_to(assay)
        (place / "adapter").symlink_to(assay.parent / "faulty-adapter")
        adapter = ["./adapter", *[word for fault in FAULTS for word in ("--fault", fault)]]
        select = ["--edition", "plain", "--select", "abt/token/*"]
        command = ["./assay", "run", "--progress", "none", "--output", "Reports/acme", *select, "--", *adapter[:3]]
        shown = f"assay run --edition plain --select 'abt/token/*' -- {' '.join(adapter[:3])}"
        lines = on_terminal(command, place).replace(str(place), HOME).split("\n")[:LINES]
        terminal = place / "terminal.html"
        terminal.write_text(TERMINAL % (f"<span class=quiet>$</span> {html.escape(shown)}\n" + colored("\n".join(lines + ["…"]))))
        whole = ["./assay", "run", "--quiet", "--output", "Reports/whole", "--format", "html", "--", *adapter]
        subprocess.run(whole, cwd=place, capture_output=True, check=False)
        run = ["./assay", "run", "--quiet", "--edition", "plain", "--format", "json", "--output"]
        subprocess.run([*run, "Reports/right", "--reference"], cwd=place, capture_output=True, check=True)
        subprocess.run([*run, "Reports/faulty", "--", *adapter], cwd=place, capture_output=True, check=False)
        subprocess.run(["./assay", "report", "--matrix", "Reports/right", "Reports/faulty", "--output", "matrix.html"],
                       cwd=place, check=True)
        browser = playwright.chromium.launch(executable_path=pages.CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(terminal.as_uri())
        page.locator("pre").screenshot(path=folder / "terminal.png")
        for name, file in (("report", "Reports/whole/report.html"), ("matrix", "matrix.html")):
            page = browser.new_page(viewport={"width": 1100, "height": 1100}, color_scheme="light")
            page.goto((place / file).as_uri())
            page.screenshot(path=folder / f"{name}-light.png")
        browser.close()
    for file in sorted(folder.glob("*.png")):
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
