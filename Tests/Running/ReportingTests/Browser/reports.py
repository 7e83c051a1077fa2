"""Reports that the browser is shown: of any size, and made of attacks."""

import json
import pathlib

VERDICTS = ["passed", "failed", "warned", "crashed", "timedOut", "overLimit", "skipped", "notRun", "adapterFault",
            "knownFailure", "unexpectedPass"]

#: Texts that try to become something else than text.
ATTACKS = [
    "</script><script>window.attacked = 1</script>", "<img src=x onerror='window.attacked = 2'>",
    "\"><svg onload=window.attacked=3>", "' onmouseover='window.attacked=4", "javascript:window.attacked=5",
    "<!--<script>", "]]><x>", "{{{data}}} {{>mark}} {{#content}}", "\"\u0301 onfocus=window.attacked=6 autofocus x=\"",
    "<\u0338script>", "\u202eright to left\u2028line\u2029paragraph\u0000\u001b[31m\u009b\ufeff",
    "</title><style>*{display:none}</style>", "&lt;script&gt;&#x3c;script&#x3e;", "\\u003cscript>", "${window.attacked=7}",
    "a" * 5000, "\u0300" * 200, "</pre></code></details></main>",
]


def finding(text, clause="ABT-TOK-05", kind="accepted"):
    return {"requirement": clause, "facet": None, "level": "must", "step": 1, "message": text, "expected": text,
            "observed": text + "!", "confirmation": "deterministic", "signature": f"{clause} {kind}"}


def write(path, cases, *, name="Sample", version="1.0", options=None, requirements=None, adapter=("./adapter",)):
    """Writes a report; `cases` is gone through once, and is not kept."""
    counts = dict.fromkeys(VERDICTS, 0)
    head = {"schema": "assay-report/1", "assay": {"version": "0.1.0", "suiteVersion": "1"}, "seed": 1,
            "started": "2026-11-24T12:00:00Z", "elapsedSeconds": 12.5, "interrupted": False,
            "implementation": {"name": name, "version": version, "language": "C"},
            "adapter": {"command": list(adapter), "sha256": "0a" * 32},
            "machine": {"system": "Linux", "release": "6.1", "architecture": "x86_64", "processors": 8, "jobs": 8},
            "options": options or {}}
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(head)[:-1] + ', "cases": [\n')
        for number, case in enumerate(cases):
            counts[case["verdict"]] += 1
            file.write((",\n" if number else "") + json.dumps(case))
        worst = [verdict for verdict, standing in [("crashed", 1), ("timedOut", 1), ("overLimit", 1), ("failed", 1)]
                 if counts[verdict]]
        standing = {"crashed": "crashing", "timedOut": "hanging", "overLimit": "overrunning", "failed": "nonconforming"}
        verdict = standing[worst[0]] if worst else "conforming"
        tail = {"requirements": requirements or [row("ABT-TOK-05", "failed" if worst else "passed")],
                "summary": {"total": sum(counts.values()), **counts}, "verdict": verdict, "verdicts": {"abt/plain": verdict}}
        file.write("\n], " + json.dumps(tail)[1:] + "\n")


def row(clause, verdict, suite="abt", variant="plain"):
    return {"suite": suite, "id": clause, "facet": None, "variant": variant, "level": "must", "verdict": verdict,
            "cases": 10, "failed": 3 if verdict == "failed" else 0}


def many(count, failing=200):
    """Passing cases with some others among them."""
    step = max(1, count // failing)
    for number in range(count):
        case = {"id": f"abt/token/generated/case-{number:07d}", "suite": "abt", "variant": "plain",
                "requirements": [f"ABT-TOK-{number % 12 + 1:02d}"], "verdict": "passed",
                "durationMilliseconds": 0.5 + number % 97 / 10}
        if number % step == 7:
            case |= {"verdict": VERDICTS[1 + number // step % 5], "findings": [finding("it was accepted")]}
        yield case


def attacks():
    """Every attack in every place that an adapter, a case or a foreign report can fill."""
    for number, text in enumerate(ATTACKS):
        for verdict in VERDICTS:
            has_finding = verdict not in ("passed", "skipped", "notRun")
            word = "".join(letter for letter in text if not letter.isspace()) or "x"
            exchange = {"start": {"bundleIdentifier": text, "apiKey": text, "edition": "plain"},
                        "startReply": {"id": 1, "type": "started"},
                        "steps": [{"request": {"type": "step", "action": "open",
                                               "url": "x-absolutemanageconfig.com.acme.mail://apply?token=" + text},
                                   "reply": {"id": 2, "type": "observed", "handled": True,
                                             "calls": [{"method": text, "values": {text: {"string": text}}}],
                                             "callbacks": [text], "log": [text]}}],
                        "standardError": text + "\n" + text}
            case = {"id": f"{verdict}/{number}/{text}", "suite": "abt" if number % 2 else text, "variant": "plain",
                    "requirements": [text, "ABT-TOK-05"], "verdict": verdict, "reason": text, "durationMilliseconds": 1}
            if has_finding:
                case |= {"findings": [finding(text, word[:60], f"kind-{number}-{verdict}")], "exchange": exchange}
            yield case


def write_attacks(path):
    text = " ".join(ATTACKS[:11])
    rows = [row(attack, verdict, suite=suite, variant=attack) for attack in ATTACKS[:11]
            for verdict, suite in [("failed", "abt"), ("passed", attack)]]
    write(path, attacks(), name=text, version=text, options={attack: [attack, attack] for attack in ATTACKS},
          requirements=rows, adapter=[text, text])


if __name__ == "__main__":
    import sys

    write(pathlib.Path(sys.argv[2]), many(int(sys.argv[1])))
