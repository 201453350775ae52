"""Events of several nights: services, officers' pages, the public's, paper, CSV, API.

Four pairs play one game on each of two nights. North-South win all of the first night, East-West
all of the second, which is carried over in full; of the first 50 %. In games won out of games
played: North-South (50 x 100 + 100 x 0) / 150 = 33.33 %, East-West 66.67 %.
"""

import datetime

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import CheckIn, ClubNight, Entry, LogEntry
from clubmanager.nights.queries import load_night
from clubmanager.people.access import Actor
from clubmanager.people.models import Role
from clubmanager.seasons.models import Event, EventSession
from clubmanager.seasons.queries import event_with_sessions, standings_of
from clubmanager.seasons.services import create_event, qualify, set_sessions, update_event
from scoring.core.ruleset import RuleError
from tests import world
from tests.clubmanager.test_corrections import fields_of

pytestmark = pytest.mark.django_db
SCORER = Actor("scorer", Role.SCORER, "page")


def play(club, players, title, winner, days=0, **fields):
    """A night of one round on which `winner` takes every hand by 100 points; closed."""
    date = world.DATE + datetime.timedelta(days=days)
    night = world.make_night(club, title=title, date=date, rounds_planned=1, **fields)
    world.check_in_all(night, players)
    world.pair_up(night, players)
    services.seat_field(night.pk, actor=world.SYSTEM)
    services.start_round(night.pk, actor=world.SYSTEM)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            world.enter(hand, {"points_only": {winner: 100}}, None)
    services.close_night(night.pk, actor=world.SYSTEM)
    services.set_publication(night.pk, actor=world.SYSTEM, embargo=False)
    return ClubNight.objects.get(pk=night.pk)


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def players(club):
    return world.make_players(club, 8)


@pytest.fixture
def nights(club, players):
    return play(club, players, "Qualifying", "NS"), play(club, players, "Final", "EW", 7)


@pytest.fixture
def event(club, nights):
    made = create_event(club, name="Championship", actor=world.SYSTEM)
    set_sessions(made, [(nights[0], 50), (nights[1], 100)], actor=world.SYSTEM)
    return made


@pytest.fixture
def director(client, club):
    user = world.make_officer(club)
    client.force_login(user)
    return user


def address(event, name="event"):
    return reverse(f"seasons:{name}", args=[event.club.slug, event.pk])


def names_of(night, side):
    """The pairs that sat on that side in round 1, as one name each."""
    seats = {"NS": "NS", "EW": "EW"}[side]
    return {
        " & ".join(sorted(table.seats[seat][0].full for seat in seats))
        for table in load_night(night).rounds()[1]
    }


def ranking(event, public=False):
    found = standings_of(event_with_sessions(event.club, event.pk), public=public)
    return [(" & ".join(sorted(line.names)), line.rank, line.total) for line in found.lines]


def test_two_nights_make_a_total(event, nights):
    found = ranking(event)
    assert {(rank, total) for _, rank, total in found} == {("1=", "66.67 %"), ("3=", "33.33 %")}
    assert {name for name, rank, _ in found if rank == "1="} == names_of(nights[0], "EW")
    assert {name for name, rank, _ in found if rank == "3="} == names_of(nights[0], "NS")


def test_a_corrected_night_moves_the_total(event, nights):
    ranking(event)
    services.reopen_night(nights[1].pk, actor=world.SYSTEM, reason="sides swapped")
    assert {total for _, _, total in ranking(event)} == {
        "100.00 %",
        "0.00 %",
    }  # the first night alone
    for table in load_night(ClubNight.objects.get(pk=nights[1].pk)).rounds()[1]:
        for hand in table.hands:
            world.enter(hand, {"points_only": {"NS": 100}}, None, reason="swapped")
    services.close_night(nights[1].pk, actor=world.SYSTEM)
    assert {total for _, _, total in ranking(event)} == {"100.00 %", "0.00 %"}


def test_the_preview_of_a_correction_shows_what_moves_in_the_event(
    client, director, club, event, nights
):
    """The first table's game of the second night goes over to North-South, 500 to 300: they have
    won both nights, their opponents none; the others keep their percentage and rank 2 and 3."""
    first = load_night(nights[1]).rounds()[1][0]
    hand = first.hands[0]
    before, change = ranking(event), {"points_only": {"NS": 500}}
    night = ClubNight.objects.select_related("club").get(pk=nights[1].pk)
    moved = services.preview(night, lambda: world.enter(hand, change, None, reason="pad")).beyond
    assert {(a.ranking, a.rank, a.total, b.rank, b.total) for a, b in moved} == {
        ("Championship", "3=", "33.33 %", "1", "100.00 %"),
        ("Championship", "1=", "66.67 %", "2", "66.67 %"),
        ("Championship", "3=", "33.33 %", "3", "33.33 %"),
        ("Championship", "1=", "66.67 %", "4", "0.00 %"),
    }
    assert ranking(event) == before
    page = reverse("nights:hand", args=[club.slug, night.pk, hand.id])
    body = fields_of(client, page, f"/hands/{hand.id}/") | {
        "points": "500", "points_side": "NS", "reason": "pad", "preview": "yes",
    }  # fmt: skip
    text = client.post(page, body).content.decode()
    assert "Championship" in text
    assert "<strong>100.00 %</strong>" in text
    assert ranking(event) == before
    world.enter(hand, change, None, reason="pad")
    assert {(rank, total) for _, rank, total in ranking(event)} == {
        (other.rank, other.total) for _, other in moved
    }


