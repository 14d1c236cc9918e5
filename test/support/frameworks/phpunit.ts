import { failed, passed, type Situation, skipped } from "./situation.ts";

const SET_UP = {
  "phpunit.xml":
    '<phpunit bootstrap="calc.php"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
};
const RIGHT = { "calc.php": "<?php\nfunction add($a, $b) {\n    return $a + $b;\n}\n" };
const WRONG = { "calc.php": "<?php\nfunction add($a, $b) {\n    return $a - $b;\n}\n" };
const TEST = {
  "tests/CalcTest.php":
    "<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class CalcTest extends TestCase\n{\n    public function testAdds(): void\n    {\n        $this->assertSame(5, add(2, 3));\n    }\n\n    public function testZero(): void\n    {\n        $this->assertSame(2, add(2, 0));\n    }\n\n    public function testWaits(): void\n    {\n        $this->markTestSkipped('later');\n    }\n\n    public function testThrows(): void\n    {\n        if (add(1, 1) !== 2) {\n            throw new RuntimeException('off');\n        }\n        $this->assertTrue(true);\n    }\n}\n",
};
const FILE = "tests/CalcTest.php > CalcTest";
const ID = {
  adds: `${FILE} > testAdds`,
  zero: `${FILE} > testZero`,
  waits: `${FILE} > testWaits`,
  throws: `${FILE} > testThrows`,
};

export const phpunitSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...SET_UP, ...RIGHT, ...TEST },
    status: "passed",
    tests: [...passed(ID.adds, ID.zero, ID.throws), ...skipped(ID.waits)],
  },
  {
    name: "fail",
    files: { ...SET_UP, ...WRONG, ...TEST },
    status: "failed",
    tests: [
      failed(ID.adds, 8, "ExpectationFailedException", /Failed asserting that -1 is identical to 5/),
      { id: ID.throws, status: "error", failure: { line: 24, type: "RuntimeException", message: /off/ } },
      ...passed(ID.zero),
      ...skipped(ID.waits),
    ],
  },
  {
    name: "one test",
    files: { ...SET_UP, ...WRONG, ...TEST },
    selection: { kind: "tests", ids: [ID.zero] },
    status: "passed",
    tests: passed(ID.zero),
  },
  { name: "no tests", files: { ...SET_UP, ...RIGHT, "tests/x.txt": "" }, status: "no_tests", tests: [] },
];
