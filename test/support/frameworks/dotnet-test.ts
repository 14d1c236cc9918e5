import { failed, passed, type Situation, skipped } from "./situation.ts";

const FILES = { "T/T.csproj": '<PackageReference Include="Microsoft.NET.Test.Sdk" />' };
const anywhere = <T extends object>(tests: readonly T[]) => tests.map((test) => ({ ...test, file: null }));

/** Written by hand from the documentation, because .NET was not available. */
export const dotnetTestSituations: readonly Situation[] = [
  { name: "pass", files: FILES, status: "passed", tests: anywhere(passed("Demo.CalcTests.Adds")) },
  {
    name: "fail",
    files: FILES,
    status: "failed",
    tests: anywhere([
      failed("Demo.CalcTests.Adds", 9, "AssertionError", /Values differ/),
      ...passed("Demo.CalcTests.Zero"),
      ...skipped("Demo.CalcTests.Waits"),
    ]),
  },
  {
    name: "one test",
    files: FILES,
    selection: { kind: "tests", ids: ["Demo.CalcTests.Zero"] },
    status: "passed",
    tests: anywhere(passed("Demo.CalcTests.Zero")),
  },
  { name: "no tests", files: FILES, status: "no_tests", tests: [] },
];
