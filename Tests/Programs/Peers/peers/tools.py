"""The tools that are compared: how each is built, started and asked what it has found."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import wire

HERE = pathlib.Path(__file__).resolve().parent
SUBJECT, HARNESS = HERE.parent / "subject", HERE.parent / "harness"
ASAN = "detect_leaks=0:quarantine_size_mb=1"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-g", f"-I{SUBJECT}", f"-I{HARNESS}"]
LIBRARIES = ["-lz", "-lcrypto"]
SECONDS = 2  # after which an input counts as a hang, for each tool
DICTIONARY = HERE / "peers.dict"


def sources(*more):
    return [*sorted(map(str, SUBJECT.glob("*.c"))), *(str(HARNESS / name) for name in more)]


def quiet(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise SystemExit(f"peers: {' '.join(map(str, command))} failed:\n{done.stdout}")


class Tool:
    """One way to look for bugs. `folder` has the built program; each run gets a folder of its own."""

    grace = 0
    options = {}
    blind = ()  # bugs that it has no way to tell, so that no time is spent on them

    def __init__(self, name, build):
        self.name, self.folder = name, build / name

    def environment(self, bug):
        return {**os.environ, "ASAN_OPTIONS": ASAN, **({"PEERS_BUG": bug} if bug else {}), **self.options}

    def hangs(self, run):
        """Inputs that were kept because they took too long, where nothing else was found."""
        return []

    def is_real(self, run, bug):
        """Whether what was found comes again alone. Where a machine has much else to do, an input may take long for no fault of its own, so
        that here only processor time counts."""
        limited = ["sh", "-c", f'ulimit -t {SECONDS}; exec "$@"', "sh"]
        for path in self.hangs(run):
            with open(path, "rb") as script:
                done = subprocess.run([*limited, *self.again(path)], stdin=script, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                      env=self.environment(bug), cwd=run)
            if done.returncode:
                return True
        return not self.hangs(run)

    def number(self, run, pattern):
        found = re.findall(pattern, (run / "log").read_text(errors="replace"))
        return int(found[-1].replace(",", "")) if found else None


class AFL(Tool):
    """afl-clang-fast, persistent mode with test cases in shared memory, ASan, dictionary."""

    packs = False
    blind = ("sign-of-four",)
    options = {
        "AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
        "AFL_BENCH_UNTIL_CRASH": "1", "ASAN_OPTIONS": ASAN + ":abort_on_error=1:symbolize=0"}

    def build(self):
        wire.write_seeds(self.folder / "seeds", is_wrapped=not self.packs)
        environment = {**os.environ, "AFL_USE_ASAN": "1", "AFL_QUIET": "1"}
        packing = []
        if self.packs:  # Not counted: it is no part of the subject.
            packing = ["-DPACKS", self.folder / "packed.o"]
            quiet(["clang", *FLAGS, "-O2", "-c", HARNESS / "packed.c", "-o", self.folder / "packed.o"])
        command = ["afl-clang-fast", *FLAGS, "-O2", *sources("harness.c", "fuzz.c"), *packing, *LIBRARIES, "-o", self.folder / "subject"]
        quiet(command, env=environment)

    def command(self, run, bug, seed):
        return ["afl-fuzz", "-i", self.folder / "seeds", "-o", run / "out", "-x", DICTIONARY, "-m", "none", "-t", str(SECONDS * 1000),
                "-s", str(seed), "--", self.folder / "subject"]

    def is_found(self, run):
        return any(run.glob("out/default/crashes/id:*")) or any(run.glob("out/default/hangs/id:*"))

    def hangs(self, run):
        return [] if any(run.glob("out/default/crashes/id:*")) else sorted(run.glob("out/default/hangs/id:*"))

    def again(self, path):
        return [self.folder / "subject"]  # Without afl-fuzz it reads standard input.

    def executions(self, run):
        stats = run / "out" / "default" / "fuzzer_stats"
        found = re.search(r"execs_done\s*: (\d+)", stats.read_text()) if stats.exists() else None
        return int(found.group(1)) if found else None


class PackingAFL(AFL):
    """The same with a harness that packs the property lists of a script."""

    packs = True


class LibFuzzer(Tool):
    """clang's fuzzer in the process of the subject, ASan, dictionary."""

    blind = ("sign-of-four",)

    def build(self):
        wire.write_seeds(self.folder / "seeds", is_wrapped=True)
        quiet(["clang", *FLAGS, "-O2", "-fsanitize=fuzzer,address", *sources("harness.c", "fuzz.c"), *LIBRARIES, "-o", self.folder / "subject"])

    def command(self, run, bug, seed):
        (run / "corpus").mkdir()
        return [self.folder / "subject", f"-dict={DICTIONARY}", f"-seed={seed}", f"-timeout={SECONDS}", "-print_final_stats=1",
                f"-artifact_prefix={run}/", run / "corpus", self.folder / "seeds"]

    def is_found(self, run):
        return any(path for kind in ("crash", "timeout", "oom") for path in run.glob(f"{kind}-*"))

    def hangs(self, run):
        return sorted(run.glob("timeout-*"))

    def again(self, path):
        return [self.folder / "subject", path]

    def executions(self, run):
        return self.number(run, r"stat::number_of_executed_units: (\d+)") or self.number(run, r"(?m)^#(\d+)\t")


