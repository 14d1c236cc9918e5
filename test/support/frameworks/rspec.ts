import { broken, failed, passed, type Situation, skipped } from "./situation.ts";

const SET_UP = { ".rspec": "--require ./calc\n" };
const RIGHT = { "calc.rb": "def add(a, b)\n  a + b\nend\n" };
const WRONG = { "calc.rb": "def add(a, b)\n  a - b\nend\n" };
const SPEC = {
  "spec/calc_spec.rb":
    'RSpec.describe "add" do\n  it "adds" do\n    expect(add(2, 3)).to eq(5)\n  end\n\n  context "with zero" do\n    it "keeps the number" do\n      expect(add(2, 0)).to eq(2)\n    end\n  end\n\n  it "waits"\n\n  it "raises nothing" do\n    raise ArgumentError, "off" if add(1, 1) != 2\n  end\nend\n',
};
const ID = {
  adds: "spec/calc_spec.rb > add adds",
  zero: "spec/calc_spec.rb > add with zero keeps the number",
  waits: "spec/calc_spec.rb > add waits",
  raises: "spec/calc_spec.rb > add raises nothing",
};

export const rspecSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...SET_UP, ...RIGHT, ...SPEC },
    status: "passed",
    tests: [...passed(ID.adds, ID.zero, ID.raises), ...skipped(ID.waits)],
  },
  {
    name: "fail",
    files: { ...SET_UP, ...WRONG, ...SPEC },
    status: "failed",
    tests: [
      failed(ID.adds, 2, "ExpectationNotMetError", /^expected: 5\s+got: -1/),
      failed(ID.raises, 14, "ArgumentError", "off"),
      ...passed(ID.zero),
      ...skipped(ID.waits),
    ],
  },
  {
    name: "import error",
    files: { ...SET_UP, ...RIGHT, "spec/a_spec.rb": 'require "nowhere"\n' },
    status: "failed",
    tests: [broken("spec/a_spec.rb", null, "LoadError", /cannot load such file -- nowhere/)],
  },
  {
    name: "one test",
    files: { ...SET_UP, ...WRONG, ...SPEC },
    selection: { kind: "tests", ids: [ID.zero] },
    status: "passed",
    tests: passed(ID.zero),
  },
  {
    name: "no tests",
    files: { ...SET_UP, ...RIGHT, "spec/a_spec.rb": "" },
    status: "no_tests",
    tests: [],
  },
];
