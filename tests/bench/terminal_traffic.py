#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a session in a terminal costs: bytes a second written and processor time, in a real
pseudoterminal, beside the same session without a view.

    terminal_traffic.py TANDEM [SECONDS]
"""
import fcntl
import os
import pty
import struct
import sys
import tempfile
import termios
import time

TICKS_A_SECOND = 35  # of duel


def run(command, columns, rows):
    """The bytes that it wrote, its seconds and its seconds of the processor."""
    process, master = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp(command[0], command)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    begin = time.monotonic()
    written = 0
    while True:
        try:
            read = len(os.read(master, 65536))
        except OSError:  # the other side is closed
            read = 0
        if read == 0:
            break
        written += read
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: ended with status {status}")
    return written, time.monotonic() - begin, usage.ru_utime + usage.ru_stime


def main():
    program = sys.argv[1]
    ticks = int(float(sys.argv[2] if len(sys.argv) > 2 else 20) * TICKS_A_SECOND)
    print("| session | terminal | kB/s | of a core |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made.tandem")
        session = [program, "--quiet", "--game", "duel", "record", "--inputs", "bot", "--seed",
                   "7", "--ticks", str(ticks), "-o"]
        rows = [("record", "none", session + [os.path.join(folder, "0"), "--realtime"], 80, 24)]
        run(session + [made], 80, 24)
        for columns, height in ((80, 24), (200, 60)):
            size = f"{columns}x{height}"
            file = os.path.join(folder, size)
            rows.append(("record", size, session + [file, "--view", "terminal"], columns, height))
            rows.append(("play", size, [program, "--quiet", "play", made, "--view", "terminal"],
                         columns, height))
        for name, size, command, columns, height in rows:
            written, seconds, processor = run(command, columns, height)
            print(f"| {name} | {size} | {written / seconds / 1000:.1f} | "
                  f"{processor / seconds * 100:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
