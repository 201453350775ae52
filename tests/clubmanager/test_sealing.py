"""A running night is searched, through every door, for cards, seeds and results held back."""

import io
import zipfile

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import NoReverseMatch, reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from clubmanager.publishing import watching
from deals.core.cards import Suit
from deals.models import Board, DealSet
from deals.prints.faces import ABRIDGED
from tests import world
from tests.clubmanager.access_world import arguments, make_world, methods_of, patterns
from tests.clubmanager.public_addresses import pdf_text

READERS = ("public", "own table", "scorer", "director", "other club", "operator")
PLANTED = 7778  # points that no chart gives, so that they are found wherever they follow
# Table 1 in round 1: 7778 by ruling, 120 to E-W for 12 tricks, 100 for 11, 10 for 9 of Play:
# 7888 to 120, a net of 7768.
FOLLOWING = [str(PLANTED), "7888", "7768"]


@pytest.fixture
def played(db):
    """Round 1 is over with every hand in, one adjusted by a ruling; round 2 runs."""
    place = make_world()
    hand = load_night(place.night).rounds()[1][0].hands[0]
    services.rule_hand(
        hand.id, ruling="adjusted", ns_points=PLANTED, ew_points=0, actor=world.SYSTEM,
        client_id="00000000-0000-4000-8000-000000000002", version=1, reason="planted",
    )  # fmt: skip
    watching.forget()
    return place


def addresses(place) -> set[str]:
    """Every address that can be read, for every table and hand of the night, and the admin."""
    found = set()
    for table in load_night(place.night).tables:
        for hand in table.hands:
            ids = place.kwargs | {"table_round_id": table.id, "hand_id": hand.id}
            ids["pk"] = place.kwargs["pk"] | {"game": table.id, "hand": hand.id}
            found |= {
                reverse(name, kwargs=arguments(name, ids)) for name in READABLE or readable(place)
            }
    return found | set(admin_addresses())


READABLE: list[str] = []


def readable(place) -> list[str]:
    """Names of the addresses that answer GET; found out once."""
    for name, pattern in patterns():
        if not name.startswith("admin:") and "GET" in methods_of(pattern, place.address(name)):
            READABLE.append(name)
    return READABLE


def admin_addresses():
    yield reverse("admin:index")
    for model in apps.get_models():
        if not admin.site.is_registered(model):
            continue
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{base}_changelist")
        for row in model._default_manager.all()[:30]:
            for page in ("change", "history"):
                try:
                    yield reverse(f"{base}_{page}", args=[row.pk])
                except NoReverseMatch:
                    continue


def text_of(answer) -> str:
    """What an answer says: a PDF as its drawn text, a pack as that of its files."""
    data = b"".join(answer) if answer.streaming else answer.content
    if data.startswith(b"PK"):
        pack = zipfile.ZipFile(io.BytesIO(data))
        return "\n".join(pdf_text(pack.read(name)) for name in pack.namelist())
    return pdf_text(data) if data.startswith(b"%PDF") else data.decode(errors="replace")


def everything(place, user: str) -> dict[str, str]:
    texts = {}
    for address in sorted(addresses(place)):
        answer = place.clients[user].get(address, headers=place.headers[user])
        assert answer.status_code < 500, address
        texts[address] = " ".join([text_of(answer), str(answer.headers)])
    return texts


def sealed_texts() -> list[str]:
    """The cards of every board as a whole and by hand, its long colours in numbers, the secret."""
    found = [DealSet.objects.get().secret_hex]
    for board in Board.objects.all():
        hands = board.deal_text.removeprefix("N:").split()
        found += [board.deal_text, *hands, *(" ".join(hand.split(".")) for hand in hands)]
        held = [ABRIDGED.ranks_text(h, suit) for h in board.deal.hands for suit in Suit]
        found += [ranks for ranks in held if ranks.count(" ") > 3]
    return found


def finds(texts: dict[str, str], wanted: list[str]) -> list[tuple[str, str]]:
    return [(place, text) for place, all_ in texts.items() for text in wanted if text in all_]


@pytest.mark.slow
@pytest.mark.parametrize("user", READERS)
def test_no_answer_and_no_log_line_shows_a_card_or_the_secret(played, user, caplog):
    texts = everything(played, user)
    texts["the log"] = caplog.text
    assert len(texts) > 100
    assert finds(texts, sealed_texts()) == []


def test_once_opened_the_same_search_finds_the_cards(played):
    services.open_deals(played.night.pk, actor=world.SYSTEM, reason="to see that they are found")
    found = {place for place, _text in finds(everything(played, "director"), sealed_texts())}
    assert any("/api/v1/deal-sets/" in place for place in found)
    assert any("/deals/" in place for place in found)


@pytest.mark.slow
@pytest.mark.parametrize("user", ["public", "other table", "other club", "operator"])
def test_under_embargo_nothing_says_what_the_standings_follow_from(played, user):
    ClubNight.objects.filter(pk=played.night.pk).update(embargo=True)
    assert finds(everything(played, user), FOLLOWING) == []


def test_an_officer_finds_the_points_under_embargo_and_all_do_when_it_ends(played):
    ClubNight.objects.filter(pk=played.night.pk).update(embargo=True)
    found = {place for place, _text in finds(everything(played, "scorer"), FOLLOWING)}
    assert any(place.startswith("/api/") for place in found)
    ClubNight.objects.filter(pk=played.night.pk).update(embargo=False)
    watching.forget()
    found = set(finds(everything(played, "public"), FOLLOWING))
    for text in FOLLOWING:
        assert text in {text for place, text in found if place.startswith("/api/")}
        assert text in {text for place, text in found if place.startswith("/clubs/")}
