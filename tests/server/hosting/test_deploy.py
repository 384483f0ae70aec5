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
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.server.hosting.configuration import read_configuration
from tablee.server.hosting.serve_settings import BAD_SETTING, FAILED
from tablee.server.storage import open_store
from tests.install_programs import installed_program
from tests.server.hosting.served import Served, clean_environment, eventually
from tests.server.house import PATIENCE, Guest
from tests.server.web.strangers import UPGRADE

DEPLOY = Path(__file__).parents[3] / "deploy"
TABLEE = f"{sys.executable} -m tablee.cli"
OUR_ID = 16
"""How long the id of a request is if we have given it."""


@pytest.fixture
def composition():
    """What `deploy/compose.yaml` says."""
    text = (DEPLOY / "compose.yaml").read_text("utf8")
    return yaml.safe_load(text.replace("${TABLEE_SITE:-localhost}", "games.example"))


def test_the_servers_of_the_composition_can_be_configured_so(composition, tmp_path):
    services = composition["services"]
    (tmp_path / "database_url").write_text("postgresql://tablee:x@database/tablee\n")
    assert {"one", "two", "backup", "database", "proxy"} == set(services)
    for name in ("one", "two"):
        environment = {**baked(), **services[name]["environment"]}
        environment["DATABASE_URL_FILE"] = str(tmp_path / "database_url")
        configuration = read_configuration({}, environment)
        assert configuration.settings.database_url.startswith("postgresql://")
        assert configuration.settings.allow_host == [services["proxy"]["environment"]["TABLEE_SITE"]]
        (network,) = composition["networks"]["outside"]["ipam"]["config"]
        assert configuration.settings.trust_proxy == [network["subnet"]]
        assert services[name]["hostname"] == name  # else it would not answer to the proxy's checks
        patience = configuration.serving.stop_notice + configuration.serving.stop_patience
        assert float(services[name]["stop_grace_period"].removesuffix("s")) > patience


def test_in_the_composition_servers_reach_the_internet_and_the_database_does_not(composition):
    services, networks = composition["services"], composition["networks"]
    inner = {name for name, network in networks.items() if network and network.get("internal")}
    for name in ("one", "two"):
        assert set(services[name]["networks"]) - inner  # push and e-mail go out
        assert set(services[name]["networks"]) & set(services["database"]["networks"])
        assert set(services[name]["networks"]) & set(services["proxy"]["networks"])
    assert set(services["database"]["networks"]) <= inner
    assert not set(services["proxy"]["networks"]) & set(services["database"]["networks"])
    published = {name for name, service in services.items() if "ports" in service}
    assert published == {"proxy"}


def test_the_composition_is_pinned_rotates_logs_and_keeps_secrets_out_of_the_repository(composition):
    services = composition["services"].values()
    images = [service["image"] for service in services] + re.findall(
        r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text("utf8"), re.M
    )
    assert all(re.search(r":\d+\.\d+", image) for image in images), images
    assert all(service["logging"]["options"]["max-size"] for service in services)
    for named in composition["secrets"].values():
        assert named["file"].startswith("./secrets/")
    assert "secrets/" in (DEPLOY / ".gitignore").read_text()


def test_the_backup_of_the_composition_is_made_and_kept(composition, tmp_path):
    """Its script is run by a real shell, once, with another folder and another way to sleep."""
    script = composition["services"]["backup"]["command"][-1].replace("$$", "$").replace("sleep 86400 & wait", "exit")
    script = script.replace("/var/backups/tablee", str(tmp_path)).replace("tablee backup", f"{TABLEE} backup")
    (tmp_path / "old.db").touch()
    os.utime(tmp_path / "old.db", (0, 0))
    database = f"sqlite:///{tmp_path}/house/tables.db"
    (tmp_path / "house").mkdir()
    open_store(database)
    subprocess.run(["sh", "-c", script], check=True, env=clean_environment(DATABASE_URL=database), capture_output=True)
    assert [path.name[:2] for path in tmp_path.glob("*.db")] == ["20"]


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


def test_the_units_fit_the_program():
    """Read without systemd: what they start is there, and what they wait for fits the settings beside them."""
    house, backup = (unit(name) for name in ("tablee.service", "tablee-backup.service"))
    assert set(house["RestartPreventExitStatus"].split()) == {str(FAILED), str(BAD_SETTING)}
    serving = read_configuration({"config": str(DEPLOY / "tablee.toml")}, {}).serving
    assert float(house["TimeoutStopSec"]) > serving.stop_notice + serving.stop_patience
    assert house["ExecStart"].split() == [
        "/opt/tablee/bin/tablee", "serve", "--config", "/etc/tablee/tablee.toml",
    ]  # fmt: skip
    assert "TABLEE_CONFIG=/etc/tablee/tablee.toml" in backup["Environment"].split()
    assert "/opt/tablee/bin/tablee backup" in backup["ExecStart"]
    for one in (house, backup):
        assert one["CacheDirectory"] == "tablee"
        assert "tablee" in one["StateDirectory"].split()


def unit(name: str) -> dict[str, str]:
    """The keys of a unit, of all its sections; none is there twice."""
    lines = [line for line in (DEPLOY / name).read_text("utf8").splitlines() if "=" in line and line[0] != "#"]
    pairs = [line.split("=", 1) for line in lines]
    assert len({key for key, _ in pairs}) == len(pairs)
    return dict(pairs)


@pytest.mark.long
def test_prometheus_understands_its_files():
    program = installed_program("promtool")
    if program is None:
        pytest.skip("promtool is not installed")
    done = subprocess.run(
        [program, "check", "config", str(DEPLOY / "prometheus.yml")], check=False, capture_output=True, text=True
    )
    assert (done.returncode, "rules found" in done.stdout) == (0, True), done.stderr


# ---- the image, built into a folder ------------------------------------------------------------------------


@pytest.mark.long
def test_the_steps_of_the_image_lead_to_a_house_that_opens_and_stops(tmp_path):
    """Its RUN and COPY lines are carried out in a folder, and its CMD with its ENV; no container runs."""
    text = (DEPLOY / "Containerfile").read_text("utf8").replace("\\\n", " ")
    build = tmp_path / "build"
    build.mkdir()
    for kind, words in re.findall(r"^(COPY|RUN) (.*)$", text, re.M):
        if kind == "COPY" and not words.startswith("--from"):
            *sources, _ = words.split()
            for source in sources:
                into = build / source
                copy = shutil.copytree if (DEPLOY.parent / source).is_dir() else shutil.copy
                copy(DEPLOY.parent / source, into)
        elif kind == "RUN" and "useradd" not in words:
            command = words.replace("python -m venv", f"{sys.executable} -m venv").replace("/opt", f"{tmp_path}/opt")
            subprocess.run(command, shell=True, cwd=build, check=True, capture_output=True)
    environment = {key: value.replace("/var/", f"{tmp_path}/var/") for key, value in baked().items()}
    for folder in ("lib", "cache"):
        (tmp_path / "var" / folder / "tablee").mkdir(parents=True)
    command = [str(tmp_path / "opt/tablee/bin/tablee"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=clean_environment(**environment), text=True) as house:
        try:
            port = int(house.stdout.readline().rpartition(":")[2])
            eventually(lambda: b'"ready":true' in urlopen(f"http://127.0.0.1:{port}/ready").read())
        finally:
            house.send_signal(signal.SIGTERM)
        assert house.wait(PATIENCE) == 0


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
    program = installed_program(name)
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
    program = installed_program(name)
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
    program = installed_program(name)
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
