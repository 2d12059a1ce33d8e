"""Which addresses the server calls: the browser makers' services, those that the operator names, and no other."""

from __future__ import annotations

import pytest

from nokosu.server.people.push_services import known_service
from nokosu.server.store.people import Push
from tests.server.conftest import opened
from tests.server.people import client
from tests.server.push.service import CONTACT, Browser, PushService
from tests.server.push.slow_table import NAMES, slow_table
from tests.server.serving import serving

HOSTILE = [
    "https://127.0.0.1/",
    "https://localhost/",
    "https://fcm.googleapis.com.evil.example/",
    "https://evil-fcm.googleapis.com.example/",
    "https://fcm.googleapis.com@127.0.0.1/",
    # Parsers disagree about the host of these.
    "https://127.0.0.1\\.fcm.googleapis.com/",
    "https://127.0.0.1\\@fcm.googleapis.com/",
    "https://127.0.0.1#.fcm.googleapis.com/",
    "https://127.0.0.1?.fcm.googleapis.com/",
    "https://fcm.googleapis.com:22/",
    "https://fcm.googleapis.com /",
    "https://fcm.googleapis.com\r\n.example/",
    "http://fcm.googleapis.com/",
    "ftp://fcm.googleapis.com/",
    "https://",
    "",
]


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_an_address_that_is_no_push_service_is_refused(endpoint: str) -> None:
    assert not known_service(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b_-x",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA=",
        "https://web.push.apple.com/QGu",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY%2b",
        "https://FCM.googleapis.com:443/fcm/send/x",
    ],
)
def test_the_browser_makers_services_are_known(endpoint: str) -> None:
    assert known_service(endpoint)


async def test_nobody_makes_the_server_call_another_address(where: str, service: PushService) -> None:
    """A service is called if the operator names it, and neither because somebody asks nor because it was stored."""

    browsers = [Browser(service, name) for name in NAMES]
    async with serving(where, push_contact=CONTACT) as running, client(running, "Ann") as ann:
        for endpoint in (browsers[0].endpoint, *HOSTILE):
            wish = {**browsers[0].subscription(), "endpoint": endpoint}
            assert await ann.refused("/api/me/push", wish) in {"push.impossible", "server.bad-request"}
    async with serving(where, push_contact=CONTACT) as running, slow_table([running], ()) as played:
        async with opened(where) as store:
            for person, browser in zip(played.ids, browsers, strict=True):
                keys = browser.subscription()["keys"]
                await store.people.subscribe(person, Push(browser.endpoint, keys["p256dh"], keys["auth"]))
        for _ in range(3):
            await played.move()
    assert service.came == []
