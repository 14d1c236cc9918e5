import { BROKEN, CALC, CALC_TEST, ID, WRONG } from "./java.ts";
import { broken, failed, passed, type Situation, skipped } from "./situation.ts";

const pom = (dependency: string) => ({
  "pom.xml": `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId><artifactId>demo</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies><dependency>${dependency}<scope>test</scope></dependency></dependencies>
  <build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build>
</project>
`,
});
const JUNIT5 = pom(
  "<groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version>",
);
const JUNIT4 = pom("<groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>");
const TESTNG = pom("<groupId>org.testng</groupId><artifactId>testng</artifactId><version>7.9.0</version>");

export const mavenSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...JUNIT5, ...CALC, ...CALC_TEST },
    status: "passed",
    tests: [...passed(ID.adds, ID.zero, ID.throws), ...skipped(ID.waits)],
  },
  {
    name: "fail",
    files: { ...JUNIT5, ...WRONG, ...CALC_TEST },
    status: "failed",
    tests: [
      failed(ID.adds, 11, "AssertionFailedError", "expected: <5> but was: <-1>"),
      {
        id: ID.throws,
        status: "error",
        failure: { line: 27, type: "IllegalStateException", message: "broken" },
      },
      ...passed(ID.zero),
      ...skipped(ID.waits),
    ],
  },
  {
    name: "syntax error in the source",
    files: { ...JUNIT5, ...BROKEN, ...CALC_TEST },
    status: "failed",
    tests: [broken("src/main/java/demo/Calc.java", 5, "CompileError", /';' expected/)],
  },
  {
    name: "one test",
    files: { ...JUNIT5, ...WRONG, ...CALC_TEST },
    selection: { kind: "tests", ids: [ID.zero] },
    status: "passed",
    tests: passed(ID.zero),
  },
  {
    name: "JUnit 4",
    files: {
      ...JUNIT4,
      ...WRONG,
      "src/test/java/demo/OldTest.java":
        "package demo;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class OldTest {\n    @Test\n    public void adds() {\n        assertEquals(5, Calc.add(2, 3));\n    }\n}\n",
    },
    status: "failed",
    tests: [
      failed(
        "src/test/java/demo/OldTest.java > demo.OldTest > adds",
        10,
        "AssertionError",
        "expected:<5> but was:<-1>",
      ),
    ],
  },
  {
    name: "TestNG",
    files: {
      ...TESTNG,
      ...WRONG,
      "src/test/java/demo/NgTest.java":
        "package demo;\n\nimport static org.testng.Assert.assertEquals;\n\nimport org.testng.annotations.Test;\n\npublic class NgTest {\n    @Test\n    public void adds() {\n        assertEquals(Calc.add(2, 3), 5);\n    }\n}\n",
    },
    status: "failed",
    tests: [
      failed(
        "src/test/java/demo/NgTest.java > demo.NgTest > adds",
        10,
        "AssertionError",
        "expected [5] but found [-1]",
      ),
    ],
  },
];
