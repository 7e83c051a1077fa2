#!/usr/bin/env python3
"""How short the sequences become to which `assay run` reduces the failures of planted faults.

Each fault of the state-machine suites runs the cases about the requirements that it breaks; of the causes that the run tells, the first
under such a requirement counts, with the steps of its shortest sequence. A cause whose case has a single step has nothing to be reduced.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

PROGRAMS = ("assay", "faulty-adapter")
HEADING = re.compile(r"^(?:FAILED|CRASHED|TIMED OUT|OVER LIMIT|WARNED)  (\S+)  ", re.MULTILINE)
FOUND = re.compile(r"shortest ([\d,]+) steps?(?: of ([\d,]+) fails?)?[^(]*?; (none|perhaps)[^(]*\(([\d,]+) candidates?\)")
NOT_LOOKED_FOR = re.compile(r"shortest not looked for: (.*?)(?: app |$)")


def number(text):
    return int(text.replace(",", ""))


def causes(text):
    """The causes that a run tells, each with its requirement and what became of its sequence."""
    headings = list(HEADING.finditer(text))
    for place, heading in enumerate(headings):
        end = headings[place + 1].start() if place + 1 < len(headings) else len(text)
        section = re.sub(r"\s+", " ", text[heading.end():end])
        found = FOUND.search(section)
        reason = NOT_LOOKED_FOR.search(section)
        if found:
            yield {"requirement": heading[1], "steps": number(found[1]), "from": number(found[2] or found[1]),
                   "shortest": found[3] == "none", "candidates": number(found[4])}
        elif reason:
            yield {"requirement": heading[1], "reason": reason[1][:100]}
        else:
            yield {"requirement": heading[1], "steps": 1, "from": 1, "shortest": True, "candidates": 0}


def measure(programs, fault, seed):
    """The cause that counts; in all cases of the suite where none about the fault's requirements fails, or None."""
    about = [word for name in fault["requirements"] for word in ("--requirement", name)]
    return told(programs, fault, seed, about) or told(programs, fault, seed, [])


def told(programs, fault, seed, wanted):
    folder = tempfile.mkdtemp(prefix="sequences-")
    try:
        run = subprocess.run(
            [programs / "assay", "run", "--suite", fault["suite"], *wanted, "--seed", str(seed), "--jobs", "1", "--no-color",
             "--progress", "none", "--output", folder + "/report", "--", programs / "faulty-adapter", "--fault", fault["name"]],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"sequences: the run against {fault['name']} does not end")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if run.returncode not in (0, 1, 4):
        raise SystemExit(f"sequences: {fault['name']}: assay run ended with {run.returncode}: {run.stderr.strip()}")
    found = list(causes(run.stdout))
    own = [cause for cause in found if cause["requirement"].split("/")[0] in {name.split("/")[0] for name in fault["requirements"]}]
    return (own or found or [None])[0]


def table(faults, results):
    lines = ["| suite | faults | reduced | median steps | median before | most | none left out |", "|---|---|---|---|---|---|---|"]

    def row(name, causes):
        found = [cause for cause in causes if cause and "steps" in cause]
        if not found:
            return lines.append(f"| {name} | {len(causes)} | 0 | - | - | - | - |")
        lines.append(
            f"| {name} | {len(causes)} | {len(found)} | {statistics.median(cause['steps'] for cause in found):g} | "
            f"{statistics.median(cause['from'] for cause in found):g} | {max(cause['steps'] for cause in found)} | "
            f"{sum(cause['shortest'] for cause in found)} |")

    for suite in sorted({fault["suite"] for fault in faults}):
        row(f"`{suite}`", [results[fault["name"]] for fault in faults if fault["suite"] == suite])
    row("all", [results[fault["name"]] for fault in faults])
    left = [(fault["name"], results[fault["name"]]) for fault in faults]
    lines += ["", "Without a sequence, or longer than eight steps:", ""]
    lines += [f"- `{name}`: " + ("nothing failed" if cause is None else cause.get("reason") or f"{cause['steps']} steps")
              for name, cause in left if cause is None or cause.get("steps", 9) > 8] or ["- none"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, type=pathlib.Path, help="the folder of the built assay and faulty-adapter")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--beside", type=int, default=1, help="how many runs are made beside each other (default: %(default)s)")
    parser.add_argument("--suite", action="append", help="only faults of this suite (repeatable; default: all but abt)")
    parser.add_argument("--fault", action="append", help="only this fault (repeatable)")
    parser.add_argument("--results", type=pathlib.Path, help="a file that gets what was measured, a line for each fault")
    arguments = parser.parse_args()
    for name in PROGRAMS:
        if not (arguments.programs / name).is_file():
            parser.error(f"there is no {name} in {arguments.programs}; `swift build -c release` makes it, in .build/release")
    catalogue = json.loads(subprocess.run([arguments.programs / "faulty-adapter", "--list"], check=True, stdout=subprocess.PIPE).stdout)
    faults = [fault for fault in catalogue["faults"]
              if not fault.get("deep") and not fault.get("impossible")
              and (fault["suite"] in arguments.suite if arguments.suite else fault["suite"] != "abt")
              and (not arguments.fault or fault["name"] in arguments.fault)]
    if not faults:
        parser.error("there is no fault of this name in these suites; `faulty-adapter --list` shows all of them")
    results = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.beside) as pool:
        pending = [pool.submit(measure, arguments.programs, fault, arguments.seed) for fault in faults]
        try:
            for done, (fault, future) in enumerate(zip(faults, pending), 1):
                cause = results[fault["name"]] = future.result()
                print(f"{done}/{len(faults)}  {fault['suite']}  {fault['name']}  {json.dumps(cause)}", file=sys.stderr, flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    if arguments.results:
        arguments.results.write_text("".join(json.dumps({"fault": name, "cause": cause}) + "\n" for name, cause in results.items()))
    print(table(faults, results), end="")


if __name__ == "__main__":
    main()
