"""A command whose reader goes away ends quietly."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

from clubmanager.pipes import BROKEN_PIPE, end_with_the_reader

LONG = "from clubmanager.pipes import end_with_the_reader as end; end(lambda: print({}))"


@pytest.mark.parametrize(
    "printed",
    [pytest.param("'a' * 10_000_000", id="long"), pytest.param("'a'", id="short, at the end")],
)
def test_a_reader_that_goes_away_ends_the_command_without_a_word(printed):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", LONG.format(printed)],
        cwd=settings.BASE_DIR, stdout=writer, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")


def test_another_broken_pipe_is_an_error_like_any_other():
    def work():
        raise BrokenPipeError("a socket")

    with pytest.raises(BrokenPipeError, match="a socket"):
        end_with_the_reader(work)


def test_every_command_ends_so(tmp_path):
    night = tmp_path / "night.json"
    named = {"title": "Thursday", "ranked_by": "points", "state": "closed"}
    night.write_text(json.dumps({"night": named, "entries": [], "games": [], "standings": []}))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "manage.py", "rank", str(night)],
        cwd=settings.BASE_DIR, stdout=writer, stderr=subprocess.PIPE, check=False,
        env=os.environ | {"CLUBMANAGER_NO_BOOTSTRAP": "1"},
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")
