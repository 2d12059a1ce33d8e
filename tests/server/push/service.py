"""Our own push service, HTTPS on a real port in its own thread, and browsers that take messages there."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import urandom
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from tests.server.people import Json
from tests.server.push.reading import decrypted

CREATED = 201
CONTACT = "mailto:operator@nokosu.example"
_PATIENCE_S = 50


@dataclass(frozen=True)
class Pushed:
    """One message as the service sees it; `before` is what the test saw when it came, ahead of any answer."""

    to: str
    headers: dict[str, str]
    body: bytes
    before: object


@dataclass
class PushService:
    """What came, and how it is answered: a status for each browser, or nothing for those that hang."""

    address: str = ""
    came: list[Pushed] = field(default_factory=list)
    status: dict[str, int] = field(default_factory=dict)
    hanging: set[str] = field(default_factory=set)
    holding: int = 0
    look: Callable[[], object] = lambda: None
    _news: threading.Condition = field(default_factory=threading.Condition)
    _released: int = 0

    @property
    def url(self) -> str:
        return f"https://{self.address}"

    async def until(self, number: int) -> list[Pushed]:
        """The messages, once there are so many."""
        await asyncio.to_thread(self._wait, lambda: len(self.came) >= number)
        return list(self.came)

    async def until_holding(self, number: int) -> None:
        """Once so many messages hang."""
        await asyncio.to_thread(self._wait, lambda: self.holding == number)

    def _wait(self, wanted: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(wanted, _PATIENCE_S), "no push message came"

    def hangs(self, endpoint: str) -> bool:
        """Whether nothing is answered for this browser."""
        return endpoint.removeprefix(f"{self.url}/") in self.hanging

    def take(self, request: BaseHTTPRequestHandler) -> int | None:
        """Note a message; the status to answer with, None for no answer at all."""
        body = request.rfile.read(int(request.headers["content-length"]))
        headers = {name.lower(): value for name, value in request.headers.items()}
        pushed = Pushed(request.path.lstrip("/"), headers, body, self.look())
        with self._news:
            self.came.append(pushed)
            self._news.notify_all()
            if pushed.to not in self.hanging:
                return self.status.get(pushed.to, CREATED)
            self.holding += 1
            before = self._released
        # Until the other side gives up, or we do.
        request.connection.settimeout(0.05)
        while self._released == before and not _hung_up(request):
            pass
        with self._news:
            self.holding -= 1
            self._news.notify_all()
        return None

    def release(self) -> None:
        """Hang up on all whose messages hang."""
        self._released += 1


def _hung_up(request: BaseHTTPRequestHandler) -> bool:
    try:
        return not request.connection.recv(1)
    except TimeoutError:
        return False
    except OSError:
        return True


class _Listening(ThreadingHTTPServer):
    daemon_threads = True
    # All browsers of a person are told at once: nobody should have to knock a second time.
    request_queue_size = 100


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """Run a service; its certificate, which nobody signed, is folder/push.pem."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            status = service.take(self)
            if status is None:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.send_header("Location", f"{service.url}/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name that is overridden
            """Tests are quiet."""

    server = _Listening(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service.address = f"127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        service.release()
        server.shutdown()
        server.server_close()
        thread.join()


def certificate(folder: Path) -> Path:
    """One for this machine, with its key, made once in this folder."""
    file = folder / "push.pem"
    if file.exists():
        return file
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a push service for tests")])
    place = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(place, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(text + made.public_bytes(Encoding.PEM))
    return file


class Browser:
    """What a browser keeps of a subscription: where it takes messages, and the keys to read them."""

    def __init__(self, service: PushService, name: str) -> None:
        self.name = name
        self.endpoint = f"{service.url}/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = urandom(16)

    def subscription(self) -> Json:
        """What PushManager.subscribe gives a page."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": _base64(point), "auth": _base64(self._auth)}}

    def read(self, pushed: Pushed) -> Json:
        """A message in plain words; raises if it is not for this browser."""
        assert pushed.headers["content-encoding"] == "aes128gcm"
        plain = decrypted(pushed.body, self._key, self._auth)
        said: Json = json.loads(plain)
        return said


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
