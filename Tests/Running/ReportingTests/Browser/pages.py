"""The pages of assay in Chromium: what they show, how they are used, and that nothing in them is obeyed.

    pages.py ASSAY [--screenshots FOLDER] [--only NAME]
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

import reports

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

#: What Chromium offers for contrast, done here: WCAG's ratio of a text's colour to what is painted behind it.
CONTRAST = """
() => {
  const channel = (value) => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (seen.has(element) || !walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const one = luminance(parse(element.closest("svg") ? style.fill : style.color)), other = luminance(ground(element));
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.tagName}.${element.className} ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return poor.slice(0, 10);
}
"""

PAINT = """
() => new Promise((resolve) => {
  const entries = performance.getEntriesByName("first-contentful-paint");
  if (entries.length) return resolve(entries[0].startTime);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") resolve(entry.startTime);
  }).observe({ type: "paint", buffered: true });
})
"""


class Browser:
    """A Chromium, with complaints about whatever a page says on its console or asks of a network."""

    def __init__(self, playwright, screenshots):
        self.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        self.screenshots = screenshots
        self.complaints = []

    def page(self, file, fragment="", *, width=1280, height=900, dark=False, scripts=True):
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light",
            java_script_enabled=scripts, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(20000)
        page.on("console", lambda message: self.complain(f"{file.name}: console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complain(f"{file.name}: {error}"))
        page.on("dialog", lambda dialog: self.complain(f"{file.name}: a dialog: {dialog.message}"))
        page.on("request", lambda request: None if request.url.startswith(("file:", "data:"))
                else self.complain(f"{file.name}: asks for {request.url[:200]}"))
        page.goto(file.as_uri() + fragment)
        return page

    def complain(self, words):
        self.complaints.append(words)

    def picture(self, page, name, *, full=False):
        if self.screenshots:
            page.screenshot(path=self.screenshots / f"{name}.png", full_page=full)


def check(holds, words):
    if not holds:
        raise AssertionError(words)


def visible(page, selector):
    return page.locator(f"{selector}:visible").count()


def until(page, expression):
    """Waits for something to hold. (Playwright's own way evaluates text within the page, which the page's policy forbids.)"""
    end = time.monotonic() + 20
    while not page.evaluate(expression):
        check(time.monotonic() < end, f"in 20 s this never held: {expression}")
        time.sleep(0.01)


def fits(page, name):
    """Nothing stands out at the right: only parts of the page may be moved sideways."""
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    check(wide[0] <= wide[1], f"{name} is {wide[0]} px wide in a window of {wide[1]}")


def structure(page):
    """Landmarks, one first heading, no level left out, names of controls, headers of tables."""
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5')].map(h => Number(h.tagName[1]))")
    check(levels.count(1) == 1 and levels[0] == 1, f"first headings: {levels[:5]}")
    for one, other in zip(levels, levels[1:]):
        check(other <= one + 1, f"a heading of level {other} follows one of {one}")
    for tag in ("header", "main", "footer"):
        check(page.locator(tag).count() >= 1, f"there is no {tag}")
    nameless = page.evaluate("""[...document.querySelectorAll('button,input,select,a,img,[role=region]')].filter(e =>
        !(e.textContent.trim() || e.alt || e.ariaLabel || e.labels?.length || e.getAttribute('aria-labelledby'))).length""")
    check(nameless == 0, f"{nameless} controls have no name")
    loose = page.evaluate("[...document.querySelectorAll('th')].filter(e => !e.scope).length")
    check(loose == 0, f"{loose} headers of tables have no scope")
    twice = page.evaluate("""(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
        return ids.filter((id, place) => ids.indexOf(id) !== place); })()""")
    check(not twice, f"ids that stand there twice: {twice[:5]}")


def test_conforming(browser, files):
    page = browser.page(files["conforming"])
    check(page.locator(".standing").inner_text().strip().endswith("Conforming"), "the verdict")
    structure(page)
    fits(page, "the page")
    check(not page.evaluate(CONTRAST), f"poor contrast: {page.evaluate(CONTRAST)}")
    browser.picture(page, "conforming-light")
    check(page.locator("a.tile").count() > 200, "tiles")
    check(page.locator("#machines .machine").count() == 6, "state machines")
    page.locator(".machine summary").first.click()
    drawn = page.evaluate("document.querySelector('.machine img').naturalWidth")
    check(drawn > 300, f"the drawing of a machine is {drawn} px wide")
    page.locator("#machines").scroll_into_view_if_needed()
    browser.picture(page, "machines-light")
    page.context.close()


def test_faulty(browser, files):
    page = browser.page(files["faulty"])
    structure(page)
    check(page.locator(".standing").inner_text().strip().endswith("Crashing"), "the verdict")
    failures = visible(page, "article.failure")
    check(failures >= 3, f"{failures} failures")
    first = page.locator("article.failure").first
    for words in ("ABT-", "Expected", "Observed", "assay run --select"):
        check(words in first.inner_text(), f"the first failure lacks {words}")
    page.locator("details.layers summary").first.click()
    layers = visible(page, ".layer")
    check(layers >= 2, f"{layers} layers")
    browser.picture(page, "faulty-light")
    page.locator("details.layers").first.scroll_into_view_if_needed()
    browser.picture(page, "layers-light")
    check(not page.evaluate(CONTRAST), f"poor contrast: {page.evaluate(CONTRAST)}")

    # The search, by the keyboard alone.
    page.keyboard.press("/")
    page.keyboard.type("abt-tok-05")
    until(page, "document.getElementById('found').textContent.includes(', 1 requirement,')")
    check(0 < visible(page, "tr.requirement") <= 2, "requirements that are found")
    check("q=abt-tok-05" in page.url, f"the address holds the search: {page.url}")
    browser.picture(page, "search-light")
    page.keyboard.press("Escape")
    until(page, "document.getElementById('found').textContent === ''")
    check(visible(page, "article.failure") == failures, "all failures are back")

    # Filters, and a case that is opened.
    page.select_option("#verdict", "crashed")
    until(page, "document.getElementById('found').textContent !== ''")
    words = page.locator("#case-rows .mark").all_inner_texts()
    check(words and all("crashed" in word for word in words), f"verdicts: {set(words)}")
    page.locator(".case-name").first.click()
    check(page.locator("tr.detail").count() == 1, "the case is open")
    check("assay run --select" in page.locator("tr.detail").inner_text(), "its command")
    address = page.url
    check("case=" in address and "verdict=crashed" in address, f"the address: {address}")
    page.locator("#cases").scroll_into_view_if_needed()
    browser.picture(page, "cases-light")
    page.select_option("#verdict", "")
    page.select_option("#state", "failed")
    until(page, "document.querySelectorAll('a.tile[data-state=passed]').length > 0 && "
                "![...document.querySelectorAll('a.tile[data-state=passed]')].some(e => e.checkVisibility())")
    check(visible(page, "a.tile") == page.locator("a.tile[data-state=failed]").count() > 0, "tiles of what failed")
    page.locator("#clear").click()
    check(visible(page, "article.failure") == failures, "all failures are back")
    page.select_option("#order", "slow")
    page.wait_for_timeout(120)
    times = page.locator("#case-rows tr.case td.number").all_inner_texts()[:5]
    check(len(times) == 5, "times")
    page.context.close()

    # Links into the page.
    page = browser.page(files["faulty"], "#" + address.split("#", 1)[1])
    check(page.locator("tr.detail").count() == 1, "a link opens the case")
    check(page.locator("#verdict").input_value() == "crashed", "a link sets the filter")
    page.context.close()
    page = browser.page(files["faulty"], "#ABT-TOK-05")
    check(visible(page, "#ABT-TOK-05") == 1, "a link opens the requirement")
    check(page.evaluate("document.activeElement.id") == "ABT-TOK-05", "and the focus is there")
    browser.picture(page, "requirement-light")
    page.locator("a.tile").first.click()
    check(page.evaluate("document.activeElement.className").startswith("requirement"), "a tile leads to its row")
    page.locator("article.failure p.case a").first.click()
    page.wait_for_selector("tr.detail")
    page.context.close()


def test_dark(browser, files):
    page = browser.page(files["faulty"], dark=True)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    check(ground == "rgb(16, 20, 24)", f"dark is {ground}")
    check(not page.evaluate(CONTRAST), f"poor contrast in dark: {page.evaluate(CONTRAST)}")
    check(page.locator("#theme").get_attribute("aria-pressed") == "true", "the switch knows")
    browser.picture(page, "faulty-dark", full=False)
    page.locator("#theme").click()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    check(ground == "rgb(255, 255, 255)", f"light after the switch is {ground}")
    page.context.close()
    page = browser.page(files["conforming"], dark=True)
    page.locator(".machine summary").first.click()
    page.locator("#machines").scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    browser.picture(page, "machines-dark")
    page.locator("#requirements").scroll_into_view_if_needed()
    browser.picture(page, "requirements-dark")
    page.context.close()


def test_keyboard(browser, files):
    page = browser.page(files["faulty"])
    page.keyboard.press("Tab")
    check(page.evaluate("document.activeElement.className") == "skip", "the first stop skips to the content")
    outline = []
    for _ in range(12):
        page.keyboard.press("Tab")
        outline.append(page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
    check(all(style == "solid" for style in outline), f"the focus is not seen: {outline}")
    page.locator("details.said summary").first.focus()
    page.keyboard.press("Enter")
    check(page.locator("details.said").first.evaluate("e => e.open"), "Enter opens what was said")
    page.context.close()


def test_phone(browser, files):
    for name in ("faulty", "conforming", "attacks", "matrix"):
        page = browser.page(files[name], width=360, height=740)
        fits(page, f"{name} on a phone")
        page.evaluate("for (const e of document.querySelectorAll('details')) e.open = true")
        fits(page, f"{name} on a phone, all open")
        if name == "faulty":
            page.evaluate("for (const e of document.querySelectorAll('details')) e.open = false; scrollTo(0, 0)")
            browser.picture(page, "faulty-phone")
            page.locator("article.failure").first.scroll_into_view_if_needed()
            page.evaluate("document.querySelector('article.failure').scrollIntoView()")
            browser.picture(page, "failure-phone")
            page.evaluate("document.getElementById('requirements').scrollIntoView()")
            browser.picture(page, "requirements-phone")
            page.evaluate("document.getElementById('cases').scrollIntoView()")
            browser.picture(page, "cases-phone")
        page.context.close()


def test_print(browser, files):
    page = browser.page(files["faulty"], scripts=False)
    check(visible(page, "article.failure") >= 3, "failures without scripts")
    check(visible(page, "a.tile") > 100, "requirements without scripts")
    check(visible(page, "#cases") == 0 and visible(page, ".filters") == 0, "what needs scripts is not there")
    folder = browser.screenshots or pathlib.Path(tempfile.mkdtemp())
    sheet = folder / "faulty-print.pdf"
    page.pdf(path=sheet, format="A4", margin={side: "15mm" for side in ("top", "bottom", "left", "right")})
    check(sheet.stat().st_size > 20000, "the printed page")
    page.emulate_media(media="print")
    for selector in (".filters", "#cases", ".copy", ".contents"):
        check(visible(page, selector) == 0, f"{selector} is printed")
    page.context.close()


def test_attacks(browser, files):
    for name in ("attacks", "attacks-matrix"):
        page = browser.page(files[name])
        page.evaluate("for (const e of document.querySelectorAll('details')) e.open = true")
        if name == "attacks":
            for button in page.locator(".case-name").all()[:30]:
                button.click()
        page.wait_for_timeout(200)
        check(page.evaluate("window.attacked") is None, f"{name}: an attack ran: {page.evaluate('window.attacked')}")
        tags = set(page.evaluate("[...document.querySelectorAll('*')].map(e => e.localName)"))
        odd = tags & {"x", "iframe", "object", "embed", "base", "form"}
        check(not odd, f"{name}: tags of attacks: {odd}")
        count = page.evaluate("[document.scripts.length, document.querySelectorAll('style').length]")
        check(count == ([3, 1] if name == "attacks" else [2, 1]), f"{name}: scripts and styles: {count}")
        handlers = page.evaluate("""[...document.querySelectorAll('*')].flatMap(e => [...e.attributes])
            .filter(a => /^on/i.test(a.name) || a.name === 'style' || /^\\s*javascript:/i.test(a.value) && a.name === 'href').map(a => a.name)""")
        check(not handlers, f"{name}: attributes of attacks: {handlers[:5]}")
        text = page.evaluate("document.body.innerText + document.title")
        hidden = re.findall("[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b\u009b\ufeff\u2028]", text)
        check(not hidden, f"{name}: characters that hide: {hidden[:5]}")
        check("</script><script>" in text, f"{name}: the attack is shown as text")
        structure(page)
        browser.picture(page, name)
        page.context.close()


def test_matrix(browser, files):
    page = browser.page(files["matrix"])
    structure(page)
    fits(page, "the matrix")
    check(not page.evaluate(CONTRAST), f"poor contrast: {page.evaluate(CONTRAST)}")
    rows = visible(page, "tr.requirement")
    browser.picture(page, "matrix-light")
    page.select_option("#show", "differs")
    until(page, "document.getElementById('found').textContent !== ''")
    check(0 < visible(page, "tr.requirement") < rows, "requirements in which they differ")
    browser.picture(page, "matrix-differs")
    page.select_option("#show", "all")
    page.fill("#query", "token")
    until(page, "document.getElementById('found').textContent !== ''")
    check(0 < visible(page, "tr.requirement") < rows, "requirements with the word")
    page.context.close()
    page = browser.page(files["matrix"], dark=True)
    check(not page.evaluate(CONTRAST), f"poor contrast in dark: {page.evaluate(CONTRAST)}")
    browser.picture(page, "matrix-dark")
    page.context.close()


def test_campaign(browser, files):
    for dark in (False, True):
        page = browser.page(files["campaign"], dark=dark)
        structure(page)
        fits(page, "the page of a campaign")
        check(visible(page, "article.failure") >= 1, "findings")
        check(page.locator("svg.plot").count() >= 4, "plots")
        check(not page.evaluate(CONTRAST), f"poor contrast: {page.evaluate(CONTRAST)}")
        browser.picture(page, f"campaign-{'dark' if dark else 'light'}", full=True)
        page.context.close()


def test_speed(browser, files):
    """Printed; the bounds are those of a machine that is busy with other things."""
    begun = time.monotonic()
    page = browser.page(files["20,000"])
    paint = page.evaluate(PAINT)
    page.wait_for_selector("#case-rows tr")
    ready = time.monotonic() - begun
    times = []
    for word in ("1", "19", "generated", "token 77", "abt-tok-03", "accepted", "case-0012345"):
        page.evaluate("performance.clearMeasures()")
        page.fill("#query", word)
        until(page, "performance.getEntriesByName('assay-search', 'measure').length > 0")
        times.append(page.evaluate("performance.getEntriesByName('assay-search', 'measure').at(-1).duration"))
    check("1 case" in page.locator("#found").inner_text(), page.locator("#found").inner_text())
    size = files["20,000"].stat().st_size / 1e6
    print(f"    20,000 cases, {size:.1f} MB: first paint {paint:.0f} ms, ready after {ready * 1000:.0f} ms, "
          f"search {min(times):.0f} to {max(times):.0f} ms", flush=True)
    check(paint < 5000 and max(times) < 1000, "far slower than it has to be")
    page.context.close()


def make(assay, folder):
    """The pages, each made by the program."""
    adapter = assay.parent / "faulty-adapter"
    files = {}

    def run(*arguments, status=None):
        outcome = subprocess.run([assay, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300)
        if status is not None and outcome.returncode != status:
            sys.exit(f"{arguments} ended with {outcome.returncode}:\n{outcome.stdout}{outcome.stderr}")

    def page(name, *arguments):
        files[name] = folder / f"{name.replace(',', '')}.html"
        run("report", *arguments, "--output", files[name], status=0)

    suites = ["--skip", "abt/hostile/**", "--skip", "abt/form/**", "--skip", "abt/data/**"]
    run("run", "--reference", "--quiet", "--output", "conforming", "--format", "json", *suites, status=0)
    faults = ["crash-on-truncated-stream", "token-in-any-case", "expansion-in-memory"]
    run("run", "--quiet", "--output", "faulty", "--format", "json", "--edition", "plain", "--suite", "abt", "--select",
        "abt/token/**", "--select", "abt/hostile/zlib/**", "--select", "abt/data/expanding/**", "--select", "abt/url/**",
        "--", adapter, *[word for fault in faults for word in ("--fault", fault)], status=4)
    run("fuzz", "--suite", "appconnect.dualmode", "--cases", "10000", "--jobs", "1", "--quiet", "--output", "campaign", "--",
        adapter, "--fault", "pending-not-started")
    reports.write_attacks(folder / "attacks.json")
    reports.write(folder / "20000.json", reports.many(20_000))
    page("conforming", "conforming", "--html")
    page("faulty", "faulty", "--html")
    page("campaign", "campaign", "--html")
    page("attacks", "attacks.json", "--html")
    page("20,000", "20000.json", "--html")
    page("matrix", "--matrix", "conforming", "faulty")
    page("attacks-matrix", "--matrix", "attacks.json", "conforming")
    return files


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("Chromium is missing: .ci/prerequisites --with-browser installs it")
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = pathlib.Path(os.path.realpath(name))
        files = make(arguments.assay, folder)
        if arguments.screenshots:
            for file in files.values():
                shutil.copy(file, arguments.screenshots)
        browser = Browser(playwright, arguments.screenshots)
        for test in [value for key, value in globals().items() if key.startswith("test_")]:
            if arguments.only and arguments.only not in test.__name__:
                continue
            begun = time.monotonic()
            try:
                test(browser, files)
                words = "passed"
            except Exception as error:  # One that fails must not hide the others.
                failed += 1
                words = f"FAILED: {type(error).__name__}: {error}"
            print(f"{test.__name__.removeprefix('test_')}: {words} ({time.monotonic() - begun:.1f} s)", flush=True)
        for complaint in browser.complaints:
            print(f"complaint: {complaint}")
        browser.browser.close()
    sys.exit(1 if failed or browser.complaints else 0)


if __name__ == "__main__":
    main()
