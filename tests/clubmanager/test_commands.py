"""The commands about nights, and the demo."""

import csv
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubmanager.demo import prepare_demo
from clubmanager.nights.models import NightDealSet
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.people.models import User
from tests import world


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.JOB_FILES_DIR = tmp_path / "jobs"


@pytest.mark.django_db
def test_export_prints_json_alone(capsys):
    night = world.running_night(world.make_club(), people=8)
    world.play_round(night, 1)
    call_command("export_night", str(night.pk))
    exported = json.loads(capsys.readouterr().out)
    assert exported["night"]["title"] == "Thursday night"
    assert len(exported["games"]) == 6
    assert exported["games"][0]["hands"][0]["facts"]["declaration"] == "play"
    assert len(exported["standings"]) == 4


@pytest.mark.django_db
def test_export_prints_a_line_for_each_hand_as_csv(capsys):
    night = world.running_night(world.make_club(), people=8)
    call_command("export_night", str(night.pk), "--format", "csv")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("round,table,hand,board")
    assert len(lines) == 1 + 6 * 4


@pytest.mark.django_db
def test_a_cell_that_a_spreadsheet_would_run_is_quoted(capsys):
    club = world.make_club()
    night = world.seated_night(club, people=8)
    player = club.players.first()
    player.first_name = "=HYPERLINK(1)"
    player.save()
    call_command("export_night", str(night.pk), "--format", "csv")
    assert "'=HYPERLINK(1)" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize("command", [("export_night", "999"), ("print_pack", "999", "-o", "x")])
def test_an_unknown_night_ends_with_code_two(command):
    with pytest.raises(CommandError, match="NIGHT must be the number of a night, got 999") as error:
        call_command(*command)
    assert error.value.returncode == 2


@pytest.mark.django_db
def test_print_pack_writes_the_pdfs(tmp_path, capsys):
    night = world.seated_night(world.make_club(), people=8, rounds_planned=2)
    call_command("print_pack", str(night.pk), "-o", str(tmp_path / "pack"))
    files = json.loads(capsys.readouterr().out)["files"]
    assert len(files) == 3
    assert all(Path(name).read_bytes().startswith(b"%PDF-") for name in files)


@pytest.mark.django_db(transaction=True)
class TestDemo:
    def test_it_makes_a_club_with_three_nights(self):
        demo = prepare_demo()
        assert demo.club.players.count() == 24
        assert [night.state for night in demo.nights] == ["closed", "running", "planned"]
        assert User.objects.get(email=demo.email).check_password(demo.password)

    def test_run_again_it_starts_where_it_was(self):
        first, second = prepare_demo(), prepare_demo()
        assert second.password is None
        assert [n.pk for n in second.nights] == [n.pk for n in first.nights]
        assert User.objects.get(email=first.email).check_password(first.password)

    def test_the_finished_night_has_every_result_and_its_pdfs(self):
        demo = prepare_demo()
        data = load_night(demo.nights[0])
        assert all(hand.scored for table in data.tables for hand in table.hands)
        assert standings_for(data, public=True)[0].rank_text == "1"
        assert (demo.pdf_folder / "standings.pdf").read_bytes().startswith(b"%PDF-")

    def test_the_planned_night_is_sealed_with_a_secret_of_its_own(self):
        demo = prepare_demo()
        deal_set = NightDealSet.objects.get(night=demo.nights[2]).deal_set
        assert not deal_set.is_open
        assert NightDealSet.objects.get(night=demo.nights[0]).deal_set.is_open

    def test_no_serve_prints_json(self, capsys):
        call_command("demo", "--no-serve")
        printed = json.loads(capsys.readouterr().out)
        assert [night["state"] for night in printed["nights"]] == ["closed", "running", "planned"]
        assert printed["login"]["email"] == "director@example.org"
        assert printed["nights"][0]["public_url"].startswith(printed["url"])


@pytest.mark.django_db
def test_the_csv_names_contract_and_auction(capsys):
    night = world.running_night(
        world.make_club(), people=4, game="chicago", format="social", rounds_planned=1,
        method="points",
    )  # fmt: skip
    (table,) = load_night(night).rounds()[1]
    first, second, third, _ = table.hands
    world.enter(first, {"contract": "4S", "declarer": "N"}, 10)
    world.enter(second, {"auction": ["1H", "P", "2H", "P", "P", "P"]}, 8)
    world.enter(third, {"passed_out": True}, None)
    call_command("export_night", str(night.pk), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    found = [(row["contract"], row["auction"]) for row in rows]
    assert found == [("4S", ""), ("2H", "1H P 2H P P P"), ("pass", ""), ("", "")]
