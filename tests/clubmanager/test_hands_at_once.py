"""Many tables write at the same moment: nothing is lost or doubled, no round closes between."""

import threading
import uuid

import pytest
from django.db import connection, transaction
from django.db.models import F

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, HeldEntry
from clubmanager.nights.queries import load_night
from clubmanager.nights.services.at_table import choose_first_dealer, deliver_hand
from clubmanager.nights.services.common import lock_night, share_night
from scoring.models import Change, HandResult
from scoring.writes import IdReused
from tests import world

pytestmark = pytest.mark.django_db(transaction=True)
PLAY_RED = {"round": 1, "declarer": "N", "declaration": "play", "trump": "R"}


@pytest.fixture
def night():
    return world.running_night(world.make_club(), people=8)


def at_once(*works):
    """Carry the works out in as many threads; what each returned or raised."""
    start, results = threading.Barrier(len(works)), [None] * len(works)

    def carry_out(at, work):
        start.wait()
        try:
            results[at] = work()
        except Exception as error:
            results[at] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=carry_out, args=one) for one in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def entering(hand, client_id=None):
    return lambda: services.enter_hand(
        hand.id, facts=PLAY_RED, tricks=11, actor=world.SYSTEM, version=0,
        client_id=client_id or uuid.uuid4(),
    )  # fmt: skip


def test_the_hands_of_one_game_and_of_another_all_count(night):
    tables = load_night(night).rounds()[1]
    before = ClubNight.objects.get(pk=night.pk).version
    at_once(*(entering(hand) for table in tables for hand in table.hands))
    after = load_night(ClubNight.objects.get(pk=night.pk))
    # Play, red, 11 tricks is worth 100 points.
    assert [table.totals["NS"] for table in after.rounds()[1]] == [400, 400]
    assert after.night.version == before + 8
    assert Change.objects.count() == 8


def test_one_hand_sent_by_two_at_once_is_stored_once(night):
    hand, key = load_night(night).rounds()[1][0].hands[0], uuid.uuid4()
    results = at_once(entering(hand, key), entering(hand, key))
    assert sorted(result.replayed for result in results) == [False, True]
    assert Change.objects.count() == 1


def test_one_id_for_two_hands_at_once_is_refused_for_one(night):
    one, other = (table.hands[0] for table in load_night(night).rounds()[1])
    key = uuid.uuid4()
    results = at_once(entering(one, key), entering(other, key))
    assert sum(isinstance(result, IdReused) for result in results) == 1
    assert HandResult.objects.filter(entry_state="entered").count() == 1


def test_what_waits_for_the_director_waits_once_however_often_it_is_sent_at_once(night):
    claim = services.claim_table(night.pk, 1, device="phone").claim
    hand = load_night(night).rounds()[1][0].hands[0]
    world.enter(hand, PLAY_RED, 12)  # by the director
    sent = {"facts": PLAY_RED, "tricks": 11, "client_id": uuid.uuid4(), "version": 0}
    results = at_once(*(lambda: deliver_hand(claim, hand.id, **sent) for _ in range(3)))
    assert len({result.held.pk for result in results}) == 1
    assert HeldEntry.objects.count() == 1


def test_tables_that_choose_their_first_dealer_at_once_do_not_wait_for_each_other(night):
    claims = [services.claim_table(night.pk, n, device=f"phone {n}").claim for n in (1, 2)]
    results = at_once(*(lambda claim=claim: choose_first_dealer(claim, "E") for claim in claims))
    assert results == [None, None]
    tables = load_night(ClubNight.objects.get(pk=night.pk)).rounds()[1]
    assert [[hand.dealer for hand in table.hands] for table in tables] == [list("ESWN")] * 2


def test_hands_go_side_by_side_and_who_changes_the_night_waits_for_them(night):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time; run with --on-postgres")
    table = ClubNight.objects.filter(pk=night.pk)

    def hurried(work):
        """Whether the work gets through while this thread's transaction is open."""

        def carry_out():
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '300ms'")
                work()

        return at_once(carry_out)[0] is None

    with transaction.atomic():
        share_night(night.pk)
        assert hurried(lambda: share_night(night.pk))
        assert hurried(lambda: table.update(version=F("version") + 1))
        assert not hurried(lambda: lock_night(night.pk))
    with transaction.atomic():
        lock_night(night.pk)
        assert not hurried(lambda: share_night(night.pk))
    assert hurried(lambda: lock_night(night.pk))
