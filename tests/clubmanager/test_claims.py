"""Claims: which device may enter a table's hands, in which round, and who says so."""

import datetime
import threading

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from clubmanager.nights import services
from clubmanager.nights.models import Claim, ClubNight, LogEntry, TableRound
from clubmanager.nights.queries import claims as queries
from clubmanager.nights.services.claims import SILENT_AFTER, hash_of
from clubmanager.people.access import Actor
from scoring.core.ruleset import RuleError
from tests import world

pytestmark = pytest.mark.django_db
SCORER = Actor("Sam", "scorer", "page")


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


def claim(night, table=1, device="first phone"):
    return services.claim_table(night.pk, table, device=device)


def state(claimed):
    found = Claim.objects.get(pk=claimed.claim.pk)
    return found.state, found.end_reason


def quiet_for(claimed, time):
    Claim.objects.filter(pk=claimed.claim.pk).update(seen_at=timezone.now() - time)


def test_the_first_device_holds_the_table_in_this_round(night):
    claimed = claim(night)
    assert state(claimed) == ("holds", "")
    assert claimed.claim.table_round == world.table_of(night, 1, 1)
    assert services.find_claim(claimed.token) == claimed.claim


def test_only_a_hash_of_the_token_and_of_the_device_is_stored(night):
    claimed = claim(night)
    stored = str(list(Claim.objects.values()))
    assert claimed.token not in stored
    assert "first phone" not in stored
    assert hash_of(claimed.token) in stored


@pytest.mark.parametrize("token", ["", "nonsense", "x" * 43])
def test_a_token_that_is_none_belongs_to_nobody(night, token):
    claim(night)
    assert services.find_claim(token) is None


def test_of_two_devices_the_second_waits_and_both_are_told(night):
    """Night story 5."""
    first, second = claim(night), claim(night, device="second phone")
    assert (state(first), state(second)) == (("holds", ""), ("waits", ""))
    assert queries.waiting_devices(first.claim) == [second.claim]
    [phones] = [p for p in queries.phones_of(night) if p.table == 1]
    assert (phones.holder, phones.waiting) == (first.claim, [second.claim])
    assert queries.count_waiting(night) == 1


def test_a_waiting_device_makes_the_directors_page_look_again(night):
    claim(night)
    claim(night, device="second phone")
    assert ClubNight.objects.get(pk=night.pk).version == night.version + 1


@pytest.mark.parametrize(
    ("answer", "first_state", "second_state"),
    [
        pytest.param("take over", ("ended", "taken over"), ("holds", ""), id="take over"),
        pytest.param("beside", ("holds", ""), ("beside", ""), id="only accept"),
        pytest.param("refuse", ("holds", ""), ("ended", "refused"), id="nothing"),
    ],
)
def test_the_first_device_says_what_the_second_may(night, answer, first_state, second_state):
    """Night story 5."""
    first, second = claim(night), claim(night, device="second phone")
    services.answer_device(first.claim, second.claim.pk, answer)
    assert (state(first), state(second)) == (first_state, second_state)


def test_a_device_that_waits_does_not_answer_for_itself(night):
    first, second = claim(night), claim(night, device="second phone")
    with pytest.raises(PermissionDenied):
        services.answer_device(second.claim, second.claim.pk, "take over")
    assert state(first) == ("holds", "")


def test_the_device_of_another_table_does_not_answer(night):
    first, second = claim(night), claim(night, device="second phone")
    other = claim(night, table=2, device="third phone")
    services.answer_device(other.claim, second.claim.pk, "take over")
    assert (state(first), state(second)) == (("holds", ""), ("waits", ""))


def test_an_answer_that_is_none_is_refused(night):
    first, second = claim(night), claim(night, device="second phone")
    with pytest.raises(RuleError, match="answer must be"):
        services.answer_device(first.claim, second.claim.pk, "perhaps")


