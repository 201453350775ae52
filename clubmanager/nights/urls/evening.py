"""While the night runs: the director's page, tables, hands, rounds, the log."""

from django.urls import path

from clubmanager.nights.views import around, director, hand, lines, log, rounds, table

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"

urlpatterns = [
    path(f"{NIGHT}/", director.director, name="director"),
    path(f"{NIGHT}/start-round/", rounds.start_round, name="start_round"),
    path(f"{NIGHT}/close/", rounds.close, name="close"),
    path(f"{NIGHT}/reopen/", rounds.reopen, name="reopen"),
    path(f"{NIGHT}/show-everything/", rounds.override, name="override"),
    path(f"{NIGHT}/lines/", lines.lines, name="lines"),
    path(f"{NIGHT}/lines/read/", lines.read, name="read_line"),
    path(f"{NIGHT}/clock/", around.set_clock, name="set_clock"),
    path(f"{NIGHT}/clock/<slug:what>/", around.clock, name="clock"),
    path(f"{NIGHT}/call/", around.call, name="call"),
    path(f"{NIGHT}/calls/<int:call_id>/answer/", around.answer_call, name="answer_call"),
    path(f"{NIGHT}/going-home/", around.going_home, name="going_home"),
    path(f"{NIGHT}/prizes/", around.prizes, name="prizes"),
    path(f"{NIGHT}/log/", log.log, name="log"),
    path(f"{NIGHT}/tables/<int:table_round_id>/", table.table, name="table"),
    path(
        f"{NIGHT}/tables/<int:table_round_id>/first-dealer/",
        table.first_dealer,
        name="first_dealer",
    ),
    path(f"{NIGHT}/hands/<int:hand_id>/", hand.hand, name="hand"),
    path(f"{NIGHT}/hands/<int:hand_id>/clear/", hand.clear, name="clear_hand"),
    path(f"{NIGHT}/hands/<int:hand_id>/undo/", hand.undo, name="undo_hand"),
    path(f"{NIGHT}/hands/<int:hand_id>/confirm/", hand.confirm, name="confirm_hand"),
    path(f"{NIGHT}/hands/<int:hand_id>/rule/", hand.rule, name="rule_hand"),
]
