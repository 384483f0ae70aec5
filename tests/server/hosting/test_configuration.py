"""What a host chooses, and how that is read."""

import argparse
import sys
import tomllib
from pathlib import Path

import pytest

from tablee.server.hosting.configuration import add_flags, read_configuration, without_secrets
from tablee.server.hosting.serve_settings import (
    BAD_SETTING,
    BadOption,
    bots_of_each,
    options,
    process_count,
    table_in_markdown,
)

ROOT = Path(__file__).parents[3]


def parsed(*arguments: str) -> dict[str, str]:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return vars(parser.parse_args(arguments))


def test_flags_go_before_the_environment_and_that_before_the_file_and_that_before_defaults(tmp_path):
    file = tmp_path / "tablee.toml"
    file.write_text('port = 1\nprocesses = 1\nlog_format = "json"\n')
    environment = {"TABLEE_PORT": "2", "TABLEE_PROCESSES": "2", "TABLEE_CONFIG": str(file)}
    serving = read_configuration(parsed("--port", "3"), environment).serving
    assert (serving.port, serving.processes, serving.log_format, serving.log_level) == (3, 2, "json", "info")


def test_a_file_named_by_a_flag_goes_before_one_named_by_a_variable(tmp_path):
    (tmp_path / "one.toml").write_text("port = 1\n")
    (tmp_path / "two.toml").write_text("port = 2\n")
    flags = parsed("--config", str(tmp_path / "one.toml"))
    assert read_configuration(flags, {"TABLEE_CONFIG": str(tmp_path / "two.toml")}).serving.port == 1


SENSIBLE = {
    "log_format": "json", "log_level": "error", "smtp_tls": "tls", "games": "isis, morfals",
    "metrics_address": "[::1]:9",
    "database_url": "sqlite:///x.db", "bot_command": f"{sys.executable}, -m, mine", "origins": "https://example.org",
    "house_address": "http://10.0.0.2:8470", "allow_host": "*.example.org", "trust_proxy": "10.0.0.0/24, ::1",
    "smtp_from": "Tablée <tablee@example.org>", "rulebooks": str(Path(__file__).parent),
    "frame_sites": "https://club.example.org, https://*.example.com",
}  # fmt: skip
"""For settings that take neither any number nor any word."""
NEEDS = {
    "smtp_host": {"smtp_from": "a@example.org", "allow_host": "games.example"},
    "smtp_user": {"smtp_password": "hush"},
}


def test_every_option_can_be_chosen_in_all_three_ways(tmp_path):
    for option in options().values():
        text = {bool: "no" if option.default else "yes", str: "x"}.get(option.type, "3")
        text = SENSIBLE.get(option.name, text)
        needed = {options()[name].variable: value for name, value in NEEDS.get(option.name, {}).items()}
        given = [
            read_configuration(parsed(option.flag, text), needed),
            read_configuration({}, {option.variable: text, **needed}),
        ]
        found = {str(_chosen(configuration, option.name)) for configuration in given}
        assert len(found) == 1
        assert found != {str(option.default)}
        value = _chosen(given[0], option.name)
        (tmp_path / "c.toml").write_text(f"{option.name} = {_toml(value)}\n")
        assert str(_chosen(read_configuration({"config": str(tmp_path / "c.toml")}, needed), option.name)) in found


def _chosen(configuration, name):
    return (
        getattr(configuration.serving, name, None)
        if hasattr(configuration.serving, name)
        else getattr(configuration.settings, name)
    )