class Hypothesis(Tool):
    """Valid requests with one damaged layer, the subject at the end of a pipe, with ASan."""

    def build(self):
        quiet(["clang", *FLAGS, "-O2", "-fsanitize=address", *sources("harness.c", "pipe.c"), *LIBRARIES, "-o", self.folder / "subject"])

    def command(self, run, bug, seed):
        return [os.environ["PEERS_PYTHON"], "-B", HERE / "properties.py", self.folder / "subject", "--seed", str(seed)]

    def is_found(self, run):
        return b"FOUND: " in (run / "log").read_bytes()

    def executions(self, run):
        return self.number(run, r"(?m)^scripts (\d+)$")


class Assay(Tool):
    """assay fuzz from one right case of each edition, one job; the adapter is the kit's for C, with ASan."""

    grace = 60  # for looking into what was found, and for reducing it
    coverage = "off"
    make = ["CC=clang"]

    def __init__(self, name, build, assay):
        super().__init__(name, build)
        self.assay = assay

    def build(self):
        quiet([self.assay, "adapter", "new", "--language", "c", self.folder])
        for stub in self.folder.glob("stub_library.*"):
            stub.unlink()
        for path in [*SUBJECT.iterdir(), HARNESS / "adapter.c"]:
            shutil.copy(path, self.folder)
        quiet(["make", "-s", *self.make, "CFLAGS=-O2 -g -fsanitize=address", "LIBRARY_FLAGS=-D_GNU_SOURCE", "LIBRARY_LIBS=" + " ".join(LIBRARIES)],
              cwd=self.folder, env={**os.environ, "AFL_QUIET": "1"})

    def adapter(self, bug):
        passed = ["--pass-env", f"ASAN_OPTIONS={ASAN}"]
        return [*passed, *(["--pass-env", f"PEERS_BUG={bug}"] if bug else []), "--", self.folder / "adapter"]

    def command(self, run, bug, seed):
        return [self.assay, "fuzz", "--bare", "--suite", "abt", "--jobs", "1", "--until-finding", "--for", "2h", "--seed", str(seed),
                "--coverage", self.coverage, "--format", "json", "--progress", "none", "--output", run / "campaign", *self.adapter(bug)]

    def is_found(self, run):
        return any(run.glob("campaign/findings/*.json"))

    def executions(self, run):
        return self.number(run, r'"executions":(\d+)')

    def verdict(self, run):
        """What the reduced finding breaks, and how."""
        for path in sorted(run.glob("campaign/findings/*.json")):
            signature = json.loads(path.read_text()).get("signature")
            if signature:
                return signature
        return None


class CountingAssay(Assay):
    """The same with the coverage runtime of the kit."""

    coverage = "on"
    make = ["coverage"]


class AFLAssay(Assay):
    """The same with AFL++'s instrumentation and map."""

    coverage = "on"
    make = ["afl"]


class AssayRun(Assay):
    """No fuzzing: the fixed cases of the suite, until one fails."""

    def command(self, run, bug, seed):
        return [self.assay, "run", "--suite", "abt", "--jobs", "1", "--fail-fast", "--seed", str(seed), "--progress", "none", "--quiet",
                "--output", run / "report", *self.adapter(bug)]

    def cases(self, run):
        report = run / "report" / "report.json"
        return json.loads(report.read_text())["cases"] if report.exists() else []

    def is_found(self, run):
        return any(case["verdict"] not in ("passed", "skipped", "notRun", "warned") for case in self.cases(run))

    def executions(self, run):
        return sum(case["verdict"] not in ("skipped", "notRun") for case in self.cases(run)) or None

    def verdict(self, run):
        return next((case["id"] for case in self.cases(run) if case["verdict"] not in ("passed", "skipped", "notRun", "warned")), None)


def all_tools(build, assay):
    return [
        AFL("afl", build), PackingAFL("afl-packing", build), LibFuzzer("libfuzzer", build), Hypothesis("hypothesis", build),
        Assay("assay", build, assay), CountingAssay("assay-coverage", build, assay), AFLAssay("assay-afl", build, assay),
        AssayRun("assay-run", build, assay)]
