"""What importing loads, how long it may take, and how the modules hang together."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import classifier

PACKAGE = Path(classifier.__file__).parent
MODULES = {
    ".".join(("classifier", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def loaded_by(code: str) -> set[str]:
    """Top-level names of the modules that a fresh interpreter has loaded after `code`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def foreign(names: set[str]) -> set[str]:
    """Those that are neither of the standard library nor ours, nor there before anything was imported."""
    return names - set(sys.stdlib_module_names) - loaded_by("") - {"classifier"}


def test_import_loads_the_standard_library_only() -> None:
    """`import classifier` loads nothing that has to be installed."""
    assert foreign(loaded_by("import classifier")) == set()


def test_classifying_loads_the_standard_library_only() -> None:
    """Nor does classifying, explaining or converting: SDKs are known by name."""
    code = (
        "import classifier, logging; logging.disable()\n"
        "for exc in (TimeoutError(), Exception('接続 429'), KeyError('x'), ExceptionGroup('g', [OSError(28, 'x')])):\n"
        "    classifier.classify_error(exc); classifier.explain(exc)\n"
        "    classifier.convert_http_error_to_nexus_error(exc)\n"
        "from classifier import *"
    )

    assert foreign(loaded_by(code)) == set()


def test_names_are_loaded_when_used() -> None:
    """The bare import loads none of the package's working modules."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import classifier, sys; print(*(m for m in sys.modules if m.startswith('classifier.')))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == []


def _imports(path: Path, name: str) -> set[str]:
    """Modules of the package that `path` imports when it is itself imported."""
    found: set[str] = set()
    pending: list[ast.stmt] = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If):
            if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
                pending.extend((*node.body, *node.orelse))
        elif isinstance(node, ast.Try):
            pending.extend((*node.body, *node.orelse, *node.finalbody))
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.module in MODULES:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else node.module)
    found.discard(name)
    return found


def test_no_import_cycles() -> None:
    """The modules of the package can be put in an order in which each imports only earlier ones."""
    waiting = {name: _imports(path, name) for name, path in MODULES.items()}
    while ready := {name for name, needed in waiting.items() if not needed & waiting.keys()}:
        for name in ready:
            del waiting[name]

    assert waiting == {}


def test_modules_answer_one_question() -> None:
    """No module is longer than 300 lines; each begins with a docstring."""
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    words = {name for name in MODULES if name.startswith("classifier.keywords")}
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}

    # Tables of phrases are data: they grow with the failures that are met.
    assert {name: length for name, length in lengths.items() if length > 300 and name not in words} == {}
    assert [name for name, tree in trees.items() if not ast.get_docstring(tree)] == []


def test_nothing_reads_pickles_or_prints() -> None:
    """No module of the package loads a pickle, evaluates text as code, or prints outside the command line."""
    for name, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("pickle.load", "pickle.loads", "eval", "exec", "os.system"), (name, node.lineno)
                assert called != "print" or name.startswith("classifier.cli"), (name, node.lineno)
