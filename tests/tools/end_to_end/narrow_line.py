#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# A narrow UDP line to a host, in both directions a queue of its own that drains at a rate, which is
# taken away from the guest's direction for a while:
#     narrow_line.py HOST_PORT
# Says "port N", where the guest finds the host, on standard error. The clock begins with the first
# datagram. After 25 s it prints one JSON object: the bytes a second of each direction before the
# cut and after it, with all heads, what was lost, and how long the longest datagram waited.
import collections
import json
import select
import socket
import sys
import time

RATE = 8000  # bytes a second
QUEUE_BYTES = 12800  # 1.6 s
CUT_RATE = 2000
HEAD_BYTES = 28  # of IPv4 and UDP
# In seconds since the first datagram. The match has settled, and after the cut it has ten seconds.
BEFORE = (4, 8)
CUT = (8, 10)
AFTER = (20, 25)
# Whoever started it ends it; else it ends by itself.
LONGEST = 120


class Way:
    """One direction: a queue, and what was offered to it."""

    def __init__(self):
        self.queue = collections.deque()
        self.waiting = 0
        self.room = 0.0  # bytes that may leave now
        self.offered = {"before": 0, "after": 0}
        self.lost = 0
        self.longest = 0.0

    def take(self, datagram, now):
        size = len(datagram) + HEAD_BYTES
        for name, (begin, end) in (("before", BEFORE), ("after", AFTER)):
            if begin <= now < end:
                self.offered[name] += size
        if self.waiting + size > QUEUE_BYTES:
            self.lost += 1
            return
        self.queue.append((now, datagram, size))
        self.waiting += size

    def drain(self, passed, rate, now):
        """What may leave after so much more time."""
        self.room = self.room + passed * rate if self.queue else 0.0
        while self.queue and self.queue[0][2] <= self.room:
            came, datagram, size = self.queue.popleft()
            self.room -= size
            self.waiting -= size
            self.longest = max(self.longest, now - came)
            yield datagram

    def report(self):
        return {
            "before": self.offered["before"] / (BEFORE[1] - BEFORE[0]),
            "after": self.offered["after"] / (AFTER[1] - AFTER[0]),
            "lost": self.lost,
            "longest_ms": round(self.longest * 1000),
        }


def main():
    host = ("127.0.0.1", int(sys.argv[1]))
    guest_side = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    host_side = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for each in (guest_side, host_side):
        each.bind(("127.0.0.1", 0))
        each.setblocking(False)
    print(f"port {guest_side.getsockname()[1]}.", file=sys.stderr, flush=True)
    up, down = Way(), Way()
    guest = None
    began = None
    is_told = False
    last = started = time.monotonic()
    while time.monotonic() - started < LONGEST:
        ready, _, _ = select.select([guest_side, host_side], [], [], 0.001)
        now = time.monotonic()
        for each in ready:
            while True:
                try:
                    datagram, sender = each.recvfrom(65536)
                except OSError:  # all is read, or the other side is gone
                    break
                began = now if began is None else began
                if each is guest_side:
                    guest = sender
                    up.take(datagram, now - began)
                else:
                    down.take(datagram, now - began)
        if began is None:
            continue
        since = now - began
        up_rate = CUT_RATE if CUT[0] <= since < CUT[1] else RATE
        for datagram in up.drain(now - last, up_rate, since):
            host_side.sendto(datagram, host)
        for datagram in down.drain(now - last, RATE, since):
            guest_side.sendto(datagram, guest)
        last = now
        if since >= AFTER[1] and not is_told:
            is_told = True
            print(json.dumps({"up": up.report(), "down": down.report()}), flush=True)


main()
