"""How often a wrong table code may be typed. Source: docs/tables.md.

A club is one address to the site, so what locks is the device; an address is only slowed down.
Scanning is never limited: nobody guesses 128 bits. Counters live in Django's cache, which without
Redis is one for each web process.
"""

import time

from django.conf import settings
from django.core.cache import cache

WINDOW = 600  # seconds
DEVICE_TRIES = 10  # wrong codes of one device in a window
ADDRESS_TRIES = 60  # wrong codes of one address in a window, after which it is slowed down
SLOW_SECONDS = 2  # then the address may try once in this time, whoever asks


def seconds_to_wait(device: str, address: str) -> int:
    """How long this device has to wait before it may try a code; 0 if it may now."""
    now = int(time.time())
    if cache.get(_key("device", device, now), 0) >= DEVICE_TRIES:
        return WINDOW - now % WINDOW
    slow = cache.get(_key("address", address, now), 0) >= ADDRESS_TRIES
    if slow and not cache.add(f"table-code:slow:{address}", 1, SLOW_SECONDS):
        return SLOW_SECONDS
    return 0


def count_wrong_code(device: str, address: str) -> None:
    now = int(time.time())
    for kind, name in (("device", device), ("address", address)):
        key = _key(kind, name, now)
        cache.add(key, 0, WINDOW)
        cache.incr(key)


def address_of(request) -> str:
    """The visitor's address. Behind a proxy (HTTPS=1) it is the one that the proxy saw."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return request.META.get("REMOTE_ADDR", "")


def _key(kind: str, name: str, now: int) -> str:
    return f"table-code:{kind}:{name}:{now // WINDOW}"
