"""Deals that can be trusted: later information, files, the solver, the post, paper with cards."""

from django.urls import path

from clubmanager.nights.views import deal_papers, deal_work, deals

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"

urlpatterns = [
    path(f"{NIGHT}/deals/later/", deals.later, name="type_later"),
    path(f"{NIGHT}/deals/results.pbn", deals.played_pbn, name="played_pbn"),
    path(f"{NIGHT}/deals/deals.<slug:kind>", deals.deals_file, name="deals_file"),
    path(f"{NIGHT}/deals/solve/", deal_work.solve, name="solve_deals"),
    path(f"{NIGHT}/deals/mail/", deal_work.mail, name="mail_commitment"),
    path(f"{NIGHT}/jobs/<int:job_id>/stop/", deal_work.stop, name="stop_job"),
    path(f"{NIGHT}/print/hand-records.pdf", deal_papers.hand_records_pdf, name="hand_records_pdf"),
    path(
        f"{NIGHT}/print/curtain-cards.pdf", deal_papers.curtain_cards_pdf, name="curtain_cards_pdf"
    ),
]
