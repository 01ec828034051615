"""Making packs: the same bytes for the same seed, whoever shares the work, and what their header's command makes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from trainer import jobs
from trainer.cli import main
from trainer.drill import pack
from trainer.drill.pack import Puzzle, Puzzling
from trainer.text import Refusal
from trainer.usecases import packs
from trainer.usecases.packs import Chunk

ROOT = Path(__file__).resolve().parents[2]


def alone(solve: Callable[[Chunk], list[Puzzle]], chunks: list[Chunk]) -> Iterable[list[Puzzle]]:
    return map(solve, chunks)


def test_wait_packs_do_not_depend_on_the_number_of_workers() -> None:
    def shared(solve: Callable[[Chunk], list[Puzzle]], chunks: list[Chunk]) -> Iterable[list[Puzzle]]:
        return jobs.map_chunks(solve, chunks, workers=2)

    one = packs.make("bamboo", Puzzling.WAITS, 40, 3, alone)
    assert pack.dumps(packs.make("bamboo", Puzzling.WAITS, 40, 3, shared)) == pack.dumps(one)
    assert pack.dumps(packs.make("bamboo", Puzzling.WAITS, 40, 4, alone)) != pack.dumps(one)


def test_discard_packs_do_not_depend_on_how_the_work_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    one = packs.make("bamboo", Puzzling.DISCARD, 3, 3, alone, told.append)
    assert told == [1, 2, 3]
    monkeypatch.setattr(packs, "CHUNK", 5)
    assert pack.dumps(packs.make("bamboo", Puzzling.DISCARD, 3, 3, alone)) == pack.dumps(one)


def test_a_pack_begins_as_a_bigger_one_of_the_same_seed_does() -> None:
    small = {p.id for p in packs.make("bamboo", Puzzling.WAITS, 20, 3, alone).puzzles}
    assert small <= {p.id for p in packs.make("bamboo", Puzzling.WAITS, 40, 3, alone).puzzles}


@pytest.mark.parametrize(("n", "seed"), [(0, 1), (packs.MOST_PUZZLES + 1, 1), (1, -1), (1, 2**63)])
def test_impossible_packs_are_refused(n: int, seed: int) -> None:
    with pytest.raises(Refusal):
        packs.make("bamboo", Puzzling.WAITS, n, seed, alone)
    with pytest.raises(Refusal):
        packs.make("nothing", Puzzling.WAITS, 1, 1, alone)


def test_checking_reports_progress_and_differences() -> None:
    text = (ROOT / "puzzles/bamboo/waits.json").read_text(encoding="utf-8")
    told: list[tuple[int, int]] = []
    assert packs.check(text, sample=10, report=lambda done, of: told.append((done, of))) == []
    assert told[-1] == (10, 10)
    found = pack.loads(text)
    assert packs.check(text.replace('"trap-1"', '"trap-0"'), sample=1)[0].startswith("the pack is of recipe trap-0")
    assert len(found.puzzles) == 300


# ------------------------------------------------------------------ commands


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "trainer", *words], capture_output=True, text=True, cwd=ROOT, env=dict(os.environ)
    )


def remade(path: Path, to: Path) -> bytes:
    """The bytes that the command in a pack's header makes, written elsewhere."""
    words = pack.loads(path.read_text(encoding="utf-8")).command.split()
    assert words[:3] == ["python", "-m", "trainer"]
    assert (words[-2], Path(words[-1])) == ("-o", path.relative_to(ROOT))
    done = run(*words[3:-1], str(to))
    assert done.returncode == 0, done.stderr
    return to.read_bytes()


GAMES = sorted(path.name for path in (ROOT / "puzzles").iterdir())


@pytest.mark.parametrize(
    "game",
    [pytest.param(g, marks=[pytest.mark.slow] * (g not in ("hk64", "jingdian", "sanma2", "seventeen"))) for g in GAMES],
)
def test_the_wait_pack_is_what_its_command_makes(game: str) -> None:
    text = (ROOT / "puzzles" / game / "waits.json").read_text(encoding="utf-8")
    found = pack.loads(text)
    assert found.command.split()[3:7] == ["packs", "generate", game, "--kind"]
    assert pack.dumps(packs.make(game, Puzzling.WAITS, len(found.puzzles), found.seed, alone)) == text


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", GAMES)
def test_a_discard_pack_begins_as_its_command_begins_it(game: str) -> None:
    """A small part of what takes minutes to make whole."""
    made = pack.loads((ROOT / "puzzles" / game / "discard.json").read_text(encoding="utf-8"))
    small = packs.make(game, Puzzling.DISCARD, 3, made.seed, alone).puzzles
    assert len(small) == 3
    assert all(p in made.puzzles for p in small)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_the_discard_pack_is_what_its_command_makes(game: str, tmp_path: Path) -> None:
    path = ROOT / "puzzles" / game / "discard.json"
    assert remade(path, tmp_path / "again.json") == path.read_bytes()


def test_generate_prints_the_pack_where_no_file_is_named(tmp_path: Path) -> None:
    done = run("packs", "generate", "bamboo", "--kind", "waits", "-n", "5", "--seed", "9", "--workers", "1")
    assert done.returncode == 0
    found = pack.loads(done.stdout)
    assert (found.seed, len(found.puzzles)) == (9, 5)
    file = tmp_path / "five.json"
    file.write_text(done.stdout, encoding="utf-8")
    held = run("packs", "check", str(file))
    assert (held.returncode, held.stdout.strip()) == (0, f"{file}: holds")
    file.write_text(done.stdout.replace('"recipe":"trap-1"', '"recipe":"trap-0"'), encoding="utf-8")
    wrong = run("packs", "check", str(file))
    assert wrong.returncode == 1
    assert "1 difference\n" in wrong.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("packs", "generate", "nothing", "--kind", "waits"),
        ("packs", "generate", "bamboo", "--kind", "luck"),
        ("packs", "generate", "bamboo"),
        ("packs", "generate", "bamboo", "--kind", "waits", "-n", "0"),
        ("packs", "generate", "bamboo", "--kind", "waits", "--workers", "1", "--scheduler", "tcp://127.0.0.1:1"),
        ("packs", "generate", "bamboo", "--kind", "waits", "-n", "1", "-o", "/no/such/folder/x.json"),
        ("packs", "check", "/no/such/file.json"),
        ("packs", "check", "README.md"),
    ],
)
def test_bad_arguments_end_with_two_and_one_sentence(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
