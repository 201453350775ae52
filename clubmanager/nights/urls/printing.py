"""Paper and background work."""

from django.urls import path

from clubmanager.nights.views import printing as views

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"

urlpatterns = [
    path(f"{NIGHT}/print/", views.printing, name="printing"),
    path(f"{NIGHT}/print/score-pads.pdf", views.pads_pdf, name="pads_pdf"),
    path(f"{NIGHT}/print/blank-pads.pdf", views.blank_pads_pdf, name="blank_pads_pdf"),
    path(f"{NIGHT}/print/standings.pdf", views.standings_pdf, name="wall_standings_pdf"),
    path(f"{NIGHT}/print/deal-slips.pdf", views.slips_pdf, name="slips_pdf"),
    path(f"{NIGHT}/print/pack/", views.start_pack, name="start_pack"),
    path(f"{NIGHT}/jobs/<int:job_id>/", views.job, name="job"),
    path(f"{NIGHT}/jobs/<int:job_id>/file/", views.job_file, name="job_file"),
    path(f"{NIGHT}/export.<str:kind>", views.export, name="export"),
]
