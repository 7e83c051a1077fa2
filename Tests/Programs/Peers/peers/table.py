"""The tables of the results, in Markdown."""

import statistics

NAMES = {
    "afl": "AFL++", "afl-packing": "AFL++, packing", "libfuzzer": "libFuzzer", "hypothesis": "Hypothesis", "assay": "assay fuzz",
    "assay-coverage": "assay fuzz, kit's coverage", "assay-afl": "assay fuzz, AFL++'s map", "assay-run": "assay run"}


FUZZERS_OF_BYTES = ("afl", "afl-packing", "libfuzzer")
NO_CHECK = {(tool, "sign-of-four") for tool in FUZZERS_OF_BYTES}


def is_found(row):
    """In time: what shows only after the budget is used up does not count."""
    return row["seen"] is not None and row["seen"] <= row["budget"]


def cell(rows):
    """Seconds to the bug: the median of the runs that found it, and how many did where not all did."""
    if not rows:
        return ""
    found = [row["seen"] for row in rows if is_found(row)]
    if not found:
        return "–"
    text = f"{statistics.median(found):.1f}"
    return text if len(found) == len(rows) else f"{text} ({len(found)} of {len(rows)})"


def markdown(bugs, results):
    rows = list(results)
    tools = [name for name in NAMES if any(row["tool"] == name for row in rows)]

    def of(tool, bug=None, planted=False):
        return [row for row in rows if row["tool"] == tool and (bug is None or row["bug"] == bug) and not (planted and row["bug"] == "none")]

    lines = ["| bug | layer | " + " | ".join(NAMES[name] for name in tools) + " |", "|---|---|" + "---:|" * len(tools)]
    for name, kind, layer, _ in bugs:
        if any(row["bug"] == name for row in rows):
            lines.append(f"| `{name}` ({kind}) | {layer} | " + " | ".join("no check" if (tool, name) in NO_CHECK else cell(of(tool, name)) for tool in tools) + " |")

    def summary(title, text):
        lines.append(f"| {title} | | " + " | ".join(text(tool) for tool in tools) + " |")

    def share(tool):
        planted = {row["bug"]: is_found(row) for row in of(tool, planted=True)}
        planted.update((bug, False) for name, bug in NO_CHECK if name == tool and planted)
        return f"{sum(planted.values())} of {len(planted)}" if planted else ""

    def median(tool, key):
        found = [row[key] for row in of(tool, planted=True) if is_found(row)]
        return f"{statistics.median(found):.1f}" if found else "–"

    def rate(tool):
        total = [row for row in of(tool, "none") if row["executions"]] or [row for row in of(tool) if row["executions"]]
        seconds = sum(row["total"] for row in total)
        return f"{sum(row['executions'] for row in total) / seconds:,.0f}" if seconds else ""

    summary("**found**", share)
    summary("median time of what was found", lambda tool: median(tool, "seen"))
    summary("with reduction and report", lambda tool: median(tool, "total") if tool.startswith("assay") else "")
    summary("found without a bug", lambda tool: str(sum(row["seen"] is not None for row in of(tool, "none"))) if of(tool, "none") else "")
    summary("executions a second", rate)
    return "\n".join(lines)
