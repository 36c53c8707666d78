"""Matches between agents."""

import sys

import pytest

from barragoon.engine import _native
from barragoon.env import match
from barragoon.env.agents import make_agent


class Watcher:
    """Plays at random, and notes who acted after which opening."""

    def __init__(self) -> None:
        self.agent = make_agent("random")
        self.openings: dict[tuple[int, ...], set[int]] = {}

    def act(self, game: _native.PlayedGame) -> int:
        self.openings.setdefault(tuple(game.ids()[: match.OPENING]), set()).add(game.actor)
        return self.agent.act(game)

    def reset(self, seed: int) -> None:
        self.agent.reset(seed)


def test_each_opening_is_played_with_both_colours() -> None:
    watcher = Watcher()
    score = match.play_match(watcher, make_agent("random"), 3, seed=5, max_actions=20)
    assert list(watcher.openings.values()) == [{0, 1}] * 3
    assert score.pairs == ((0.5, 0.5),) * 3, "cut short"


def test_the_same_seed_gives_the_same_match() -> None:
    first, again = (match.play_match(make_agent("random"), make_agent("random"), 4, seed=2) for _ in range(2))
    assert first == again
    assert {points for pair in first.pairs for points in pair} <= {0, 0.5, 1}


def test_what_one_wins_the_other_loses() -> None:
    players = make_agent("level2"), make_agent("random")
    there, back = (match.play_match(*pair, 1, seed=1) for pair in (players, players[::-1]))
    assert (there.score, back.score) == (1, 0)


@pytest.mark.parametrize(("pairs", "half"), [(((0, 0),) * 10, 0.163), (((1, 1), (0, 0), (1, 1), (0, 0)), 0.438)])
def test_the_interval_is_that_of_pairs(pairs: tuple[tuple[float, float], ...], half: float) -> None:
    assert match.MatchScore(pairs).interval == pytest.approx(half, abs=0.001)


def test_the_command_prints_a_score(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["match", "level2", "random", "--pairs", "1"])
    match.main()
    assert capsys.readouterr().out == "level2 against random: 100.0 % ± 65.3 % (2 won, 0 drawn, 0 lost)\n"


@pytest.mark.parametrize("wrong", [["nobody", "random"], ["random", "random", "--pairs", "0"], ["mcts:x=1", "random"]])
def test_what_it_does_not_know_is_said_in_a_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["match", *wrong])
    with pytest.raises(SystemExit, match="2"):
        match.main()
    assert "error: " in capsys.readouterr().err
