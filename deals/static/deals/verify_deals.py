#!/usr/bin/env python3
"""Check the deals of a night: python3 verify_deals.py PROOF.json

Needs Python 3.8 or newer and nothing else. It derives every board again from the secret that was
published after the night, and compares it with the boards that were played and with the commitment
that was published before the night. Exit code 0: everything matches; 1: it does not; 2: the file
cannot be read.
"""

import hashlib
import hmac
import json
import re
import sys
import unicodedata
from math import comb

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
TAG = b"sealed deal set, algorithm 1\n"
CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


def canonical(description):
    """The description in the one form that enters the hashes."""
    return json.dumps(
        description, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()


def deal_number(key, board):
    """The first draw of 96 bits that numbers a deal."""
    counter = 0
    while True:
        block = hmac.new(
            key, board.to_bytes(4, "big") + counter.to_bytes(4, "big"), hashlib.sha256
        ).digest()
        for draw in (int.from_bytes(block[:12], "big"), int.from_bytes(block[12:24], "big")):
            if draw < DEALS:
                return draw
        counter += 1


def take_hand(pack, number):
    """Take combination `number` of 13 cards out of the pack."""
    hand, place = [], len(pack)
    for k in range(13, 0, -1):
        while comb(place, k) > number:
            place -= 1
        number -= comb(place, k)
        hand.insert(0, pack.pop(place))
    return hand


def derive(key, board):
    """A board's deal as the proof writes it: "N:" and the hands of N E S W, suits S H D C."""
    rest, south = divmod(deal_number(key, board), comb(26, 13))
    north, east = divmod(rest, comb(39, 13))
    pack = list(CARDS)
    hands = [take_hand(pack, number) for number in (north, east, south)]
    return "N:" + " ".join(hand_text(hand) for hand in [*hands, pack])


def hand_text(hand):
    return ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC")


def check(proof):
    """Everything that is wrong with the proof, in sentences."""
    description, secret = proof["description"], bytes.fromhex(proof["secret"])
    later = proof["later_value"]
    texts = [later, *(description[name] for name in ("event", "session", "later_source"))]
    boards = description["boards"]
    whole = set(description) == {"algorithm", "boards", "event", "later_source", "session"}
    if not whole or set(boards) != {"count", "first"} or description["algorithm"] != "1":
        return ["this description does not belong to algorithm 1"]
    if any(text != unicodedata.normalize("NFC", text).strip() for text in texts):
        return ["a text is not in its canonical form"]
    if len(secret) != 32 or not re.fullmatch("[0-9a-f]{64}", proof["secret"]):
        return ["the secret must be 64 hexadecimal digits"]
    if bool(later) != bool(description["later_source"]):
        return ["the later value must be there exactly when its source is named"]
    faults = []
    if hashlib.sha256(TAG + canonical(description) + secret).hexdigest() != proof["commitment"]:
        faults.append("the commitment does not belong to this description and secret")
    key = hmac.new(secret, canonical(description) + b"\0" + later.encode(), hashlib.sha256).digest()
    numbers = list(range(boards["first"], boards["first"] + boards["count"]))
    if [row["number"] for row in proof["boards"]] != numbers:
        faults.append(f"the boards are not {numbers[0]} to {numbers[-1]}, each once")
    for row in proof["boards"]:
        if row["deal"] != derive(key, row["number"]):
            faults.append(f"board {row['number']} has another deal")
    return faults


def main(arguments):
    if len(arguments) != 1:
        sys.stderr.write(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8-sig") as file:
            proof = json.load(file)
        faults = check(proof)
    except (OSError, ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        sys.stderr.write(f"cannot read the proof: {type(error).__name__} {error}\n")
        return 2
    for fault in faults:
        sys.stdout.write(f"MISMATCH: {fault}\n")
    if not faults:
        count = len(proof["boards"])
        sys.stdout.write(f"MATCH: all {count} boards follow from the commitment\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
