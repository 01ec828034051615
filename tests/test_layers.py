"""The import law (CONTRIBUTING, "Layers"): who may import what. A module that is not in the table fails."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PURE_LIST = "tiles text progress hands rules game solver variants analysis explain bots drill"
PURE = words(PURE_LIST)
SHELL = words("paths store usecases web cli batch jobs bench sprite")
VALUE_TYPES = words("tiles text hands rules game analysis explain drill progress")
NOT_FOR_PURE = words("time os socket subprocess sqlite3 secrets tempfile urllib http")
"""The outside world: clock, disk, network and process. (`random.Random` is a type that callers hand in.)"""


@dataclass(frozen=True)
class Law:
    """What a package may import: packages of ours (or single modules, `game.record`), and packages from outside."""

    ours: frozenset[str]
    outside: frozenset[str]


def law(ours: str = "", outside: str = "") -> Law:
    return Law(words(ours), words(outside))


LAWS = {
    "tiles": law("text"),
    "text": law(),
    "paths": law(),
    "progress": law(),
    "hands": law("tiles text"),
    "rules": law("tiles text hands"),
    "game": law("tiles text hands rules"),
    "solver": law("tiles", "numpy"),
    "solver.kernels": law("tiles", "numpy numba"),
    "variants": law("tiles text hands rules game"),
    "analysis": law("tiles text hands rules game solver"),
    "explain": law("tiles rules solver analysis"),
    "bots": law("tiles text game analysis hands"),
    "drill": law("tiles text hands rules game analysis explain bots"),
    "store": law("text game.record drill.pack progress", "sqlite_utils"),
    "usecases": law(f"{PURE_LIST} store paths"),
    "web": law("usecases", "flask jinja2 htmx_flask flask_babel itsdangerous werkzeug markupsafe babel"),
    "web.present": Law(VALUE_TYPES | {"usecases"}, words("flask flask_babel babel markupsafe")),
    "sprite": law("", "fontTools"),
    "batch": law(f"{PURE_LIST} store paths usecases"),
    "catalogues": law("", "babel"),
    "jobs": law(f"{PURE_LIST} store paths usecases", "distributed"),
    "bench": law(f"{PURE_LIST} store paths usecases web batch jobs", "click rich numpy waitress mahjong"),
    "cli": Law(PURE | SHELL, words("click rich waitress")),
}


def package_of(module: str) -> str | None:
    """The row of the table for a module named below `trainer` (`web.present`, `rules.families.riichi`)."""
    if module in ("", "__main__") or module.startswith("cli"):
        return "cli"
    if module.startswith("web.present"):  # the presenter, split by topic
        return "web.present"
    parts = module.split(".")
    return next((row for n in (2, 1) if (row := ".".join(parts[:n])) in LAWS), None)


def imports(tree: ast.AST, module: str, *, is_package: bool) -> Iterator[str]:
    """Full names of everything imported, relative imports and those inside functions included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = f"trainer.{module}".split(".")
                above = here[: len(here) - node.level + is_package]
                base = ".".join([*above, *([base] if base else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """What a module imports against the law."""
    row = package_of(module)
    if row is None:
        return [f"trainer.{module} is not in the table"]
    rule, found = LAWS[row], []
    for name in imports(ast.parse(source), module, is_package=is_package):
        first, _, rest = name.partition(".")
        if first == "trainer":
            target = rest.split(".")[0]
            own = target == row.split(".")[0]
            allowed = any(f"{rest}.".startswith(f"{ours}.") for ours in rule.ours)
            version = row == "cli" or rest == "__version__"
            if not (own or allowed or (not target and version) or version):
                found.append(f"trainer.{module} imports {name}")
        elif first in sys.stdlib_module_names or first == "__future__":
            if row.split(".")[0] in PURE and first in NOT_FOR_PURE:
                found.append(f"trainer.{module} imports {first}: pure code is given what it needs")
        elif first not in rule.outside:
            found.append(f"trainer.{module} imports {first}")
    return found


def modules() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "trainer").rglob("*.py")):
        parts = path.relative_to(ROOT / "trainer").with_suffix("").parts
        yield path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_every_import_follows_the_law() -> None:
    found = [
        fault
        for path, module in modules()
        for fault in faults(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py")
    ]
    assert not found, "\n" + "\n".join(found)


def test_the_core_imports_only_downwards() -> None:
    """The table itself has no cycle: every row's packages can be put in an order."""
    needs = {row: {o.split(".")[0] for o in rule.ours} - {row.split(".")[0]} for row, rule in LAWS.items()}
    needs["cli"] -= {"cli"}
    settled: set[str] = set()
    while ready := {row for row in needs if row not in settled and needs[row] <= settled}:
        settled |= ready
    assert settled == set(LAWS)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tiles", "from trainer.hands import Hand"),
        ("rules.score", "from trainer import variants"),
        ("game.engine", "def f():\n    from trainer.variants import get"),
        ("bots.greedy", "import trainer.rules"),
        ("solver.value", "from numba import njit"),
        ("solver.kernels.walk", "from trainer.rules.score import score"),
        ("store.games", "from trainer.game.state import State"),
        ("usecases.play", "import sqlite_utils"),
        ("web.play", "from trainer.game.view import View"),
        ("web.play", "from ..store import games"),
        ("web.play", "from trainer.text import N_"),
        ("progress.rating", "import time"),
        ("usecases.play", "import flask"),
        ("games", "import ast"),
    ],
)
def test_a_forbidden_import_is_seen(module: str, source: str) -> None:
    assert len(faults(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("hands", "from trainer.tiles import Tile"),
        ("solver.kernels.walk", "from numba import njit"),
        ("store.games", "from trainer.game.record import Record"),
        ("store.games", "from trainer.store import write"),
        ("web.present", "from trainer.game.view import View"),
        ("web.play", "from . import present"),
        ("cli_site", "from trainer.web import create_app"),
        ("__main__", "from trainer.cli import main"),
        ("usecases.play", "from trainer import store"),
    ],
)
def test_an_allowed_import_passes(module: str, source: str) -> None:
    assert faults(source, module) == []
