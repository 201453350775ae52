"""What everybody may see of a club and its nights."""

import uuid

import pytest
from django.urls import reverse

from clubmanager.nights import services
from clubmanager.nights.models import ClubNight, Entry, NightDealSet
from clubmanager.nights.queries import load_night
from clubmanager.people.models import Club, Player
from clubmanager.publishing import watching
from deals.models import Board
from tests import world
from tests.clubmanager.public_addresses import address, everything_public, pdf_text

pytestmark = pytest.mark.django_db


def page(client, name, night, **kwargs):
    """The page as it is a second later, when no state is held any more."""
    watching.forget()
    response = client.get(address(name, night, **kwargs))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def play_game(night, tables_points, round_number=1):
    """Enter the first table's hands: positive points to North-South, negative to East-West."""
    table = load_night(night).rounds()[round_number][0]
    for hand, points in zip(table.hands, tables_points, strict=False):
        side, amount = ("NS", points) if points > 0 else ("EW", -points)
        world.enter(hand, {"points_only": {side: amount}}, None)
    return table


def test_home_without_a_club_says_how_to_make_one(client):
    text = client.get("/").content.decode()
    assert "No club yet" in text
    assert reverse("people:new_club") in text
    assert reverse("scoring:family") in text


def test_home_shows_an_officers_own_desks_first(client):
    own, other = world.make_club("Riverside Club"), world.make_club("Abbey Club")
    client.force_login(world.make_officer(own))
    text = client.get("/").content.decode()
    desk = reverse("nights:desk", kwargs={"slug": own.slug})
    assert text.index(desk) < text.index(reverse("publishing:club", kwargs={"slug": other.slug}))
    assert reverse("nights:desk", kwargs={"slug": other.slug}) not in text


def test_a_club_lists_what_runs_then_what_comes_then_what_is_over(client):
    club = world.make_club()
    over = world.running_night(club, people=8, title="Last week")
    services.close_night(over.pk, actor=world.SYSTEM)
    world.make_night(club, title="Next week")
    now = world.make_night(club, title="Tonight")
    world.check_in_all(now, list(Player.objects.filter(club=club)))
    world.pair_up(now, list(Player.objects.filter(club=club)))
    services.seat_field(now.pk, actor=world.SYSTEM)
    services.start_round(now.pk, actor=world.SYSTEM)
    text = client.get(reverse("publishing:club", kwargs={"slug": club.slug})).content.decode()
    assert text.index("Tonight") < text.index("Next week") < text.index("Last week")


def test_an_empty_club_says_what_will_stand_there(client):
    club = world.make_club()
    text = client.get(reverse("publishing:club", kwargs={"slug": club.slug})).content.decode()
    assert "No night yet" in text


def test_a_planned_night_says_when_what_and_who(client):
    club = world.make_club()
    night = world.make_night(club, format="social")
    players = world.make_players(club, 3)
    Player.objects.filter(pk=players[2].pk).update(public_name_choice="hidden")
    for player in players:
        services.check_in(night.pk, player, actor=world.SYSTEM, state="booked")
    text = page(client, "night", night)
    assert "26 November 2026" in text
    assert "Social draw" in text
    assert "Ann Adams" in text
    assert "and 1 more" in text
    assert "Carol" not in text


def test_a_night_of_another_club_is_not_found(client):
    night = world.running_night(world.make_club(), people=8)
    other = world.make_club("Other Club")
    for name in ("night", "standings", "standings_pdf"):
        url = reverse(f"publishing:{name}", kwargs={"slug": other.slug, "night_id": night.pk})
        assert client.get(url).status_code == 404


def test_a_game_of_another_night_or_of_a_round_to_come_is_not_found(client):
    club = world.make_club()
    night = world.running_night(club, people=8)
    later = load_night(night).rounds()[2][0]
    entry = Entry.objects.filter(section__night=night).first()
    other = world.make_night(club)
    assert client.get(address("game", night, table_round_id=later.id)).status_code == 404
    assert client.get(address("entry", other, entry_id=entry.pk)).status_code == 404


