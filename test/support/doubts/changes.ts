import type { ReadChange } from "../../../src/domain/ports/repair.ts";
import type { DoubtExample } from "../../../src/services/repair/doubts/rule.ts";

const TEST_NAMES: Readonly<Record<string, string>> = {
  ".py": "test_it.py",
  ".go": "it_test.go",
  ".rs": "tests/it.rs",
  ".java": "ItTest.java",
};

export function changeOf(example: DoubtExample): ReadChange {
  const { path, before, after } = example;
  return {
    before: before === null ? [] : [{ path, text: before }],
    after: [{ path, text: after }],
    tests: testsOf(example),
  };
}

export function testsOf({ path, tests }: DoubtExample): ReadChange["tests"] {
  if (tests === undefined) return [];
  const ending = path.slice(path.lastIndexOf("."));
  return [{ path: TEST_NAMES[ending] ?? `it.test${ending}`, text: tests }];
}
