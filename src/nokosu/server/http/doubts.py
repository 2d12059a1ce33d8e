"""/api/doubts: judgements that people think are wrong, for the operator to look at."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from nokosu.core.errors import reason
from nokosu.server import record_jobs as jobs
from nokosu.server.http.context import AnyRequest, named_only, person_of, server_of
from nokosu.server.http.records import computed
from nokosu.server.store.doubts import DoubtRow
from nokosu.table.refusal import Refused
from nokosu.wire.review import Doubt, Doubted


@post("/api/doubts", status_code=200, guards=[named_only])
async def doubt(request: AnyRequest, data: JSONBody[Doubt]) -> Doubted:
    """Keep a judgement with its position."""
    server, (_, person) = server_of(request), await person_of(request)
    if server.deps.disk_full:
        raise Refused(reason("server.disk-full"))
    if not await server.reports.allow(server.deps.quotas.of(person)):
        raise Refused(reason("server.too-many"))
    position = await computed(request, jobs.tidy_position, data.position)
    row = DoubtRow(
        position=position,
        action=data.action,
        best=data.best,
        verdict=data.verdict,
        loss=data.loss,
        depth=data.depth,
        note=data.note,
        times=1,
        created=server.deps.time.now(),
    )
    if not await server.store.doubts.add(row):
        raise Refused(reason("server.too-many"))
    return Doubted(position=position)


HANDLERS = (doubt,)
