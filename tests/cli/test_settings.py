"""Every setting of a server as an option, a variable and a key: one precedence, and typing mistakes are named."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from nokosu.cli.settings import settings, variable
from tests.cli.commands import nokosu, refused


def configured(*arguments: str) -> dict[str, object]:
    """What `--show-config` says, read back."""
    done = nokosu("serve", "--show-config", *arguments)
    assert done.exit_code == 0, done.output
    return tomllib.loads(done.stdout)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "nokosu.toml"
    place.write_text(
        'port = 1\nhost = "::1"\nbot-delay = 3\norigin = ["https://a.example"]\n[limit]\nrate = 30\n', "utf-8"
    )
    return place


def test_an_option_goes_before_a_variable_and_that_before_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert configured()["port"] == 8000
    assert configured("--config", str(file))["port"] == 1
    monkeypatch.setenv("NOKOSU_PORT", "2")
    assert configured("--config", str(file))["port"] == 2
    assert configured("--config", str(file), "--port", "3")["port"] == 3
    monkeypatch.setenv("NOKOSU_CONFIG", str(file))
    found = configured()
    assert (found["port"], found["host"], found["bot-delay"]) == (2, "::1", 3)
    assert (found["origin"], found["limit"]) == (["https://a.example"], ["rate=30"])


def test_it_says_where_each_value_comes_from(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOST", "localhost")
    said = nokosu("serve", "--show-config", "--config", str(file), "--port", "3").stdout
    for line in (
        "port = 3  # command line",
        'host = "localhost"  # environment',
        "bot-delay = 3  # file",
        "lan = false  # default",
    ):
        assert line in said.splitlines()


def test_every_option_of_serve_is_a_setting() -> None:
    options = settings()
    assert {"port", "host", "data", "database", "workers", "limit", "open", "trusted-proxies"} <= set(options)
    assert all(variable(name) == option.envvar for name, option in options.items())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "unknown setting 'prot'. Did you mean port?"),
        ("trusted_proxies = 1", "unknown setting 'trusted_proxies'. Did you mean trusted-proxies?"),
        ("port = [1]", "The setting port cannot be"),
        ("port = true", "The setting port cannot be"),
        ('lan = "yes"', "The setting lan cannot be"),
        ("port = 99999", "--port: expected a whole number from 0 to 65535"),
        ("[limit]\nrat = 3", "'rat=3'"),
        ("port = = 1", "Cannot read"),
    ],
)
def test_what_a_file_must_not_say_is_refused_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    assert said in refused("serve", "--show-config", "--config", str(tmp_path / "bad.toml"))


def test_a_misspelt_variable_is_refused_and_a_strange_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_SOMETHING_ELSE_ENTIRELY", "1")
    configured()
    monkeypatch.setenv("NOKOSU_TRUSTED_PROXYS", "1")
    assert "Did you mean NOKOSU_TRUSTED_PROXIES?" in refused("serve", "--show-config")


def test_a_database_from_a_file_or_a_credential_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "database"
    secret.write_text("postgresql://nokosu:hush@db.example/nokosu\n", "utf-8")
    for arguments in (("--database-file", str(secret)), ("--database", secret.read_text().strip())):
        done = nokosu("serve", "--show-config", *arguments)
        assert done.exit_code == 0
        assert "hush" not in done.output
        assert 'database = "…"' in done.stdout
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert configured()["database"] == "…"
    # Whoever says where the data is gets that.
    assert "database" not in configured("--data", str(tmp_path))
    assert "not both" in refused("serve", "--database", "postgresql://x/y", "--database-file", str(secret))


def test_the_operators_token_comes_from_a_file_a_credential_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nokosu.cli.settings import secret  # noqa: PLC0415  beside what it shows

    assert secret("operator-token", None) is None
    monkeypatch.setenv("NOKOSU_OPERATOR_TOKEN", "from-the-environment")
    assert secret("operator-token", None) == "from-the-environment"
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert secret("operator-token", None) == "from-the-environment"
    (tmp_path / "operator-token").write_text("from-systemd\n", "utf-8")
    assert secret("operator-token", None) == "from-systemd"
    (tmp_path / "mine").write_text("from-a-file\n", "utf-8")
    assert secret("operator-token", str(tmp_path / "mine")) == "from-a-file"


def test_other_commands_read_the_same_file(tmp_path: Path) -> None:
    """The store's place alone: `nokosu backup --config` finds what the server serves."""
    (tmp_path / "nokosu.toml").write_text(f'data = "{tmp_path}/here"\nport = 9\n', "utf-8")
    said = refused("backup", "--config", str(tmp_path / "nokosu.toml"), str(tmp_path / "out"))
    assert f"There is no server data at {tmp_path}/here" in said
