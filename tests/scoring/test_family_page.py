"""Score one game: four first names, four hands, the winner and why. No login, no night."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

NAMES = {"N": "Bob", "E": "Ted", "S": "Carol", "W": "Alice"}
STRENGTHS = {"N": 12, "E": 9, "S": 8, "W": 11}


def page_text(response):
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


def start(client, **changes):
    answers = {**NAMES, "dealer": "N", **changes}
    return client.post(reverse("scoring:family"), answers, follow=True)


def enter(client, number, **answers):
    return client.post(reverse("scoring:hand", args=[number]), answers, follow=True)


def round_one(passes, trump, tricks):
    return {"passes": passes, "trump": trump, "tricks": tricks}


def round_two(declaration, trump, tricks, **strengths):
    fields = {f"strength_{seat}": value for seat, value in {**STRENGTHS, **strengths}.items()}
    return {"passes": 4, "declaration": declaration, "trump": trump, "tricks": tricks, **fields}


def play_worked_example(client):
    """The rule book's game: 100 to North-South, 20 to East-West, 10 to each."""
    start(client)
    enter(client, 1, **round_one(2, "R", 11))
    enter(client, 2, **round_two("seven", "NT", 9))
    enter(client, 3, **round_one(0, "Y", 9))
    return enter(client, 4, **round_two("ten", "B", 8))


def test_a_family_needs_neither_login_nor_night(client):
    """Night story 47."""
    response = client.get(reverse("scoring:family"))
    assert response.status_code == 200
    assert "Who sits where?" in response.content.decode()


def test_names_left_empty_become_the_seats(client):
    response = start(client, N="", E="", S="", W="")
    assert "North and South" in page_text(response)


def test_two_players_of_one_name_are_told_apart_first(client):
    response = start(client, S="bob")
    assert response.context["form"].errors == {
        "S": ["There are two players called bob; add a letter."]
    }


def test_a_name_is_shown_as_typed_and_never_as_markup(client):
    response = start(client, N="<b>Bob")
    assert "&lt;b&gt;Bob" in response.content.decode()
    assert "<b>Bob" not in response.content.decode()


def test_the_table_says_who_deals_first_and_the_deal_moves_clockwise(client):
    response = start(client, dealer="S")
    assert [row["dealer"] for row in response.context["rows"]] == ["Carol", "Alice", "Bob", "Ted"]


def test_points_and_running_score_appear_at_once(client):
    start(client)
    response = enter(client, 1, **round_one(2, "R", 11))
    assert (
        "Carol said Play with red as trump and won 11 tricks: made. "
        "100 points for Bob and Carol." in page_text(response)
    )
    assert [team["points"] for team in response.context["teams"]] == [100, 0]
    assert "Ted deals" in page_text(response)


def test_the_worked_example_ends_110_to_30_by_points(client):
    text = page_text(play_worked_example(client))
    assert "Bob and Carol win 110 to 30" in text
    assert "They have more points." in text


@pytest.mark.parametrize(
    ("strengths", "declarer"),
    [
        pytest.param({"N": 12, "E": 9, "S": 8, "W": 11}, "Bob", id="20 each: the dealer's team"),
        pytest.param({"N": 5, "E": 13, "S": 10, "W": 12}, "Ted", id="the stronger team"),
        pytest.param({"N": 11, "E": 9, "S": 11, "W": 9}, "Bob", id="equal partners: the dealer"),
    ],
)
def test_the_round_two_declarer_follows_from_the_strengths(client, strengths, declarer):
    start(client)
    response = enter(client, 1, **round_two("seven", "NT", 9, **strengths))
    assert response.context["rows"][0]["declarer"] == declarer


def test_level_points_are_decided_by_hands_won(client):
    # Play, 7 tricks pays the opponents 50; Seven made with 9, 10 and 7 tricks 20 + 20 + 10.
    start(client)
    ns_declares = {"N": 16, "E": 4, "S": 16, "W": 4}
    enter(client, 1, **round_one(0, "R", 7))
    enter(client, 2, **round_two("seven", "G", 9, **ns_declares))
    enter(client, 3, **round_two("seven", "G", 9, **ns_declares))
    text = page_text(enter(client, 4, **round_two("seven", "G", 7, **ns_declares)))
    assert "Bob and Carol win 50 to 50" in text
    assert "they won more of the hands" in text


def test_an_earlier_hand_is_corrected_and_the_total_follows(client):
    play_worked_example(client)
    form = client.get(reverse("scoring:hand", args=[1])).context["form"]
    assert (form["passes"].value(), form["trump"].value(), form["tricks"].value()) == ("2", "R", 11)
    response = enter(client, 1, **round_one(2, "R", 10))
    assert "Bob and Carol win 90 to 30" in page_text(response)


