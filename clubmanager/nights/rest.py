"""How a table's device says which claim it holds. The settings name this: no view here."""

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed

from clubmanager.nights.models import ClaimState
from clubmanager.nights.services.claims import find_claim, heard_from
from clubmanager.people.rest import key_after

AT_TABLE = (ClaimState.HOLDS, ClaimState.BESIDE)


class TableAuthentication(BaseAuthentication):
    """`Authorization: Table <token of a claim>`: one table in one round, and no user."""

    def authenticate(self, request):
        key = key_after(b"table", request)
        if key is None:
            return None
        claim = find_claim(key)
        if claim is None:
            raise AuthenticationFailed("The token is of no claim.")
        return AnonymousUser(), heard_from(claim)

    def authenticate_header(self, request):
        return 'Table realm="clubmanager"'
