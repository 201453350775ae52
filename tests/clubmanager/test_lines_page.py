"""A whole table by keyboard: one line a hand."""

import re

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import CheckIn, ClubNight
from clubmanager.nights.queries import load_night
from clubmanager.people.models import Player
from scoring.models import Change, HandResult
from tests import world

pytestmark = pytest.mark.django_db

# Hand 1: North, 11 tricks, 100. Hand 2: East one short, 10 to North-South. Hand 3: South, 80.
# Hand 4: West makes 12, 120 (docs/rules.md). In all 190 to 120.
PAD = ("nr11", "er9", "sr10", "wr12")


@pytest.fixture
def club():
    return world.make_club()


@pytest.fixture
def scorer(club, client):
    user = world.make_officer(club, "scorer")
    client.force_login(user)
    return user


@pytest.fixture
def night(club):
    return world.running_night(club, people=8)


def page_of(night, name="lines", *ids):
    return reverse(f"nights:{name}", args=[night.club.slug, night.pk, *ids])


class Typist:
    """Types into the box as a browser does: the hidden fields of the page go with each line."""

    def __init__(self, client, night):
        self.client, self.address, self.keys = client, page_of(night), 0
        self.page = client.get(self.address).content.decode()

    def line(self, text, **more):
        self.keys += len(text) + 1  # and Enter
        kept = r'type="hidden" name="(client_id|round|table|hand|last|sure)" value="([^"]*)"'
        hidden = dict(re.findall(kept, self.page))
        answer = self.client.post(self.address, {**hidden, "line": text, **more}, follow=True)
        self.page = answer.content.decode()
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.page))


def table(night, number=1):
    return next(t for t in load_night(night).rounds()[1] if t.table == number)


def test_a_table_is_typed_in_four_lines_and_the_pad_agrees(client, night, scorer):
    """Night story 8."""
    typist = Typist(client, night)
    for text in PAD:
        typist.line(text)
    assert (table(night).totals["NS"], table(night).totals["EW"]) == (190, 120)
    assert "The pad of table 1 agrees: 190 to 120" in typist.line("/190 120")
    assert "Table 2, hand 1" in typist.line("")


def test_a_hand_takes_at_most_six_keys_and_no_mouse(client, night, scorer):
    typist = Typist(client, night)
    for number in (1, 2):
        for text in PAD:
            typist.line(text)
        assert table(night, number).missing == 0
    assert typist.keys <= 6 * 8


def test_a_pad_that_does_not_add_up_is_flagged_and_nothing_is_changed(client, night, scorer):
    """Night story 9."""
    typist = Typist(client, night)
    typist.line("nr11")
    assert "its hands add up to 100 to 0" in typist.line("/110 0")
    assert table(night).totals["NS"] == 100


def test_any_table_and_hand_can_be_named(client, night, scorer):
    typist = Typist(client, night)
    typist.line("2 3 n r 11")
    assert table(night, 2).hands[2].tricks == 11
    assert "Table 2, hand 1" in typist.page.replace("\n", " ")  # goes on at that table
    typist.line("t1 nr9")
    assert table(night, 1).hands[0].tricks == 9


def test_the_declarer_may_be_given_by_passes(client, night, scorer):
    """The first hand is dealt by North here; after two passes South said Play."""
    first = table(night).hands[0]
    Typist(client, night).line("p2b8")
    turn = "NESW"[("NESW".index(first.dealer) + 2) % 4]
    assert table(night).hands[0].facts["declarer"] == turn


def test_a_line_that_cannot_be_stays_in_the_box_with_the_word_that_is_wrong(client, night, scorer):
    typist = Typist(client, night)
    text = typist.line("nr14")
    assert "tricks must be 0 to 13, got &#x27;14&#x27;" in text
    assert 'value="nr14"' in typist.page
    assert table(night).hands[0].facts is None
    assert "one that plays in round 1" in typist.line("9 1 nr11")
    assert "hand must be 1 to 4, got 5" in typist.line("5 nr11")


def test_a_hand_that_is_in_already_is_replaced_only_by_a_second_enter(client, night, scorer):
    typist = Typist(client, night)
    typist.line("nr11")
    text = typist.line("1 1 nr10")
    assert "This hand is in already" in text
    assert "Now there" in text
    assert table(night).hands[0].tricks == 11
    typist.line("1 1 nr10")
    assert table(night).hands[0].tricks == 10


def test_a_line_whose_answer_was_lost_does_not_fill_the_following_hand(client, night, scorer):
    """Typed anew for the same hand, it asks whether the hand that is in is meant."""
    typist = Typist(client, night)
    page = typist.page
    typist.line("nr11")
    typist.page = re.sub(r'name="client_id" value="[^"]*"', "", page)
    assert "This hand is in already" in typist.line("nr11")
    assert [hand.facts is None for hand in table(night).hands] == [False, True, True, True]