def test_the_worked_example_stands_on_the_games_page_in_words(client):
    night = world.running_night(world.make_club(), people=8)
    table = load_night(night).rounds()[1][0]
    north = table.seats["N"][0].full
    world.enter(table.hands[0], world.PLAY_11_RED, 11)
    strengths = {"N": 8, "E": 11, "S": 9, "W": 12}
    facts = {"round": 2, "strengths": strengths, "declaration": "seven", "trump": "NT"}
    world.enter(table.hands[1], facts, 9)
    text = page(client, "game", night, table_round_id=table.id)
    assert f'{north} <span class="soft">(North)</span>: Play' in text
    assert "11 tricks, made" in text
    assert "Round Two:" in text
    assert "<strong>100 – 0</strong>" in text
    assert "score 100 – 20" in text
    assert "12, 8" not in text
    assert "won on" not in text


@pytest.mark.parametrize(
    ("points", "words"),
    [
        pytest.param((100, -20, 10, 10), "won on points", id="points"),
        pytest.param((10, 20, 30, -60), "won on hands won", id="three of four hands"),
        pytest.param((10, 40, -30, -20), "won by the fourth hand", id="fourth hand"),
    ],
)
def test_a_game_says_by_which_rule_it_was_won(client, points, words):
    """Night story 27, the tie in a game."""
    night = world.running_night(world.make_club(), people=8)
    table = play_game(night, points)
    assert words in page(client, "night", night)
    assert words in page(client, "game", night, table_round_id=table.id)


def test_a_cancelled_hand_leaves_the_chain_to_the_rest_and_a_draw_possible(client):
    """Night story 28."""
    night = world.running_night(world.make_club(), people=8)
    table = play_game(night, (50, -50))
    for hand in table.hands[2:]:
        services.rule_hand(
            hand.id, ruling="cancelled", reason="cards fell down", actor=world.SYSTEM,
            client_id=uuid.uuid4(), version=hand.version,
        )  # fmt: skip
    text = page(client, "game", night, table_round_id=table.id)
    assert text.count("cancelled</span>") == 2
    # Level on points and on hands: the last scored hand decides (rules, "Winning the game").
    assert "won by the last scored hand" in text
    for hand in load_night(night).rounds()[1][0].hands[:2]:
        services.rule_hand(
            hand.id, ruling="cancelled", reason="cards fell down", actor=world.SYSTEM,
            client_id=uuid.uuid4(), version=hand.version,
        )  # fmt: skip
    assert "no hand separates the teams" in page(client, "game", night, table_round_id=table.id)
    assert "a draw" in page(client, "night", night)


def test_ties_in_the_night_share_a_rank_and_say_so(client):
    """Night story 27, the tie in a night."""
    night = world.running_night(world.make_club(), people=8)
    for table in load_night(night).rounds()[1]:
        for hand in table.hands:
            world.enter(hand)
    text = page(client, "standings", night)
    assert text.count('<th scope="row">1=</th>') == 2
    assert text.count('<th scope="row">3=</th>') == 2
    assert "tied: shares rank 1" in text


def test_standings_say_as_of_which_result_they_stand(client):
    """Night story 32."""
    night = world.running_night(world.make_club(), people=8)
    play_game(night, (10, 10, 10))
    assert "As of round 1: 3 of 8 hands are in" in page(client, "night", night)


def test_a_closed_night_is_provisional_then_final(client, time_machine):
    night = world.running_night(world.make_club(), people=8)
    play_game(night, (10, 10, 10, 10))
    time_machine.move_to("2026-11-26 21:00:00Z", tick=False)
    services.close_night(night.pk, actor=world.SYSTEM)
    assert "Provisional until 21:30" in page(client, "night", night)
    time_machine.move_to("2026-11-26 21:30:00Z", tick=False)
    text = page(client, "night", night)
    assert "Final" in text
    assert "Provisional" not in text


def test_a_correction_is_said_with_time_and_reason(client, time_machine):
    """Night stories 23 and 26."""
    time_machine.move_to("2026-11-26 20:00:00Z", tick=False)
    night = world.running_night(world.make_club(), people=8)
    play_game(night, (10, 10, 10, 10))
    services.close_night(night.pk, actor=world.SYSTEM)
    hand = load_night(night).rounds()[1][0].hands[0]
    time_machine.move_to("2026-11-26 22:14:00Z", tick=False)
    facts = {"points_only": {"EW": 140}}
    world.enter(hand, facts, None, reason="sides were exchanged on the pad")
    text = page(client, "night", night)
    assert "Corrected at 22:14: sides were exchanged on the pad" in text
    assert "140" in text


