"""`make chaos`: kill -9 under load, and nothing that was acknowledged may be lost, doubled or missing.

python -m tests.chaos --kills 100 --database sqlite
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import secrets
import sys
import tempfile
from collections.abc import Iterator

from tests.chaos.campaign import Campaign
from tests.server.store.postgres_server import postgres

STORES = ("sqlite", "postgresql")


@contextlib.contextmanager
def _place(store: str) -> Iterator[str]:
    if store == "postgresql":
        with postgres() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory(prefix="nokosu-chaos-") as folder:
            yield folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--database", choices=[*STORES, "both"], default="both")
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--control", action="store_true", help="acknowledge before the commit: must be caught")
    wanted = parser.parse_args()
    reports, faults = [], 0
    for store in STORES if wanted.database == "both" else (wanted.database,):
        if wanted.control and store == "postgresql":
            continue
        with _place(store) as place:
            module = "tests.chaos.hasty" if wanted.control else "nokosu"
            campaign = Campaign(wanted.kills, wanted.tables, place, wanted.seed, module)
            findings = asyncio.run(campaign.run())
            reports.append(campaign.report(findings) | ({"control": True} if wanted.control else {}))
            faults += findings.faults + campaign.in_flight.count(0)
    json.dump(reports, sys.stdout, indent=2)
    sys.stdout.write("\n")
    for report in reports:
        wrong = {name: report[name] for name in ("lost", "doubled", "missing", "refused_and_done", "contradictions")}
        sys.stdout.write(
            f"{report['store']}: {report['kills']} kills, {report['acknowledged']} acknowledged moves, "
            f"{report['in_flight_at_kills']} in flight when killed; "
            f"{', '.join(f'{number} {name}' for name, number in wrong.items())}; "
            f"back after {report['back_s_median']} s (most {report['back_s_most']} s)\n"
        )
    return int(bool(faults) != wanted.control)


if __name__ == "__main__":
    sys.exit(main())
