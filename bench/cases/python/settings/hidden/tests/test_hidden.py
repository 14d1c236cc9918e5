import pytest

from settings import read


def test_all():
    it = read("[a.b]\nx = 1 = 2\n# y = 3\n[c]\nx=${V}${W:w}\non = ON\n[a.b]\nz =\n", {"V": "v"})
    assert it.get("a.b.x") == "1 = 2"
    assert it.get("a.b.y") is None
    assert it.get("c.x") == "vw"
    assert it.flag("c.on")
    assert it.get("a.b.z") == ""
    assert it.names("a.b") == ["x", "z"]
    assert it.names("q") == []
    assert it.integer("a.b.q", 9) == 9
    with pytest.raises(SyntaxError, match="line 1"):
        read("oops")
