"""What goes wrong in an evening: each one action, previewed, logged, and undone."""

from .late import add_late_entry
from .people import let_go, substitute
from .redrawing import redraw_rest
from .rounds import abandon_night, add_extra_hand, drop_last_round, swap_trays
from .seats import exchange_entries, swap_sides
from .undoing import preview, undo

__all__ = [
    "abandon_night",
    "add_extra_hand",
    "add_late_entry",
    "drop_last_round",
    "exchange_entries",
    "let_go",
    "preview",
    "redraw_rest",
    "substitute",
    "swap_sides",
    "swap_trays",
    "undo",
]
