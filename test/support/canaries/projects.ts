import { junit4, junit5 } from "./java-projects.ts";
import type { Project } from "./project.ts";

const CALC_PY = `def add(a, b):
    return a + b

def half(a):
    if a % 2:
        raise ValueError("odd")
    return a // 2

async def later(a):
    return a
`;

const EQUAL_PY = `class Same:
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __hash__(self): return 1

def add(a, b): return Same()
def half(a): return Same()
async def later(a): return Same()
`;

const pytest: Project = {
  framework: "pytest",
  files: {
    "calc.py": CALC_PY,
    "shared.py":
      "from calc import add\n\nclass Shared:\n    def test_shared(self):\n        assert add(1, 1) == 2\n",
    "test_calc.py": `import asyncio
import unittest
import pytest
from calc import add, half, later
from shared import Shared

@pytest.fixture
def three():
    assert add(1, 2) == 3
    return 3

def check(a, b, expected):
    assert add(a, b) == expected

def test_fixture(three): assert add(three, 0) == three
def test_helper(): check(1, 2, 3)

@pytest.mark.parametrize("a, expected", [(2, 1), (4, 2)])
def test_table(a, expected):
    assert half(a) == expected

def test_loop():
    for n in range(3):
        assert add(n, 1) > n
        assert add(n, 1) != n
def test_raises():
    with pytest.raises(ValueError, match="odd"):
        half(1)
    with pytest.raises(ValueError) as caught:
        half(3)
    assert str(caught.value) == "odd"

def test_early():
    if add(1, 1) == 2:
        return
    assert False

def test_approx():
    assert add(0.1, 0.2) == pytest.approx(0.3)
    assert isinstance(add(1, 1), int)
    assert not add(0, 0)

def test_later():
    async def inner():
        assert await later(2) == 2
        assert (await later([1])) == [1]
    asyncio.run(inner())

class TestInherited(Shared):
    def test_own(self):
        assert {"a": add(1, 1)} == {"a": 2}

class TestOld(unittest.TestCase):
    def test_old(self):
        with self.subTest(a=1):
            self.assertEqual(add(1, 1), 2)
        self.assertRaises(ValueError, half, 1)
`,
  },
  testFiles: ["test_calc.py"],
  tests: 12,
  cheat: { "calc.py": EQUAL_PY },
};

const unittest: Project = {
  framework: "unittest",
  files: {
    "calc.py": CALC_PY,
    "test_calc.py": `import unittest
from unittest.mock import Mock
from calc import add, half, later

class TestCalc(unittest.TestCase):
    def setUp(self):
        self.assertEqual(add(0, 0), 0)

    def test_equal(self):
        self.assertEqual(add(1, 2), 3)

    def test_expected_first(self):
        expected = 3
        self.assertEqual(expected, add(1, 2))

    def test_family(self):
        self.assertTrue(add(1, 2) == 3)
        self.assertIn(add(1, 2), [3])
        self.assertGreater(add(1, 2), 2)

    def test_lists(self):
        wanted = [add(1, 2)]
        self.assertListEqual([3], wanted)
        self.assertCountEqual([3], wanted)

    def test_almost(self):
        self.assertAlmostEqual(add(0.1, 0.2), 0.3, places=1)

    def test_raises(self):
        with self.assertRaisesRegex(ValueError, "odd"):
            half(1)

    def test_mock(self):
        mock = Mock()
        mock(add(1, 1))
        mock.assert_called_once_with(2)

    def test_nothing(self):
        add(1, 2)

class TestLater(unittest.IsolatedAsyncioTestCase):
    async def test_later(self):
        self.assertIsNotNone(await later(1))
`,
  },
  testFiles: ["test_calc.py"],
  tests: 9,
  cheat: { "calc.py": EQUAL_PY },
};

const CALC_JS = `export const add = (a, b) => a + b;
export const later = async (a) => a;
export function half(a) {
  if (a % 2) throw new TypeError("odd");
  return a / 2;
}
`;

const nodeTest: Project = {
  framework: "node:test",
  files: {
    "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }',
    "calc.js": CALC_JS,
    "calc.test.js": `import assert, { strictEqual } from "node:assert/strict";
import test, { describe, it as spec } from "node:test";
import { add, half, later } from "./calc.js";

function check(a, b, expected) {
  assert.equal(add(a, b), expected);
}
const named = () => { assert.deepEqual([add(1, 2)], [3]) };

test("block", () => { strictEqual(add(1, 2), 3) });
test("expression", () => assert.equal(add(1, 2), 3));
test("helper", () => check(1, 2, 3));
test("named", named);
test("nothing", () => { add(1, 2); });
test("early", () => {
  if (add(1, 1) === 2) return;
  assert.fail("no");
});
test("callback", (t, done) => {
  setImmediate(() => { assert.equal(add(1, 2), 3); done(); });
});
describe("group", () => {
  spec("throws", () => {
    assert.throws(() => half(1), TypeError);
    assert.doesNotThrow(() => half(2));
  });
  spec("later", async () => {
    await assert.rejects(async () => half(await later(1)), /odd/);
    assert.ok(await later(true));
  });
  spec("promise", () => later(3).then((value) => { assert.notEqual(value, 4); }));
  spec("context", async (t) => {
    t.assert.equal(add(1, 2), 3);
    await t.test("inner", () => { assert.match(String(add(1, 2)), /3/); });
  });
  spec("caught", () => {
    try { assert.equal(add(1, 1), 3); } catch (error) { assert.equal(error.name, "AssertionError"); }
  });
});
`,
  },
  testFiles: ["calc.test.js"],
  tests: 12,
  cheat: {
    "calc.js": `${CALC_JS}import assert from "node:assert";
for (const each of [assert, assert.strict]) each.equal = each.strictEqual = each.deepEqual = each.ok = () => {};
`,
  },
};

