import pytest

from settings import read

TEXT = """
name = demo   # the name
[server]
host = ${HOST:localhost}
port = 8080
debug = Yes
home = ${HOME}/data

[ paths ]
url = http://x/?a=b
"""


@pytest.fixture
def settings():
    return read(TEXT, {"HOME": "/h"})


def test_values(settings):
    assert settings.get("name") == "demo"
    assert settings.get("server.port") == "8080"
    assert settings.get("paths.url") == "http://x/?a=b"


def test_defaults(settings):
    assert settings.get("server.nothing", 5) == 5
    assert settings.get("nowhere.key") is None


def test_environment(settings):
    assert settings.get("server.host") == "localhost"
    assert settings.get("server.home") == "/h/data"
    assert read(TEXT, {"HOST": "example"}).get("server.host") == "example"


def test_kinds(settings):
    assert settings.integer("server.port") == 8080
    assert settings.integer("server.none", 3) == 3
    assert settings.flag("server.debug")
    assert not settings.flag("server.port")
    assert not settings.flag("server.none")


def test_names(settings):
    assert settings.names("server") == ["debug", "home", "host", "port"]


def test_error():
    with pytest.raises(SyntaxError, match="line 2"):
        read("a = 1\nb\n")