def test_a_round_two_hand_opens_for_correction_as_it_was_entered(client):
    play_worked_example(client)
    form = client.get(reverse("scoring:hand", args=[2])).context["form"]
    assert form["passes"].value() == "4"
    assert [field.value() for field in form.strength_fields()] == [9, 8, 11, 12]  # from Ted on


def test_a_double_tap_stores_one_hand(client):
    start(client)
    enter(client, 1, **round_one(2, "R", 11))
    response = enter(client, 1, **round_one(2, "R", 11))
    assert response.context["number"] == 2
    assert response.context["teams"][0]["points"] == 100


def test_a_fifth_hand_starts_the_next_game_with_the_same_seats(client):
    play_worked_example(client)
    response = client.post(reverse("scoring:next_game"), follow=True)
    assert response.context["number"] == 1
    assert [(team["points"], team["games_won"]) for team in response.context["teams"]] == [
        (0, 1),
        (0, 0),
    ]


def test_an_unfinished_game_is_not_thrown_away_by_next_game(client):
    start(client)
    enter(client, 1, **round_one(2, "R", 11))
    response = client.post(reverse("scoring:next_game"), follow=True)
    assert response.context["teams"][0]["points"] == 100


@pytest.mark.parametrize("number", [0, 3, 5, 99])
def test_a_hand_out_of_turn_is_not_stored(client, number):
    start(client)
    enter(client, 1, **round_one(2, "R", 11))
    assert enter(client, number, **round_one(0, "R", 11)).context["number"] == 2


@pytest.mark.parametrize(
    ("answers", "field", "words"),
    [
        pytest.param(round_one(0, "R", 14), "tricks", "0 to 13, got 14", id="14 tricks"),
        pytest.param(round_one(0, "R", ""), "tricks", "0 to 13", id="no tricks"),
        pytest.param(round_one("", "R", 9), "passes", "who said Play", id="nobody said Play"),
        pytest.param(round_one(0, "P", 9), "trump", "P is not one", id="no such colour"),
        pytest.param(round_two("seven", "R", 9, N=13), "strengths", "40 in all, got 41", id="41"),
        pytest.param(
            round_two("seven", "R", 9, N=38), "strength_N", "0 to 37, got 38", id="strength 38"
        ),
        pytest.param(
            round_two("seven", "R", 9, N=""), "strength_N", "0 to 37", id="a strength left out"
        ),
        pytest.param(
            round_two("", "R", 9), "declaration", "Ten or Seven", id="neither Ten nor Seven"
        ),
    ],
)
def test_a_wrong_entry_is_refused_beside_its_field_and_nothing_is_stored(
    client, answers, field, words
):
    start(client)
    response = enter(client, 1, **answers)
    form = response.context["form"]
    assert list(form.errors) == [field]
    assert words in form.errors[field][0]
    assert f'id="{form[field].auto_id}_error"' in response.content.decode()
    assert client.get(reverse("scoring:family")).context["number"] == 1


def test_starting_over_forgets_the_names(client):
    start(client)
    response = client.post(reverse("scoring:new_names"), follow=True)
    assert "Bob" not in response.content.decode()


def test_the_chart_shows_its_provenance_and_marks_four_published_cells(client):
    html = client.get(reverse("scoring:chart")).content.decode()
    assert len(re.findall(r'<td class="[^"]*published', html)) == 4
    assert "Four of the 42 cells are published" in html


@pytest.mark.parametrize("paper", ["", "?paper=Letter", "?paper=nonsense"])
def test_an_empty_pad_can_be_printed(client, paper):
    response = client.get(reverse("scoring:blank_pads") + paper)
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")


class Outline(HTMLParser):
    """Headings, ids, inputs and labels of a page."""

    def __init__(self, html):
        super().__init__()
        self.headings, self.ids, self.inputs, self.labelled = [], [], [], set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "label":
            self.labelled.add(values.get("for"))
        if tag == "input" and values.get("type") != "hidden":
            self.inputs.append(values.get("id"))


def pages(client):
    yield client.get(reverse("scoring:family"))
    yield start(client)
    yield enter(client, 1, **round_two("", "R", 14, N=50))
    yield play_worked_example(client)
    yield client.get(reverse("scoring:hand", args=[2]))
    yield client.get(reverse("scoring:chart"))


def test_every_page_has_one_title_labels_for_every_input_and_unique_ids(client):
    for response in pages(client):
        outline = Outline(response.content.decode())
        assert outline.headings.count(1) == 1
        assert outline.headings[0] == 1
        assert set(outline.inputs) <= outline.labelled
        assert len(outline.ids) == len(set(outline.ids))


def test_an_error_is_joined_to_its_input(client):
    start(client)
    html = enter(client, 1, **round_two("seven", "R", 9, N=50)).content.decode()
    field = re.search(r'<input[^>]*name="strength_N"[^>]*>', html).group()
    assert 'aria-describedby="id_strength_N_error"' in field
    assert 'aria-invalid="true"' in field