def test_a_night_closed_by_mistake_is_live_again(client):
    """Night story 44."""
    night = world.running_night(world.make_club(), people=8)
    play_game(night, (10, 10, 10, 10))
    services.close_night(night.pk, actor=world.SYSTEM)
    assert "Provisional" in page(client, "night", night)
    services.reopen_night(night.pk, actor=world.SYSTEM, reason="wrong night")
    text = page(client, "night", night)
    assert "As of round 1" in text
    assert "Provisional" not in text


def test_a_school_club_shows_first_names(client):
    """Night story 48."""
    night = world.running_night(world.make_club(is_school=True), people=8)
    play_game(night, (10, 10, 10, 10))
    for url, text in everything_public(night).items():
        assert "Adams" not in text, url
    assert "Ann &amp; Bob" in page(client, "night", night)


def test_who_is_not_to_be_named_is_a_number_everywhere(client):
    """Night story 14."""
    night = world.seated_night(world.make_club(), people=8)
    hidden = Player.objects.filter(first_name__in=["Ann", "Bob", "Carol"])
    hidden.update(public_name_choice="hidden")
    services.start_round(night.pk, actor=world.SYSTEM)
    world.play_round(night, 1)
    answers = everything_public(night)
    for url, text in answers.items():
        assert not any(name in text for name in ("Ann ", "Bob ", "Carol ")), url
    assert "Pair 1" in answers[f"{address('standings_pdf', night)} "]
    assert "Dan Adams" in answers[f"{address('standings_pdf', night)} "]


def test_an_individual_who_is_not_named_is_a_player_number(client):
    night = world.seated_night(world.make_club(), people=8, format="social")
    Player.objects.filter(first_name="Ann").update(public_name_choice="hidden")
    services.start_round(night.pk, actor=world.SYSTEM)
    world.play_round(night, 1)
    entry = Entry.objects.get(section__night=night, members__player__first_name="Ann")
    assert f"Player {entry.number}" in page(client, "entry", night, entry_id=entry.pk)


def test_an_entrys_card_has_every_started_round_and_its_sit_outs(client):
    """Night story 17: five pairs, one sits out in each round."""
    night = world.running_night(world.make_club(), people=10, rounds_planned=5)
    data = load_night(night)
    resting = data.sit_outs[1][0]
    world.play_round(night, 1)
    services.start_round(night.pk, actor=world.SYSTEM)
    text = page(client, "entry", night, entry_id=resting.id)
    assert "Sits out" in text
    assert text.count("not in yet") == 4
    assert "Round 3" not in text


def test_a_card_tells_the_game_from_its_own_side(client):
    night = world.running_night(world.make_club(), people=8)
    table = play_game(night, (-100, -20, 10, 10))
    east = table.seats["E"][1]
    text = page(client, "entry", night, entry_id=east)
    assert "<strong>120 – 20</strong> won on points" in text
    assert "100 – 0" in text
    other = page(client, "entry", night, entry_id=table.seats["N"][1])
    assert "<strong>20 – 120</strong> lost on points" in other


def mitchell():
    return world.running_night(
        world.make_club(), people=12, format="mitchell", rounds_planned=3, stored=True
    )


def test_shared_boards_stay_hidden_until_every_table_has_played_them(client):
    night = mitchell()
    world.play_round(night, 1)
    services.start_round(night.pk, actor=world.SYSTEM)
    table = load_night(night).rounds()[1][0]
    text = page(client, "game", night, table_round_id=table.id)
    assert text.count("shown when every table has played this board") == 4
    assert "tricks" not in text
    assert "won on" not in page(client, "night", night)
    for number in (2, 3):
        world.play_round(night, number)
        if number == 2:
            services.start_round(night.pk, actor=world.SYSTEM)
    night = ClubNight.objects.get(pk=night.pk)
    assert "tricks" in page(client, "game", night, table_round_id=table.id)


