"""The rulebook as a table of cases: tests/data/rules/*.txt, which this file reads and plays.

A line that starts with § states a rule in our own words; every case below it, up to the next §, tests that rule.
A case has a title and steps, one a line, which are carried out from top to bottom:

    start closed | start open | fen FEN     begin a game here (a case may begin several)
    touch-move on                           turn rule 4.6 on; before anything is played
    play A ...                              do actions (d2d5, @c4x) or whole turns (d2xd5@c4x)
    touch SQUARE ...   take back            what they say
    offer draw|repetition COLOUR            likewise accept, decline, resign, time COLOUR
    refused STEP                            the game refuses that step

    legal A ...   illegal WHY A ...         WHY is a member of barragoon.Rule, or two of them: WHY/WHY; after it also
                                            turns that are written as captures: d2xd5@c4x
    only A ... | only nothing               these are all the legal actions
    moves SQUARE: TARGET ... | nothing      these are all the targets of a tile
    count N   once A ...                    so many legal actions; this one is listed once
    paths A: d5-d6-e6 ... | none            the ways in which a move can run
    exits FACE HEADING: HEADING ... | nowhere
    position FEN   actor COLOUR             where the game stands
    outcome none | draw REASON | COLOUR wins REASON
    pattern TURN ... | none                 the turns played three times over
    duty COLOUR | none                      who must leave the pattern
    impossible DEFECT FEN                   no game gets there
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import barragoon as b
from barragoon.setup import Defect

FOLDER = Path(__file__).parents[1] / "data" / "rules"
EXPECTATIONS = "legal illegal only moves count once paths exits position actor outcome pattern duty impossible refused"


@dataclass(frozen=True)
class Step:
    """One line of a case."""

    line: int
    text: str

    @property
    def verb(self) -> str:
        return self.text.split()[0]

    @property
    def rest(self) -> str:
        return self.text.partition(" ")[2].strip()


@dataclass
class Case:
    """A title with its steps, under the rule that they test."""

    file: str
    line: int
    rule: str
    title: str
    steps: list[Step] = field(default_factory=list)

    def words(self, verb: str) -> Iterator[str]:
        """What follows a verb, for each step that uses it."""
        return (step.rest for step in self.steps if step.verb == verb)

    def __str__(self) -> str:
        return f"{self.file.removesuffix('.txt')}:{self.line}"


def read_table(path: Path) -> Iterator[Case]:
    """The cases of a file; a line that belongs nowhere becomes a case that fails."""
    case: Case | None = None
    rule = ""
    for number, raw in enumerate(path.read_text("utf-8").splitlines(), 1):
        text = raw.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith(("§", "case ")):
            if case:
                yield case
            rule = text if text.startswith("§") else rule
            case = None if text.startswith("§") else Case(path.name, number, rule, text.removeprefix("case "))
        else:
            case = case or Case(path.name, number, rule, "a line outside of any case")
            case.steps.append(Step(number, text))
    if case:
        yield case


CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_table(path)]


class Script:
    """Carries out the steps of one case."""

    def __init__(self) -> None:
        self.game = b.Game()

    def do(self, text: str) -> None:
        """Carry out one step; anything that is not as it says is an error."""
        verb, _, rest = text.partition(" ")
        step: Callable[[str], None] | None = getattr(self, "do_" + verb.replace("-", "_"), None)
        if step is None:
            raise ValueError(f"{verb!r} is not a step")
        step(rest.strip())

    # -- what the players do ---------------------------------------------------------------------------------

    def do_start(self, rest: str) -> None:
        self.game = b.Game.new(b.Variant[rest.upper()])

    def do_fen(self, rest: str) -> None:
        self.game = b.Game(b.Position.from_fen(rest))

    def do_touch_move(self, rest: str) -> None:
        assert rest == "on", "only 'on' can be said"
        self.game = b.Game(self.game.start, touch_move=True)

    def do_play(self, rest: str) -> None:
        for text in _some(rest):
            if text.startswith("@"):
                self.game.push(b.parse_action(text))
            else:
                self.game.push_turn(b.Turn.parse(text))

    def do_touch(self, rest: str) -> None:
        for text in _some(rest):
            self.game.touch(b.Square.parse(text))

    def do_take(self, rest: str) -> None:
        assert rest == "back", "only 'take back' can be said"
        self.game.pop()

    def do_offer(self, rest: str) -> None:
        what, colour = rest.split()
        {"draw": self.game.offer_draw, "repetition": self.game.claim_repetition}[what](_colour(colour))

    def do_accept(self, rest: str) -> None:
        self.game.accept_draw(_colour(rest))

    def do_decline(self, rest: str) -> None:
        self.game.decline_draw(_colour(rest))

    def do_resign(self, rest: str) -> None:
        self.game.resign(_colour(rest))

    def do_time(self, rest: str) -> None:
        self.game.lose_on_time(_colour(rest))

    def do_refused(self, rest: str) -> None:
        try:
            self.do(rest)
        except b.GameError:
            return
        raise AssertionError("the game did not refuse")

    # -- what must hold --------------------------------------------------------------------------------------

    def do_legal(self, rest: str) -> None:
        for text in _some(rest):
            action = b.parse_action(text)
            objection = self.game.explain(action)
            assert objection is None, f"{text} is refused: {objection}"
            assert self._is_listed(action), f"{text} is not among the legal actions"

    def do_illegal(self, rest: str) -> None:
        names, *texts = _some(rest)
        expected = {b.Rule[name] for name in names.split("/")}
        for text in _some(" ".join(texts)):
            objection = self._objection_to_turn(text) if text[2:3] == "x" else self._objection_to(b.parse_action(text))
            assert objection is not None, f"{text} is not objected to"
            assert objection.rule in expected, f"{text} is refused for {objection.rule.name}: {objection}"

    def _objection_to(self, action: b.Action) -> b.Objection | None:
        assert not self._is_listed(action), f"{action} is among the legal actions"
        with pytest.raises(b.IllegalActionError):
            self.game.push(action)
        return self.game.explain(action)

    def _objection_to_turn(self, text: str) -> b.Objection | None:
        before = self.game.actions
        try:
            self.game.push_turn(b.Turn.parse(text))
        except b.IllegalActionError as error:
            assert self.game.actions == before, "part of the turn was played"
            return error.objection
        raise AssertionError(f"{text} was played")

    def _is_listed(self, action: b.Action) -> bool:
        legal = self.game.legal_actions()
        asked, generated = action in legal, action in list(legal)
        assert asked is generated, f"{action}: asked, legal is {asked}; generated, {generated}"
        return asked

    def do_only(self, rest: str) -> None:
        _same(map(str, self.game.legal_actions()), rest, "nothing")

    def do_moves(self, rest: str) -> None:
        start, targets = _split(rest)
        moves = (action for action in self.game.legal_actions() if isinstance(action, b.Move))
        _same((str(move.target) for move in moves if str(move.start) == start), targets, "nothing")

    def do_count(self, rest: str) -> None:
        legal = self.game.legal_actions()
        assert len(legal) == len(set(legal)) == int(rest), f"there are {len(legal)} legal actions"

    def do_once(self, rest: str) -> None:
        for text in _some(rest):
            times = list(self.game.legal_actions()).count(b.parse_action(text))
            assert times == 1, f"{text} is listed {times} times"

    def do_paths(self, rest: str) -> None:
        move, routes = _split(rest)
        found = self.game.position.paths(b.Move.parse(move))
        _same(("-".join(map(str, path.squares)) for path in found), routes, "none")

    @staticmethod
    def do_exits(rest: str) -> None:
        entering, leaving = _split(rest)
        face, heading = entering.split()
        _same(map(str, b.Face.parse(face).exits(b.Heading[heading.upper()])), leaving, "nowhere")

    def do_position(self, rest: str) -> None:
        fen = self.game.position.to_fen()
        assert fen == rest, f"the position is {fen}"

    def do_actor(self, rest: str) -> None:
        assert self.game.position.actor is _colour(rest), f"{self.game.position.actor} is to act"

    def do_outcome(self, rest: str) -> None:
        outcome = self.game.outcome()
        assert outcome == _outcome(rest), f"the outcome is {outcome and (outcome.winner, outcome.reason.name)}"

    def do_pattern(self, rest: str) -> None:
        found = " ".join(map(str, self.game.repetition())) or "none"
        assert found == " ".join(rest.split()), f"the pattern is {found}"

    def do_duty(self, rest: str) -> None:
        player = self.game.duty.player if self.game.duty else None
        assert player is (None if rest == "none" else _colour(rest)), f"the duty is {player}'s"

    @staticmethod
    def do_impossible(rest: str) -> None:
        name, _, fen = rest.partition(" ")
        defects = b.Setup.from_fen(fen).defects()
        assert defects == Defect[name], f"the defects are {defects}"


def _some(words: str) -> list[str]:
    if not words:
        raise ValueError("something more was expected")
    return words.split()


def _split(text: str) -> tuple[str, str]:
    before, colon, after = text.partition(":")
    if not colon:
        raise ValueError("a colon was expected")
    return before.strip(), after.strip()


def _same(found: Iterator[str], expected: str, nothing: str) -> None:
    left = sorted(found)
    right = [] if expected == nothing else sorted(_some(expected))
    assert left == right, f"found {' '.join(left) or nothing}"


def _colour(text: str) -> b.Colour:
    return b.Colour[text.upper()]


def _outcome(text: str) -> b.Outcome | None:
    match text.split():
        case ["none"]:
            return None
        case ["draw", reason]:
            return b.Outcome(None, b.Reason[reason])
        case [colour, "wins", reason]:
            return b.Outcome(_colour(colour), b.Reason[reason])
    raise ValueError(f"{text!r} is not an outcome")


def run(case: Case) -> None:
    """Play a case; a failure shows the rule, the position and the whole case with the step that failed."""
    script = Script()
    for step in case.steps:
        if problem := problem_with(script, step):
            fen = script.game.position.to_fen()
            lines = [f"{'->' if other is step else '  '} {other.line:4}  {other.text}" for other in case.steps]
            message = [f"{case.file}:{step.line}: {problem}", case.rule, f"case {case.title}", *lines, f"now: {fen}"]
            pytest.fail("\n".join(message), pytrace=False)


def problem_with(script: Script, step: Step) -> str:
    """Carry out a step and tell what went wrong, if anything did."""
    try:
        script.do(step.text)
    except (AssertionError, ValueError, KeyError) as error:
        return str(error)
    return ""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rulebook(case: Case) -> None:
    run(case)


# -- the table itself ----------------------------------------------------------------------------------------


def said(verb: str) -> list[str]:
    """All that follows a verb anywhere in the table."""
    return [words for case in CASES for words in case.words(verb)]


def test_there_are_many_cases_in_every_section() -> None:
    sections = sorted({case.rule.split()[1] for case in CASES})
    assert " ".join(sections) == "1 2 3.1 3.2 4.1 4.2 4.3 4.3a 4.3b 4.3c 4.4 4.5 4.6 6 6a 6b 6c 7"
    assert len(CASES) >= 150


def test_every_case_states_a_rule_and_expects_something() -> None:
    for case in CASES:
        assert case.rule, f"{case}: no rule above it"
        assert any(step.verb in EXPECTATIONS.split() for step in case.steps), f"{case}: expects nothing"


def test_cases_have_titles_of_their_own() -> None:
    titles = [(case.rule, case.title) for case in CASES]
    assert len(titles) == len(set(titles))


def test_every_face_is_entered_with_every_heading() -> None:
    rows = {words.partition(":")[0] for words in said("exits")}
    assert rows == {f"{face} {heading}" for face in b.Face for heading in b.Heading}


def test_every_face_is_placed_and_captured() -> None:
    text = " ".join(said("legal") + said("play"))
    assert all(f"@c4{face}" in text for face in b.Face)
    titles = {case.title for case in CASES if case.rule.startswith("§ 4.5")}
    assert sum("from all four sides" in title for title in titles) == len(b.Face)


def test_every_rule_that_an_action_can_break_is_expected_somewhere() -> None:
    expected = {name for words in said("illegal") for name in words.split()[0].split("/")}
    assert expected == {rule.name for rule in b.Rule}


def test_every_end_of_a_game_is_expected_somewhere() -> None:
    expected = {words.split()[-1] for words in said("outcome")} - {"none"}
    assert expected == {reason.name for reason in b.Reason}


def test_both_orders_of_placing_and_all_stages_occur() -> None:
    fens = [words.split() for words in said("fen") + said("position") if " " in words]
    assert {fen[2] for fen in fens} == {"-", "w", "b", "bw", "wb"}
    assert {fen[4] for fen in fens} >= {"00", "10", "20", "01", "02", "11", "12", "21"}
    assert {fen[3] for fen in fens} >= {"0", "1", "2", "24"}


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ("legal d2d4 d2", "'d2' is not a move"),
        ("legl d2d4", "'legl' is not a step"),
        ("illegal NONSENSE d2d9", "NONSENSE"),
        ("illegal", "something more was expected"),
        ("moves d2 d4", "a colon was expected"),
        ("outcome maybe", "'maybe' is not an outcome"),
        ("illegal WRONG_DISTANCE d2d4", "d2d4 is among the legal actions"),
        ("illegal OWN_TILE d2d9", "d2d9 is refused for WRONG_DISTANCE"),
        ("legal d2d9", "d2d9 is refused"),
        ("refused resign white", "the game did not refuse"),
        ("play d2d9", "d2d9"),
    ],
)
def test_a_bad_line_is_reported_with_its_place(tmp_path: Path, steps: str, problem: str) -> None:
    table = tmp_path / "99-bad.txt"
    table.write_text(f"§ 9 A rule.\n\ncase a case\n  start closed\n  {steps}\n", "utf-8")
    (case,) = read_table(table)
    with pytest.raises(pytest.fail.Exception, match=r"99-bad\.txt:5: ") as failure:
        run(case)
    assert problem in str(failure.value)
    assert "§ 9 A rule." in str(failure.value)


def test_a_line_outside_of_any_case_is_reported(tmp_path: Path) -> None:
    table = tmp_path / "99-bad.txt"
    table.write_text("§ 9 A rule.\nlgal d2d4\n", "utf-8")
    (case,) = read_table(table)
    with pytest.raises(pytest.fail.Exception, match=r"99-bad\.txt:2: 'lgal' is not a step"):
        run(case)
