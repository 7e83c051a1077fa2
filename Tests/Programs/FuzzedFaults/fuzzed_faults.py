#!/usr/bin/env python3
"""Which of the planted faults a campaign finds by itself, and how soon.

Each fault is fuzzed with one job until the first finding, from one right case of its suite in each edition (`--bare`): no case of
the suites is in the start corpus. A fault is given so many seconds of processor time, of assay and the adapter together: one
job takes about as many seconds of an idle machine, and a busy machine changes nothing. What was measured is appended to a file of lines, so that a table of hours goes on where it
was interrupted; a fault is measured anew where its line is missing. The first line says under which conditions: a file of others is
refused, because its table would mix them.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAMS = ("assay", "faulty-adapter")
SUMMARY = re.compile(r"([\d,]+) executions? in")


TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(process):
    """What a process and all below it have taken so far, those that it has waited for included."""
    spent, pending = 0, [process]
    while pending:
        one = pending.pop()
        try:
            fields = pathlib.Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            spent += sum(int(field) for field in fields[11:15])
            for thread in pathlib.Path(f"/proc/{one}/task").iterdir():
                pending += (thread / "children").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue
    return spent / TICKS


def measure(programs, fault, seconds, seed, options):
    """One campaign against one fault: whether something was found, after which processor time and how many executions."""
    folder = tempfile.mkdtemp(prefix="fuzzed-faults-")
    try:
        with open(folder + "/output", "w+") as output, open(folder + "/errors", "w+") as errors:
            run = subprocess.Popen(
                [programs / "assay", "fuzz", "--bare", "--suite", fault["suite"], "--for", "24h", "--jobs", "1", "--seed", str(seed),
                 "--until-finding", "--strict", "--quiet", "--progress", "none", *options, "--output", folder + "/campaign", "--",
                 programs / "faulty-adapter", "--fault", fault["name"]], stdout=output, stderr=errors, text=True)
            spent, is_over = 0, False
            while True:
                time.sleep(0.05)
                ended, status, usage = os.wait4(run.pid, os.WNOHANG)
                if ended:
                    run.returncode = os.waitstatus_to_exitcode(status)
                    spent = max(spent, usage.ru_utime + usage.ru_stime)
                    break
                spent = max(spent, processor_seconds(run.pid))
                if spent > seconds and not is_over:
                    is_over = True
                    run.send_signal(signal.SIGINT)
                if spent > 4 * seconds + 120:
                    run.kill()
                    raise SystemExit(f"fuzzed_faults: the campaign against {fault['name']} does not end")
            output.seek(0)
            errors.seek(0)
            text, complaint = output.read(), errors.read()
        found = sorted(
            {json.loads(file.read_text()).get("signature", "").split(" ")[0]
             for file in pathlib.Path(folder, "campaign", "findings").glob("*.json")})
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if run.returncode not in (0, 1, 4, 130):
        raise SystemExit(f"fuzzed_faults: {fault['name']}: assay fuzz ended with {run.returncode}: {complaint.strip()}")
    count = SUMMARY.search(text)
    return {
        "fault": fault["name"], "found": bool(found), "seconds": round(spent, 2),
        "executions": int(count.group(1).replace(",", "")) if count else None, "findings": found,
    }


def conditions(arguments):
    """What results have to have in common: the programs, and everything that a campaign depends on."""
    digests = {name: hashlib.sha256((arguments.programs / name).read_bytes()).hexdigest()[:16] for name in PROGRAMS}
    return {**digests, "processorSeconds": arguments.seconds, "seed": arguments.seed, "options": arguments.options}


def kept(path, expected):
    """The results that an earlier run has left, by fault; a line that was cut off at the end is left out."""
    if not path.exists() or not path.read_text().strip():
        path.write_text(json.dumps({"conditions": expected}) + "\n")
        return {}
    lines = path.read_text().splitlines()
    try:
        found = json.loads(lines[0])["conditions"]
    except (ValueError, KeyError, TypeError):
        raise SystemExit(f"fuzzed_faults: {path}:1: this is no file of results; give another one by --results")
    if found != expected:
        different = ", ".join(name for name in expected if found.get(name) != expected[name])
        raise SystemExit(f"fuzzed_faults: {path} was measured under other conditions ({different}); remove it, or give another one by --results")
    results = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            result = json.loads(line)
            results[result["fault"]] = result
        except (ValueError, KeyError, TypeError):
            if number < len(lines):
                raise SystemExit(f"fuzzed_faults: {path}:{number}: this is no result; remove the line")
            path.write_text("\n".join(lines[:-1]) + "\n")
    return results


def allowed(fault, requirement):
    """Whether the catalogue says that the fault may break this."""
    def fits(pattern):
        return requirement == pattern or pattern.endswith("*") and requirement.startswith(pattern[:-1])
    return any(fits(name) for name in fault["requirements"] + fault["mayAlso"])


def table(faults, results, seconds):
    rows = [(fault, results[fault["name"]]) for fault in faults if fault["name"] in results]
    if not rows:
        raise SystemExit("fuzzed_faults: nothing was measured")
    lines = ["| suite | faults | found | share | median processor time | median executions |", "|---|---|---|---|---|---|"]

    def row(name, rows):
        found = [result for _, result in rows if result["found"]]
        def median(key):
            return statistics.median(result[key] for result in found if result[key] is not None) if found else float("nan")
        lines.append(f"| {name} | {len(rows)} | {len(found)} | {100 * len(found) / len(rows):.1f} % | "
                     f"{median('seconds'):.1f} s | {median('executions'):,.0f} |")

    for suite in sorted({fault["suite"] for fault, _ in rows}):
        row(f"`{suite}`", [pair for pair in rows if pair[0]["suite"] == suite])
    row("all", rows)
    lines += ["", f"Not found within {seconds} seconds of processor time:", ""]
    lines += [f"- `{fault['name']}` ({', '.join(fault['requirements'])}): {fault['description']}" for fault, result in rows
              if not result["found"]] or ["- none"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, type=pathlib.Path, help="the folder of the built assay and faulty-adapter")
    parser.add_argument("--results", required=True, type=pathlib.Path, help="the file of lines that results are kept in")
    parser.add_argument("--seconds", type=int, default=60, help="how much processor time each fault is given (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--beside", type=int, default=1, help="how many campaigns run beside each other (default: %(default)s)")
    parser.add_argument("--suite", action="append", help="only faults of this suite (repeatable)")
    parser.add_argument("--deep", action="store_true", help="only the faults that are hidden from the cases, instead of all others")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of these faults, drawn at random, always the same ones")
    parser.add_argument("--table", type=pathlib.Path, help="the file that gets the table (default: standard output)")
    parser.add_argument("--only-table", action="store_true", help="measure nothing")
    parser.add_argument("options", nargs="*", help="options for assay fuzz, after --")
    arguments = parser.parse_args()
    for name in PROGRAMS:
        if not (arguments.programs / name).is_file():
            parser.error(f"there is no {name} in {arguments.programs}; `swift build -c release` makes it, in .build/release")
    catalogue = json.loads(subprocess.run([arguments.programs / "faulty-adapter", "--list"], check=True, stdout=subprocess.PIPE).stdout)
    faults = [fault for fault in catalogue["faults"] if bool(fault.get("deep")) == arguments.deep
              and (not arguments.suite or fault["suite"] in arguments.suite)]
    if not faults:
        known = ", ".join(sorted({fault["suite"] for fault in catalogue["faults"]}))
        parser.error(f"no fault of {', '.join(arguments.suite or ['any suite'])} is of this kind; the suites are {known}")
    if arguments.sample is not None:
        chosen = {fault["name"] for fault in random.Random(1).sample(faults, min(arguments.sample, len(faults)))}
        faults = [fault for fault in faults if fault["name"] in chosen]
    results = kept(arguments.results, conditions(arguments))
    left = [] if arguments.only_table else [fault for fault in faults if fault["name"] not in results]
    with concurrent.futures.ThreadPoolExecutor(arguments.beside) as pool, open(arguments.results, "a") as file:
        pending = [pool.submit(measure, arguments.programs, fault, arguments.seconds, arguments.seed, arguments.options) for fault in left]
        try:
            for done, (fault, future) in enumerate(zip(left, pending), 1):
                result = future.result()
                results[fault["name"]] = result
                file.write(json.dumps(result) + "\n")
                file.flush()
                strangers = [name for name in result["findings"] if name and not allowed(fault, name)]
                word = "found" if result["found"] else "NOT FOUND"
                print(f"{done}/{len(left)}  {word}  {fault['name']}  {result['seconds']} s"
                      + (f"  blamed on {', '.join(strangers)}" if strangers else ""), file=sys.stderr, flush=True)
        finally:
            for future in pending:
                future.cancel()
    text = table(faults, results, arguments.seconds)
    if arguments.table:
        arguments.table.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
