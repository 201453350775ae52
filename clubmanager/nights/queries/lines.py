"""Where a typed line belongs, and what was understood of it in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubmanager.nights import words
from clubmanager.nights.games import GAMES_BY_KEY
from deals.core.cards import Seat
from scoring.core.line_abridged import HandLine, PadTotals, TakeBack
from scoring.core.line_bridge import DealLine
from scoring.core.ruleset import RuleError

from .data import HandRow, NightData, TableRow
from .officer import OfficerSight


@dataclass(frozen=True, slots=True)
class Aim:
    """The round that is typed, its tables, the table in hand, its next hand, and the last typed.

    `last` is the id of the hand that was typed last, to take back and to check the pad of.
    """

    round: int
    tables: list[TableRow]
    table: TableRow | None
    hand: HandRow | None
    last: int | None
    sight: OfficerSight
    game: str

    def place(self, line: HandLine | DealLine) -> tuple[TableRow, HandRow]:
        """The table and the hand that a line means. Raises RuleError where there is none."""
        table = self.table
        if line.table is not None:
            table = next((t for t in self.tables if t.table == line.table), None)
            if table is None:
                raise RuleError("table", line.table, f"one that plays in round {self.round}")
        if table is None:
            raise RuleError("table", None, "named: every hand of this round is in")
        hand = self._hand(table, line.hand)
        if self.sight.veils(table, hand):
            raise RuleError("hand", hand.number, "one that you have played yourself already")
        return table, hand

    def _hand(self, table: TableRow, number: int | None) -> HandRow:
        if number is None:
            hand = self.hand if table is self.table else next_hand(table, self.sight)
            if hand is None:
                raise RuleError("hand", None, f"named: table {table.table} has every hand in")
            return hand
        hand = next((h for h in table.hands if h.number == number), None)
        if hand is None:
            raise RuleError("hand", number, f"1 to {len(table.hands)}")
        return hand

    def dealer(self, hand: HandRow) -> Seat:
        return Seat(hand.dealer)

    @property
    def checked_table(self) -> TableRow | None:
        """The table whose pad is compared: the one typed last, else the one in hand."""
        for table in self.tables:
            if any(hand.id == self.last for hand in table.hands):
                return table
        return self.table


def next_hand(table: TableRow, sight: OfficerSight) -> HandRow | None:
    missing = (h for h in table.hands if not h.settled and not sight.veils(table, h))
    return next(missing, None)


def aim_at(
    data: NightData,
    sight: OfficerSight,
    number: int,
    table: int | None,
    last: int | None,
    seen: int | None = None,
) -> Aim:
    """Where the next line goes: the table asked for while it owes hands, else the next one.

    `seen` is the id of the hand that the page showed. The line goes there even if that hand came in
    meanwhile, by somebody else or by the same line whose answer was lost: then it has to be sure.
    """
    tables = [t for t in data.rounds().get(number, []) if t.round_state != "planned"]
    for shown, hand in ((t, h) for t in tables for h in t.hands if h.id == seen):
        return Aim(number, tables, shown, hand, last, sight, data.night.game)
    owing = [t for t in tables if next_hand(t, sight)]
    wanted = next((t for t in tables if t.table == table), None)
    after = [t for t in owing if table is None or t.table >= table]
    found = wanted if wanted in owing else next(iter(after or owing), wanted)
    following = found and next_hand(found, sight)
    return Aim(number, tables, found, following, last, sight, data.night.game)


@dataclass(frozen=True, slots=True)
class Understood:
    """A line in words, what comes next, or what is wrong with it. `replaces`: what stands there."""

    words: str = ""
    hint: str = ""
    error: str = ""
    replaces: str = ""


def explain(aim: Aim, text: str) -> Understood:
    """What is understood of a line so far; nothing of a stored deal is in it."""
    if not text.strip():
        return Understood()
    try:
        line = GAMES_BY_KEY[aim.game].read_line(text)
        if isinstance(line, PadTotals):
            return Understood(pad_words(aim, line)[1])
        if isinstance(line, TakeBack):
            return Understood(_("Takes the last hand back."))
        return _explain_hand(aim, line)
    except RuleError as error:
        return Understood(error=str(error))


def _explain_hand(aim: Aim, line: HandLine | DealLine) -> Understood:
    table, hand = aim.place(line)
    place = _("Table %(table)s, hand %(hand)s") % {"table": table.table, "hand": hand.number}
    replaces = words.hand_words(hand) if hand.settled else ""
    if not line.is_complete:
        part = line.expects[0]
        hint = _("next: %(part)s (%(allowed)s)") % {"part": part.name, "allowed": part.allowed}
        return Understood(place, hint, replaces=replaces)
    facts = line.facts(aim.dealer(hand))
    said = words.submitted_words(facts, line.tricks, table.ruleset)
    return Understood(f"{place}: {said}", replaces=replaces)


def pad_words(aim: Aim, pad: PadTotals) -> tuple[bool, str]:
    """Whether the pad agrees with the hands of its table, and that in words."""
    table = aim.checked_table
    if table is None:
        raise RuleError("pad", None, "compared with a table that has been typed")
    if aim.sight.veils_game(table):
        raise RuleError("pad", None, "compared when you have played its boards yourself")
    ns, ew = table.totals.get("NS", 0), table.totals.get("EW", 0)
    values = {"table": table.table, "ns": ns, "ew": ew, "pad_ns": pad.ns_points,
              "pad_ew": pad.ew_points}  # fmt: skip
    if (ns, ew) == (pad.ns_points, pad.ew_points):
        return True, _("The pad of table %(table)s agrees: %(ns)s to %(ew)s.") % values
    text = _(
        "The pad of table %(table)s says %(pad_ns)s to %(pad_ew)s, its hands add up to %(ns)s to "
        "%(ew)s. Nothing was changed: look at each hand with the pad."
    )
    return False, text % values
