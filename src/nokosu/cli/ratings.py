"""`nokosu admin ratings`: make all ratings again from the records of rated matches."""

from __future__ import annotations

import click

from nokosu.cli.machine import json_option, write_json
from nokosu.cli.server_options import store_options, with_store
from nokosu.locale import t
from nokosu.server.ratings.book import rate_all
from nokosu.server.ratings.glicko import Rating
from nokosu.server.store import Store


@click.command(help=t("cli.admin.ratings"))
@store_options
@json_option
def ratings(*, data: str | None, database: str | None, as_json: bool) -> None:
    """Make the ratings again; equal records give equal ratings."""

    async def renew(store: Store) -> None:
        before = await store.ratings.everything()
        done = await rate_all(store)
        changed = len(set(await store.ratings.everything()).symmetric_difference(before))
        found = await store.ratings.all()
        if not as_json:
            click.echo(t("admin.rated", matches=done.matches, people=len({each.person for each in found})))
            click.echo(t("admin.rated-changed", rows=changed))
            return
        people = [
            {
                "person": each.person,
                "players": each.players,
                "matches": each.matches,
                "rating": rating.points,
                "low": rating.low,
                "high": rating.high,
                "mean": each.mean,
                "deviation": each.deviation,
                "settled": rating.settled,
            }
            for each in found
            for rating in (Rating(each.mean, each.deviation),)
        ]
        counts = {"matches": done.matches, "damaged": done.damaged, "changed": changed}
        write_json("admin-ratings", counts | {"ratings": people})

    with_store(data, database, renew)
