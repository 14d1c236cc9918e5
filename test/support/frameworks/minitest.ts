import { failed, passed, type Situation, skipped } from "./situation.ts";

const RIGHT = { "lib/calc.rb": "def add(a, b)\n  a + b\nend\n" };
const WRONG = { "lib/calc.rb": "def add(a, b)\n  a - b\nend\n" };
const TEST = {
  "test/calc_test.rb":
    'require "minitest/autorun"\nrequire "calc"\n\nclass CalcTest < Minitest::Test\n  def test_adds\n    assert_equal 5, add(2, 3)\n  end\n\n  def test_zero\n    assert_equal 2, add(2, 0)\n  end\n\n  def test_waits\n    skip "later"\n  end\n\n  def test_raises_nothing\n    raise ArgumentError, "off" if add(1, 1) != 2\n  end\nend\n',
};
const FILE = "test/calc_test.rb > CalcTest";
const ID = {
  adds: `${FILE} > test_adds`,
  zero: `${FILE} > test_zero`,
  waits: `${FILE} > test_waits`,
  raises: `${FILE} > test_raises_nothing`,
};

export const minitestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...RIGHT, ...TEST },
    status: "passed",
    tests: [...passed(ID.adds, ID.zero, ID.raises), ...skipped(ID.waits)],
  },
  {
    name: "fail",
    files: { ...WRONG, ...TEST },
    status: "failed",
    tests: [
      failed(ID.adds, 6, "Assertion", "Expected: 5\n  Actual: -1"),
      { id: ID.raises, status: "error", failure: { line: 18, type: "ArgumentError", message: /off/ } },
      ...passed(ID.zero),
      ...skipped(ID.waits),
    ],
  },
  {
    name: "one test",
    files: { ...WRONG, ...TEST },
    selection: { kind: "tests", ids: [ID.zero] },
    status: "passed",
    tests: passed(ID.zero),
  },
  {
    name: "no tests",
    files: { ...RIGHT, "test/a_test.rb": 'require "minitest/autorun"\n' },
    status: "no_tests",
    tests: [],
  },
];
