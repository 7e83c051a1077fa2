"""The stacks: how their adapters are built and run, and what the scripts of this folder have in common."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# A JVM that does not grow by itself: what it takes from the system would be held against the library.
JAVA = "java -Xms128m -Xmx128m -XX:+AlwaysPreTouch -XX:+UseSerialGC -cp build:/usr/share/java/dd-plist.jar Adapter"


class Stack:
    """How to build and run one adapter. `packages` are Debian's, each with a command that succeeds where it is
    installed; `build` runs in the adapter's folder. `stubs` are the files of the kit that are not wanted. `registry`
    is where `build` gets the stack from, if it is no package."""

    def __init__(self, kit, command, packages, build="true", stubs=("stub_library.*",), registry=None):
        self.kit, self.command, self.build, self.stubs = kit, command.split(), build, stubs
        self.packages, self.registry = packages, registry


def make(modules, flags=""):
    flags = f"$(pkg-config --cflags {modules}) {flags}"
    return f'make -s LIBRARY_FLAGS="{flags}" LIBRARY_LIBS="$(pkg-config --libs {modules})"'


FOREIGN = ["stub_library.*", "adapter.c"]
COMPILE = "cc -std=c11 -O2 -g -c *.c"

# The crates are Debian's, and so is the compiler that builds them: a later one refuses some of them.
CARGO = f"""
PATH=/usr/bin:$PATH
{COMPILE} && ar rcs libstack.a *.o
set -- --offline --config "source.crates-io.replace-with='debian'"
set -- "$@" --config "source.debian.directory='/usr/share/cargo/registry'"
cargo generate-lockfile "$@"
PLIST_VERSION=$(cargo pkgid plist | sed 's/.*[:@]//')
export PLIST_VERSION
cargo rustc -q --release "$@" --bin adapter -- -L native="$PWD" -l static=stack -l z -l crypto
"""

HAS_PARSER = """node -e 'require("bplist-parser")'"""
PIP = "python3 -m pip --version"
C = [
    ("gcc", "command -v cc"),
    ("make", "command -v make"),
    ("pkg-config", "command -v pkg-config"),
    ("zlib1g-dev", "pkg-config --exists zlib"),
    ("libssl-dev", "pkg-config --exists libcrypto"),
]

STACKS = {
    "plistlib": Stack("python", "python3 adapter.py", []),
    "biplist": Stack(
        "python",
        "python3 adapter.py",
        [("python3-pip", PIP)],
        "python3 -m pip install -q --target . biplist==1.0.3",
        registry="PyPI",
    ),
    "libplist": Stack(
        "c",
        "./adapter",
        [*C, ("libplist-dev", "pkg-config --exists libplist-2.0")],
        make("libplist-2.0 zlib libcrypto", "-DLIBPLIST_VERSION=$(pkg-config --modversion libplist-2.0)"),
    ),
    "cfpropertylist": Stack(
        "ruby", "ruby adapter.rb", [("ruby", "command -v ruby"), ("ruby-cfpropertylist", "ruby -rcfpropertylist -e ''")]
    ),
    "dd-plist": Stack(
        "java",
        JAVA,
        [
            ("make", "command -v make"),
            ("default-jdk-headless", "command -v javac"),
            ("libdd-plist-java", "test -e /usr/share/java/dd-plist.jar"),
        ],
        "make -s CLASSPATH=/usr/share/java/dd-plist.jar",
        ["StubLibrary.*"],
    ),
    "gnustep": Stack(
        "objc",
        "./adapter",
        [
            *C,
            ("gobjc", "echo 'int main(void) { return 0; }' | gcc -x objective-c -fsyntax-only -"),
            ("libgnustep-base-dev", "command -v gnustep-config"),
        ],
        make("zlib libcrypto"),
        ["StubLibrary.*"],
    ),
    "foundation": Stack(
        "c",
        "./adapter",
        [*C, ("the Swift toolchain", "command -v swiftc")],
        f"{COMPILE} && swiftc -O -parse-as-library -import-objc-header foreign_stack.h *.swift *.o -lz -lcrypto -o adapter",
        FOREIGN,
    ),
    "plist-rs": Stack(
        "c",
        "target/release/adapter",
        [
            *C,
            ("cargo", "test -x /usr/bin/cargo"),
            ("librust-plist-dev", "ls -d /usr/share/cargo/registry/plist-1*"),
        ],
        CARGO,
        FOREIGN,
    ),
    "howett-plist": Stack(
        "c",
        "./adapter",
        [*C, ("golang-go", "command -v go")],
        "go build -o adapter .",
        FOREIGN,
        registry="the Go module proxy",
    ),
    "bplist-parser": Stack(
        "javascript",
        "node adapter.js",
        [("nodejs", "command -v node"), ("npm", f"{HAS_PARSER} || command -v npm")],
        f"{HAS_PARSER} 2>/dev/null || npm install --loglevel error --no-audit bplist-parser@0.3.2",
        ["stub-library.js"],
        registry="npm",
    ),
}
# Which files of `library` go with a kit.
SOURCES = {
    "python": ["*.py"],
    "c": ["configuration_library.*[ch]"],
    "objc": ["configuration_library.*[ch]"],
    "ruby": ["*.rb"],
    "java": ["*.java"],
    "javascript": ["*.js"],
}
FOREIGN_SOURCES = ["configuration_library.*[ch]", "foreign_stack.*", "*.swift"]


class Options(argparse.ArgumentParser):
    """The options of all scripts of this folder."""

    def __init__(self, description):
        super().__init__(description=description)
        self.add_argument("stacks", nargs="*", metavar="STACK", help=f"of {', '.join(STACKS)} (default: all)")
        self.add_argument("--assay", default="assay", help="the program (default: assay, on the PATH)")
        self.add_argument("--output", type=Path, default=HERE.parents[1] / "Reports" / "real-stacks")

    def parse(self, arguments=None):
        options = self.parse_args(arguments)
        options.stacks = options.stacks or list(STACKS)
        unknown = [name for name in options.stacks if name not in STACKS]
        if unknown:
            self.error(f"there is no stack {unknown[0]}: {', '.join(STACKS)}")
        options.output = options.output.resolve()
        found = shutil.which(options.assay)
        if not found:
            self.error(f"there is no program {options.assay}: name it with --assay")
        options.assay = os.path.abspath(found)
        return options


def prepare(names):
    """Installs the packages that are missing, or says which they are."""
    wanted = {package: test for name in names for package, test in STACKS[name].packages}

    def missing():
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return [package for package, test in wanted.items() if subprocess.run(["sh", "-c", test], **quiet).returncode]

    if not missing():
        return
    if others := [name for name in missing() if " " in name]:
        sys.exit(f"Missing, and no package of Debian: {', '.join(others)}")
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing:", *missing(), file=sys.stderr)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=True)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing()]
        subprocess.run(install, env=environment, check=True, stdout=subprocess.DEVNULL)
    if missing():
        print("Missing packages (the names are Debian's). Install them with:", file=sys.stderr)
        sys.exit("  sudo apt-get install " + " ".join(missing()))


def build_all(options):
    """The adapters' folders, by stack. What cannot be built is told and left out, and not all is well then: see
    `end`."""
    folders = {}
    for name in options.stacks:
        try:
            folders[name] = build(name, options)
        except subprocess.CalledProcessError as failure:
            said = "".join(f"  {line}\n" for line in (failure.output or "").splitlines()[:8])
            registry = STACKS[name].registry
            hint = f" It is no package of Debian; it comes from {registry}." if registry else ""
            print(f"{name} is left out: its adapter was not built.{hint}\n{said}", end="", file=sys.stderr, flush=True)
    return folders


def end(options, folders, status=0):
    """Ends with `status`, or with 2 if an adapter was not built."""
    sys.exit(status if len(folders) == len(options.stacks) else 2)


def build(name, options):
    """The kit of the language, with the adapter and the library in the place of its own."""
    stack = STACKS[name]
    folder = options.output / name / "adapter"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    kit = [options.assay, "adapter", "new", "--language", stack.kit, str(folder)]
    subprocess.run(kit, check=True, stdout=subprocess.DEVNULL)
    for stub in [path for pattern in stack.stubs for path in folder.glob(pattern)]:
        stub.unlink()
    patterns = FOREIGN_SOURCES if stack.stubs is FOREIGN else SOURCES[stack.kit]
    sources = [path for pattern in patterns for path in (HERE / "library").glob(pattern)]
    for path in [*sources, *(HERE / name).iterdir()]:
        shutil.copy(path, folder)
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    subprocess.run(["sh", "-c", f"set -e\n{stack.build}"], cwd=folder, check=True, **output)
    return folder