def _toml(value):
    return str(value).lower() if isinstance(value, bool) else repr(list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize(
    ("flags", "environment", "file", "words"),
    [
        (["--port", "70000"], {}, "", "--port: '70000' cannot be: expected `int` <= 65535"),
        (["--log-format", "xml"], {}, "", "--log-format: 'xml' cannot be: it is one of lines, json"),
        ([], {"TABLEE_PORT": "high"}, "", "TABLEE_PORT: 'high' cannot be"),
        ([], {"TABLEE_PROT": "1"}, "", "TABLEE_PROT: there is no such variable; did you mean TABLEE_PORT?"),
        ([], {"TABLEE_LOG_ADDRESSES": "perhaps"}, "", "TABLEE_LOG_ADDRESSES: 'perhaps' cannot be"),
        ([], {}, "prot = 1", "there is no 'prot' to choose; did you mean port?"),
        ([], {}, 'port = "80"\nbot_workers = 0', "bot_workers: 0 cannot be"),
        ([], {}, "[server]\nport = 1", "there is no 'server' to choose"),
        ([], {}, "port = ", "cannot be read"),
        (
            ["--trust-proxy", "proxy.local"],
            {},
            "",
            "--trust-proxy: 'proxy.local' cannot be: 'proxy.local' is no address",
        ),
        ([], {}, 'trust_proxy = ["10.0.0.1", "10.0.0.1:80"]', "'10.0.0.1:80' is no address or network of a proxy"),
        (["--origins", "foo"], {}, "", "'foo' is no origin, such as https://play.example.org"),
        (["--origins", "https://example.org/"], {}, "", "is no origin"),
        (["--frame-sites", "club.example.org"], {}, "", "'club.example.org' is no origin"),
        (["--frame-sites", "https://a.example; script-src *"], {}, "", "is no address and no host name"),
        (["--house-address", "example.org:1"], {}, "", "is no origin"),
        (["--allow-host", "https://example.org"], {}, "", "is no host name, such as play.example.org"),
        (["--allow-host", "example.org:8470"], {}, "", "without a scheme or a port"),
        (["--smtp-host", "mail.example.org"], {}, "", "smtp_host is set and smtp_from is not"),
        (
            ["--smtp-host", "mail.example.org", "--smtp-from", "a@example.org", "--allow-host", "*.example.org"],
            {},
            "",
            "no address for the links in e-mails: name the server with allow_host",
        ),
        (["--smtp-from", "Tablée"], {}, "", "it is no sender, such as Tablée <tablee@example.org>"),
        (["--smtp-user", "me"], {}, "", "smtp_user is set and smtp_password is not"),
        (["--bot-command", "no-such-program-anywhere"], {}, "", "there is no program 'no-such-program-anywhere'"),
        (["--games", "isis,chess"], {}, "", "there is no game 'chess'"),
        (["--metrics-address", "9100"], {}, "", "write address:port, such as 127.0.0.1:8471"),
        (["--request-burst", "0.5"], {}, "", "expected `float` >= 1.0"),
        (["--read-patience", "inf"], {}, "", "expected `float` <= 3600"),
        (["--host", "not a host"], {}, "", "'not a host' is no address and no host name"),
        ([], {}, 'host_contact = "a\\u0007b"', "it has a character that cannot be printed"),
        ([], {"DATABASE_URL": "mysql://x"}, "", "DATABASE_URL: what it says cannot be: DATABASE_URL 'mysql'… is not"),
        ([], {}, 'database_url = ""', "is not understood"),
        ([], {"DATABASE_URL": "postgresql://me:hush@db:port/x"}, "", "what stands for the port is no port"),
        ([], {"DATABASE_URL_FILE": "/nowhere/at/all"}, "", "DATABASE_URL_FILE: /nowhere/at/all cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_by_name(flags, environment, file, words, tmp_path):
    if file:
        (tmp_path / "c.toml").write_text(file)
        flags = [*flags, "--config", str(tmp_path / "c.toml")]
    with pytest.raises(BadOption) as refused:
        read_configuration(parsed(*flags), environment)
    assert words in str(refused.value)
    assert "hush" not in str(refused.value)
    assert refused.value.code == BAD_SETTING


def test_databases_on_several_machines_and_in_folders_of_sockets_can_be_named():
    for url in (
        "postgresql://tablee@db1:5432,[::1]:5433/tablee?sslmode=verify-full",
        "postgresql://tablee:s%40cret@%2Frun%2Fpostgresql/tablee",
        "postgresql:///tablee?host=/run/postgresql",
    ):
        assert read_configuration({}, {"DATABASE_URL": url}).settings.database_url == url


def test_a_password_can_come_in_a_file_and_is_never_repeated(tmp_path):
    (tmp_path / "secret").write_text("postgresql://me:hush@db/x\n")
    configuration = read_configuration({}, {"DATABASE_URL_FILE": str(tmp_path / "secret")})
    assert configuration.settings.database_url == "postgresql://me:hush@db/x"
    assert not configuration.on_sqlite
    assert "hush" not in str(without_secrets(configuration))
    (tmp_path / "c.toml").write_text('database_url = ["hush"]')
    with pytest.raises(BadOption) as refused:
        read_configuration({"config": str(tmp_path / "c.toml")}, {})
    assert "hush" not in str(refused.value)


def test_the_password_of_the_mail_server_can_come_in_a_file_and_is_never_repeated(tmp_path):
    (tmp_path / "secret").write_text("hush\n")
    configuration = read_configuration({}, {"TABLEE_SMTP_PASSWORD_FILE": str(tmp_path / "secret")})
    assert configuration.settings.smtp_password == "hush"
    assert "hush" not in str(without_secrets(configuration))


def test_on_sqlite_one_process_serves_whatever_is_wished_for():
    assert process_count(8, on_sqlite=True) == 1
    assert process_count(8, on_sqlite=False) == 8
    assert process_count(0, on_sqlite=False) >= 1
    assert bots_of_each(1000) == 1


def test_every_option_is_said_in_words():
    assert [option.name for option in options().values() if not option.doc.endswith(".")] == []


def test_help_and_documents_list_every_option_as_it_is():
    parser = argparse.ArgumentParser()
    add_flags(parser)
    said = " ".join(parser.format_help().split())
    for option in options().values():
        assert option.flag in said
        assert option.variable in said
    assert table_in_markdown() in (ROOT / "docs" / "hosts" / "settings.md").read_text("utf8")


def test_the_example_file_can_be_read():
    example = ROOT / "deploy" / "tablee.toml"
    assert len(tomllib.loads(example.read_text("utf8"))) > 3
    assert read_configuration({"config": str(example)}, {}).serving.metrics_address
