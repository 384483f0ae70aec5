"""The files for machines: read as far as there is somebody to read them, and run where their programs are."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.server.hosting.configuration import read_configuration
from tests.install_programs import installed_proxy
from tests.server.hosting.served import Served, eventually
from tests.server.house import PATIENCE, Guest
from tests.server.web.strangers import UPGRADE

DEPLOY = Path(__file__).parents[3] / "deploy"
OUR_ID = 16
"""How long the id of a request is if we have given it."""


def test_the_servers_of_the_composition_can_be_configured_so(tmp_path):
    text = (DEPLOY / "compose.yaml").read_text("utf8")
    document = yaml.safe_load(text.replace("${TABLEE_SITE:-localhost}", "games.example"))
    (tmp_path / "database_url").write_text("postgresql://tablee:x@database/tablee\n")
    assert {"one", "two", "database", "proxy"} == set(document["services"])
    for name in ("one", "two"):
        environment = {**baked(), **document["services"][name]["environment"]}
        environment["DATABASE_URL_FILE"] = str(tmp_path / "database_url")
        configuration = read_configuration({}, environment)
        assert configuration.settings.database_url.startswith("postgresql://")
        assert configuration.settings.allow_host == [document["services"]["proxy"]["environment"]["TABLEE_SITE"]]
        (network,) = document["networks"]["inside"]["ipam"]["config"]
        assert configuration.settings.trust_proxy == [network["subnet"]]
        assert document["services"][name]["hostname"] == name  # else it would not answer to the proxy's checks
        patience = configuration.serving.stop_notice + configuration.serving.stop_patience
        assert float(document["services"][name]["stop_grace_period"].removesuffix("s")) > patience
    published = [port for one in document["services"].values() for port in one.get("ports", [])]
    assert not any("8471" in port or "8470" in port for port in published)
    for named in document["secrets"].values():
        assert named["file"].startswith("./secrets/")
    assert "secrets/" in (DEPLOY / ".gitignore").read_text()


def baked() -> dict[str, str]:
    """The environment that the image has."""
    text = (DEPLOY / "Containerfile").read_text("utf8").replace("\\\n", " ")
    (line,) = re.findall(r"^ENV (.*)$", text, re.M)
    return dict(part.split("=", 1) for part in line.split() if part.startswith(("TABLEE_", "DATABASE_URL")))


def test_the_example_of_settings_can_be_read():
    configuration = read_configuration({"config": str(DEPLOY / "tablee.toml")}, {})
    assert (configuration.settings.allow_host, configuration.settings.trust_proxy) == (
        ["games.example"],
        ["127.0.0.1", "::1"],
    )


def test_what_the_image_copies_is_there():
    text = (DEPLOY / "Containerfile").read_text("utf8")
    copied = [name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.M) for name in line.split()]
    assert len(copied) >= 4
    assert all((DEPLOY.parent / name).exists() for name in copied)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_units_are_understood(tmp_path):
    for unit in ("tablee.service", "tablee-backup.service", "tablee-backup.timer"):
        text = (DEPLOY / unit).read_text("utf8").replace("/opt/tablee/bin/tablee", "/bin/true")
        (tmp_path / unit).write_text(text)
    units = [str(path) for path in tmp_path.iterdir()]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "tablee" in line and "man " not in line]
    assert complaints == []


# ---- proxies, in front of two real servers -----------------------------------------------------------------


@pytest.fixture
def two_servers(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Served, Served]]:
    """Two servers on one database."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    settings = {
        "database_url": postgres_url,
        "processes": 1,
        "log_format": "json",
        "stop_notice": 3.0,
        "metrics_address": "127.0.0.1:0",
        **trusting(),
    }
    one, two = (Served(tmp_path / name, settings) for name in ("one", "two"))
    yield one, two
    one.end()
    two.end()


