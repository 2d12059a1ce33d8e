"""`python -m tests.release.deploy`: both sites of deploy/ run by real nginx and Caddy, the units read by systemd.

Only ports, the certificate and the server's address are changed. Through each site, somebody sits down at a table over
TLS, forged headers have to be counted (tests/abuse/real_proxies.py), and /metrics has to be closed. Each unit has to be
as closed as docs/operating.md says. `make nightly` runs it.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import httpx

from tests.abuse.real_proxies import WAIT_S, Proxy, faults, running
from tests.abuse.test_shares import limits
from tests.server.push.service import certificate
from tests.server.serving import serving
from tests.server.store.postgres_server import free_port

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
MOST_OPEN: Final = 2.5
PLAIN: Final = free_port()
"""Where nginx redirects to TLS."""


def _nginx(folder: Path, port: int, backend: str) -> str:
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    changes = {
        r"listen 80;": f"listen 127.0.0.1:{PLAIN};",
        r"listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        r"listen \[::\]:.*;": "",
        r"/etc/letsencrypt/.*\.pem": f"{folder}/push.pem",
        r"127\.0\.0\.1:8000;": f"{backend};",
    }
    for old, new in changes.items():
        site, found = re.subn(old, new, site)
        assert found, f"deploy/nginx.conf lacks {old}"
    places = "".join(f"{name}_temp_path {folder}/{name}; " for name in ("proxy", "fastcgi", "uwsgi", "scgi"))
    around = f"daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}"
    return f"{around}\nhttp {{ access_log off; client_body_temp_path {folder}/body; {places}\n{site}\n}}\n"


def _caddy(folder: Path, port: int, backend: str) -> str:
    """Use what compose.yaml uses: variables; and certificates of an authority in the folder."""
    os.environ |= {"NOKOSU_HOST": f"https://127.0.0.1:{port}", "NOKOSU_UPSTREAM": backend}
    options = "admin off\nauto_https disable_redirects\nlocal_certs\nskip_install_trust"
    return f"{{\n{options}\nstorage file_system {folder}\n}}\n{(DEPLOY / 'Caddyfile').read_text('utf-8')}"


SITES: Final = (
    Proxy("deploy/nginx.conf", 1, ["nginx", "-c", "{file}"], _nginx),
    Proxy("deploy/Caddyfile", 1, ["caddy", "run", "--adapter", "caddyfile", "--config", "{file}"], _caddy),
)


async def tried(site: Proxy, folder: Path) -> list[str]:
    """Start a site in front of a server; return what is wrong."""
    certificate(folder)
    trust = ssl.create_default_context()
    trust.check_hostname = False
    trust.verify_mode = ssl.CERT_NONE
    wanted = limits(guests_an_hour=3)
    plain = site._replace(name=site.name.replace("/", "-"))
    async with (
        serving(f"{folder}/x.db", trusted_proxies=site.hops, limits=wanted) as served,
        running(plain, folder, served.address) as address,
        httpx.AsyncClient(verify=trust, timeout=WAIT_S) as http,
    ):
        found = await faults(address, trust)
        closed = await http.get(f"https://{address}/metrics")
        if closed.status_code != 403:
            found.append(f"/metrics answers {closed.status_code}")
        if "nginx" in site.name:
            sent = await http.get(f"http://127.0.0.1:{PLAIN}/rules")
            if sent.headers.get("location") != "https://127.0.0.1/rules":
                found.append(f"no redirect to TLS: {sent.status_code}")
    return found


def exposure(unit: Path) -> float:
    """Return how open systemd thinks a unit is, from 0 to 10."""
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(re.findall(r"exposure level for .*: ([\d.]+)", done.stdout)[0])


def open_units() -> list[str]:
    """Return the units that are too open. A planted one, without a single restriction, has to be among them."""
    with tempfile.TemporaryDirectory() as name:
        planted = Path(name) / "planted.service"
        planted.write_text("[Service]\nExecStart=/bin/true\n")
        units = [*sorted(DEPLOY.glob("*.service")), planted]
        found = {unit.name: exposure(unit) for unit in units}
    sys.stdout.write("".join(f"{name}: exposure {level}\n" for name, level in found.items()))
    assert found.pop(planted.name) > MOST_OPEN, "systemd calls an open unit closed"
    return [name for name, level in found.items() if level > MOST_OPEN]


def main() -> None:
    """Try all; the exit status is the number of files with faults."""
    bad = len(open_units())
    for site in SITES:
        found = [f"{site.command[0]} is not installed"]
        if shutil.which(site.command[0]):
            with tempfile.TemporaryDirectory() as name:
                found = asyncio.run(tried(site, Path(name)))
        bad += bool(found)
        sys.stdout.write(f"{site.name}: {'; '.join(found) or 'good'}\n")
    sys.exit(bad)


if __name__ == "__main__":
    main()
