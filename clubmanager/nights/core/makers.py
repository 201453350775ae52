"""Who makes up which board by hand, so that nobody sees a hand that he or she will play.

The loads are as even as they can be: each board copy goes to the least loaded person who
can be reached by passing copies on from one to the next (Harvey, Ladner, Lovasz and Tamir,
"Semi-matchings for bipartite graphs and load balancing", 2003).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubmanager.nights.core.movement import MovementError

Job = tuple[int, int]  # board number, copy from 1
Assignment = tuple[int, int, int | None]  # board number, copy, player id


def assign_makers(
    plays: Mapping[int, frozenset[int]],
    copies: Mapping[int, int],
    candidates: Sequence[int],
    *,
    excluded: frozenset[int] = frozenset(),
) -> list[Assignment]:
    """Give every copy of every board a maker, in the order of boards and copies.

    `plays` are the ids of those who play a board; `copies` how many copies of it are needed
    (1 when it is not named); `candidates` the ids of those who can help, the first being
    asked first; `excluded` those who must not. The player id is None where everybody plays
    the board: then someone who does not play tonight makes it up.
    Raises MovementError for a number of copies below 1.
    """
    helpers = [person for person in dict.fromkeys(candidates) if person not in excluded]
    makers: dict[Job, int] = {}
    loads: dict[int, list[Job]] = {person: [] for person in helpers}
    able = {board: [h for h in helpers if h not in players] for board, players in plays.items()}
    result: list[Job] = []
    for board in sorted(plays):
        wanted = copies.get(board, 1)
        if wanted < 1:
            raise MovementError(f"copies of board {board}", wanted, "1 or more")
        for copy in range(1, wanted + 1):
            result.append((board, copy))
            _hand_out((board, copy), able, makers, loads)
    return [(board, copy, makers.get((board, copy))) for board, copy in result]


def _hand_out(
    job: Job,
    able: Mapping[int, Sequence[int]],
    makers: dict[Job, int],
    loads: dict[int, list[Job]],
) -> None:
    """Give one job away, passing earlier jobs on where that keeps the loads even."""
    gets: dict[int, Job] = {}  # person -> the job that would come to that person
    queue: list[int] = []
    _reach(job, able, gets, queue)
    for person in queue:  # the queue grows while it is read: breadth first
        for held in loads[person]:
            _reach(held, able, gets, queue)
    if not queue:
        return
    person = min(queue, key=lambda candidate: len(loads[candidate]))
    while True:
        taken = gets[person]
        giver = makers.get(taken)
        makers[taken] = person
        loads[person].append(taken)
        if giver is None:
            return
        loads[giver].remove(taken)
        person = giver


def _reach(
    job: Job, able: Mapping[int, Sequence[int]], gets: dict[int, Job], queue: list[int]
) -> None:
    for person in able[job[0]]:
        if person not in gets:
            gets[person] = job
            queue.append(person)
