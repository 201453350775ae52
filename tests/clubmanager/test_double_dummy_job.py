"""The solver works in the background, can be stopped, and tells only directors, in doubts."""

import pytest
from django.urls import reverse

import deals.solving
from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Job, LogEntry
from clubmanager.nights.queries import load_night
from clubmanager.nights.services import jobs, solving
from clubmanager.people.models import Player
from deals.models import DoubleDummy
from tests import world
from tests.clubmanager.fair_nights import ALL_SEVEN, solved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def solver(monkeypatch):
    """A solver that finds seven tricks everywhere."""
    monkeypatch.setattr(solving, "solver_is_installed", lambda: True)
    monkeypatch.setattr(jobs, "solver_is_installed", lambda: True)
    monkeypatch.setattr(deals.solving, "solve", lambda deals: [ALL_SEVEN] * len(deals))


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8, stored=True, rounds_planned=2)


def url(night, name, *more):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *more])


def test_a_director_starts_it_and_every_board_is_solved_once(client, night):
    client.force_login(world.make_officer(night.club))
    page = client.post(url(night, "solve_deals"), follow=True).content.decode()
    assert "8 boards are solved." in page
    assert DoubleDummy.objects.count() == 8
    assert LogEntry.objects.filter(action="started double dummy").exists()
    again = client.post(url(night, "solve_deals"), follow=True).content.decode()
    assert "not solved yet" in again
    assert Job.objects.filter(kind="double dummy").count() == 1


def test_a_scorer_does_not_start_it(client, night):
    client.force_login(world.make_officer(night.club, "scorer"))
    assert client.post(url(night, "solve_deals")).status_code == 403


def test_stopped_in_the_middle_it_keeps_what_it_has_and_can_go_on(night, monkeypatch):
    def solve(boards):
        Job.objects.update(state="stopped")
        return [ALL_SEVEN] * len(boards)

    monkeypatch.setattr(deals.solving, "solve", solve)
    job = jobs.start_double_dummy(night.pk, actor=world.SYSTEM)
    job.refresh_from_db()
    assert (job.state, DoubleDummy.objects.count()) == ("stopped", 4)
    monkeypatch.setattr(deals.solving, "solve", lambda boards: [ALL_SEVEN] * len(boards))
    jobs.start_double_dummy(night.pk, actor=world.SYSTEM)
    assert DoubleDummy.objects.count() == 8


def test_the_stop_button_stops_what_waits(client, night):
    client.force_login(world.make_officer(night.club))
    job = Job.objects.create(kind="double dummy", night=night, created_by="x")
    assert "Stop it" in client.get(url(night, "job", job.pk)).content.decode()
    client.post(url(night, "stop_job", job.pk))
    jobs.carry_out(job.pk)
    assert Job.objects.get().state == "stopped"
    assert not DoubleDummy.objects.exists()


def test_a_second_job_is_refused_while_one_is_at_it(night):
    Job.objects.create(kind="double dummy", night=night, created_by="x")
    with pytest.raises(ValueError, match="already"):
        jobs.start_double_dummy(night.pk, actor=world.SYSTEM)


def test_without_the_solver_it_is_said_what_is_missing(night, monkeypatch):
    monkeypatch.setattr(solving, "solver_is_installed", lambda: False)
    with pytest.raises(ValueError, match="solver must be installed"):
        jobs.start_double_dummy(night.pk, actor=world.SYSTEM)


@pytest.mark.parametrize(("inline", "expected"), [(False, 1), (True, 0)])
def test_closing_the_night_orders_it_where_a_worker_runs(
    night, settings, monkeypatch, inline, expected
):
    settings.CELERY_TASK_ALWAYS_EAGER = inline
    monkeypatch.setattr(jobs, "_send", lambda job_id: None)
    services.close_night(night.pk, actor=world.SYSTEM)
    assert Job.objects.filter(kind="double dummy").count() == expected


def test_solved_boards_make_new_pages_of_every_night_with_these_cards(night):
    before = ClubNight.objects.get(pk=night.pk).version
    job = Job.objects.create(kind="double dummy", night=night, created_by="x")
    jobs.carry_out(job.pk)
    assert ClubNight.objects.get(pk=night.pk).version > before


# Doubts


def enter_tricks(night, tricks):
    hand = load_night(night).rounds()[1][0].hands[0]
    facts = {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}
    world.enter(hand, facts, tricks)
    return hand


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        pytest.param(13, "many more tricks", id="six above"),
        pytest.param(10, "many more tricks", id="three above"),
        pytest.param(9, "", id="two above"),
        pytest.param(5, "", id="two below"),
        pytest.param(4, "many fewer tricks", id="three below"),
    ],
)
def test_three_tricks_from_perfect_play_are_a_doubt(client, night, tricks, words):
    solved(night)
    enter_tricks(night, tricks)
    client.force_login(world.make_officer(night.club))
    page = client.get(url(night, "director")).content.decode()
    assert ("Unlikely results" in page) == bool(words)
    assert words in page


def test_a_scorer_a_table_and_the_public_see_no_doubt(client, night):
    solved(night)
    hand = enter_tricks(night, 13)
    public = reverse("publishing:night", args=[night.club.slug, night.pk])
    pages = [client.get(public)]
    client.force_login(world.make_officer(night.club, "scorer"))
    pages += [client.get(url(night, "director")), client.get(url(night, "hand", hand.id))]
    assert all(page.status_code == 200 for page in pages)
    assert not any("nlikely" in page.content.decode() for page in pages)


def test_a_playing_director_sees_no_doubt_about_a_board_of_hers(client, night):
    solved(night)
    enter_tricks(night, 13)
    other = load_night(night).rounds()[1][1].seats["N"][0]
    user = world.make_officer(night.club)
    Player.objects.filter(pk=other.id).update(user=user)
    client.force_login(user)
    assert "Unlikely results" not in client.get(url(night, "director")).content.decode()


def test_a_doubt_gives_no_number_of_a_sealed_board(client, night):
    solved(night)
    enter_tricks(night, 13)
    client.force_login(world.make_officer(night.club))
    doubts = client.get(url(night, "director")).context["unlikely"]
    assert [doubt.words for doubt in doubts] == [
        "many more tricks than the cards allow against good play"
    ]
