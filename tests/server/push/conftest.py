"""A push service for every test that needs one, and a server with patience for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nokosu.server.people import push
from tests.server.push.service import PushService, push_service


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    # A slow machine is not a service that hangs: nothing is dropped for want of time.
    monkeypatch.setattr(push, "_PATIENCE_S", 60.0)
    monkeypatch.setattr(push, "_LAST_WORDS_S", 60.0)
    with push_service(tmp_path) as made:
        # OpenSSL's own way to trust a certificate more; what the server checks stays as it is.
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
        yield made
