"""Two ways of doing the same thing, measured in turns in one run.

A machine that is busy with other things makes single measurements long, never short. So the ways
take turns, the shortest time of each counts, and the turns go on until the ratio holds or there
have been enough of them.
"""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

FEWEST, MOST = 3, 40


@dataclass(slots=True)
class Compared:
    """The shortest seconds of processor time of both ways, and what each returned last."""

    slow: float = float("inf")
    quick: float = float("inf")
    slow_result: object = None
    quick_result: object = None

    @property
    def ratio(self) -> float:
        return self.slow / self.quick

    def __str__(self) -> str:
        return f"{1000 * self.slow:.3f} ms / {1000 * self.quick:.3f} ms = {self.ratio:.1f}"


def compare(
    slow: Callable[[], object],
    quick: Callable[[], object],
    *,
    at_least: float,
    quick_times: int = 3,
    most: int = MOST,
) -> Compared:
    """Measure both in turns until `slow` takes `at_least` times as long as `quick`.

    At least FEWEST turns, so that one lucky measurement decides nothing; `quick` runs
    `quick_times` in each. The caller asserts the ratio.
    """
    best = Compared()
    for turn in range(1, most + 1):
        taken, best.slow_result = seconds(slow)
        best.slow = min(best.slow, taken)
        for _ in range(quick_times):
            taken, best.quick_result = seconds(quick)
            best.quick = min(best.quick, taken)
        if turn >= FEWEST and best.ratio >= at_least:
            break
    return best


def seconds(work: Callable[[], object]) -> tuple[float, object]:
    """Processor time of this process, its threads included, and what the work returned."""
    gc.collect()
    started = time.process_time()
    result = work()
    return time.process_time() - started, result