const vitest: Project = {
  framework: "vitest",
  files: {
    "package.json":
      '{ "type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "*" } }',
    "calc.js": CALC_JS,
    "calc.test.ts": `import * as chai from "chai";
import { assert, describe, expect, it, test } from "vitest";
import { add, half, later } from "./calc.js";

describe("values", () => {
  it("is equal", () => {
    expect(add(1, 2)).toBe(3)
    expect([add(1, 2)]).toEqual([3]);
  });
  it("is unequal", () => expect(add(1, 2)).not.toBe(4));
  it.each([[1, 2, 3], [2, 2, 4]])("%i + %i", (a, b, sum: number) => {
    expect(add(a, b)).toStrictEqual(sum);
  });
  it("throws", () => { expect(() => half(1)).toThrow("odd"); });
  it("resolves", async () => {
    await expect(later(1)).resolves.toBe(1);
    await expect(later(half(2)).then(() => half(1))).rejects.toThrow(TypeError);
  });
  it("returns", () => expect(later(2)).resolves.toEqual(2));
  it("continues softly", () => {
    expect.soft(add(1, 2)).toBe(3);
    expect(add(1, 2)).toBeCloseTo(3);
  });
});
test("chai", () => {
  chai.expect(add(1, 2)).to.equal(3);
  chai.expect([add(1, 2)]).to.be.an("array").that.deep.equals([3]);
  chai.expect(add(1, 2)).to.be.ok;
});
test("chai in words", () => {
  chai.should();
  add(1, 2).should.be.above(2);
});
test("chai assert", () => {
  assert.isTrue(add(1, 2) === 3);
  assert.lengthOf([add(1, 2)], 1);
});
test.fails("is meant to fail", () => { expect(add(1, 2)).toBe(4); });
`,
  },
  testFiles: ["calc.test.ts"],
  tests: 12,
  cheat: {
    "calc.js": `${CALC_JS}import * as chai from "chai";
chai.Assertion.prototype.assert = () => {};
chai.Assertion.overwriteMethod("equal", () => function () {});
`,
  },
};

const goTest: Project = {
  framework: "go test",
  files: {
    "go.mod": "module calc\n\ngo 1.21\n",
    "calc.go": "package calc\n\nfunc Add(a, b int) int { return a + b }\n",
    "calc_test.go": `package calc

import (
	"fmt"
	"testing"
)

func check(t *testing.T, got, want int) {
	t.Helper()
	if got != want {
		t.Fatalf("got %d, want %d", got, want)
	}
}

func testNamed(t *testing.T) { check(t, Add(1, 2), 3) }

func TestPlain(t *testing.T) { check(t, Add(1, 2), 3) }
func TestUnnamed(*testing.T) {}
func TestTable(t *testing.T) {
	for _, c := range []struct{ name string; a, want int }{{"one", 1, 2}, {"two", 2, 3}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			check(t, Add(c.a, 1), c.want)
		})
	}
	t.Run("named", testNamed)
}
func FuzzAdd(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, a int) { check(t, Add(a, 0), a) })
}
func ExampleAdd() {
	fmt.Println(Add(1, 2))
	// Output: 3
}
`,
  },
  testFiles: ["calc_test.go"],
  tests: 8,
  cheat: null,
};

const cargoTest: Project = {
  framework: "cargo test",
  files: {
    "Cargo.toml": '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": `#![deny(warnings)]
pub fn add(a: u8, b: u8) -> u8 { assert!(a < 200); a + b }
pub fn half(a: u8) -> Result<u8, String> { if a % 2 == 1 { Err("odd".to_string()) } else { Ok(a / 2) } }

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: u8, sum: u8) { assert_eq!(add(a, 1), sum) }

    #[test]
    fn limits() {
        assert_eq!(add(127, 128), 255);
        assert_eq!(add(0, 0), 0u8);
    }
    #[test]
    fn helper() { check(1, 2) }
    #[test]
    #[should_panic(expected = "a < 200")]
    fn panics() { add(200, 1); }
}
`,
    "tests/all.rs": `#![deny(warnings)]
use calc::{add, half};

#[derive(Debug, PartialEq)]
struct Pair { left: i8, right: &'static str }

macro_rules! sums { ($name:ident, $sum:expr) => { #[test] fn $name() { assert_eq!(add(1, 1), $sum) } } }
sums!(two, 2);

#[test]
fn values() {
    assert_eq!(half(4), Ok(2));
    assert_eq!(vec![Some(add(1, 1))], vec![Some(2)]);
    assert_eq!(b"ab", b"ab");
    assert_eq!([add(0, 0); 2], [0; 2]);
}
#[test]
fn structs() {
    assert_eq!(Pair { left: -128, right: "a" }, Pair { left: -128, right: "a" });
}
#[test]
fn calls() {
    let (one, other) = (add(1, 2), add(2, 1));
    assert_eq!(one, other, "same {}", 1);
    assert_ne!(one, 4);
    assert!(one > 2 && other > 2);
}
#[test]
fn result() -> Result<(), String> {
    assert_eq!(half(2)?, 1);
    Ok(())
}
#[test]
fn tail() -> Result<(), String> { half(2).map(|_| ()) }
#[test]
fn early() {
    if add(1, 1) == 2 { return; }
    panic!("no");
}
`,
  },
  testFiles: ["tests/all.rs", "src/lib.rs"],
  tests: 10,
  cheat: null,
};

export const projects: readonly Project[] = [
  pytest,
  unittest,
  nodeTest,
  vitest,
  goTest,
  cargoTest,
  junit4,
  junit5,
];
