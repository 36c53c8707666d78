"""Forced wins by brute force with the library's rules, which knows no reduction of any kind."""

from barragoon import Action, Colour, Position


class TooLongError(Exception):
    """Brute force took more steps than it was granted."""


class BruteForce:
    """Tries every action, one by one."""

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def wins(self, position: Position, attacker: Colour, turns: int) -> bool:
        """Whether a player wins within so many of their own turns, the one under way included."""
        self._steps -= 1
        if self._steps < 0:
            raise TooLongError
        if not position.hands:
            # Lost is cheaper to ask than dead, and there is no need to know whether a last position is dead.
            if position.has_lost(position.turn):
                return position.turn is not attacker
            if turns == 0 or position.outcome():
                return False
        after = (self.wins_by(position, action, attacker, turns) for action in position.legal_actions())
        return any(after) if position.actor is attacker else all(after)

    def wins_by(self, position: Position, action: Action, attacker: Colour, turns: int) -> bool:
        """The same if an action is played first."""
        following = position.after(action)
        ended = position.turn is attacker and following.turn is not attacker
        return self.wins(following, attacker, turns - ended)


def fewest_turns(position: Position, most: int, steps: int) -> int | None:
    """In how many turns the actor wins."""
    return next((n for n in range(1, most + 1) if BruteForce(steps).wins(position, position.actor, n)), None)


def assert_line_wins(position: Position, actions: list[Action], turns: int) -> None:
    """The line is legal, takes so many turns of the winner's, and the game ends only with it, by the loser's defeat."""
    winner, own = position.actor, 0
    for action in actions:
        assert position.outcome() is None, position.to_fen()
        following = position.play(action)
        own += position.turn is winner and following.turn is not winner
        position = following
    assert own == turns
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is winner
