"""The tables' own pages, without login; and the director's page about their devices."""

from django.urls import path, re_path

from clubmanager.nights.views import at_table, phones, sending, table_codes

NIGHT = "clubs/<slug:slug>/desk/nights/<int:night_id>"
TABLE = "t/at/<int:table_round_id>"

urlpatterns = [
    path("t/", table_codes.enter_code, name="enter_code"),
    path("t/send/", sending.send, name="table_send"),
    path("t/shell/", sending.shell, name="table_shell"),
    path("t/sw.js", sending.worker, name="table_worker"),
    re_path(r"^t/(?P<text>[\w-]{22})/$", table_codes.table_code, name="table_code"),
    path(f"{TABLE}/", at_table.at_table, name="at_table"),
    path(f"{TABLE}/news/", at_table.news, name="at_table_news"),
    path(f"{TABLE}/go-on/", at_table.go_on, name="at_table_go_on"),
    path(f"{TABLE}/director/", at_table.call, name="at_table_call"),
    path(f"{TABLE}/not-us/", at_table.not_us, name="at_table_not_us"),
    path(f"{TABLE}/first-dealer/", at_table.first_dealer, name="at_table_first_dealer"),
    path(f"{TABLE}/phones/<int:claim_id>/", at_table.answer, name="at_table_answer"),
    path(f"{TABLE}/hands/<int:number>/", at_table.hand, name="at_table_hand"),
    path(f"{TABLE}/hands/<int:number>/result/", at_table.result, name="at_table_result"),
    path(f"{TABLE}/hands/<int:number>/accept/", at_table.accept, name="at_table_accept"),
    path(f"{TABLE}/hands/<int:number>/take-away/", at_table.take_away, name="at_table_take_away"),
    path(f"{NIGHT}/phones/", phones.phones, name="phones"),
    path(f"{NIGHT}/phones/rules/", phones.rules, name="table_rules"),
    path(f"{NIGHT}/phones/withdraw-codes/", phones.revoke, name="revoke_codes"),
    path(f"{NIGHT}/phones/<int:claim_id>/let-in/", phones.let_in, name="let_phone_in"),
    path(f"{NIGHT}/phones/<int:claim_id>/replace/", phones.replace, name="replace_phone"),
    path(f"{NIGHT}/phones/held/<int:held_id>/accept/", phones.accept, name="accept_held"),
    path(f"{NIGHT}/phones/held/<int:held_id>/discard/", phones.discard, name="discard_held"),
]
