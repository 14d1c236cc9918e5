import { failed, passed, type Situation, skipped } from "./situation.ts";

const SET_UP = {
  "CMakeLists.txt":
    "cmake_minimum_required(VERSION 3.21)\nproject(demo C)\nenable_testing()\nadd_executable(calc calc.c)\nadd_test(NAME adds COMMAND calc 2 3 5)\nadd_test(NAME zero COMMAND calc 2 0 2)\nadd_test(NAME waits COMMAND calc 1 1 2)\nset_tests_properties(waits PROPERTIES DISABLED TRUE)\n",
};
const program = (operator: string) => ({
  "calc.c": `#include <stdio.h>\n#include <stdlib.h>\n\nint main(int count, char **words) {\n    int sum = atoi(words[1]) ${operator} atoi(words[2]);\n    printf("got %d\\n", sum);\n    return sum != atoi(words[3]);\n}\n`,
});

export const ctestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...SET_UP, ...program("+") },
    status: "passed",
    tests: [...passed("adds", "zero"), ...skipped("waits")].map((test) => ({ ...test, file: null })),
  },
  {
    name: "fail",
    files: { ...SET_UP, ...program("-") },
    status: "failed",
    tests: [failed("adds", null, "Failure", /./), ...passed("zero"), ...skipped("waits")].map((test) => ({
      ...test,
      file: null,
    })),
  },
  {
    name: "one test",
    files: { ...SET_UP, ...program("-") },
    selection: { kind: "tests", ids: ["zero"] },
    status: "passed",
    tests: passed("zero").map((test) => ({ ...test, file: null })),
  },
  {
    name: "no tests",
    files: {
      "CMakeLists.txt": "cmake_minimum_required(VERSION 3.21)\nproject(demo NONE)\nenable_testing()\n",
    },
    status: "no_tests",
    tests: [],
  },
];
