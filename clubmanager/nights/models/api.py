"""What the API must remember."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class ApiWrite(models.Model):
    """The answer to a write that came with an id of its own, so that a repeat is not a second."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.UUIDField()
    sent = models.CharField(max_length=64)  # SHA-256 of method, address and body
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(encoder=DjangoJSONEncoder)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="nights_api_write_once")
        ]

    def __str__(self):
        return str(self.key)
