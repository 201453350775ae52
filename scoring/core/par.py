"""What perfect players who see all cards would score on a hand of aBRIDGEd.

Source: aBRIDGEd rule book, "Round One" and "Round Two", and the tricks of perfect play (double
dummy). Round One is a choice at each turn between Play and what follows a Pass; it is settled
from the last turn backwards. Equal choices: the one that is spoken first, Play, is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deals.core.cards import Seat, Side, Trump
from deals.core.deal import Deal
from deals.core.double_dummy import TrickTable
from scoring.core.abridged import round_two_declarer
from scoring.core.chart import Chart, Declaration


@dataclass(frozen=True, slots=True)
class BestDeclaration:
    """What a seat does best with perfect play. `points` may be negative: for the other side."""

    declarer: Seat
    declaration: Declaration
    trump: Trump
    tricks: int
    points: int  # declaring side's view

    @property
    def ns_net(self) -> int:
        return self.points if self.declarer.side is Side.NS else -self.points


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of Round One: what Play would bring and what a Pass, both in NS's view."""

    seat: Seat
    play: BestDeclaration
    ns_net_after_pass: int

    @property
    def play_is_right(self) -> bool:
        """Whether Play costs the seat's side nothing."""
        gain = self.play.ns_net - self.ns_net_after_pass
        return (gain if self.seat.side is Side.NS else -gain) >= 0


@dataclass(frozen=True, slots=True)
class Par:
    """The board's par and how it comes about. `turns` begins with the dealer."""

    result: BestDeclaration
    turns: tuple[Turn, ...]
    round_two: BestDeclaration

    @property
    def ns_net(self) -> int:
        """Points of NS less those of EW."""
        return self.result.ns_net

    @property
    def passes(self) -> int:
        """How many pass first; 4 where the hand is declared in Round Two."""
        return next((n for n, turn in enumerate(self.turns) if turn.play_is_right), 4)

    def best_of(self, seat: Seat) -> BestDeclaration:
        """The best that the rules allow this seat: Play, or in Round Two its declarer's choice."""
        play = next(turn.play for turn in self.turns if turn.seat is seat)
        if seat is not self.round_two.declarer:
            return play
        return max(play, self.round_two, key=lambda best: best.points)


def par_of(deal: Deal, dealer: Seat, table: TrickTable, chart: Chart) -> Par:
    """The par of a board under a chart."""
    declarer = round_two_declarer(dealer, deal.strengths())
    round_two = best_declaration(table, declarer, chart, (Declaration.TEN, Declaration.SEVEN))
    result = round_two
    turns: list[Turn] = []
    for places in (3, 2, 1, 0):
        seat = dealer.turn(places)
        play = best_declaration(table, seat, chart, (Declaration.PLAY,))
        turn = Turn(seat, play, result.ns_net)
        turns.insert(0, turn)
        if turn.play_is_right:
            result = play
    return Par(result, tuple(turns), round_two)


def best_declaration(
    table: TrickTable, declarer: Seat, chart: Chart, declarations: tuple[Declaration, ...]
) -> BestDeclaration:
    """The best of these declarations with the best trump; of equal ones the first."""

    def choices() -> Iterator[BestDeclaration]:
        for declaration in declarations:
            for trump in Trump:
                tricks = table.tricks(declarer, trump)
                points = signed_points(chart, declaration, tricks)
                yield BestDeclaration(declarer, declaration, trump, tricks, points)

    return max(choices(), key=lambda best: best.points)


def signed_points(chart: Chart, declaration: Declaration, tricks: int) -> int:
    """Chart points in the declaring side's view: negative where the opponents score."""
    points = chart.points(declaration, tricks)
    return points if declaration.made(tricks) else -points
