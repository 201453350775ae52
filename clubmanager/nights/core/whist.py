"""Whist tables: individual movements where everybody partners everybody once.

Source: the classical whist tournaments of E. H. Moore and others. With 4k players there are
4k - 1 rounds, with 4k + 1 players 4k + 1 rounds and one player rests in each; everybody
partners each other player once and opposes each twice. One starting round is kept for each
size; the others follow by adding to every number.
"""

from __future__ import annotations

Seats = tuple[int, int, int, int]  # player numbers at N, E, S, W

# Players -> the tables of round 1. With 4k players the highest number stays in its seat;
# with 4k + 1 players number 1 rests in round 1, number 2 in round 2 and so on.
STARTERS: dict[int, tuple[Seats, ...]] = {
    4: ((4, 3, 1, 2),),
    5: ((5, 4, 2, 3),),
    8: (
        (8, 7, 1, 5),
        (4, 2, 3, 6),
    ),
    9: (
        (2, 9, 3, 5),
        (7, 8, 4, 6),
    ),
    12: (
        (12, 2, 1, 5),
        (3, 9, 7, 4),
        (8, 11, 6, 10),
    ),
    13: (
        (13, 2, 6, 12),
        (11, 8, 3, 4),
        (9, 7, 10, 5),
    ),
    16: (
        (16, 12, 1, 8),
        (9, 15, 10, 7),
        (14, 13, 2, 4),
        (11, 3, 6, 5),
    ),
    17: (
        (11, 6, 8, 7),
        (3, 2, 13, 10),
        (16, 5, 14, 9),
        (15, 12, 4, 17),
    ),
    20: (
        (20, 13, 1, 16),
        (8, 17, 14, 6),
        (18, 5, 3, 4),
        (2, 15, 11, 10),
        (9, 19, 7, 12),
    ),
    21: (
        (20, 4, 16, 15),
        (2, 12, 10, 14),
        (9, 11, 18, 17),
        (8, 5, 13, 19),
        (21, 7, 3, 6),
    ),
    24: (
        (24, 2, 1, 6),
        (18, 17, 19, 5),
        (23, 14, 21, 4),
        (16, 3, 11, 9),
        (22, 10, 13, 7),
        (20, 15, 12, 8),
    ),
}


def whist_rounds(players: int) -> int:
    """How many rounds the table of this size has; 0 where there is none."""
    if players not in STARTERS:
        return 0
    return players - 1 if players % 4 == 0 else players


def whist_round(players: int, index: int) -> tuple[Seats, ...]:
    """Tables of round index + 1, index from 0; raises KeyError for a size without a table."""
    return tuple(
        (
            _moved(n, players, index),
            _moved(e, players, index),
            _moved(s, players, index),
            _moved(w, players, index),
        )
        for n, e, s, w in STARTERS[players]
    )


def _moved(number: int, players: int, index: int) -> int:
    if players % 4 == 0:
        return number if number == players else (number - 1 + index) % (players - 1) + 1
    if players == 9:  # nine has no cyclic table: numbers are added as two digits modulo 3
        row, column = divmod(number - 1, 3)
        return (row + index // 3) % 3 * 3 + (column + index) % 3 + 1
    return (number - 1 + index) % players + 1
