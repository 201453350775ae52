"""`rank`: a file in, JSON alone out, exit 2 and one line for bad input; real tournaments."""

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests import world

SAMPLES = Path(__file__).parents[3] / "shared" / "samples"
needs_samples = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="the sample tournaments do not come with the project"
)


def run(capsys, *arguments):
    call_command("rank", *map(str, arguments))
    return json.loads(capsys.readouterr().out)


@needs_samples
def test_a_real_mitchell_is_reproduced_in_every_number(capsys):
    found = run(capsys, SAMPLES / "mp_pairs_mitchell_03.xml")
    assert found["compared"] == {
        "lines": 126, "lines_equal": 126, "percentages": 13, "percentages_equal": 13,
        "places": 13, "places_equal": 13,
    }  # fmt: skip
    assert (found["differences"], found["warnings"], found["notes"]) == ([], [], [])
    assert [row["rank"] for row in found["standings"] if row["line"] == "NS"] == [
        "1", "2", "3=", "3=", "5", "6", "7",
    ]  # fmt: skip


@needs_samples
def test_a_real_mitchell_with_adjustments_is_reproduced_but_for_one_line(capsys):
    found = run(capsys, SAMPLES / "mp_pairs_mitchell_adjusted_02.xml")
    assert found["compared"] == {
        "lines": 567, "lines_equal": 566, "percentages": 42, "percentages_equal": 42,
        "places": 42, "places_equal": 42,
    }  # fmt: skip
    assert len(found["warnings"]) == 1
    assert found["warnings"][0].startswith("board 4, 1NS against 21EW: the file contradicts itself")
    assert [note.partition(":")[0] for note in found["notes"]] == ["board 3, 1NS against 1EW"]


@needs_samples
def test_an_event_of_another_kind_is_refused():
    with pytest.raises(CommandError, match="EVENT_TYPE must be MP_PAIRS") as error:
        call_command("rank", str(SAMPLES / "notsupported.xml"))
    assert error.value.returncode == 2


@pytest.mark.django_db
def test_an_exported_night_agrees_with_its_own_standings(capsys, tmp_path):
    night = world.running_night(world.make_club(), people=8, stored=True)
    world.play_round(night, 1)
    call_command("export_night", str(night.pk))
    exported = tmp_path / "night.json"
    exported.write_text(capsys.readouterr().out, "utf-8")
    found = run(capsys, exported)
    assert (found["method"], found["compared"]) == ("games", {"standings": 4})
    assert found["differences"] == []
    assert len(found["standings"]) == 4
    first = next(board for board in found["boards"] if board["board"] == 1)
    assert len(first["results"]) == 2


@pytest.mark.django_db
def test_a_changed_standing_is_listed(capsys, tmp_path):
    night = world.running_night(world.make_club(), people=8)
    world.play_round(night, 1)
    call_command("export_night", str(night.pk))
    data = json.loads(capsys.readouterr().out)
    data["standings"][0]["net_points"] += 10
    changed = tmp_path / "night.json"
    changed.write_text(json.dumps(data), "utf-8")
    (difference,) = run(capsys, changed)["differences"]
    assert difference["what"] == "net_points"
    assert difference["file"] == difference["ours"] + 10


def test_tie_breaks_and_another_method_can_be_asked_for(capsys, tmp_path):
    night = {
        "night": {"title": "T", "ranked_by": "games", "state": "running"},
        "entries": [{"line": "", "number": n, "names": [f"{n}a", f"{n}b"]} for n in (1, 2, 3, 4)],
        "games": [
            {"round": 1, "table": t, "winner": "NS", "decided_by": "points",
             "seats": {"N": f"{ns}a", "S": f"{ns}b", "E": f"{ew}a", "W": f"{ew}b"},
             "hands": [{"board": 1, "ns_points": points, "ew_points": 0, "state": "entered",
                        "ruling": "none"}]}
            for t, ns, ew, points in ((1, 1, 2, 10), (2, 3, 4, 40))
        ],
        "standings": [],
    }  # fmt: skip
    file = tmp_path / "night.json"
    file.write_text(json.dumps(night), "utf-8")
    reasons = [row["reason"] for row in run(capsys, file)["standings"]]
    assert reasons[0] == "1st by net points"
    rows = run(capsys, file, "--tie-break", "hands won")["standings"]
    assert rows[0]["reason"] == "tied: shares rank 1"
    imps = run(capsys, file, "--method", "cross-imps", "--multiplier", "10")
    # 30 apart, times ten: 7 IMPs.
    assert imps["boards"][0]["results"][1]["ns_imps"] == 7


def test_standard_input_is_read_without_a_file(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"<USEBIO/>")))
    with pytest.raises(CommandError, match="USEBIO document"):
        call_command("rank")


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        pytest.param(b"{", (), "input must be USEBIO", id="cut off"),
        pytest.param(b"[]", (), "night must be an object", id="a list"),
        pytest.param(b'{"night": NaN}', (), "input must be USEBIO", id="no number"),
        pytest.param(b"[" * 100_000, (), "input must be USEBIO", id="deep"),
        pytest.param(b"\xff\xfe", (), "input must be USEBIO", id="bytes"),
        pytest.param(b"<a/>", ("--method", "games"), "method must be", id="method"),
        pytest.param(b"<a/>", ("--multiplier", "0"), "multiplier must be", id="multiplier"),
    ],
)
def test_bad_input_ends_with_code_two_and_prints_nothing(
    content, arguments, message, tmp_path, capsys
):
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=message) as error:
        call_command("rank", str(file), *arguments)
    assert error.value.returncode == 2
    assert capsys.readouterr().out == ""


def test_a_file_that_is_not_there_ends_with_code_two(tmp_path):
    with pytest.raises(CommandError, match="cannot be read") as error:
        call_command("rank", str(tmp_path / "none"))
    assert error.value.returncode == 2
