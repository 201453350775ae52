"""Before the first round: the plan, the people, the seats, the deals."""

from django.urls import path

from clubmanager.nights.views import (
    advice,
    arriving,
    check_in,
    deals,
    desk,
    movement,
    planning,
    seating,
)

CLUB = "clubs/<slug:slug>/desk/"
NIGHT = f"{CLUB}nights/<int:night_id>/"

urlpatterns = [
    path(CLUB, desk.desk, name="desk"),
    path(f"{CLUB}new/", planning.new, name="new"),
    path(f"{CLUB}advice/", advice.club_advice, name="club_advice"),
    path(f"{NIGHT}plan/", planning.edit, name="edit"),
    path(f"{NIGHT}plan/advice/", advice.advice, name="advice"),
    path(f"{NIGHT}plan/movement/", movement.movement, name="movement"),
    path(f"{NIGHT}repeat/", planning.repeat, name="repeat"),
    path(f"{NIGHT}check-in/", check_in.check_in, name="check_in"),
    path(f"{NIGHT}check-in/guest/", check_in.guest, name="check_in_guest"),
    path(f"{NIGHT}check-in/all-booked/", check_in.all_booked, name="all_booked"),
    path(f"{NIGHT}check-in/sits-still/", check_in.sits_still, name="sits_still"),
    path(f"{NIGHT}check-in/arrive/", arriving.arrive, name="arrive"),
    path(f"{NIGHT}check-in/money/<slug:what>/", arriving.pay, name="pay"),
    path(f"{NIGHT}check-in/wants/<slug:wish>/", arriving.wants_partner, name="wants_partner"),
    path(f"{NIGHT}check-in/close/", arriving.close_desk, name="close_desk"),
    path(f"{NIGHT}check-in/<slug:state>/", check_in.mark, name="check_in_mark"),
    path(f"{NIGHT}pairs/", check_in.pairs, name="pairs"),
    path(f"{NIGHT}pairs/draw/", check_in.draw_pairs, name="draw_pairs"),
    path(f"{NIGHT}pairs/<int:entry_id>/split/", check_in.split_pair, name="split_pair"),
    path(f"{NIGHT}seating/", seating.seating, name="seating"),
    path(f"{NIGHT}seating/sections/", seating.sections, name="sections"),
    path(f"{NIGHT}seating/draw/", seating.draw, name="draw"),
    path(f"{NIGHT}deals/", deals.deals, name="deals"),
    path(f"{NIGHT}deals/generate/", deals.generate, name="generate_deals"),
    path(f"{NIGHT}deals/import/", deals.import_pbn, name="import_deals"),
    path(f"{NIGHT}deals/take/", deals.take, name="take_deals"),
    path(f"{NIGHT}deals/shuffle/", deals.shuffle, name="shuffle"),
    path(f"{NIGHT}deals/open/", deals.open_now, name="open_deals"),
    path(f"{NIGHT}deals/file/", deals.deals_pbn, name="deals_pbn"),
]
