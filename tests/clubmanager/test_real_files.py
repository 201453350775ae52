"""A night played on a real file: imported, played, closed, exported, read back equal."""

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight
from clubmanager.nights.queries import load_night
from deals.core.pbn import read_pbn
from tests import world

pytestmark = pytest.mark.django_db


def test_a_night_on_fourteen_boards_plays_three_rounds_and_exports_them_equal(client, samples):
    data = (samples / "bigdeal.pbn").read_bytes()
    club = world.make_club()
    night = world.seated_night(club, people=8, rounds_planned=3)
    services.import_deals(night.pk, data=data, filename="bigdeal.pbn", actor=world.SYSTEM)
    for number in (1, 2, 3):
        services.start_round(night.pk, actor=world.SYSTEM)
        world.play_round(night, number)
    services.close_night(night.pk, actor=world.SYSTEM)
    night = load_night(ClubNight.objects.select_related("club").get(pk=night.pk))
    played = sorted({hand.board for table in night.tables for hand in table.hands})
    assert played == list(range(1, 13))  # 13 and 14 fill no round
    assert all(hand.scored for table in night.tables for hand in table.hands)

    client.force_login(world.make_officer(club))
    answer = client.get(reverse("nights:deals_pbn", args=[club.slug, night.night.pk]))
    assert read_pbn(answer.content).boards == read_pbn(data).boards


def test_a_file_with_boards_16_to_30_deals_them_in_their_order(samples):
    night = world.seated_night(world.make_club(), people=8, rounds_planned=3)
    data = (samples / "bridgecomposer.pbn").read_bytes()
    services.import_deals(night.pk, data=data, filename="bridgecomposer.pbn", actor=world.SYSTEM)
    rounds = load_night(night).rounds()
    assert [hand.board for hand in rounds[1][0].hands] == [16, 17, 18, 19]
    assert [hand.dealer for hand in rounds[1][0].hands] == ["W", "N", "E", "S"]
    assert [hand.board for hand in rounds[3][1].hands] == [24, 25, 26, 27]


def test_a_file_too_short_for_one_round_is_refused_and_nothing_is_kept(samples):
    night = world.seated_night(world.make_club(), people=8)
    data = (samples / "three_records_crlf.pbn").read_bytes()
    with pytest.raises(ValueError, match=r"at least 12 boards .* got '3 boards'"):
        services.import_deals(night.pk, data=data, filename="three.pbn", actor=world.SYSTEM)
    night = ClubNight.objects.get(pk=night.pk)
    assert not hasattr(night, "night_deal_set")
    assert not night.club.club_deal_sets.exists()
