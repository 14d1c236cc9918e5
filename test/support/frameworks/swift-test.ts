import { failed, passed, type Situation } from "./situation.ts";

const FILES = { "Package.swift": "", "Tests/CalcTests/CalcTests.swift": "" };
const anywhere = <T extends object>(tests: readonly T[]) => tests.map((test) => ({ ...test, file: null }));

/** Written by hand from the documentation, because Swift was not available. */
export const swiftTestSituations: readonly Situation[] = [
  { name: "pass", files: FILES, status: "passed", tests: anywhere(passed("CalcTests.CalcTests > testAdds")) },
  {
    name: "fail",
    files: FILES,
    status: "failed",
    tests: anywhere([
      failed("CalcTests.CalcTests > testAdds", null, "Failure", "failed"),
      ...passed("CalcTests.CalcTests > testZero"),
    ]),
  },
  {
    name: "one test",
    files: FILES,
    selection: { kind: "tests", ids: ["CalcTests.CalcTests > testZero"] },
    status: "passed",
    tests: anywhere(passed("CalcTests.CalcTests > testZero")),
  },
  { name: "no tests", files: FILES, status: "no_tests", tests: [] },
];
