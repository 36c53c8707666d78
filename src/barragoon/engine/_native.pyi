"""The search engine in C++; barragoon.engine is how to use it."""

from collections.abc import Callable, Sequence
import enum


def instruction_sets() -> list[str]:
    """The instruction sets that this machine can run, the fastest first."""

class SearchLine:
    """What a search has found at some depth."""

    @property
    def rank(self) -> int:
        """1 for the best line."""

    @property
    def depth(self) -> int: ...

    @property
    def seldepth(self) -> int: ...

    @property
    def score(self) -> int:
        """For the actor; beyond 29,000 a win is proven."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def hashfull(self) -> int:
        """Fill of the transposition table, per mille."""

    @property
    def actions(self) -> list[str]: ...

class Side:
    """One player's terms of an evaluation."""

    @property
    def material(self) -> int: ...

    @property
    def mobility(self) -> int: ...

    @property
    def squares(self) -> int: ...

    @property
    def threats(self) -> int: ...

    @property
    def freedom(self) -> int: ...

    @property
    def movable(self) -> int: ...

class TileTerms:
    """One tile's part of its side's terms."""

    @property
    def square(self) -> str: ...

    @property
    def material(self) -> int: ...

    @property
    def mobility(self) -> int: ...

    @property
    def squares(self) -> int: ...

    @property
    def threat(self) -> int:
        """
        Part of the other side's threats: what it counts that the tile could be taken.
        """

    @property
    def targets(self) -> int:
        """How many squares it can go to."""

class EvaluationTerms:
    """What a position is worth, term by term."""

    @property
    def white(self) -> Side: ...

    @property
    def brown(self) -> Side: ...

    @property
    def tiles(self) -> list[TileTerms]: ...

    @property
    def tempo(self) -> int: ...

    @property
    def score(self) -> int:
        """For the player whose turn it is."""

class Verdict(enum.Enum):
    """What a solver can say of a forced win."""

    WIN = 0

    NO_WIN = 1

    UNKNOWN = 2

class Solution:
    """What a solver has proven."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def turns(self) -> int:
        """
        The winner's turns; without a win, within how many there is none for sure.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def actions(self) -> list[str]: ...

class GoalKind(enum.Enum):
    """What is asked of the player who acts."""

    WIN = 0

    HOLD = 1

class Grade(enum.Enum):
    """What a judge can say of an answer."""

    RIGHT = 0

    SLOWER = 1

    WRONG = 2

    UNPROVEN = 3

class Escape:
    """A move that the opponent still has."""

    @property
    def move(self) -> str: ...

    @property
    def paths(self) -> list[list[str]]: ...

class Judgement:
    """What is proven of an answer."""

    @property
    def grade(self) -> Grade: ...

    @property
    def turns(self) -> int: ...

    @property
    def line(self) -> list[str]: ...

    @property
    def escapes(self) -> list[Escape]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class Core:
    """A position with the game that led to it, ready to be searched."""

    def __init__(self, instruction_set: str = '') -> None: ...

    @property
    def instruction_set(self) -> str: ...

    def set_position(self, fen: str, actions: Sequence[str] = []) -> None: ...

    def fen(self) -> str: ...

    def key(self) -> int: ...

    def legal_actions(self) -> list[str]: ...

    def moves_of(self, white: bool) -> list[str]:
        """
        The moves that White's or Brown's tiles could make if it were that player's turn.
        """

    def paths(self, action: str) -> list[list[str]]:
        """
        The squares that the tile runs through for a move, one list for each path; none if the tile can't make it.
        """

    def perft(self, depth: int) -> int | None:
        """None if it was stopped."""

    def evaluate(self) -> EvaluationTerms: ...

    def evaluation_features(self) -> list[float]: ...

    def set_hash(self, megabytes: int) -> None: ...

    def set_threads(self, threads: int) -> None: ...

    def set_contempt(self, contempt: int) -> None: ...

    def set_level(self, level: int, seed: int, ladder: int) -> None: ...

    def new_game(self) -> None:
        """Forget everything that earlier searches learnt."""

    def stop(self) -> None: ...

    def accepts_draw(self, white: bool, on_repetition: bool, only: Sequence[str] = []) -> bool:
        """
        Whether the computer, as White or as Brown, accepts a draw that is offered here.
        """

    def solve(self, turns: int, nodes: int = 0, seconds: float = 0.0, only: Sequence[str] = []) -> Solution: ...

    def solve_each(self, turns: int, nodes: int = 0, seconds: float = 0.0, only: Sequence[str] = []) -> list[tuple[str, Verdict]]:
        """A verdict for each of the actions, or for each legal one."""

    def judge(self, kind: GoalKind, turns: int, answer: Sequence[str], nodes: int = 0) -> Judgement:
        """
        Whether an answer reaches a goal of the player who acts; 0 nodes: as many as the page grants.
        """

    def search(self, depth: int = 0, nodes: int = 0, seconds: float = 0.0, multipv: int = 1, only: Sequence[str] = [], report: Callable[[SearchLine], None] | None = None) -> SearchLine: ...

def read_records(file: bytes) -> str:
    """All games of a file as JSON, with their errors."""

def format_records(file: bytes) -> str:
    """A file as it is written."""

def check_setup(fen: str) -> str:
    """What is wrong with the set-up that a FEN shows, as JSON."""

def welcomes_draw(score: int, on_repetition: bool, turns: int) -> bool:
    """
    Whether a draw is fair to a player with this score after so many complete turns.
    """

class TextGame:
    """A game as the page holds it: events in, JSON out."""

    def __init__(self) -> None: ...

    def begin(self, fen: str, touch_move: bool = False) -> None: ...

    def apply(self, event: str) -> None: ...

    def state(self) -> str: ...

    def record(self, tags: str = '') -> str: ...

    def record_onto(self, source: bytes, index: int = 0, tags: str = '') -> str: ...

    def read(self, file: bytes, index: int = 0) -> None: ...

    def reading(self) -> str: ...

    def explain(self, action: str) -> str: ...

class Replayed:
    """What came of playing turns."""

    @property
    def played(self) -> int:
        """How many turns could be played."""

    @property
    def problem(self) -> str:
        """Why not the next one; empty: all were."""

    @property
    def fen(self) -> str:
        """The position after them."""

    @property
    def keys(self) -> list[int]:
        """The keys of the start and of the position after each turn."""

    @property
    def decided(self) -> tuple[str, str] | None:
        """
        The result and the reason, if the last position decides the game; a dead one is found if that is quick.
        """

def replay(fen: str, turns: Sequence[str]) -> Replayed:
    """
    Play turns as files write them: legal, with their placements, and captures with their x.
    """

class TurnCursor:
    """A position that turns lead to; it never changes."""

    def __init__(self, fen: str) -> None: ...

    def play(self, turn: str) -> TurnCursor | None:
        """The position after a turn; None if it is no turn or not legal."""

    @property
    def captured(self) -> bool:
        """Whether the last turn captured something."""

    @property
    def number(self) -> int: ...

    @property
    def key(self) -> int: ...

    @property
    def fen(self) -> str: ...

    @property
    def decided(self) -> tuple[str, str] | None:
        """
        The result and the reason, if this position decides the game; a dead one is found if that is quick.
        """
