"""What docs/operating.md and SECURITY.md promise of a server has a test each: both are still there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
OPERATING: Final = "docs/operating.md"
SECURITY: Final = "SECURITY.md"

PROMISES: Final = (
    (OPERATING, "A kill loses no acknowledged move", "chaos/test_chaos.py::test_nothing_acknowledged_is_lost_when"),
    (OPERATING, "misspelt variable is refused", "cli/test_settings.py::test_a_misspelt_variable_is_refused"),
    (OPERATING, "can be forged and are ignored", "abuse/test_proxies.py::test_nothing_that_a_client_writes_before"),
    (OPERATING, "refuses requests for other names", "abuse/test_hosting.py::test_a_page_that_points_its_own_name_here"),
    (
        OPERATING,
        "so that other sites on the same domain cannot set it",
        "abuse/test_hosting.py::test_under_tls_browsers",
    ),
    (OPERATING, "refuses new connections", "abuse/test_connections.py::test_at_the_limit_of_descriptors"),
    (OPERATING, "request does not arrive in time", "abuse/test_connections.py::test_a_connection_without_a_whole"),
    (
        OPERATING,
        "instead of acknowledging moves",
        "server/outage/test_full_disk.py::test_nothing_acknowledged_is_missing",
    ),
    (
        OPERATING,
        "waits 5 seconds for the database",
        "server/outage/test_database_away.py::test_moves_are_refused_while",
    ),
    (OPERATING, "of the disk in reserve", "abuse/test_shares.py::test_a_server_on_a_full_disk_starts_says_so"),
    (OPERATING, "every commit is synced", "server/outage/test_power_cut.py::test_what_was_acknowledged_survives"),
    (OPERATING, "promote the\nstandby", "server/outage/test_failover.py::test_no_acknowledged_move_is_lost_when"),
    (OPERATING, "no address gets all of them", "abuse/test_thinking.py::test_one_address_never_has_all_the_places"),
    (OPERATING, "never name a\nprogram to run", "server/test_bots.py::test_nothing_that_comes_in_names_a_program"),
    (OPERATING, "gives an invalid answer, another bot", "server/test_bots.py::test_a_match_with_failing_bots_goes_on"),
    (
        OPERATING,
        "answers within two seconds",
        "abuse/test_processes.py::test_health_answers_while_the_database_is_frozen",
    ),
    (OPERATING, "five a minute are written", "abuse/test_door.py::test_a_flood_of_nonsense_writes_a_few_lines"),
    (OPERATING, "if every row can be read", "abuse/test_damage.py::test_a_damaged_backup_is_refused"),
    (OPERATING, "no server is running there", "abuse/test_damage.py::test_a_backup_is_not_restored_beside_a_running"),
    (OPERATING, "The server skips such rows", "abuse/test_damage.py::test_one_bad_row_hurts_nobody_else"),
    (OPERATING, "a banned person's sockets", "abuse/test_hosting.py::test_a_banned_person_is_out_at_once"),
    (
        OPERATING,
        "nobody can use what they have seen since",
        "abuse/test_secrets.py::test_a_restored_backup_does_not_deal",
    ),
    (OPERATING, "a second one refuses to start", "abuse/test_secrets.py::test_a_second_server_is_told"),
    (OPERATING, "the server notices at the next write", "abuse/test_secrets.py::test_a_deleted_database_is_noticed"),
    (OPERATING, "readable only by its owner", "abuse/test_secrets.py::test_the_database_is_readable_by_its_owner"),
    (OPERATING, "`/metrics`", "abuse/test_hosting.py::test_a_page_under_another_name_reads_no_metrics"),
    (OPERATING, "counted there before it is parsed", "abuse/test_door.py::test_every_route_is_metered"),
    (OPERATING, "gets one answer per connection", "abuse/test_door.py::test_requests_are_not_answered_by_the_dozen"),
    (
        OPERATING,
        "count the limits per hour together",
        "abuse/test_processes.py::test_processes_count_new_guests_together",
    ),
    (
        OPERATING,
        "lists the newest public table of every",
        "abuse/test_shares.py::test_the_lobby_shows_everybody_before",
    ),
    (OPERATING, "records that they uploaded are deleted", "abuse/test_races.py::test_deleting_oneself_deletes_what"),
    (
        OPERATING,
        "Clocks stop while the server is down",
        "server/test_table_life.py::test_clocks_stand_still_while_nobody",
    ),
    (OPERATING, "freezes for more than a second", "abuse/test_clocks.py::test_a_stopped_process_charges_nobody"),
    (SECURITY, "their sockets are closed at the start", "abuse/test_secrets.py::test_who_watched_the_waiting_room"),
    (SECURITY, "bot moves appear at fixed deadlines", "abuse/test_timing.py::test_every_bot_is_taken_to_need"),
    (SECURITY, "only a cookie that is bound to the host", "abuse/test_hosting.py::test_under_tls_browsers_stay"),
    (
        SECURITY,
        "can be ended with their sockets",
        "abuse/test_sessions.py::test_a_session_that_ends_during_a_handshake",
    ),
    (SECURITY, "end after 90 days without use", "abuse/test_accounts.py::test_a_session_that_is_not_used_for_three"),
    (SECURITY, "need a proof of who one is", "abuse/test_accounts.py::test_a_stolen_cookie_takes_no_account_over"),
    (SECURITY, "people see what happened to their account", "abuse/test_accounts.py::test_people_and_operators_see"),
    (SECURITY, "one attempt per person with a passkey", "abuse/test_daily.py::test_the_first_attempt_is_the_only_one"),
    (SECURITY, "checks them against each other", "abuse/test_daily.py::test_a_forged_result_is_found"),
    (SECURITY, "rated tables need a passkey", "abuse/test_ratings.py::test_a_guest_sits_at_no_rated_table"),
    (SECURITY, "no invisible, stacked", "abuse/test_races.py::test_a_name_has_no_letters_that_show_nothing"),
    (SECURITY, "own bots are reserved", "server/test_people.py::test_a_bots_name_is_not_for_people"),
    (
        SECURITY,
        "records are checked in processes of low",
        "abuse/test_computing.py::test_records_and_hints_are_computed",
    ),
    (SECURITY, "of which no address has all", "abuse/test_computing.py::test_a_review_holds_nobody_else_up"),
    (SECURITY, "and so a backup, could not hold", "abuse/test_values.py::test_no_guest_spoils_the_backups_of_all"),
    (SECURITY, "an IPv6 /64 as one", "abuse/test_processes.py::test_one_ipv6_network_makes_no_more_guests"),
)


def has(document: str, promise: str) -> bool:
    """Return whether a document says this, wherever its lines end."""
    return " ".join(promise.split()) in " ".join((ROOT / document).read_text("utf-8").split())


def has_test(test: str) -> bool:
    """Return whether there is a test whose name begins so."""
    file, _, name = test.partition("::")
    path = ROOT / "tests" / file
    return path.exists() and re.search(rf"^(async )?def {name}", path.read_text("utf-8"), re.MULTILINE) is not None


@pytest.mark.parametrize("document", [OPERATING, SECURITY])
def test_every_promise_is_still_made(document: str) -> None:
    assert [promise for where, promise, _ in PROMISES if where == document and not has(document, promise)] == []


def test_every_promise_has_its_test() -> None:
    assert [test for _, _, test in PROMISES if not has_test(test)] == []


def test_a_promise_without_a_test_and_a_test_without_a_promise_are_found() -> None:
    assert not has_test("abuse/test_door.py::test_that_nobody_wrote")
    assert not has(SECURITY, "nobody ever loses")