def test_the_director_lets_the_second_take_over(night):
    """Night story 5."""
    first, second = claim(night), claim(night, device="second phone")
    services.let_in(night.pk, second.claim.pk, actor=world.SYSTEM)
    assert (state(first), state(second)) == (("ended", "replaced"), ("holds", ""))
    assert LogEntry.objects.get(action="let a phone in").after == {"phone": "table 1, phone 2"}


def test_the_director_replaces_a_silent_device_in_one_action(night):
    """Night story 7."""
    first, second = claim(night), claim(night, device="second phone")
    services.replace_device(night.pk, first.claim.pk, actor=world.SYSTEM)
    assert (state(first), state(second)) == (("ended", "replaced"), ("holds", ""))


def test_a_table_whose_device_was_replaced_is_free(night):
    first = claim(night)
    services.replace_device(night.pk, first.claim.pk, actor=world.SYSTEM)
    assert state(claim(night, device="second phone")) == ("holds", "")


def test_the_director_refuses_one_that_waits(night):
    first, second = claim(night), claim(night, device="second phone")
    services.replace_device(night.pk, second.claim.pk, actor=world.SYSTEM)
    assert (state(first), state(second)) == (("holds", ""), ("ended", "refused"))


@pytest.mark.parametrize("service", [services.let_in, services.replace_device])
def test_a_scorer_and_another_nights_director_do_not_decide_about_devices(club, night, service):
    first, second = claim(night), claim(night, device="second phone")
    with pytest.raises(PermissionDenied):
        service(night.pk, second.claim.pk, actor=SCORER)
    other = world.make_night(club)
    with pytest.raises(RuleError, match="phone must be one of this night"):
        service(other.pk, second.claim.pk, actor=world.SYSTEM)
    assert (state(first), state(second)) == (("holds", ""), ("waits", ""))


def test_after_a_device_died_any_other_scans_and_carries_on_at_the_right_round(night):
    """Night story 7."""
    first = claim(night)
    quiet_for(first, SILENT_AFTER)
    second = claim(night, device="second phone")
    assert (state(first), state(second)) == (("ended", "silent"), ("holds", ""))
    assert second.claim.table_round.round.number == 1


def test_a_device_heard_of_lately_is_asked_first(night):
    first = claim(night)
    quiet_for(first, SILENT_AFTER - datetime.timedelta(seconds=10))
    assert state(claim(night, device="second phone")) == ("waits", "")


def test_a_waiting_device_gets_the_table_once_the_first_falls_silent(night):
    first, second = claim(night), claim(night, device="second phone")
    quiet_for(first, SILENT_AFTER)
    services.heard_from(services.find_claim(second.token))
    assert (state(first), state(second)) == (("ended", "silent"), ("holds", ""))


def test_a_waiting_device_goes_on_waiting_while_the_first_is_there(night):
    first, second = claim(night), claim(night, device="second phone")
    services.heard_from(services.find_claim(second.token))
    assert (state(first), state(second)) == (("holds", ""), ("waits", ""))


def test_a_device_that_asks_for_something_is_there(night):
    first = claim(night)
    quiet_for(first, datetime.timedelta(minutes=4))
    services.heard_from(services.find_claim(first.token))
    seen = Claim.objects.get(pk=first.claim.pk).seen_at
    assert timezone.now() - seen < datetime.timedelta(seconds=10)


def test_a_device_heard_of_just_now_is_not_written_again(night, django_assert_num_queries):
    found = services.find_claim(claim(night).token)
    with django_assert_num_queries(0):
        services.heard_from(found)


def test_the_same_device_scanning_again_carries_on(night):
    first, again = claim(night), claim(night)
    assert (state(first), state(again)) == (("ended", "returned"), ("holds", ""))


def test_a_second_device_that_may_accept_still_may_after_scanning_again(night):
    first, second = claim(night), claim(night, device="second phone")
    services.answer_device(first.claim, second.claim.pk, "beside")
    again = claim(night, device="second phone")
    assert (state(second), state(again)) == (("ended", "returned"), ("beside", ""))