def test_another_method_is_refused_with_the_night_s_name(event, club, players, nights):
    other = play(club, players, "By points", "NS", 14, method="points")
    with pytest.raises(RuleError, match="By points"):
        set_sessions(event, [(nights[0], 100), (other, 100)], actor=world.SYSTEM)
    assert EventSession.objects.filter(event=event).count() == 2


def test_another_club_s_night_is_refused(event, nights):
    stranger = world.make_night(world.make_club("Elsewhere"))
    with pytest.raises(RuleError, match="one of this club's"):
        set_sessions(event, [(stranger, 100)], actor=world.SYSTEM)


@pytest.mark.parametrize("share", [-1, 101])
def test_a_share_is_0_to_100(event, nights, share):
    with pytest.raises(RuleError, match="0 to 100"):
        set_sessions(event, [(nights[0], share)], actor=world.SYSTEM)


def test_a_scorer_makes_and_changes_no_event(club, event):
    with pytest.raises(PermissionDenied):
        create_event(club, name="Mine", actor=SCORER)
    with pytest.raises(PermissionDenied):
        update_event(event, name="Mine", actor=SCORER)
    with pytest.raises(PermissionDenied):
        set_sessions(event, [], actor=SCORER)
    assert Event.objects.get().name == "Championship"


def test_the_nights_logs_tell(event, nights):
    lines = LogEntry.objects.filter(action="put into an event")
    assert {(line.night_id, line.after["share"]) for line in lines} == {
        (nights[0].pk, 50), (nights[1].pk, 100),
    }  # fmt: skip


def test_the_public_sees_only_sessions_whose_results_are_public(event, nights):
    services.set_publication(nights[1].pk, actor=world.SYSTEM, embargo=True)
    assert {total for _, _, total in ranking(event, public=True)} == {"100.00 %", "0.00 %"}
    assert {total for _, _, total in ranking(event)} == {"66.67 %", "33.33 %"}


def test_a_night_that_runs_does_not_count_yet(event, nights):
    services.reopen_night(nights[1].pk, actor=world.SYSTEM, reason="late score")
    found = standings_of(event_with_sessions(event.club, event.pk), public=False)
    assert [view.why_not for view in found.sessions] == ["", "not over"]


def test_the_first_go_on_as_pairs(event, club, nights):
    final = world.make_night(club, title="Grand final", date=world.DATE)
    assert qualify(event, final, first=1, actor=world.SYSTEM) == 2  # two pairs share the first rank
    booked = CheckIn.objects.filter(night=final)
    assert {one.state for one in booked} == {"booked"}
    winners = names_of(nights[0], "EW")
    pairs = Entry.objects.filter(section__night=final)
    assert {
        " & ".join(sorted(m.player.full_name for m in pair.members.all())) for pair in pairs
    } == winners
    assert qualify(event, final, first=1, actor=world.SYSTEM) == 2  # nobody is booked twice
    assert CheckIn.objects.filter(night=final).count() == 4


def test_the_partner_of_somebody_on_the_list_is_booked_too(event, club, nights):
    final = world.make_night(club, title="Grand final", date=world.DATE)
    full = event_with_sessions(club, event.pk)
    first, second = sorted(standings_of(full, public=False).lines[0].place.contestant)
    services.check_in(final.pk, club.players.get(pk=first), actor=world.SYSTEM)
    qualify(event, final, first=1, actor=world.SYSTEM)
    states = dict(CheckIn.objects.filter(night=final).values_list("player_id", "state"))
    assert (len(states), states[first], states[second]) == (4, "here", "booked")
    assert Entry.objects.filter(section__night=final).count() == 1  # the other pair


def test_nobody_goes_on_to_a_night_that_has_begun(event, nights):
    with pytest.raises(RuleError, match="planned, not begun"):
        qualify(event, nights[0], first=1, actor=world.SYSTEM)


# Pages


