"""Prices of hands that are kept: the same as those worked out, and worked out again when they cannot be used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from trainer import paths, variants
from trainer.solver.problem import Leaf
from trainer.solver.suits import Suit
from trainer.solver.value import PriceBook
from trainer.usecases import pricing

SUIT = Suit(start=0, limits=(4,) * 9, sets=1, pairs=0)


class Scorer:
    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, leaves: list[Leaf]) -> list[float]:
        self.asked += len(leaves)
        return [100.0 * leaf.kind + sum(k * n for k, n in enumerate(leaf.hand)) for leaf in leaves]


def book() -> tuple[Scorer, PriceBook]:
    scorer = Scorer()
    return scorer, PriceBook(SUIT, scorer)


def load(found: PriceBook, cache: Path | None) -> list[int]:
    steps: list[int] = []
    pricing.Priced(found, True, "prices-a-b.npy").load(cache, steps.append)
    return steps


def test_every_ready_hand_of_four_tiles_is_listed() -> None:
    hands = [SUIT.counts(int(n)) for n in SUIT.ready()]
    assert len(hands) == len(set(hands))
    assert all(sum(h) == 4 for h in hands)
    assert (0, 0, 2, 0, 0, 2, 0, 0, 0) in hands
    assert (1, 1, 1, 0, 0, 0, 1, 0, 0) in hands
    assert (1, 0, 0, 1, 0, 0, 1, 0, 1) not in hands


def test_kept_prices_are_those_worked_out_and_nothing_is_scored_again(tmp_path: Path) -> None:
    first_scorer, first = book()
    assert load(first, tmp_path) == list(range(pricing.STEPS))
    assert first_scorer.asked > 0
    second_scorer, second = book()
    assert load(second, tmp_path) == []
    hands = SUIT.ready()
    assert (second.rows(hands, locked=True) == first.rows(hands, locked=True)).all()
    assert second_scorer.asked == 0
    second.rows(hands[:3], locked=False)
    assert second_scorer.asked > 0  # only the hands in riichi were kept


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_file_that_cannot_be_used_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "prices-a-b.npy"
    if content is None:
        np.save(file, np.zeros((3, 9)))
    else:
        file.write_bytes(content)
    scorer, found = book()
    load(found, tmp_path)
    assert scorer.asked > 0
    assert np.load(file).shape == (len(SUIT.ready()), 9)


def test_without_a_folder_prices_are_worked_out_all_the_same() -> None:
    scorer, found = book()
    load(found, None)
    asked = scorer.asked
    found.rows(SUIT.ready(), locked=True)
    assert scorer.asked == asked > 0


def test_older_prices_of_the_same_game_are_removed(tmp_path: Path) -> None:
    (tmp_path / "prices-a-old.npy").write_bytes(b"x")
    (tmp_path / "prices-other-old.npy").write_bytes(b"x")
    load(book()[1], tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {"prices-a-b.npy", "prices-other-old.npy"}


def test_the_name_changes_with_the_rules_and_with_their_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bamboo = variants.get("bamboo")
    assert pricing.digest(bamboo.ruleset()) != pricing.digest(bamboo.ruleset({"kazoe": False}))
    source = tmp_path / "trainer"
    for part in ("rules", "variants/bamboo"):
        (source / part).mkdir(parents=True)
    for file in ("tiles.py", "hands.py", "rules/score.py", "variants/bamboo/__init__.py"):
        (source / file).write_text("a = 1\n")
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    before = pricing.digest(bamboo.ruleset())
    (source / "rules/score.py").write_text("a = 2\n")
    assert pricing.digest(bamboo.ruleset()) != before


def test_the_dealers_book_is_the_one_that_questions_use() -> None:
    from trainer import analysis
    from trainer.hands import Hand
    from trainer.tiles import KINDS, parse_tiles

    rules = variants.get("bamboo").ruleset()
    for seat in range(2):
        hand = Hand(parse_tiles("1112345678999s"))
        q = analysis.Question(hand, (0,) * KINDS, 3, analysis.Goal.VALUE, circumstance=analysis.asker(rules, seat, 0))
        used = analysis.price_book(rules, q, analysis.problem(rules, q))
        assert used is not None
        assert used is analysis.concealed_book(rules, dealer=seat == 0)
