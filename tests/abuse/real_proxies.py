"""`python -m tests.abuse.real_proxies`: the server behind real nginx, Caddy and HAProxy, with TLS.

Through each of them a client forges everything that it can; limits must count it all the same, and a socket must work.
`make nightly` runs it; it needs nginx, caddy and haproxy (Debian's packages will do).
"""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import httpx
from websockets.asyncio.client import connect

from tests.abuse.test_shares import limits
from tests.server.push.service import certificate
from tests.server.serving import Running, serving
from tests.server.store.postgres_server import free_port

FORGED: Final = [
    ("x-forwarded-for", "198.51.100.1"),
    ("x-forwarded-for", "198.51.100.2, 198.51.100.3"),
    ("forwarded", "for=198.51.100.4;proto=http"),
    ("x-forwarded-proto", "http"),
    ("x-real-ip", "198.51.100.5"),
]
WAIT_S: Final = 20


class Proxy(NamedTuple):
    """A proxy: its program, how many hops there are, and its configuration for (folder, port, backend)."""

    name: str
    hops: int
    command: list[str]
    configuration: Callable[[Path, int, str], str]


def _nginx(*, appends: bool) -> Callable[[Path, int, str], str]:
    forwarded = "$proxy_add_x_forwarded_for" if appends else "$remote_addr"
    return lambda folder, port, backend: (
        f"""
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/push.pem; ssl_certificate_key {folder}/push.pem;
    location / {{
      proxy_pass http://{backend};
      proxy_http_version 1.1;
      proxy_set_header Host $host:{port};
      proxy_set_header X-Forwarded-For {forwarded};
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
      proxy_read_timeout 75s;
    }}
  }}
}}
"""
    )


def _caddy(folder: Path, port: int, backend: str) -> str:
    return f"""
{{
  admin off
  auto_https disable_redirects
}}
https://127.0.0.1:{port} {{
  tls {folder}/push.pem {folder}/push.pem
  reverse_proxy {backend}
}}
"""


def _haproxy(folder: Path, port: int, backend: str) -> str:
    return f"""
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s
  option forwardfor
frontend tls
  bind 127.0.0.1:{port} ssl crt {folder}/push.pem
  http-request set-header X-Forwarded-Proto https if {{ ssl_fc }}
  default_backend nokosu
backend nokosu
  server one {backend}
"""


PROXIES: Final = (
    Proxy("nginx", 1, ["nginx", "-c", "{file}"], _nginx(appends=False)),
    Proxy("nginx that appends", 1, ["nginx", "-c", "{file}"], _nginx(appends=True)),
    Proxy("caddy", 1, ["caddy", "run", "--adapter", "caddyfile", "--config", "{file}"], _caddy),
    Proxy("haproxy", 1, ["haproxy", "-f", "{file}"], _haproxy),
)
MISCOUNTED: Final = Proxy("haproxy, counted as two", 2, ["haproxy", "-f", "{file}"], _haproxy)
"""The control: an operator who counts more proxies than there are believes the client."""


@asynccontextmanager
async def running(proxy: Proxy, folder: Path, backend: str) -> AsyncIterator[str]:
    """Start a proxy; yield its address."""
    port, file = free_port(), folder / f"{proxy.name.replace(' ', '-')}.conf"
    file.write_text(proxy.configuration(folder, port, backend), encoding="utf-8")
    command = [part.format(file=file) for part in proxy.command]
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    pipe = subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=pipe, stderr=pipe)
    try:
        async with asyncio.timeout(WAIT_S):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    break
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


async def faults(address: str, trust: ssl.SSLContext) -> list[str]:
    """What is wrong with a server behind this proxy."""
    found: list[str] = []
    async with httpx.AsyncClient(base_url=f"https://{address}", verify=trust, timeout=WAIT_S) as http:
        first = await http.post("/api/me", json={"name": "Ann"})
        cookie = first.headers.get("set-cookie", "")
        if not cookie.startswith("__Host-nokosu="):
            found.append(f"the server does not see TLS: {first.status_code} {cookie.partition('=')[0]!r}")
        if "strict-transport-security" not in first.headers:
            found.append("no HSTS")
        token = cookie.partition(";")[0]
        made = await http.post("/api/play", json={"players": 3}, headers={"cookie": token})
        if made.status_code != 201:
            found.append(f"a table: {made.status_code}")
        else:
            url = f"wss://{address}/api/tables/{made.json()['table']}/socket"
            async with connect(url, ssl=trust, additional_headers={"cookie": token}) as socket:
                if '"update"' not in str(await socket.recv()):
                    found.append("a socket that says nothing")
    statuses = []
    for number in range(4):
        async with httpx.AsyncClient(base_url=f"https://{address}", verify=trust, timeout=WAIT_S) as http:
            forged = [(name, value.replace("198.51.100.", f"198.51.{number}.")) for name, value in FORGED]
            answer = await http.post("/api/me", json={"name": "Eve"}, headers=forged)
            statuses.append(answer.status_code)
    if statuses != [200, 200, 429, 429]:
        found.append(f"forged headers make guests: {statuses}")
    return found


async def tried(proxy: Proxy) -> list[str]:
    """Start all of it, and look."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trust = ssl.create_default_context(cafile=str(certificate(folder)))
        trust.check_hostname = False
        wanted = limits(guests_an_hour=3)
        async with AsyncExitStack() as stack:
            served: Running = await stack.enter_async_context(
                serving(f"{folder}/x.db", trusted_proxies=proxy.hops, limits=wanted)
            )
            address = await stack.enter_async_context(running(proxy, folder, served.address))
            return await faults(address, trust)


def main() -> None:
    """Try them one after the other; the exit status is the number of those with faults."""
    bad = 0
    for proxy in PROXIES:
        if shutil.which(proxy.command[0]) is None:
            found = [f"{proxy.command[0]} is not installed"]
        else:
            found = asyncio.run(tried(proxy))
        bad += bool(found)
        print(f"{proxy.name}: {'; '.join(found) or 'good'}", flush=True)  # noqa: T201  a program's output
    if shutil.which("haproxy"):
        forged = any("forged" in fault for fault in asyncio.run(tried(MISCOUNTED)))
        print(f"{MISCOUNTED.name}: {'forged headers count, as they must' if forged else 'NOT NOTICED'}", flush=True)  # noqa: T201  as above
        bad += not forged
    sys.exit(bad)


if __name__ == "__main__":
    main()