def trusting() -> dict[str, object]:
    """The proxy here is on this machine."""
    return {"trust_proxy": ["127.0.0.1", "::1"], "allow_host": ["localhost"]}


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextlib.contextmanager
def caddy(program: str, tmp_path: Path, servers: str) -> Iterator[int]:
    """Caddy with the file of ours, and a certificate of its own making."""
    port = free_port()
    environment = {
        **os.environ, "TABLEE_SITE": f"https://localhost:{port}", "TABLEE_SERVERS": servers,
        "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "caddy"), "XDG_CONFIG_HOME": str(tmp_path / "caddy"),
    }  # fmt: skip
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (tmp_path / "Caddyfile").write_text(options + (DEPLOY / "Caddyfile").read_text("utf8"))
    command = [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    with running(command, tmp_path, environment):
        yield port


@contextlib.contextmanager
def nginx(program: str, tmp_path: Path, servers: str) -> Iterator[int]:
    """nginx with the file of ours, and a certificate made here."""
    port, plain = free_port(), free_port()
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    subprocess.run([*make, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text("utf8")
    for ours, theirs in zip(("127.0.0.1:8470", "127.0.0.1:8480"), servers.split(), strict=True):
        text = text.replace(ours, theirs)
    text = re.sub(r" +listen \[::\].*\n", "", text)
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}").replace("listen 80", f"listen 127.0.0.1:{plain}")
    text = text.replace("/etc/letsencrypt/live/games.example/fullchain.pem", str(certificate))
    text = text.replace("/etc/letsencrypt/live/games.example/privkey.pem", str(key))
    body = "".join(
        f"{name}_temp_path {tmp_path}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off;\npid {tmp_path}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{body}{text}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    command = [program, "-e", str(tmp_path / "nginx.log"), "-c", str(tmp_path / "nginx.conf")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with running(command, tmp_path, dict(os.environ)):
        yield port


@contextlib.contextmanager
def running(command: list[str], tmp_path: Path, environment: dict[str, str]) -> Iterator[None]:
    with (tmp_path / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


PROXIES = {"caddy": caddy, "nginx": nginx}


@pytest.mark.long
@pytest.mark.parametrize("name", PROXIES)
async def test_behind_a_proxy_with_tls_pages_and_tables_go_on_at_the_other_server(name, two_servers, tmp_path):
    program = installed_proxy(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    one, two = two_servers
    addresses = f"127.0.0.1:{one.port} 127.0.0.1:{two.port}"
    with PROXIES[name](program, tmp_path, addresses) as port:
        eventually(lambda: ask(port, "/ready")[0] == 200)
        status, headers, _ = ask(port, "/")
        assert status == 200
        assert "strict-transport-security" in headers
        assert len(headers["x-request-id"]) > OUR_ID  # that of the proxy
        guest = Guest(one)
        table = guest.open()
        async with through(port, guest, table) as live:
            first = await heard(live, "table")
            assert first["id"] == table
            async with through(port, guest, table) as again, through(port, Guest(one), table) as onlooker:
                await heard(again, "table")
                await heard(onlooker, "table")
                assert [serves(one), serves(two)].count(True) == 1  # all who are at a table are at one server
            held, other = (one, two) if serves(one) else (two, one)
            held.send(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await heard(live, "never")
            assert closed.value.rcvd.code == 1012
        async with through(port, guest, table) as live:
            assert (await heard(live, "table"))["you"]["sitter"] == first["you"]["sitter"]
            assert serves(other)
        held.process.wait(PATIENCE)
        for _ in range(20):
            assert ask(port, "/")[0] == 200


@pytest.mark.long
@pytest.mark.parametrize("name", PROXIES)
async def test_behind_a_proxy_a_server_that_hangs_keeps_nobody(name, two_servers, tmp_path):
    program = installed_proxy(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    one, two = two_servers
    with PROXIES[name](program, tmp_path, f"127.0.0.1:{one.port} 127.0.0.1:{two.port}") as port:
        eventually(lambda: ask(port, "/ready")[0] == 200)
        guest = Guest(one)
        table = guest.open()
        async with through(port, guest, table) as live:
            await heard(live, "table")
            held = one if serves(one) else two
            os.kill(*held.children(), signal.SIGSTOP)
            for _ in range(20):  # some of them are sent there
                assert (await asyncio.to_thread(ask, port, "/"))[0] == 200
            with pytest.raises(ConnectionClosed):
                await heard(live, "never")
        async with through(port, guest, table) as live:
            await heard(live, "table")
        eventually(lambda: held.said("serves again"))


@pytest.mark.long
@pytest.mark.parametrize("name", PROXIES)
async def test_behind_a_proxy_who_is_refused_and_stays_keeps_nobody_out(name, tmp_path):
    """Three times as many sockets of one address as there are places, as fast as they come; others ask meanwhile."""
    program = installed_proxy(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    server = Served(tmp_path, {"processes": 1, "most_connections": 200, "most_of_one_address": 100, **trusting()})
    try:
        guest = Guest(server)
        table = guest.open()
        with (
            PROXIES[name](program, tmp_path, f"127.0.0.1:{server.port} 127.0.0.1:{server.port}") as port,
            contextlib.ExitStack() as crowd,
        ):
            eventually(lambda: ask(port, "/ready")[0] == 200)
            statuses = []
            for number in range(600):
                line = crowd.enter_context(stubborn(port, table, "127.0.66.1"))
                assert line.recv(12) == b"HTTP/1.1 101"
                if number % 16 == 15:
                    statuses.append(ask(port, "/", f"127.0.0.{10 + number % 200}")[0])
            assert statuses == [200] * len(statuses)
            async with through(port, guest, table) as live:
                await heard(live, "table")
    finally:
        server.end()


@contextlib.contextmanager
def stubborn(port: int, table: str, source: str) -> Iterator[ssl.SSLSocket]:
    """A live connection that never answers a closing code."""
    import socket

    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)) as plain,
        no_checks().wrap_socket(plain, server_hostname="localhost") as line,
    ):
        wish = f"GET /tables/{table}/live HTTP/1.1\r\nHost: localhost:{port}\r\n"
        line.sendall(wish.encode() + UPGRADE + b"\r\n")
        yield line


def serves(server: Served) -> bool:
    """Is somebody connected there?"""
    return server.metrics()['tablee_live_connections{process="1"}'] > 0


@cache
def no_checks() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def ask(port: int, path: str, source: str = "") -> tuple[int, dict[str, str], str]:
    """One request through the proxy; 0 if there is none yet."""
    import http.client

    where = (source, 0) if source else None
    connection = http.client.HTTPSConnection(
        "localhost", port, timeout=PATIENCE, context=no_checks(), source_address=where
    )
    with contextlib.closing(connection):
        try:
            connection.request("GET", path)
            response = connection.getresponse()
        except OSError:
            return 0, {}, ""
        return response.status, {key.lower(): value for key, value in response.getheaders()}, response.read().decode()


def through(port: int, guest: Guest, table: str) -> connect:
    address = f"wss://localhost:{port}/tables/{table}/live?as=events"
    return connect(address, additional_headers=guest.headers, ssl=no_checks())


async def heard(live, say):
    async with asyncio.timeout(PATIENCE):
        while (message := json.loads(await live.recv()))["say"] != say:
            pass
    return message
