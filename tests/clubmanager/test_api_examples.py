"""docs/api.md, played: every `curl` in order, and its answer compared with what the page shows."""

import json
import re
import shlex
from pathlib import Path

import pytest
from django.test import Client

from clubmanager.nights.services.claims import claim_table
from clubmanager.people.models import User
from clubmanager.people.tokens import make_token
from tests import world

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"^```(sh|http|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[dict[str, str]]:
    """Each `sh` block with the `http` and `json` blocks that follow it."""
    found: list[dict[str, str]] = []
    for kind, text in BLOCK.findall(PAGE.read_text()):
        if kind == "sh":
            found.append({})
        found[-1][kind] = text
    return found


def played(command: str):
    """The answer to a `curl` command."""
    words = shlex.split(command.replace("\\\n", " "))
    assert words.pop(0) == "curl"
    method, headers, body, address = "GET", {}, "", ""
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, value = words.pop(0).split(": ", 1)
            headers[name] = value
        elif word == "-d":
            body = words.pop(0)
        elif word != "-i":
            address = word
    content_type = headers.pop("Content-Type", "application/octet-stream")
    return Client().generic(method, address, body, content_type=content_type, headers=headers)


def matches(shown, found) -> bool:
    """Whether an answer is what is shown; "..." stands for members that are not shown."""
    if isinstance(shown, dict) and isinstance(found, dict):
        names = shown.keys() - {"..."}
        complete = "..." in shown or shown.keys() == found.keys()
        return complete and all(n in found and matches(shown[n], found[n]) for n in names)
    if isinstance(shown, list) and isinstance(found, list):
        pairs = zip(shown, found, strict=False)
        return len(shown) == len(found) and all(matches(*pair) for pair in pairs)
    return shown == found and type(shown) is type(found)


@pytest.mark.django_db(reset_sequences=True, transaction=True)
def test_every_example_of_the_page_runs_as_shown():
    night = world.running_night(world.make_club(), people=8)
    director = world.make_officer(night.club)
    values = {
        "$SITE": "",
        "$TOKEN": make_token(director, name="examples")[1],
        "$TABLE": claim_table(night.pk, 2, device="a phone").token,
    }
    shown = examples()
    assert len(shown) >= 20
    for example in shown:
        command = example["sh"]
        for name, value in values.items():
            command = command.replace(name, value)
        answer = played(command)
        status, *headers = example.get("http", "").split("\n") if "http" in example else ["2.."]
        assert re.fullmatch(status, str(answer.status_code)), (command, answer.content)
        for line in filter(None, headers):
            name, value = line.split(": ", 1)
            assert answer.headers[name] == value, command
        assert matches(json.loads(example["json"]), answer.json()), (command, answer.json())
    assert User.objects.count() == 2


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        pytest.param({"a": 1}, {"a": 2}, id="another value"),
        pytest.param({"a": 1}, {"a": 1, "b": 2}, id="a member too many"),
        pytest.param({"a": 1, "...": "..."}, {"b": 1}, id="a member too few"),
        pytest.param([1], [1, 2], id="an item too many"),
        pytest.param({"a": 0}, {"a": False}, id="another type"),
    ],
)
def test_the_comparison_sees_differences(shown, found):
    assert not matches(shown, found)
