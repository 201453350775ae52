"""What every command does when the program that reads its output has had enough (`| head`)."""

import os
import select
import sys
from collections.abc import Callable

BROKEN_PIPE = 141  # what a shell says of a program that a broken pipe ended


def end_with_the_reader(work: Callable[[], None]) -> None:
    """Do the work; end without a word, with code 141, once nobody reads standard output."""
    try:
        work()
        sys.stdout.flush()
    except BrokenPipeError:
        if _is_read():
            raise  # another pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(BROKEN_PIPE)


def _is_read() -> bool:
    """Whether somebody still holds the other end of standard output."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return not poll.poll(0)
