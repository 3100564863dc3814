"""What the tests of matches share: plans with engines that fail as they are told."""

import os
import sys
import time
from pathlib import Path

from bench.game import Job
from bench.match_options import Plan, read_plan

FAULTY = f"{sys.executable} {Path(__file__).parent / 'faulty_engine.py'}"


def plan(first: str = "fine", second: str = "fine", *words: str, token: str = "-") -> Plan:
    """Return a plan of two such engines; `token` is a word of their command lines."""
    base = ["-engine", f"cmd={FAULTY} {first} {token}", "name=one", "-engine", f"cmd={FAULTY} {second} {token}"]
    limits = () if any(word.startswith(("tc=", "st=")) for word in words) else ("-each", "nodes=10")
    return read_plan([*base, "name=two", *limits, "-openings", "plies=0", "-maxmoves", "6", "-stall", "20", *words])


def job(wanted: Plan, white: int = 0) -> Job:
    """Return its first game."""
    return Job(
        pair=0,
        number=white,
        rules=wanted.rules,
        entrants=(wanted.entrants[0], wanted.entrants[1]),
        white=white,
        book=wanted.book,
        adjudication=wanted.adjudication,
        stall=wanted.stall,
    )


def left_behind(token: str, seconds: float = 0.0) -> list[str]:
    """Return the command lines of running processes with a word, after waiting for their end."""
    until = time.monotonic() + seconds
    while True:
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
                dead = (folder / "stat").read_text().rpartition(") ")[2].startswith("Z")
            except OSError:
                continue
            if token in command and not dead and int(folder.name) != os.getpid():
                found.append(" ".join(command))
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.1)