def test_a_new_round_needs_a_new_claim(night):
    claimed = claim(night)
    services.start_round(night.pk, actor=world.SYSTEM)
    now = claim(night, device="second phone")
    assert now.claim.table_round == world.table_of(night, 2, 1)
    assert state(claimed) == ("holds", "")  # still the table of round 1, for its last hand


def test_after_the_move_the_device_learns_where_its_people_are(night):
    claimed = claim(night)
    assert queries.next_tables(claimed.claim) == []
    services.start_round(night.pk, actor=world.SYSTEM)
    places = queries.next_tables(claimed.claim)
    assert (places[0].round, places[0].table, places[0].same_table) == (2, 1, True)
    assert len(places[0].people) == 4
    mine = world.table_of(night, 1, 1).seats.values_list("player__first_name", flat=True)
    elsewhere = [name for place in places if not place.same_table for name in place.people]
    assert {name.split()[0] for name in elsewhere} <= set(mine)


@pytest.fixture
def moved(club):
    """Sixteen people, table 1 claimed, and round 2 begun."""
    night = world.running_night(club, people=16)
    claimed = claim(night)
    services.start_round(night.pk, actor=world.SYSTEM)
    return night, claimed.claim


def test_the_device_goes_on_at_its_own_table_or_with_its_people(moved):
    _night, old = moved
    for place in queries.next_tables(old):
        on = services.continue_claim(old, place.table, device=f"phone {place.table}")
        assert on.claim.table_round.round.number == 2
        assert on.claim.table_round.table == place.table
        assert state(on) == ("holds", "")


def test_it_does_not_go_on_to_a_table_of_strangers(moved):
    _night, old = moved
    allowed = {place.table for place in queries.next_tables(old)}
    strange = next(table for table in range(1, 5) if table not in allowed)
    with pytest.raises(PermissionDenied):
        services.continue_claim(old, strange, device="first phone")


def test_a_device_that_was_replaced_does_not_go_on(moved):
    night, old = moved
    services.replace_device(night.pk, old.pk, actor=world.SYSTEM)
    with pytest.raises(PermissionDenied):
        services.continue_claim(old, 1, device="first phone")


def test_withdrawing_a_code_ends_the_claims_it_gave(night):
    first, other = claim(night), claim(night, table=2, device="second phone")
    services.revoke_codes(night.pk, table=1, actor=world.SYSTEM)
    assert (state(first), state(other)) == (("ended", "revoked"), ("holds", ""))


@pytest.mark.parametrize("table", [0, 3, 99])
def test_a_table_that_is_not_in_use_is_not_claimed(night, table):
    with pytest.raises(RuleError, match="table must be"):
        claim(night, table=table)


def test_a_night_that_does_not_run_is_not_claimed(club):
    night = world.seated_night(club, people=8)
    with pytest.raises(RuleError, match="night must be"):
        claim(night)
    services.start_round(night.pk, actor=world.SYSTEM)
    services.close_night(night.pk, actor=world.SYSTEM)
    with pytest.raises(RuleError, match="night must be"):
        claim(night)


def test_the_database_lets_one_device_hold_a_table(night):
    first = claim(night).claim
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.create(
            night=night, table_round=first.table_round, number=2, state="holds",
            token_hash="t", device_hash="d", seen_at=timezone.now(),
        )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_of_two_devices_that_claim_at_once_one_holds_the_table(club):
    night = world.running_night(club, people=8)
    start, results = threading.Barrier(4), []

    def scan(name):
        start.wait()
        try:
            results.append(services.claim_table(night.pk, 1, device=name).claim.state)
        finally:
            connection.close()

    threads = [threading.Thread(target=scan, args=[f"phone {n}"]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["holds", "waits", "waits", "waits"]
    assert TableRound.objects.get(pk=world.table_of(night, 1, 1).pk).claims.count() == 4
