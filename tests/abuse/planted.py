"""`python -m tests.abuse.planted`: each attack again, on a server without the defence; every one must be noticed.

The sources are copied, a defence is taken out of the copy, and the test of that defence must fail. Before that, all of
these tests must pass on the copy as it is. `make nightly` does all of them; an argument chooses those whose test
contains it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
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
        "test_house_rules.py::test_hostile_files_are_read_beside_the_server",
        "server/http/lobby.py",
        "await computed(request, house.offer, text)",
        "pass",
    ),
    Fault(
        "test_house_rules.py::test_a_hostile_file_is_refused_in_one_short_line",
        "editions/loader.py",
        "except (ValueError, RecursionError) as error:",
        "except tomllib.TOMLDecodeError as error:",
    ),
    Fault(
        "test_ratings.py::test_nobody_is_helped_at_a_rated_table",
        "table/rated.py",
        "if form.house is not None or not allowed(form.settings):",
        "if False:",
    ),
    Fault(
        "test_ratings.py::test_nobody_is_helped_at_a_rated_table",
        "table/rated.py",
        "if isinstance(command, _NEVER):",
        "if False:",
    ),
    Fault(
        "test_ratings.py::test_a_missed_move_gets_no_bots_help",
        "table/rated.py",
        "return LOWEST if state.settings.rated else bot",
        "return bot",
    ),
    Fault(
        "test_ratings.py::test_a_match_from_a_device_never_enters_the_ratings",
        "server/http/records.py",
        'RecordRow(name, person, "finished", False, server.deps.time.now(), text)',
        'RecordRow(name, person, "finished", False, server.deps.time.now(), text, True)',
    ),
    Fault(
        "test_ratings.py::test_one_person_has_one_seat_however_many_sessions",
        "table/seating.py",
        'if state.seat_of(person) is not None:\n        raise Refused(reason("table.seated"))\n    free',
        "free",
    ),
    Fault(
        "test_ratings.py::test_a_guest_sits_at_no_rated_table",
        "server/people/account.py",
        "if not await people.passkeys_of(person):",
        "if False:",
    ),
    Fault(
        "test_ratings.py::test_no_bot_sits_at_a_rated_table",
        "table/rated.py",
        'if any(wish.kind == "bot" for wish in form.seats):',
        "if False:",
    ),
    Fault(
        "test_ratings.py::test_no_bot_sits_at_a_rated_table",
        "table/rated.py",
        "(isinstance(command, ask.SetSeat) and command.bot) or",
        "False or",
    ),
    Fault(
        "test_ratings.py::test_a_table_stays_what_people_sat_down_to",
        "table/rated.py",
        "if isinstance(command, ask.Sit) and command.rated != state.settings.rated:",
        "if False:",
    ),
    Fault(
        "test_ratings.py::test_a_rated_match_is_not_ended_behind_the_back_of_somebody_away",
        "table/decide.py",
        'gone = {"left"} if state.settings.rated else _GONE',
        "gone = _GONE",
    ),
    Fault(
        "test_daily.py::test_the_first_attempt_is_the_only_one",
        "server/store/migrations/0010_daily.sql",
        ", UNIQUE (day, ranked, person)",
        "",
    ),
    Fault(
        "test_daily.py::test_nothing_of_the_deal_is_told_before_the_day_is_over",
        "server/tables/results.py",
        '"sealed" if state.sealed and state.status == "finished" else made.status.value',
        "made.status.value",
    ),
    Fault(
        "test_daily.py::test_nothing_of_the_deal_is_told_before_the_day_is_over",
        "table/table_state.py",
        'if state.status == "finished" and not state.sealed else None',
        'if state.status == "finished" else None',
    ),
    Fault(
        "test_daily.py::test_nothing_of_the_deal_is_told_before_the_day_is_over",
        "server/daily.py",
        "return self._secret(day - 1)",
        "return self._secret(day)",
    ),
    Fault(
        "test_daily.py::test_nothing_of_the_deal_is_told_before_the_day_is_over",
        "table/daily.py",
        "rounds=1, spectators=False,",
        "rounds=1,",
    ),
    Fault(
        "test_daily.py::test_results_of_others_come_after_closing_alone",
        "server/http/daily.py",
        'if day >= days.today:\n        return "open", None\n    if day >= days.over:',
        "if False:",
    ),
    Fault(
        "test_daily.py::test_guests_never_see_the_ranked_deal",
        "server/daily.py",
        "and bool(await self._deps.store.people.passkeys_of(person))",
        "",
    ),
    Fault(
        "test_daily.py::test_nobody_is_helped_or_starts_again",
        "table/decide.py",
        "if ranked or isinstance(command, _NOT_IN_EVENTS):",
        "if False:",
    ),
    Fault(
        "test_daily.py::test_after_midnight_no_move_counts",
        "table/decide.py",
        "if event.ranked and event.closes is not None and isinstance(command, ask.Move) and now >= event.closes:",
        "if False:",
    ),
    Fault(
        "test_daily.py::test_a_restored_backup_deals_no_day_twice",
        "server/store/dump.py",
        'fresh.append(_insert("keys", (RESTORED, str(day_at(int(time.time() * 1000))))))',
        "pass",
    ),
    Fault(
        "test_daily.py::test_a_forged_result_is_found",
        "table/daily_file.py",
        'if line["points"] != points:',
        "if False:",
    ),
    Fault(
        "test_daily.py::test_a_forged_result_is_found",
        "table/daily_file.py",
        'chain = chained(bytes.fromhex(head["secret"]), number).hex()',
        'chain = head["anchor"]',
    ),
    Fault(
        "test_contests.py::test_one_person_enters_once_however_often_they_ask",
        "server/contests.py",
        "mine = next((each for each in entrants if each.person == person), None)",
        "mine = None",
    ),
    Fault(
        "test_contests.py::test_the_first_attempt_at_the_same_deals_is_the_only_one",
        "server/contests.py",
        "mine = [each for each in tables if me.entrant in each.players]",
        "mine = []",
    ),
    Fault(
        "test_contests.py::test_the_first_attempt_at_the_same_deals_is_the_only_one",
        "table/decide.py",
        "if ranked or isinstance(command, _NOT_IN_EVENTS):",
        "if isinstance(command, _NOT_IN_EVENTS):",
    ),
    Fault(
        "test_contests.py::test_nothing_of_the_same_deals_is_told_before_the_round_is_over",
        "server/tables/results.py",
        '"sealed" if state.sealed and state.status == "finished" else made.status.value',
        "made.status.value",
    ),
    Fault(
        "test_contests.py::test_nothing_of_the_same_deals_is_told_before_the_round_is_over",
        "table/table_state.py",
        'if state.status == "finished" and not state.sealed else None',
        'if state.status == "finished" else None',
    ),
    Fault(
        "test_contests.py::test_nothing_of_the_same_deals_is_told_before_the_round_is_over",
        "server/contest_view.py",
        'secret=row.secret if row.status == "over" else None',
        "secret=row.secret",
    ),
    Fault(
        "test_contests.py::test_nothing_of_the_same_deals_is_told_before_the_round_is_over",
        "server/contest_view.py",
        "is_open = each.round < self.row.opened or not self.row.rules.same_deals",
        "is_open = True",
    ),
    Fault(
        "test_contests.py::test_nothing_of_the_same_deals_is_told_before_the_round_is_over",
        "server/http/contests.py",
        "if number >= view.row.opened:",
        "if False:",
    ),
    Fault(
        "test_contests.py::test_nothing_of_the_same_deals_is_told_before_the_round_is_over",
        "events/tables.py",
        "spectators=False,",
        "spectators=True,",
    ),
    Fault(
        "test_contests.py::test_results_of_others_come_when_all_have_played",
        "server/contest_rounds.py",
        "if row.opened < row.round and not row.rules.same_deals:",
        "if True:",
    ),
    Fault(
        "test_contests.py::test_results_of_others_come_when_all_have_played",
        "server/http/contests.py",
        "if number >= view.row.opened:",
        "if False:",
    ),
    Fault(
        "test_contests.py::test_nobody_is_helped_in_a_contest",
        "table/decide.py",
        "if ranked or isinstance(command, _NOT_IN_EVENTS):",
        "if False:",
    ),
    Fault(
        "test_contests.py::test_a_bot_earns_nobody_a_result",
        "events/results.py",
        "(player >= 0 and each.result.counts[seat])",
        "player >= 0",
    ),
    Fault(
        "test_contests.py::test_a_result_cannot_be_brought_along",
        "wire/base.py",
        "forbid_unknown_fields=True",
        "forbid_unknown_fields=False",
    ),
    Fault(
        "test_contests.py::test_only_its_host_runs_a_contest",
        "server/contests.py",
        "if row.host != person:\n        raise",
        "if False:\n        raise",
    ),
    Fault(
        "test_contests.py::test_only_its_host_runs_a_contest",
        "server/contests.py",
        "if entrant is not None and row.host != person and (who is None or who.person != person):",
        "if False:",
    ),
    Fault(
        "test_contests.py::test_the_champion_thinks_only_so_long_for_one_person",
        "events/tables.py",
        "_MOST_OF_CHAMPION: Final = 24",
        "_MOST_OF_CHAMPION: Final = 1_000",
    ),
    Fault(
        "test_shares.py::test_an_address_makes_only_so_many_tables_whatever_its_guests",
        "server/quotas.py",
        "return await self._persons.allow(payer.person) and await self._addresses.allow(payer.address)",
        "return await self._persons.allow(payer.person)",
    ),
    Fault(
        "test_shares.py::test_one_person_waits_at_a_few_public_tables_only",
        "server/tables/registry.py",
        "self._public_tables = public_tables",
        "self._public_tables = 10**9",
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
        "if not await server.exports.allow(server.deps.quotas.of(person)):",
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
        "table/host.py",
        "if self.state.seq >= self.policy.log_entries and not isinstance(command, FINISHING):",
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
        "os.getpriority(os.PRIO_PROCESS, 0) + _NICE",
        "os.getpriority(os.PRIO_PROCESS, 0)",
    ),
    Fault(
        "test_processes.py::test_a_login_that_begins_at_one_process_ends_at_another",
        "server/store/sessions.py",
        "rows = await self._database.read(sql, (name, now))",
        'rows = await self._database.read(sql, (name, now)) if hasattr(self, "mine") else []',
    ),
    Fault(
        "test_processes.py::test_a_login_that_begins_at_one_process_ends_at_another",
        "server/store/sessions.py",
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
        "server/http/origin_guard.py",
        "if name in self._hosts or",
        "if True or",
    ),
    Fault(
        "test_hosting.py::test_a_proxy_that_nobody_mentioned_is_noticed_once",
        "server/http/origin_guard.py",
        "self._warned = True",
        "pass",
    ),
    Fault(
        "test_hosting.py::test_under_tls_browsers_stay_there_and_take_the_cookie_from_this_host_only",
        "server/http/origin_guard.py",
        "[*HEADERS, HSTS] if secure else HEADERS",
        "HEADERS",
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
        "server/tables/registry.py",
        "self.person_changed(change.table.removeprefix(PERSON))",
        "pass",
    ),
    Fault(
        "test_people.py::test_a_deleted_name_is_gone_from_open_sockets_at_the_other_process_too",
        "server/http/people.py",
        "server.tables.person_changed(person)\n    server.sockets",
        "server.sockets",
    ),
    Fault(
        "test_timing.py::test_every_bot_is_taken_to_need_at_least_what_it_declares",
        "table/pace.py",
        "(?!cmd:)[a-z-]+:",
        "search:",
    ),
    Fault(
        "test_timing.py::test_bots_that_compute_a_fixed_amount_are_measured",
        "server/bots/pool.py",
        "if self._times and spec in loaded:",
        "if False:",
    ),
    Fault(
        "test_timing.py::test_a_slow_answer_counts_for_all_moves_to_come",
        "server/bots/thinking.py",
        "if ms > self._ms.get(bot, _MOST_MS):",
        "if True:",
    ),
    Fault(
        "test_timing.py::test_a_level_that_looks_at_the_clock_does_not_sit_down",
        "server/config.py",
        "return tuple(self.bots) or (*self.offered(), *(level for level, bots in LEVELS.items() if level in bots))",
        "return tuple(self.known())",
    ),
    Fault(
        "test_door.py::test_headers_are_few_and_short",
        "server/http/connections.py",
        'f"x-content-type-options: nosniff\\r\\n{secure}\\r\\n"',
        'f"x-content-type-options: nosniff\\r\\n"',
    ),
    Fault(
        "test_door.py::test_headers_are_few_and_short", "server/http/connections.py", "self._refuse(TOO_LARGE)", "pass"
    ),
    Fault(
        "test_door.py::test_many_headers_in_small_pieces_are_counted_too",
        "server/http/connections.py",
        "self._head_lines += head.count",
        "self._head_lines = head.count",
    ),
    Fault(
        "test_door.py::test_every_route_is_metered",
        "server/http/connections.py",
        "            if wait > PATIENCE_S:",
        '            if wait > PATIENCE_S and b"/assets/" not in data:',
    ),
    Fault(
        "test_door.py::test_every_route_is_metered",
        "server/http/origin_guard.py",
        "if not await self._turn(account):",
        'if scope["path"] != "/health" and not await self._turn(account):',
    ),
    Fault(
        "test_door.py::test_answers_cost_their_bytes",
        "server/http/origin_guard.py",
        "account.spend(Cost.BYTES_OUT, len(body))",
        "pass",
    ),
    Fault(
        "test_door.py::test_requests_are_not_answered_by_the_dozen",
        "server/http/connections.py",
        "if self.conn.trailing_data[0] or (self._held and self.conn.their_state is not h11.SEND_BODY):",
        "if False:",
    ),
    Fault(
        "test_door.py::test_an_address_opens_only_so_many_connections_a_second",
        "server/http/connections.py",
        "account.spend(Cost.CONNECTS, 1)",
        "pass",
    ),
    Fault(
        "test_door.py::test_nonsense_is_answered_a_few_times_only",
        "server/http/connections.py",
        "self.account.spend(Cost.BROKEN, 1)",
        "pass",
    ),
    Fault(
        "test_parsing.py::test_chunks_are_paid_for_by_their_sender_and_others_have_their_turn",
        "server/http/connections.py",
        "elif start < len(data) and (wait > 0 or spent > STEP_S):",
        "elif False:",
    ),
    Fault(
        "test_parsing.py::test_chunks_are_paid_for_by_their_sender_and_others_have_their_turn",
        "server/http/connections.py",
        "payer.spend(Cost.LOOP, max(0.0, took - self._paid))",
        "pass",
    ),
    Fault(
        "test_parsing.py::test_chunks_are_paid_for_by_their_sender_and_others_have_their_turn",
        "server/http/connections.py",
        "self.account if self._ours.direct else self._ours.forwarded_account(self.headers)",
        "self.account if self._ours.direct else None",
    ),
    Fault(
        "test_parsing.py::test_a_body_that_nobody_reads_is_not_parsed",
        "server/http/connections.py",
        "if self.conn.their_state is h11.SEND_BODY and self._chunked():",
        "if False:",
    ),
    Fault(
        "test_parsing.py::test_frames_are_paid_for_by_their_sender_and_others_have_their_turn",
        "server/http/guarded.py",
        "_PIECE: Final = 512",
        "_PIECE: Final = 1 << 20",
    ),
    Fault(
        "test_parsing.py::test_messages_wait_in_the_network_and_not_in_memory",
        "server/http/guarded.py",
        "self.queue.qsize() >= _WAITING_MOST",
        "False",
    ),
    Fault(
        "test_paying.py::test_what_a_table_does_for_an_address_is_paid_by_it",
        "server/tables/actor.py",
        "self._background.start(paid(self._when_free(job)))",
        "self._background.start(self._when_free(job))",
    ),
    Fault(
        "test_paying.py::test_what_a_table_does_for_an_address_is_paid_by_it",
        "server/tables/actor.py",
        "asyncio.create_task(paid(self._in_its_turn(person, command, reply)))",
        "asyncio.create_task(self._in_its_turn(person, command, reply))",
    ),
    Fault(
        "test_paying.py::test_what_a_table_does_for_an_address_is_paid_by_it",
        "server/tables/registry.py",
        "asyncio.create_task(paid(self._load(table)))",
        "asyncio.create_task(self._load(table))",
    ),
    Fault(
        "test_paying.py::test_questions_to_the_database_are_paid_by_who_asks",
        "server/store/sqlite.py",
        "account.spend(Cost.LOOP, took)",
        "pass",
    ),
    Fault(
        "test_paying.py::test_headers_of_proxies_are_paid_by_who_is_named_there",
        "server/http/origin_guard.py",
        "account.spend(Cost.LOOP, thread_time() - began)",
        "pass",
    ),
    Fault(
        "test_paying.py::test_bytes_through_a_proxy_are_counted_for_who_sends_them",
        "server/http/connections.py",
        "payer.spend(Cost.BYTES_IN, len(piece))",
        "pass",
    ),
    Fault(
        "test_paying.py::test_no_header_of_a_proxy_takes_long_to_read",
        "server/addresses.py",
        '(?:(?P<end>")|\\\\?\\Z)',
        '(?P<end>")',
    ),
    Fault(
        "test_paying.py::test_a_log_of_take_backs_is_read_once",
        "table/public.py",
        "while moved and moved[-1] >= each.entry.action_seq:",
        "for one in [one for one in logged if isinstance(one.entry, Moved) and one.seq in moved]:\n"
        "                if one.seq < each.entry.action_seq:\n"
        "                    continue",
    ),
    Fault("test_door.py::test_lines_that_say_the_same_are_counted", "server/log_budget.py", "count < LINES", "True"),
    Fault(
        "test_door.py::test_a_flood_of_nonsense_writes_a_few_lines",
        "server/logs.py",
        "handler.addFilter(",
        "repr(",
    ),
    Fault(
        "../server/test_people.py::test_a_bots_name_is_not_for_people",
        "server/http/people.py",
        "if skeleton(name) in {",
        "if name in {",
    ),
    Fault(
        "test_proxies.py::test_operators_are_told_once_what_the_server_sees_through_the_proxy",
        "server/http/origin_guard.py",
        "if place != UNKNOWN and not self._said:",
        "if False:",
    ),
    Fault(
        "test_proxies.py::test_a_second_line_defeats_no_limit",
        "server/addresses.py",
        "entry = entries[-hops]",
        "entry = entries[0]",
    ),
    Fault(
        "test_proxies.py::test_the_scheme_is_what_the_nearest_proxy_says",
        "server/addresses.py",
        'joined.rpartition(",")[2]',
        'joined.partition(",")[0]',
    ),
    Fault(
        "test_clocks.py::test_a_clock_that_jumps_under_a_running_server_changes_nothing",
        "server/time.py",
        "int((self._start + time.monotonic()) * 1000)",
        "int(time.time() * 1000)",
    ),
    Fault(
        "test_proxies.py::test_the_address_is_the_one_that_the_outermost_proxy_saw",
        "server/addresses.py",
        'text = found["six"] if found["four"] is None else found["four"]',
        "return None",
    ),
    Fault(
        "test_hosting.py::test_under_tls_browsers_stay_there_and_take_the_cookie_from_this_host_only",
        "server/http/context.py",
        "connection.cookies.get(_cookie_name(connection))\n",
        "connection.cookies.get(_cookie_name(connection)) or connection.cookies.get(COOKIE)\n",
    ),
    Fault(
        "test_hosting.py::test_a_page_under_another_name_reads_no_metrics",
        "server/http/ops.py",
        'and literal_host(request.headers.get("host", ""))',
        "",
    ),
    Fault(
        "test_hosting.py::test_headers_of_a_secure_server_are_on_every_answer",
        "server/http/origin_guard.py",
        "*(() if stored else (NO_STORE,))",
        "",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/http/lobby.py",
        "rows = summary.readable(await server.store.tables.listed(), server.deps.metrics)",
        "rows = await server.store.tables.listed()",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/record_jobs.py",
        "except DAMAGED:",
        "except MemoryError:",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/tables/registry.py",
        "except DAMAGED as error:",
        "except MemoryError as error:",
    ),
    Fault(
        "test_damage.py::test_a_damaged_backup_is_refused",
        "server/store/dump.py",
        "if why := damage_of(table, row):",
        "if why := False:",
    ),
    Fault(
        "test_damage.py::test_a_backup_is_not_restored_beside_a_running_server",
        "server/store/dump.py",
        "if await store.uptime.running_since",
        "if not await store.uptime.running_since",
    ),
    Fault(
        "test_races.py::test_public_tables_made_at_once_are_no_more_than_made_one_by_one",
        "server/store/tables.py",
        "({_WAITING}) <= ?",
        "({_WAITING}) <= 1000 + ?",
    ),
    Fault(
        "test_races.py::test_health_is_not_confused_by_many_who_ask",
        "server/server.py",
        "return bool(done) and asked.exception() is None",
        "return bool(done) and self._ping.exception() is None",
    ),
    Fault(
        "test_races.py::test_guesses_made_at_once_are_no_more_than_made_one_by_one",
        "server/http/codes.py",
        "async with server.guessing(who.address):",
        "if True:",
    ),
    Fault(
        "test_shares.py::test_an_address_reports_only_so_much_whatever_its_guests",
        "server/http/doubts.py",
        "server.reports.allow(server.deps.quotas.of(person))",
        "server.reports._persons.allow(person)",
    ),
    Fault(
        "test_shares.py::test_an_address_reports_only_so_much_whatever_its_guests",
        "server/http/blocks.py",
        "server.reports.allow(server.deps.quotas.of(person))",
        "server.reports._persons.allow(person)",
    ),
    Fault(
        "test_shares.py::test_contests_are_no_way_to_more_tables",
        "server/contests.py",
        "if mine is None and not paid:",
        "if False:",
    ),
    Fault(
        "test_shares.py::test_contests_are_no_way_to_more_tables",
        "server/contests.py",
        "await self._tables.pay(person)\n            seats",
        "seats",
    ),
    Fault(
        "test_races.py::test_strangers_do_not_use_up_the_guesses_of_people",
        "server/http/codes.py",
        "named = session.person is not None",
        "named = False",
    ),
    Fault(
        "test_races.py::test_deleting_oneself_deletes_what_one_brought_along",
        "server/store/people.py",
        '"DELETE FROM records WHERE owner = ?"',
        '"UPDATE records SET owner = NULL WHERE owner = ?"',
    ),
    Fault(
        "test_races.py::test_a_match_that_a_bot_played_is_not_ones_own",
        "table/results.py",
        " or each.by is not None",
        "",
    ),
    Fault(
        "test_races.py::test_a_name_has_no_letters_that_show_nothing",
        "table/names_check.py",
        "\\ufffc\\U0001d159",
        "",
    ),
    Fault(
        "test_accounts.py::test_failed_sign_ins_fill_no_log",
        "server/people/account.py",
        '_STRANGERS.warning("sign-in failed',
        'LOG.warning("sign-in failed',
    ),
    Fault(
        "test_accounts.py::test_lists_of_recovery_codes_have_a_budget",
        "server/http/people.py",
        "await server.accounts.must_be_fresh(session)\n    if not await server.logins.allow(address(request)):",
        "await server.accounts.must_be_fresh(session)\n    if False:",
    ),
    Fault(
        "test_contests.py::test_the_champions_time_is_the_hosts",
        "server/contest_rounds.py",
        "await play_out(self._deps.chooser, name, plan, now, payer)",
        "await play_out(self._deps.chooser, name, plan, now)",
    ),
    Fault(
        "test_contests.py::test_large_results_leave_others_their_turns",
        "server/contest_view.py",
        "[self._seat(each, champions) for each in seats]))\n            await asyncio.sleep(0)",
        "[self._seat(each, champions) for each in seats]))",
    ),
    Fault(
        "test_contests.py::test_results_as_a_file_have_a_budget",
        "server/http/contests.py",
        "if not await server.exports.allow(payer(request, session)):",
        "if False:",
    ),
    Fault(
        "test_contests.py::test_many_contests_are_looked_at_one_by_one",
        "server/contests.py",
        "self._looking.add(contest)\n                    await self._look_at(contest)",
        "self.look(contest)",
    ),
    Fault(
        "test_contests.py::test_contests_that_nobody_plays_cost_nothing",
        "server/store/contests.py",
        "(status = 'playing' AND EXISTS ({tables})\"",
        "(status = 'playing'\"",
    ),
    Fault(
        "test_paying.py::test_files_that_are_compressed_in_a_thread_are_paid_by_who_asks",
        "server/door.py",
        "result, took = await asyncio.to_thread(timed)\n    if account is not None:",
        "result, took = await asyncio.to_thread(timed)\n    if False:",
    ),
    Fault(
        "test_paying.py::test_lists_are_not_read_again_for_everybody",
        "server/tables/summary.py",
        "@lru_cache(_KEPT)",
        "",
    ),
    Fault(
        "test_computing.py::test_a_review_holds_nobody_else_up",
        "server/server.py",
        "_COMPUTERS: Final = 2",
        "_COMPUTERS: Final = 1",
    ),
    Fault(
        "test_computing.py::test_a_review_holds_nobody_else_up",
        "server/fair_queue.py",
        "self._running[each.payer.address] < self._most_each",
        "True",
    ),
    Fault(
        "test_computing.py::test_a_long_history_is_read_in_portions",
        "server/http/records.py",
        "range(0, len(played), _TOGETHER)",
        "range(0, len(played), 100)",
    ),
    Fault(
        "test_races.py::test_deleting_oneself_takes_ones_name_off_ones_contests",
        "server/store/contests.py",
        "name = replace(name, ?, ?) WHERE host = ?",
        "name = coalesce(name, ?, ?) WHERE host = ?",
    ),
    Fault(
        "test_sessions.py::test_a_request_that_waits_is_told_nothing_once_its_session_has_ended",
        "server/http/tables.py",
        "if waiting.dismissed is not None:",
        "if False:",
    ),
    Fault(
        "test_sessions.py::test_a_session_that_ends_during_a_handshake_opens_no_socket",
        "server/http/context.py",
        "(await server.sessions.find(session.token, place)).person != session.person",
        "False",
    ),
    Fault(
        "test_values.py::test_no_guest_spoils_the_backups_of_all",
        "server/store/database.py",
        '(isinstance(value, str) and "\\0" in value) or',
        "",
    ),
    Fault(
        "test_values.py::test_a_nul_in_a_name_is_the_senders_fault",
        "server/http/origin_guard.py",
        'if "\\0" in scope["path"]:',
        "if False:",
    ),
    Fault(
        "test_values.py::test_contests_begin_and_end_at_dates_that_there_are",
        "events/tables.py",
        "or max(settings.starts or 0, settings.closes or 0) > now + _LATEST_MS",
        "or False",
    ),
    Fault(
        "test_accounts.py::test_a_stolen_cookie_takes_no_account_over",
        "server/people/account.py",
        'raise Refused(reason("account.confirm"))',
        "return",
    ),
    Fault(
        "test_accounts.py::test_a_stolen_cookie_takes_no_account_over",
        "server/http/signing_in.py",
        '"confirm-failed") != person:',
        '"confirm-failed") is None:',
    ),
    Fault(
        "test_accounts.py::test_a_recovery_code_confirms_and_is_used_up",
        "server/store/people.py",
        "if not rows or of not in {None, rows[0][0]}:",
        "if not rows:",
    ),
    Fault(
        "test_accounts.py::test_a_session_that_is_not_used_for_three_months_is_over",
        "server/store/sessions.py",
        "(token, now, now - IDLE_MS)",
        "(token, now, 0)",
    ),
    Fault(
        "test_accounts.py::test_people_and_operators_see_what_happens_to_an_account",
        "server/http/signing_in.py",
        "await server.accounts.note(owner, failure, device_of(request))",
        "pass",
    ),
    Fault(
        "test_accounts.py::test_an_answer_with_a_passkey_is_short",
        "server/http/people.py",
        ", request_max_body_size=CREDENTIAL_BYTES",
        "",
    ),
    Fault(
        "test_accounts.py::test_an_answer_with_a_passkey_is_short",
        "server/http/signing_in.py",
        ", request_max_body_size=CREDENTIAL_BYTES",
        "",
    ),
    Fault(
        "test_accounts.py::test_an_answer_with_a_passkey_is_read_in_a_thread",
        "server/people/passkeys.py",
        "verified = await in_thread(registered, credential,",
        "verified = registered(credential,",
    ),
    Fault(
        "test_accounts.py::test_an_answer_with_a_passkey_is_read_in_a_thread",
        "server/people/passkeys.py",
        "used = await in_thread(signed_in, credential,",
        "used = signed_in(credential,",
    ),
    Fault(
        "test_accounts.py::test_an_answer_with_a_passkey_is_read_in_a_thread",
        "server/people/passkeys.py",
        "            async with self._turn:\n                used",
        "            if True:\n                used",
    ),
    Fault(
        "test_accounts.py::test_a_malformed_passkey_is_refused",
        "server/people/passkeys.py",
        "except Exception:",
        "except (ValueError, KeyError, TypeError):",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/http/contests.py",
        "check_whole(entrants, tables)",
        "pass",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/http/daily.py",
        "check_day(counted)",
        "pass",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/check.py",
        'yield Damage("contest_tables", table.table_id, why)',
        "pass",
    ),
    Fault(
        "test_damage.py::test_one_bad_row_hurts_nobody_else",
        "server/damage.py",
        "msgspec.convert({field.name: getattr(row, field.name) for field in fields(row)}, type(row))",
        "pass",
    ),
    Fault(
        "test_daily.py::test_a_damaged_attempt_does_not_stop_the_count",
        "server/daily.py",
        "except Refused:  # a damaged log",
        "except StoreFailed:  # a damaged log",
    ),
    Fault(
        "../server/test_origin_guard.py::test_long_answers_are_written_in_pieces",
        "server/http/origin_guard.py",
        "PIECE: Final = 262_144",
        "PIECE: Final = 262_144_000",
    ),
    Fault(
        "test_paying.py::test_what_is_asked_about_a_person_is_found_by_an_index",
        "server/store/migrations/0014_of_person.sql",
        "CREATE INDEX recovery_codes_of ON recovery_codes (person);",
        "",
    ),
    Fault(
        "test_accounts.py::test_signing_out_clears_what_the_browser_has_cached",
        "server/http/context.py",
        "headers = {} if token else CLEAR",
        "headers = {}",
    ),
)


def run(tests: Iterable[str], sources: Path, longest_s: float | None) -> subprocess.CompletedProcess[str]:
    """Run tests on these sources."""
    names = [os.path.normpath(f"tests/abuse/{test}") for test in tests]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", *names]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=longest_s
    )


def copied(sources: Path) -> None:
    """Copy what can be changed, and link what is built."""
    built = ("static", "docs")
    shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns(*built, "__pycache__"))
    for name in built:
        if (folder := ROOT / "src" / "nokosu" / "server" / name).exists():
            (sources / "nokosu" / "server" / name).symlink_to(folder)


def noticed(fault: Fault, sources: Path) -> bool:
    """Plant a fault in a copy of the sources; return whether its test fails."""
    file = sources / "nokosu" / fault.file
    whole = file.read_text(encoding="utf-8")
    if fault.text not in whole:
        raise SystemExit(f"{fault.file} has changed: {fault.text}")
    file.write_text(whole.replace(fault.text, fault.becomes), encoding="utf-8")
    try:
        done = run([fault.test], sources, LONGEST_S)
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
        copied(sources)
        chosen = [fault for fault in FAULTS if wanted in fault.test]
        before = run(sorted({fault.test for fault in chosen}), sources, None)
        if before.returncode:
            raise SystemExit(f"a test fails without a fault:\n{before.stdout}")
        for fault in chosen:
            found = noticed(fault, sources)
            missed += not found
            print(f"{'noticed' if found else 'MISSED '}  {fault.test}  {fault.file}", flush=True)  # noqa: T201  a program's output
    sys.exit(missed)


if __name__ == "__main__":
    main()
