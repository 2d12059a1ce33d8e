"""`python -m tests.abuse.planted`: each attack again, on a server without the defence; every one must be noticed.

The sources are copied, a defence is taken out of the copy, and the test of that defence must fail. `make nightly` does
all of them; an argument chooses those whose test contains it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent.parent
LONGEST_S: Final = 300
"""A test that hangs has not failed."""
FAILED: Final = 1
"""pytest's status where tests ran and failed; an import that fails has another one."""


class Fault(NamedTuple):
    """In this file of the server, this text becomes that one, and this test must fail."""

    test: str
    file: str
    text: str
    becomes: str


FAULTS: Final = (
    Fault(
        "test_shares.py::test_an_address_makes_only_so_many_tables_whatever_its_guests",
        "server/payers.py",
        "return await self._persons.allow(payer.person) and await self._addresses.allow(payer.address)",
        "return await self._persons.allow(payer.person)",
    ),
    Fault(
        "test_shares.py::test_one_person_waits_at_a_few_public_tables_only",
        "server/tables/hub.py",
        "if form.settings.public and",
        "if False and",
    ),
    Fault(
        "test_shares.py::test_imports_are_stored_without_padding_and_have_a_budget",
        "server/http/records.py",
        "if not await server.imports.allow(who):",
        "if False:",
    ),
    Fault(
        "test_shares.py::test_imports_are_stored_without_padding_and_have_a_budget",
        "server/record_jobs.py",
        "return encode(replaying.with_proper_names(replaying.checked_record(body), forbidden))",
        "return replaying.checked_record(body) and body.decode()",
    ),
    Fault(
        "test_shares.py::test_imports_of_one_person_take_only_so_much_space",
        "server/http/records.py",
        "if await server.store.records.imported_bytes(person) + len(text) > limits.imported_bytes:",
        "if False:",
    ),
    Fault(
        "test_shares.py::test_requests_that_wait_count_as_sockets",
        "server/http/tables.py",
        "if not server.places.take(session.key, place):",
        "if server.places.take(session.key, place) is None:",
    ),
    Fault(
        "test_shares.py::test_a_long_log_comes_in_pages",
        "server/tables/actor.py",
        "max(min(after, last), last - PAGE)",
        "min(after, last)",
    ),
    Fault(
        "test_shares.py::test_an_export_is_streamed_in_pieces",
        "server/http/people.py",
        "if not await server.exports.allow(server.deps.payers.of(person)):",
        "if False:",
    ),
    Fault(
        "test_shares.py::test_the_lobby_shows_everybody_before_it_shows_somebody_twice",
        "server/http/lobby.py",
        "had[host] += 1",
        "had[host] += 0",
    ),
    Fault(
        "test_shares.py::test_a_log_does_not_grow_without_end_but_the_match_can_be_played",
        "server/tables/actor.py",
        "if self.full and not isinstance(command, _TO_THE_END):",
        "if False:",
    ),
    Fault(
        "test_shares.py::test_a_server_on_a_full_disk_starts_says_so_and_deletes",
        "server/disk.py",
        "if self.held and free_bytes(self._file.parent) < self._size // 4:",
        "if False:",
    ),
    Fault(
        "test_thinking.py::test_programs_do_not_multiply_with_tables",
        "server/bots/programs.py",
        "if len(self._seated) + self._starting >= self._most:",
        "if False:",
    ),
    Fault(
        "test_thinking.py::test_the_address_with_most_programs_gives_one_up",
        "server/bots/programs.py",
        "(-have[self._seated[key].payer.address], self._seated[key].used)",
        "self._seated[key].used",
    ),
    Fault(
        "test_thinking.py::test_a_program_process_serves_the_next_match_and_ends_when_it_is_idle",
        "server/bots/programs.py",
        "self._spare.append(program)",
        "pass",
    ),
    Fault(
        "test_thinking.py::test_a_program_process_serves_the_next_match_and_ends_when_it_is_idle",
        "server/bots/programs.py",
        "if not program.busy and program.used <= long_ago:",
        "if False:",
    ),
    Fault(
        "test_thinking.py::test_a_bot_that_cannot_be_started_is_started_later",
        "server/bots/process.py",
        "except OSError as error:\n                if not self._short:",
        "except MemoryError as error:\n                if not self._short:",
    ),
    Fault(
        "test_computing.py::test_records_and_hints_are_computed_beside_the_server_with_lower_priority",
        "server/bots/process.py",
        "os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)",
        "pass",
    ),
    Fault(
        "test_processes.py::test_a_login_that_begins_at_one_process_ends_at_another",
        "server/store/ceremonies.py",
        "rows = await self._database.read(sql, (name, now))",
        'rows = await self._database.read(sql, (name, now)) if hasattr(self, "mine") else []',
    ),
    Fault(
        "test_processes.py::test_a_login_that_begins_at_one_process_ends_at_another",
        "server/store/ceremonies.py",
        'await self._database.write([Statement("DELETE FROM ceremonies WHERE id = ?", (name,), must_change=True)])',
        "pass",
    ),
    Fault(
        "test_processes.py::test_processes_count_new_guests_together",
        "server/limits.py",
        'return hmac.digest(self._secret, key.encode(), "sha256").hex()',
        'return hmac.digest(self._secret, f"{key} {id(self)}".encode(), "sha256").hex()',
    ),
    Fault(
        "test_processes.py::test_processes_count_tables_imports_and_exports_together",
        "server/limits.py",
        'return hmac.digest(self._secret, key.encode(), "sha256").hex()',
        'return hmac.digest(self._secret, f"{key} {id(self)}".encode(), "sha256").hex()',
    ),
    Fault(
        "test_processes.py::test_one_ipv6_network_makes_no_more_guests_than_one_address",
        "server/addresses.py",
        "return str(IPv6Network((found.packed, 64), strict=False))",
        "return str(found)",
    ),
    Fault(
        "test_processes.py::test_workers_end_with_their_parent",
        "server/run.py",
        'Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()',
        "pass",
    ),
    Fault(
        "test_hosting.py::test_a_page_that_points_its_own_name_here_gets_nothing",
        "server/http/gate.py",
        "return name in self._hosts or",
        "return True or",
    ),
    Fault(
        "test_hosting.py::test_a_proxy_that_nobody_mentioned_is_noticed_once",
        "server/http/gate.py",
        "self._warned = True",
        "pass",
    ),
    Fault(
        "test_hosting.py::test_under_tls_browsers_stay_there_and_take_the_cookie_from_this_host_only",
        "server/http/gate.py",
        "[*HEADERS, HSTS] if",
        "HEADERS if",
    ),
    Fault(
        "test_hosting.py::test_under_tls_browsers_stay_there_and_take_the_cookie_from_this_host_only",
        "server/http/context.py",
        'return f"__Host-{COOKIE}" if secure(connection) else COOKIE',
        "return COOKIE",
    ),
    Fault(
        "test_hosting.py::test_a_banned_address_loses_its_sockets",
        "server/people/open_sockets.py",
        "if subject in {socket.person, address}:",
        "if subject == socket.person:",
    ),
    Fault(
        "test_hosting.py::test_a_banned_person_is_out_at_once_and_back_in_time",
        "server/http/context.py",
        "if not server.banned.isdisjoint({session.person, address(connection)}):",
        "if not server.banned.isdisjoint({address(connection)}):",
    ),
    Fault(
        "test_hosting.py::test_a_banned_address_is_out",
        "server/http/context.py",
        "if not server.banned.isdisjoint({session.person, address(connection)}):",
        "if not server.banned.isdisjoint({session.person}):",
    ),
    Fault(
        "test_hosting.py::test_an_operator_ends_a_match_under_a_running_server",
        "server/tables/actor.py",
        "except Conflict:\n                self.deps.metrics.conflicts.inc()\n                await self.catch_up()",
        "except Conflict:\n                self.deps.metrics.conflicts.inc()",
    ),
    Fault(
        "test_hosting.py::test_an_operator_purges_imports_and_nothing_else",
        "server/store/records.py",
        'its = "NOT EXISTS (SELECT 1 FROM log WHERE table_id = records.id)"',
        'its = "1 = 1"',
    ),
    Fault(
        "../cli/test_admin.py::test_usage_lists_the_largest_first",
        "server/store/people.py",
        "ORDER BY",
        "ORDER BY 1, ",
    ),
    Fault(
        "test_hosts.py::test_a_leavers_seat_is_for_others_only_where_the_table_allows_it",
        "table/seating.py",
        "state.settings.substitutes",
        "True",
    ),
    Fault(
        "test_hosts.py::test_somebody_with_the_link_plays_on_for_a_leaver",
        "table/seating.py",
        "if seat not in left:",
        "if False:",
    ),
    Fault(
        "test_hosts.py::test_somebody_with_the_link_plays_on_for_a_leaver",
        "table/seating.py",
        'if chair.why == "left"]',
        "if chair.person]",
    ),
    Fault(
        "test_people.py::test_a_deleted_name_is_gone_from_open_sockets_at_the_other_process_too",
        "server/tables/hub.py",
        "self.person_changed(change.table.removeprefix(PERSON))",
        "pass",
    ),
    Fault(
        "test_people.py::test_a_deleted_name_is_gone_from_open_sockets_at_the_other_process_too",
        "server/http/people.py",
        "server.hub.person_changed(person)\n    server.sockets",
        "server.sockets",
    ),
)


def noticed(fault: Fault, sources: Path) -> bool:
    """Plant a fault in a copy of the sources; return whether its test fails."""
    file = sources / "nokosu" / fault.file
    whole = file.read_text(encoding="utf-8")
    if fault.text not in whole:
        raise SystemExit(f"{fault.file} has changed: {fault.text}")
    file.write_text(whole.replace(fault.text, fault.becomes), encoding="utf-8")
    try:
        test = os.path.normpath(f"tests/abuse/{fault.test}")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", test]
        environment = {**os.environ, "PYTHONPATH": str(sources)}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        return False
    else:
        return done.returncode == FAILED and "SyntaxError" not in done.stdout
    finally:
        file.write_text(whole, encoding="utf-8")


def main() -> None:
    """Plant them one after the other; the exit status is the number that nobody noticed."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("static", "docs", "__pycache__"))
        for fault in FAULTS:
            if wanted in fault.test:
                found = noticed(fault, sources)
                missed += not found
                print(f"{'noticed' if found else 'MISSED '}  {fault.test}  {fault.file}", flush=True)  # noqa: T201  a program's output
    sys.exit(missed)


if __name__ == "__main__":
    main()