def test_a_director_makes_an_event_with_two_nights(client, club, director, nights):
    answer = client.post(reverse("seasons:events", args=[club.slug]), {"name": "Cup", "best": 0,
                         "must_play": 0, "is_public": "on"})  # fmt: skip
    event = Event.objects.get()
    assert answer.url == address(event)
    form = {
        "s-TOTAL_FORMS": 2, "s-INITIAL_FORMS": 0,
        "s-0-night": nights[0].pk, "s-0-share": 50, "s-1-night": nights[1].pk, "s-1-share": 100,
    }  # fmt: skip
    assert client.post(address(event, "event_sessions"), form).status_code == 302
    html = client.get(address(event)).content.decode()
    assert "66.67 %" in html
    assert "33.33 %" in html
    assert "weight 1, 50 % carried over" in html


def test_a_night_s_ranking_page_links_its_event(client, club, director, event, nights):
    html = client.get(reverse("nights:ranking", args=[club.slug, nights[0].pk])).content.decode()
    assert f'<a href="{address(event)}">Championship</a>' in html
    other = world.make_night(club, title="Other")
    html = client.get(reverse("nights:ranking", args=[club.slug, other.pk])).content.decode()
    assert address(event) not in html


def test_a_wrong_share_is_told_beside_its_field(client, event, director, nights):
    form = {"s-TOTAL_FORMS": 1, "s-INITIAL_FORMS": 0, "s-0-night": nights[0].pk, "s-0-share": 101}
    answer = client.post(address(event, "event_sessions"), form)
    assert answer.status_code == 422
    assert "less than or equal to 100" in answer.content.decode()
    assert EventSession.objects.filter(event=event, share=50).exists()


def test_the_page_costs_the_same_for_many_sessions(
    client, club, director, event, players, nights, django_assert_max_num_queries
):
    more = [play(club, players, f"Night {at}", "NS", 20 + at) for at in range(4)]
    both = [(nights[0], 50), (nights[1], 100)]
    set_sessions(event, [*both, *((night, 100) for night in more)], actor=world.SYSTEM)
    client.get(address(event))
    with django_assert_max_num_queries(12):
        assert client.get(address(event)).status_code == 200
    with django_assert_max_num_queries(12):
        client.get(reverse("seasons:events", args=[club.slug]))


def test_who_goes_on_is_shown_before_it_is_done(client, club, director, event, nights):
    final = world.make_night(club, title="Grand final")
    form = {"first": 1, "night": final.pk}
    html = client.get(address(event, "qualify"), form).content.decode()
    for name in names_of(nights[0], "EW"):
        assert name.split(" & ")[0] in html
    assert not CheckIn.objects.filter(night=final).exists()
    client.post(address(event, "qualify"), form)
    assert CheckIn.objects.filter(night=final).count() == 4


def test_an_event_is_taken_away_and_its_nights_stay(client, director, event):
    assert "Take it away" in client.get(address(event, "delete_event")).content.decode()
    client.post(address(event, "delete_event"))
    assert not Event.objects.exists()
    assert ClubNight.objects.count() == 2


def test_the_public_page_is_on_the_club_s_page_and_hides_hidden_names(client, club, event, nights):
    anybody = load_night(nights[0]).rounds()[1][0].seats["E"][0]
    player = CheckIn.objects.get(night=nights[0], player_id=anybody.id).player
    player.public_name_choice = "hidden"
    player.save()
    public = reverse("publishing:event", args=[club.slug, event.pk])
    assert public in client.get(reverse("publishing:club", args=[club.slug])).content.decode()
    html = client.get(public).content.decode()
    assert "66.67 %" in html
    assert anybody.full not in html


def test_an_event_for_officers_only_is_no_public_page(client, club, event):
    Event.objects.update(is_public=False)
    public = reverse("publishing:event", args=[club.slug, event.pk])
    assert client.get(public).status_code == 404
    assert public not in client.get(reverse("publishing:club", args=[club.slug])).content.decode()


def test_the_wall_sheet_and_the_table(client, club, director, event):
    pdf = client.get(address(event, "event_pdf"))
    assert pdf.content.startswith(b"%PDF")
    lines = client.get(address(event, "event_csv")).content.decode().splitlines()
    assert lines[0] == (
        "rank,name,total,sessions,2026-11-26 Qualifying,share 1,2026-12-03 Final,share 2,note"
    )
    assert len(lines) == 5
    assert lines[1].endswith(",66.67,2,0.00,50,100.00,100,")


def test_the_api_tells_every_part_exactly(client, club, event):
    answer = client.get(f"/api/v1/events/{event.pk}/standings/")
    line = answer.json()["lines"][0]
    assert (line["rank"], line["shared"], line["total"]) == (1, True, "66.67 %")
    assert [(part["value"], part["share"]) for part in line["parts"]] == [("0", 50), ("100", 100)]