def test_somebody_elses_change_between_the_two_enters_asks_once_more(client, night, scorer):
    """Night story 23: nobody's version is lost unseen."""
    typist = Typist(client, night)
    typist.line("nr11")
    typist.line("1 1 nr10")
    world.enter(HandResult.objects.get(pk=table(night).hands[0].id), tricks=12)
    assert "This hand is in already" in typist.line("1 1 nr10")
    assert table(night).hands[0].tricks == 12


def test_the_last_line_is_taken_back_and_logged(client, night, scorer):
    """Night story 26."""
    typist = Typist(client, night)
    typist.line("nr11")
    hand = table(night).hands[0].id
    assert "Taken back: hand 1 of table 1. Nothing entered." in typist.line("u")
    assert table(night).hands[0].facts is None
    actions = list(Change.objects.filter(hand=hand).order_by("pk").values_list("action", flat=True))
    assert actions == ["entered", "restored"]
    assert "typed after a hand of yours" in typist.line("u")


def test_what_is_typed_is_explained_before_it_is_saved(client, night, scorer):
    def read(line):
        answer = client.get(page_of(night, "read_line"), {"line": line, "round": "1"})
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))

    assert "Table 1, hand 1" in read("n")
    assert "next: trump (r, y, g or b, or n for No trump)" in read("n")
    assert "North, Play, red, 11 tricks" in read("nr11")
    assert "Not understood: trump must be" in read("n q")
    assert HandResult.objects.filter(facts__isnull=False).count() == 0


def test_reading_a_line_tells_nothing_of_a_sealed_deal(client, club, scorer):
    sealed = world.running_night(club, people=8, stored=True)
    answers = {
        client.get(page_of(sealed, "read_line"), {"line": f"{hand} xtr11"}).content
        .decode().replace(f"hand {hand}", "hand n")
        for hand in (1, 2, 3, 4)
    }  # fmt: skip
    assert len(answers) == 1


def test_a_closed_night_asks_a_director_for_a_reason(client, club, night):
    client.force_login(world.make_officer(club))
    services.close_night(night.pk, actor=world.SYSTEM)
    typist = Typist(client, night)
    assert "Why, since the night is closed" in typist.page
    assert "a sentence that says why" in typist.line("nr11")
    typist.line("nr11", reason="found a pad")
    assert table(night).hands[0].tricks == 11


def test_a_playing_scorer_cannot_type_boards_that_she_has_still_to_play(client, club, scorer):
    """Night story 46."""
    night = world.running_night(club, people=8, stored=True)
    own = CheckIn.objects.filter(night=night).first().player_id
    Player.objects.filter(pk=own).update(user=scorer)
    data = load_night(ClubNight.objects.get(pk=night.pk))
    other = next(t for t in data.rounds()[1] if own not in {p.id for p, _ in t.seats.values()})
    shown = Typist(client, night).line(f"{other.table} 1 nr11")
    later = {h.board_id for t in data.tables for h in t.hands
             if own in {p.id for p, _ in t.seats.values()}}  # fmt: skip
    hidden = other.hands[0].board_id in later
    assert ("one that you have played yourself" in shown) == hidden
    assert (table(night, other.table).hands[0].facts is None) == hidden


def test_a_night_of_forty_tables_takes_at_most_twelve_queries(
    client, club, scorer, django_assert_max_num_queries
):
    big = world.running_night(club, people=160, format="mitchell", rounds_planned=2)
    with django_assert_max_num_queries(12):
        client.get(page_of(big))


def test_a_line_whose_answer_was_lost_is_carried_out_once(client, night, scorer):
    typist = Typist(client, night)
    before = typist.page
    typist.line("nr11")
    typist.page = before  # the answer was lost: the page is the one before, and Enter sends again
    assert "Table 1, hand 2" in typist.line("nr11")
    assert Change.objects.count() == 1
    before = typist.page
    typist.line("u")
    typist.page = before
    assert "Taken back: hand 1 of table 1. Nothing entered." in typist.line("u")
    assert [change.action for change in Change.objects.order_by("pk")] == ["entered", "restored"]
    assert table(night).hands[0].facts is None


def test_another_line_in_its_place_is_not_taken_for_the_lost_one(client, night, scorer):
    typist = Typist(client, night)
    before = typist.page
    typist.line("nr11")
    typist.page = before
    assert "Look at it before you go on" in typist.line("nr12")
    assert table(night).hands[0].tricks == 11
