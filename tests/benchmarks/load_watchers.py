"""Many viewers of one page, each on a connection of its own, asking as the page itself does.

Run as `python -m tests.benchmarks.load_watchers PORT PATH VIEWERS EVERY SECONDS`; prints JSON: how
many answers there were of each status, and the 95th percentile of their times in milliseconds.
"""

import asyncio
import json
import re
import sys
import time
import zlib
from collections import Counter
from dataclasses import dataclass, field

SEEN = re.compile(rb"seen=([0-9a-f]+)")
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


@dataclass
class Tally:
    """What the viewers were answered."""

    statuses: Counter = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


async def ask(reader, writer, path: str, seen: str) -> tuple[int, str]:
    """Status, and the state that the viewer has now; only a new one comes with a body."""
    writer.write(
        f"GET {path}?seen={seen} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "HX-Request: true\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    body = await reader.readexactly(int(length[1]) if length else 0)
    status = int(head.split(b" ", 2)[1])
    if status == 200:  # the state is named in the first line
        seen = SEEN.search(zlib.decompressobj(31).decompress(body, 1000))[1].decode()
    return status, seen


async def watch(
    port: int, path: str, start: float, every: float, seconds: float, tally: Tally
) -> None:
    """One viewer, who asks at `start` and then every so many seconds."""
    await asyncio.sleep(start)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    seen, due = "", time.perf_counter()
    for _ in range(int(seconds // every)):
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        asked = time.perf_counter()
        status, seen = await ask(reader, writer, path, seen)
        tally.statuses[status] += 1
        tally.seconds.append(time.perf_counter() - asked)
        due += every
    writer.close()


async def main(port: int, path: str, viewers: int, every: float, seconds: float) -> None:
    tally = Tally()
    starts = [every * n / viewers for n in range(viewers)]
    await asyncio.gather(*(watch(port, path, start, every, seconds, tally) for start in starts))
    p95 = sorted(tally.seconds)[int(len(tally.seconds) * 0.95)]
    print(json.dumps({"statuses": tally.statuses, "p95_ms": round(p95 * 1000)}))  # noqa: T201


if __name__ == "__main__":
    port, path, viewers, every, seconds = sys.argv[1:]
    asyncio.run(main(int(port), path, int(viewers), float(every), float(seconds)))
