"""Table codes: issued, printed again, withdrawn, valid on their night only, hard to guess."""

import datetime

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from clubmanager.nights import limits, services
from clubmanager.nights.core.codes import TableCode
from clubmanager.nights.models import Claim, ClubNight, LogEntry, Round, TableCard
from clubmanager.nights.queries import codes
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from tests import world

pytestmark = pytest.mark.django_db
ENTER = "/t/"


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


def card(night, table=1):
    return next(c for c in codes.printed_cards(night.pk) if c.table == table)


def type_code(client, code, **headers):
    return client.post(ENTER, {"code": code}, **headers)


def test_starting_a_round_gives_every_table_a_code(night):
    assert [c.table for c in codes.printed_cards(night.pk)] == [1, 2]


def test_codes_are_issued_before_the_night_and_printed_again_unchanged(club):
    night = world.seated_night(club, people=8)
    first = services.issue_cards(night.pk, actor=world.SYSTEM)
    assert services.issue_cards(night.pk, actor=world.SYSTEM) == first
    services.start_round(night.pk, actor=world.SYSTEM)
    assert codes.printed_cards(night.pk) == first


def test_nothing_of_a_code_is_stored(night):
    stored = str(list(TableCard.objects.values()) + list(LogEntry.objects.values()))
    for printed in codes.printed_cards(night.pk):
        assert printed.text not in stored
        assert printed.digits.replace(" ", "") not in stored


def test_a_card_carries_the_address_of_the_site(night, settings):
    settings.BASE_URL = "http://192.0.2.7:8000"
    printed = card(night)
    assert printed.url == f"http://192.0.2.7:8000/t/{printed.text}/"


def test_the_cards_of_200_tables_come_in_one_query_set(club, django_assert_num_queries):
    night = world.make_night(club)
    TableCard.objects.bulk_create(TableCard(night=night, table=n) for n in range(1, 201))
    with django_assert_num_queries(1):
        printed = codes.printed_cards(night.pk)
    assert len({c.text for c in printed}) == len({c.digits for c in printed}) == 200


def test_only_officers_issue_codes(club):
    night = world.seated_night(club, people=8)
    with pytest.raises(PermissionDenied):
        services.issue_cards(night.pk, actor=Actor("Ann", "player", "page"))


def test_two_tables_of_the_site_never_share_their_digits(club, monkeypatch):
    """Were two codes to collide, the later one moves on to its next generation."""

    def clumsy(key, *, night, table, generation):
        digits = "11111111" if generation == 1 else f"{night:04d}{table:04d}"
        return TableCode(f"{night:07d}{table:07d}{generation:08d}", digits)

    monkeypatch.setattr("clubmanager.nights.services.codes.table_code", clumsy)
    monkeypatch.setattr("clubmanager.nights.queries.codes.table_code", clumsy)
    night = world.running_night(club, people=8)
    generations = TableCard.objects.filter(night=night).values_list("table", "generation")
    assert list(generations) == [(1, 1), (2, 2)]


def test_a_withdrawn_code_is_not_valid_and_the_new_one_is(client, night):
    old = card(night)
    services.revoke_codes(night.pk, table=1, actor=world.SYSTEM, reason="photographed")
    new = card(night)
    assert new.text != old.text
    assert client.get(f"/t/{old.text}/").status_code == 404
    assert client.get(f"/t/{new.text}/").status_code == 200
    assert card(night, 2).text in {c.text for c in codes.printed_cards(night.pk)}


def test_withdrawing_one_code_leaves_the_others(night):
    before = card(night, 2)
    services.revoke_codes(night.pk, table=1, actor=world.SYSTEM)
    assert card(night, 2) == before


def test_all_codes_of_a_night_are_withdrawn_at_once(night):
    before = {c.text for c in codes.printed_cards(night.pk)}
    after = {c.text for c in services.revoke_codes(night.pk, actor=world.SYSTEM)}
    assert not before & after


def test_withdrawing_the_code_of_no_table_is_refused(night):
    with pytest.raises(RuleError, match="table must be"):
        services.revoke_codes(night.pk, table=0, actor=world.SYSTEM)


def test_withdrawing_is_logged_with_its_reason(night):
    services.revoke_codes(night.pk, table=1, actor=world.SYSTEM, reason="photographed")
    entry = LogEntry.objects.filter(action="withdrew table codes").get()
    assert (entry.after, entry.reason) == ({"tables": [1]}, "photographed")


def test_a_closed_nights_code_lets_nobody_in(client, night):
    printed = card(night)
    services.close_night(night.pk, actor=world.SYSTEM)
    assert client.get(f"/t/{printed.text}/").status_code == 404
    assert client.post(f"/t/{printed.text}/").status_code == 404
    assert "No table has this code tonight" in type_code(client, printed.digits).content.decode()
    assert not Claim.objects.exists()


def test_a_night_that_nobody_closed_lets_nobody_in_the_day_after(client, night):
    printed = card(night)
    long_ago = timezone.now() - codes.FORGOTTEN_AFTER
    Round.objects.filter(night=night).update(opened_at=long_ago)
    assert client.get(f"/t/{printed.text}/").status_code == 404


