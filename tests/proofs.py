"""Proofs of fair dealing, honest ones and ways to tamper with them."""

from deals.core.dealing import BoardRange, DealDescription, commitment, deal_boards


def proof_of(description, secret, later_value=""):
    deals = deal_boards(description, secret, later_value)
    return {
        "algorithm": "1",
        "description": description.as_dict(),
        "commitment": commitment(description, secret),
        "later_value": later_value,
        "secret": secret.hex(),
        "boards": [{"number": n, "deal": deal.to_pbn()} for n, deal in deals.items()],
    }


def proof():
    described = DealDescription(
        'Soir\u00e9e \u201cA\u201d \\ "B"', "1", BoardRange(5, 4), "1", "Lotto"
    )
    return proof_of(described, bytes(range(32)), "1 2 3 \u4e2d")


def swap_a_card(proof):
    deal = proof["boards"][1]["deal"]
    west = deal.rindex(" ") + 1
    south = deal.rindex(" ", 0, west - 1) + 1
    first, second = (next(i for i in range(at, 69) if deal[i] not in ". ") for at in (south, west))
    letters = list(deal)
    letters[first], letters[second] = letters[second], letters[first]
    proof["boards"][1]["deal"] = "".join(letters)


def renumber_a_board(proof):
    proof["boards"][1]["number"] = 9


def change_the_secret(proof):
    proof["secret"] = "ff" + proof["secret"][2:]


def claim_a_larger_set(proof):
    proof["description"]["boards"]["count"] = 5


def claim_a_smaller_set(proof):
    proof["description"]["boards"]["count"] = 3
    proof["boards"].pop()


def leave_a_board_out(proof):
    proof["boards"].pop(2)


def change_the_commitment(proof):
    proof["commitment"] = "0" * 64


def change_the_later_value(proof):
    proof["later_value"] += "4"


def exchange_two_boards(proof):
    one, other = proof["boards"][:2]
    one["deal"], other["deal"] = other["deal"], one["deal"]


def play_a_board_twice(proof):
    proof["boards"].insert(1, dict(proof["boards"][0]))


def change_the_event(proof):
    proof["description"]["event"] += "x"


TAMPERINGS = [
    swap_a_card,
    renumber_a_board,
    change_the_secret,
    claim_a_larger_set,
    claim_a_smaller_set,
    leave_a_board_out,
    change_the_commitment,
    change_the_later_value,
    exchange_two_boards,
    play_a_board_twice,
    change_the_event,
]