def test_live_standings_of_shared_boards_count_closed_rounds_only(client):
    night = mitchell()
    world.play_round(night, 1)
    text = page(client, "night", night)
    assert "standings appear when round 1 is over" in text
    assert '<table class="table standings">' not in text
    services.start_round(night.pk, actor=world.SYSTEM)
    before = page(client, "standings", night)
    hands = load_night(night).rounds()[2][0].hands
    world.enter(hands[0], {"points_only": {"NS": 140}}, None)
    after = page(client, "standings", night)
    assert "standings count up to round 1" in after

    def table(text):
        return text[text.index('class="table standings"') : text.index("</table>")]

    assert table(before) == table(after)


def secrets_of(night) -> list[str]:
    deal_set = NightDealSet.objects.get(night=night).deal_set
    texts = Board.objects.filter(deal_set=deal_set).values_list("deal_text", flat=True)
    hands = [hand for text in texts for hand in text.removeprefix("N:").split()]
    return [deal_set.secret_hex, *texts, *hands]


def test_no_public_answer_of_a_running_night_shows_a_card_or_the_secret():
    night = mitchell()
    world.play_round(night, 1)
    found = secrets_of(night)
    assert len(found) > 12 * 5
    for url, text in everything_public(night).items():
        for secret in found:
            assert secret not in text, url


def test_the_commitment_is_public_before_the_night_and_the_secret_after_it(client):
    night = world.seated_night(
        world.make_club(), people=12, format="mitchell", rounds_planned=3, stored=True
    )
    deal_set = NightDealSet.objects.get(night=night).deal_set
    before = page(client, "night", night)
    assert deal_set.commitment in before
    assert deal_set.secret_hex not in before
    services.start_round(night.pk, actor=world.SYSTEM)
    services.close_night(night.pk, actor=world.SYSTEM)
    assert deal_set.secret_hex in page(client, "night", night)


def test_a_secret_that_a_director_opened_early_waits_for_the_end(client):
    night = mitchell()
    services.open_deals(night.pk, actor=world.SYSTEM, reason="a board was exposed")
    secret = NightDealSet.objects.get(night=night).deal_set.secret_hex
    assert secret not in page(client, "night", night)


def test_live_standings_can_be_left_for_the_end(client):
    night = world.running_night(world.make_club(), people=8)
    play_game(night, (7331,))
    services.set_publication(night.pk, actor=world.SYSTEM, show_live=False)
    for url, text in everything_public(night).items():
        assert "7331" not in text, url
    assert "Standings appear here when it is over" in page(client, "night", night)


def test_an_officer_sees_what_everybody_sees_and_a_way_back(client):
    night = world.running_night(world.make_club(), people=8)
    client.force_login(world.make_officer(night.club))
    response = client.get(address("night", night))
    assert "This is what everybody sees" in response.content.decode()
    assert response["Cache-Control"] == "no-store"


def test_the_standings_part_is_the_part_of_the_page(client):
    night = world.running_night(world.make_club(), people=8)
    play_game(night, (10, 10, 10, 10))
    url = address("standings", night)
    part = client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="results"')
    assert "<html" not in part
    assert part.strip() in client.get(url).content.decode()
    assert part.strip() in client.get(address("night", night)).content.decode()


def test_the_wall_sheet_is_a_pdf_under_public_names(client):
    night = world.running_night(world.make_club(), people=8)
    assert client.get(address("standings_pdf", night)).status_code == 404
    play_game(night, (10, 10, 10, 10))
    Player.objects.get(first_name="Ann").save()
    response = client.get(address("standings_pdf", night))
    assert response["Content-Type"] == "application/pdf"
    assert "Ann Adams" in pdf_text(response.content)


def test_saving_a_player_or_a_club_moves_the_clubs_version_and_a_stale_copy_does_not_undo_it():
    club = world.make_club()
    stale = Club.objects.get(pk=club.pk)
    (player,) = world.make_players(club, 1)
    first = Club.objects.get(pk=club.pk).version
    player.public_name_choice = "hidden"
    player.save()
    stale.name = "Riverside Bridge Club"
    stale.save()
    club.refresh_from_db()
    assert (club.name, club.version) == ("Riverside Bridge Club", first + 2)