@pytest.mark.parametrize(
    ("days", "status"),
    [pytest.param(0, 200, id="tonight"), pytest.param(1, 404, id="tomorrow"),
     pytest.param(-1, 404, id="yesterday")],
)  # fmt: skip
def test_before_the_night_begins_the_code_says_so_on_its_date_only(client, club, days, status):
    today = timezone.now().astimezone(datetime.UTC).date() + datetime.timedelta(days=days)
    club.time_zone = "UTC"
    club.save()
    night = world.seated_night(club, people=8, date=today)
    services.issue_cards(night.pk, actor=world.SYSTEM)
    answer = client.get(f"/t/{card(night).text}/")
    assert answer.status_code == status
    if status == 200:
        assert "The night has not started." in answer.content.decode()
        client.post(f"/t/{card(night).text}/")
        assert not Claim.objects.exists()


def test_the_typed_digits_lead_to_the_same_page_as_the_square(client, night):
    printed = card(night)
    answer = type_code(client, printed.digits)
    assert answer.url == f"/t/{printed.text}/"


def test_digits_of_two_tables_at_once_are_not_guessed_between(client, night, monkeypatch):
    double = [(None, TableCode("x" * 22, "12345678"))] * 2
    monkeypatch.setattr("clubmanager.nights.views.table_codes.cards_of_digits", lambda _: double)
    assert "Scan the card instead" in type_code(client, "12345678").content.decode()


@pytest.mark.parametrize("typed", ["", "1234", "abcdefgh"])
def test_what_is_no_code_is_said_beside_the_field(client, night, typed):
    page = type_code(client, typed).content.decode()
    assert 'aria-invalid="true"' in page


def wrong(client, times, **headers):
    for _ in range(times):
        answer = type_code(client, "00000000", **headers)
    return answer.content.decode()


def test_ten_wrong_codes_lock_the_device_and_not_its_neighbours(client, night, client_factory):
    printed = card(night)
    wrong(client, limits.DEVICE_TRIES)
    assert "Too many wrong codes" in type_code(client, printed.digits).content.decode()
    neighbour = client_factory()
    assert type_code(neighbour, printed.digits).status_code == 302


def test_a_locked_device_still_gets_in_by_scanning(client, night):
    wrong(client, limits.DEVICE_TRIES)
    assert client.post(f"/t/{card(night).text}/").status_code == 302


def test_the_lock_of_a_device_ends_by_itself(client, night, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    wrong(client, limits.DEVICE_TRIES)
    time_machine.shift(limits.WINDOW)
    assert type_code(client, card(night).digits).status_code == 302


def test_a_device_that_throws_its_cookie_away_is_slowed_by_its_address(night, client_factory):
    for _ in range(limits.ADDRESS_TRIES):
        wrong(client_factory(), 1)
    printed = card(night)
    assert type_code(client_factory(), printed.digits).status_code == 302  # one every two seconds
    assert "Wait two seconds" in type_code(client_factory(), printed.digits).content.decode()
    cache.delete("table-code:slow:127.0.0.1")  # as two seconds later
    assert type_code(client_factory(), printed.digits).status_code == 302


def test_another_address_is_not_slowed(night, client_factory):
    for _ in range(limits.ADDRESS_TRIES + 1):
        wrong(client_factory(), 1)
    answers = [
        type_code(client_factory(), card(night).digits, REMOTE_ADDR="198.51.100.4").status_code
        for _ in range(3)
    ]
    assert answers == [302, 302, 302]


def test_the_visitors_address_is_the_one_that_our_own_proxy_saw(rf, settings):
    request = rf.get("/t/", headers={"X-Forwarded-For": "10.0.0.1, 203.0.113.9"})
    settings.SECURE_PROXY_SSL_HEADER = None
    assert limits.address_of(request) == "127.0.0.1"  # anybody may write that header
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert limits.address_of(request) == "203.0.113.9"


def test_the_pages_of_the_way_in_are_not_kept_by_anybody(client, night):
    for address in (ENTER, f"/t/{card(night).text}/"):
        assert "no-store" in client.get(address)["Cache-Control"]


def test_the_device_cookie_is_for_the_tables_pages_alone(client, night):
    cookie = client.get(ENTER).cookies["device"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/t/", True, "Lax")


def test_a_card_of_a_table_that_is_not_used_now_says_so(client, club):
    night = world.running_night(club, people=8)
    TableCard.objects.create(night=night, table=9)
    page = client.get(f"/t/{card(night, 9).text}/").content.decode()
    assert "This table is not used now." in page
    client.post(f"/t/{card(night, 9).text}/")
    assert not Claim.objects.exists()


def test_who_sits_there_is_shown_before_claiming_and_looking_claims_nothing(client, night):
    page = client.get(reverse("nights:table_code", args=[card(night).text])).content.decode()
    seats = world.table_of(night, 1, 1).seats.select_related("player")
    assert all(seat.player.full_name in page for seat in seats)
    assert "Thursday night" in page
    assert "Table 1, round 1" in page
    assert not Claim.objects.exists()
    assert ClubNight.objects.get(pk=night.pk).version == night.version
