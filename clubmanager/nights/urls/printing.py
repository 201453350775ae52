"""Paper and background work."""

from django.urls import path

from clubmanager.nights.views import deal_papers, handouts
from clubmanager.nights.views import printing as views

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"

urlpatterns = [
    path(f"{NIGHT}/print/", views.printing, name="printing"),
    path(f"{NIGHT}/print/score-pads.pdf", views.pads_pdf, name="pads_pdf"),
    path(f"{NIGHT}/print/personal-cards.pdf", views.personal_cards_pdf, name="personal_cards_pdf"),
    path(f"{NIGHT}/print/blank-pads.pdf", views.blank_pads_pdf, name="blank_pads_pdf"),
    path(f"{NIGHT}/print/standings.pdf", views.standings_pdf, name="wall_standings_pdf"),
    path(f"{NIGHT}/print/deal-slips.pdf", deal_papers.slips_pdf, name="slips_pdf"),
    path(f"{NIGHT}/print/table-cards.pdf", handouts.table_cards_pdf, name="table_cards_pdf"),
    path(f"{NIGHT}/print/seating-list.pdf", handouts.seating_pdf, name="seating_pdf"),
    path(f"{NIGHT}/print/badges.pdf", handouts.badges_pdf, name="badges_pdf"),
    path(f"{NIGHT}/print/guide-cards.pdf", handouts.guide_cards_pdf, name="guide_cards_pdf"),
    path(f"{NIGHT}/print/quick-reference.pdf", handouts.quick_reference_pdf, name="reference_pdf"),
    path(f"{NIGHT}/print/house-rules.pdf", handouts.house_rules_pdf, name="house_rules_pdf"),
    path(f"{NIGHT}/print/spares.pdf", handouts.spares_pdf, name="spares_pdf"),
    path(f"{NIGHT}/print/pack/", views.start_pack, name="start_pack"),
    path(f"{NIGHT}/jobs/<int:job_id>/", views.job, name="job"),
    path(f"{NIGHT}/jobs/<int:job_id>/file/", views.job_file, name="job_file"),
    path(f"{NIGHT}/export.<str:kind>", views.export, name="export"),
]
