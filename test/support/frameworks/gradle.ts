import { BROKEN, CALC, CALC_TEST, ID, WRONG } from "./java.ts";
import { broken, failed, passed, type Situation, skipped } from "./situation.ts";

const BUILD = {
  "build.gradle":
    'plugins { id "java" }\nrepositories { mavenCentral() }\ndependencies { testImplementation "org.junit.jupiter:junit-jupiter:5.10.2" }\ntest { useJUnitPlatform() }\n',
};

/** Written by hand from Gradle's documentation, because no Gradle for this Java version was available. */
export const gradleSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...BUILD, ...CALC, ...CALC_TEST },
    status: "passed",
    tests: [...passed(ID.adds, ID.zero, ID.throws), ...skipped(ID.waits)],
  },
  {
    name: "fail",
    files: { ...BUILD, ...WRONG, ...CALC_TEST },
    status: "failed",
    tests: [
      failed(
        ID.adds,
        11,
        "AssertionFailedError",
        "org.opentest4j.AssertionFailedError: expected: <5> but was: <-1>",
      ),
      failed(ID.throws, 27, "IllegalStateException", "java.lang.IllegalStateException: broken"),
      ...passed(ID.zero),
      ...skipped(ID.waits),
    ],
  },
  {
    name: "syntax error in the source",
    files: { ...BUILD, ...BROKEN, ...CALC_TEST },
    status: "failed",
    tests: [broken("src/main/java/demo/Calc.java", 5, "CompileError", "';' expected")],
  },
  {
    name: "one test",
    files: { ...BUILD, ...WRONG, ...CALC_TEST },
    selection: { kind: "tests", ids: [ID.zero] },
    status: "passed",
    tests: passed(ID.zero),
  },
];
