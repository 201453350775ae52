"""Corrections after agreement, after the round and after publication: preview, undo, the mark."""

import re
import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night, standings_for
from clubmanager.publishing import watching
from scoring.core.ruleset import RuleError
from scoring.models import Change, HandResult
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def director(club, client):
    user = world.make_officer(club)
    client.force_login(user)
    return user


@pytest.fixture
def night(club):
    """Four pairs, two tables, all of round 1 in."""
    night = world.running_night(club, people=8)
    world.play_round(night, 1)
    return night


def page_of(night, name, *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def first_hand(night):
    return load_night(night).rounds()[1][0].hands[0]


def fields_of(client, address, form_end):
    """The hidden fields of the form on a page that posts to `form_end`."""
    page = client.get(address).content.decode()
    form = re.search(rf'<form[^>]*action="[^"]*{form_end}".*?</form>', page, re.S)[0]
    return dict(re.findall(r'type="hidden" name="(client_id|version)" value="([^"]+)"', form))


def stored(night):
    hands = HandResult.objects.filter(game__table_round__round__night=night)
    return list(hands.order_by("pk").values_list("pk", "tricks", "version", "ruling"))


def test_a_preview_says_who_would_move_and_stores_nothing(client, night, director):
    hand = first_hand(night)
    before, version = stored(night), ClubNight.objects.get(pk=night.pk).version
    address = page_of(night, "hand", hand.id)
    seat = "NESW".index(hand.facts["declarer"]) - "NESW".index(hand.dealer)
    body = fields_of(client, address, f"/hands/{hand.id}/") | {
        "passes": str(seat % 4), "trump": "R", "tricks": "0", "preview": "yes",
    }  # fmt: skip
    text = text_of(client.post(address, body))
    assert "What this would move" in text
    assert "→" in text
    assert "Nothing is stored yet" in text
    assert stored(night) == before
    assert ClubNight.objects.get(pk=night.pk).version == version


def test_the_preview_is_what_then_happens(night):
    hand = first_hand(night)
    facts = hand.facts

    def write():
        world.enter(hand, facts, 0)

    def ranks():
        return {r.entry.id: r.rank_text for r in standings_for(load_night(night), public=False)}

    start = ranks()
    moved = services.preview(ClubNight.objects.get(pk=night.pk), write).lines
    assert ranks() == start
    write()
    assert {one.after.entry.id: one.after.rank_text for one in moved}.items() <= ranks().items()
    assert {e for e, rank in ranks().items() if rank != start[e]} == {
        one.after.entry.id for one in moved if one.ranks_move
    }


def test_a_ruling_can_be_previewed_too(client, night, director):
    hand = first_hand(night)
    address = page_of(night, "rule_hand", hand.id)
    body = fields_of(client, page_of(night, "hand", hand.id), "/rule/") | {
        "ruling": "cancelled", "reason": "cards exposed", "preview": "yes",
    }  # fmt: skip
    text = text_of(client.post(address, body))
    assert "What this would move" in text
    assert first_hand(night).ruling == "none"


def test_a_preview_of_something_impossible_says_why(client, night, director):
    hand = first_hand(night)
    address = page_of(night, "rule_hand", hand.id)
    body = fields_of(client, page_of(night, "hand", hand.id), "/rule/") | {
        "ruling": "cancelled", "reason": "", "preview": "yes",
    }  # fmt: skip
    text = text_of(client.post(address, body))
    assert "What this would move" not in text
    assert "a sentence that says why" in text


def test_undo_brings_the_earlier_version_back_as_a_new_change(client, night, director):
    """Night story 26."""
    hand = first_hand(night)
    world.enter(hand, hand.facts, 3)
    address = page_of(night, "hand", hand.id)
    assert "Undo the last change" in text_of(client.get(address))
    body = fields_of(client, address, "/undo/") | {"reason": "the pad was right"}
    client.post(page_of(night, "undo_hand", hand.id), body)
    again = first_hand(night)
    assert (again.tricks, again.ns_points, again.ew_points) == (
        hand.tricks, hand.ns_points, hand.ew_points,
    )  # fmt: skip
    last = Change.objects.filter(hand=hand.id).order_by("-pk").first()
    assert (last.action, last.reason, last.actor) == (
        "restored", "the pad was right", str(director),
    )  # fmt: skip


def test_undoing_twice_brings_it_back(night):
    hand = first_hand(night)
    world.enter(hand, hand.facts, 3)
    for expected in (hand.tricks, 3):
        now = first_hand(night)
        services.undo_hand(now.id, actor=world.SYSTEM, client_id=uuid.uuid4(), version=now.version)
        assert first_hand(night).tricks == expected


def test_a_ruling_and_an_agreement_are_undone_as_well(night):
    hand = first_hand(night)
    services.confirm_hand(hand.id, actor=world.SYSTEM, client_id=uuid.uuid4(), version=hand.version)
    hand = first_hand(night)
    services.rule_hand(
        hand.id, ruling="adjusted", ns_points=60, ew_points=0, reason="late", actor=world.SYSTEM,
        client_id=uuid.uuid4(), version=hand.version,
    )  # fmt: skip
    hand = first_hand(night)
    services.undo_hand(hand.id, actor=world.SYSTEM, client_id=uuid.uuid4(), version=hand.version)
    hand = first_hand(night)
    assert (hand.ruling, hand.entry_state) == ("none", "confirmed")


def test_nothing_is_undone_where_nothing_happened(club):
    night = world.running_night(club, people=8)
    hand = first_hand(night)
    with pytest.raises(RuleError, match="one that was changed before"):
        services.undo_hand(hand.id, actor=world.SYSTEM, client_id=uuid.uuid4(), version=0)


def test_after_publication_a_correction_needs_a_reason_and_the_page_says_corrected(
    client, night, director
):
    """Night story 23."""
    services.close_night(night.pk, actor=world.SYSTEM)
    hand = first_hand(night)
    address = page_of(night, "undo_hand", hand.id)
    body = fields_of(client, page_of(night, "hand", hand.id), "/undo/")
    assert "a sentence that says why" in text_of(client.post(address, body | {"reason": ""}))
    world.enter(first_hand(night), hand.facts, 2, reason="counted again")
    client.logout()
    page = text_of(client.get(reverse("publishing:night", args=[night.club.slug, night.pk])))
    assert "Corrected at" in page
    assert "counted again" in page


def public_game(client, night):
    watching.forget()  # what a second does
    table = load_night(night).rounds()[1][0]
    args = [night.club.slug, night.pk, table.id]
    return text_of(client.get(reverse("publishing:game", args=args)))


def public_card(client, night):
    watching.forget()
    entry = load_night(night).rounds()[1][0].seats["N"][1]
    args = [night.club.slug, night.pk, entry]
    return text_of(client.get(reverse("publishing:entry", args=args)))


def test_a_typo_mended_before_anybody_agreed_is_no_correction(client, night):
    world.enter(first_hand(night), first_hand(night).facts, 3)
    assert "corrected" not in public_game(client, night)


def test_a_result_changed_after_both_sides_agreed_is_marked_in_public(client, night):
    hand = first_hand(night)
    services.confirm_hand(hand.id, actor=world.SYSTEM, client_id=uuid.uuid4(), version=hand.version)
    assert "corrected" not in public_game(client, night)
    world.enter(first_hand(night), hand.facts, 3)
    assert len(re.findall(r"corrected \d", public_game(client, night))) == 1
    assert len(re.findall(r"corrected \d", public_card(client, night))) == 1


def test_a_result_changed_after_its_round_is_marked_in_public(client, night):
    services.start_round(night.pk, actor=world.SYSTEM)
    late = first_hand(night)
    world.enter(late, late.facts, 3)
    assert len(re.findall(r"corrected \d", public_game(client, night))) == 1


def test_a_late_hand_that_was_missing_is_no_correction(client, club):
    """Night story 22."""
    night = world.running_night(club, people=8)
    services.start_round(night.pk, actor=world.SYSTEM)
    world.enter(first_hand(night))
    assert "corrected" not in public_game(client, night)
