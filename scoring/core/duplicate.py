"""Points of one bridge contract, term by term.

Source: Laws of Duplicate Bridge 2017, Law 77. Without the bonus for game or part-score the same
terms are those of rubber bridge (Laws of Contract Bridge, scoring table).
"""

from __future__ import annotations

from collections.abc import Iterable

from deals.core.cards import Side
from scoring.core.contract import Contract, Denomination, Doubling
from scoring.core.ruleset import Term, require_tricks

GAME = 100  # trick points that make a game

# Points of the first odd trick and of each further one, undoubled.
ODD_TRICK = {
    Denomination.CLUBS: (20, 20),
    Denomination.DIAMONDS: (20, 20),
    Denomination.HEARTS: (30, 30),
    Denomination.SPADES: (30, 30),
    Denomination.NOTRUMP: (40, 30),
}
# Each pair: not vulnerable, vulnerable.
OVERTRICK = {Doubling.DOUBLED: (100, 200), Doubling.REDOUBLED: (200, 400)}
INSULT = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 50, Doubling.REDOUBLED: 100}
# The first undertrick, the second and the third each, each further one.
UNDERTRICKS = {
    Doubling.UNDOUBLED: ((50, 50, 50), (100, 100, 100)),
    Doubling.DOUBLED: ((100, 200, 300), (200, 300, 300)),
    Doubling.REDOUBLED: ((200, 400, 600), (400, 600, 600)),
}
SLAM = {6: ("small slam", (500, 750)), 7: ("grand slam", (1000, 1500))}
GAME_BONUS = (300, 500)
PART_SCORE_BONUS = 50

NUMBER_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
)  # fmt: skip


def trick_points(contract: Contract) -> int:
    """Points of the tricks bid, if they are made: those that count towards a game."""
    first, further = ODD_TRICK[contract.denomination]
    return (first + (contract.level - 1) * further) * contract.doubling.factor


def contract_terms(contract: Contract, tricks: int, vulnerable: bool) -> tuple[Term, ...]:
    """Terms of a contract without any bonus for game or part-score; trick points come first.

    `tricks` are those of the declarer's side, 0 to 13; RuleError otherwise.
    """
    over = require_tricks(tricks) - contract.target
    if over < 0:
        return _undertricks(contract, -over, vulnerable)
    side = contract.declarer.side
    terms = [Term(side, trick_points(contract), "trick points", below=True)]
    if contract.level in SLAM:
        slam, bonus = SLAM[contract.level]
        terms.append(Term(side, bonus[vulnerable], slam))
    if insult := INSULT[contract.doubling]:
        terms.append(Term(side, insult, "insult"))
    if over:
        terms.append(
            Term(side, over * _overtrick(contract, vulnerable), _counted(over, "overtrick"))
        )
    return tuple(terms)


def duplicate_terms(contract: Contract, tricks: int, vulnerable: bool) -> tuple[Term, ...]:
    """Terms of a contract in duplicate: the game or part-score bonus comes second."""
    terms = contract_terms(contract, tricks, vulnerable)
    if tricks < contract.target:
        return terms
    return (terms[0], bonus_term(contract, vulnerable), *terms[1:])


def bonus_term(contract: Contract, vulnerable: bool) -> Term:
    """The bonus of a contract made: for game by its level, or for a part-score."""
    side = contract.declarer.side
    if trick_points(contract) >= GAME:
        return Term(side, GAME_BONUS[vulnerable], "game")
    return Term(side, PART_SCORE_BONUS, "part-score")


def duplicate_points(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Points to the declarer's side; negative if they go to the defenders."""
    return net_points(duplicate_terms(contract, tricks, vulnerable), contract.declarer.side)


def points_of(terms: Iterable[Term], side: Side) -> int:
    """What the terms pay to one side."""
    return sum(term.points for term in terms if term.side is side)


def net_points(terms: Iterable[Term], side: Side) -> int:
    """What the terms pay to one side, less what they pay to the other."""
    return sum(term.points if term.side is side else -term.points for term in terms)


def _overtrick(contract: Contract, vulnerable: bool) -> int:
    if contract.doubling is Doubling.UNDOUBLED:
        return ODD_TRICK[contract.denomination][1]
    return OVERTRICK[contract.doubling][vulnerable]


def _undertricks(contract: Contract, down: int, vulnerable: bool) -> tuple[Term, ...]:
    first, next_two, further = UNDERTRICKS[contract.doubling][vulnerable]
    defenders = contract.declarer.side.other
    if contract.doubling is Doubling.UNDOUBLED:
        return (Term(defenders, down * first, _counted(down, "undertrick")),)
    terms = [Term(defenders, first, "first undertrick")]
    if down > 1:
        name = "second undertrick" if down == 2 else "second and third undertrick"
        terms.append(Term(defenders, min(down - 1, 2) * next_two, name))
    if down > 3:
        terms.append(
            Term(defenders, (down - 3) * further, _counted(down - 3, "further undertrick"))
        )
    return tuple(terms)


def _counted(count: int, what: str) -> str:
    """ "overtrick", "two overtricks"."""
    return what if count == 1 else f"{NUMBER_WORDS[count]} {what}s"
