"""Writes on a night. Pages, commands, tasks and the API call these and hold no rule."""

from .dealing import (
    boards_wanted,
    generate_deals,
    import_deals,
    note_slips_printed,
    open_deals,
    play_without_deals,
    sets_available,
    take_deal_set,
)
from .desk import (
    check_in,
    check_in_guest,
    draw_pairs,
    pair_players,
    remove_check_in,
    set_sits_still,
    split_pair,
)
from .hands import (
    clear_hand,
    confirm_hand,
    enter_hand,
    note_override,
    rescore_night,
    rule_hand,
    set_first_dealer,
)
from .planning import (
    close_night,
    create_night,
    reopen_night,
    repeat_night,
    set_publication,
    start_round,
    update_night,
)
from .seating import seat_field

__all__ = [
    "boards_wanted",
    "check_in",
    "check_in_guest",
    "clear_hand",
    "close_night",
    "confirm_hand",
    "create_night",
    "draw_pairs",
    "enter_hand",
    "generate_deals",
    "import_deals",
    "note_override",
    "note_slips_printed",
    "open_deals",
    "pair_players",
    "play_without_deals",
    "remove_check_in",
    "reopen_night",
    "repeat_night",
    "rescore_night",
    "rule_hand",
    "seat_field",
    "set_first_dealer",
    "set_publication",
    "set_sits_still",
    "sets_available",
    "split_pair",
    "start_round",
    "take_deal_set",
    "update_night",
]
