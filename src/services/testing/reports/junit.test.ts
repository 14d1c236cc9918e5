import { expect, test } from "vitest";
import { junitTests } from "./junit.ts";
import { trxTests } from "./trx.ts";

const request = { root: ".", tree: "/tree" };
const fileOfClass = (name: string) => (name === "demo.CalcTest" ? "src/test/java/demo/CalcTest.java" : null);

const CASES: Readonly<Record<string, readonly [string, readonly string[] | null]>> = {
  "suites of suites": [
    '<testsuites><testsuite name="s"><testsuite><testcase name="a" classname="c"/></testsuite></testsuite></testsuites>',
    ["passed c > a"],
  ],
  "a class with a file": [
    '<?xml version="1.0"?>\n<testsuite><testcase name="adds" classname="demo.CalcTest"/></testsuite>',
    ["passed src/test/java/demo/CalcTest.java > demo.CalcTest > adds"],
  ],
  "a file of the tree": [
    '<testsuite><testcase name="a" classname="T" file="/tree/t/a.php"/><testcase name="b" file="t/b.rb"/></testsuite>',
    ["passed t/a.php > T > a", "passed t/b.rb > b"],
  ],
  "a file outside of the tree": [
    '<testsuite><testcase name="a" file="/etc/passwd"/></testsuite>',
    ["passed a"],
  ],
  "failures, errors and skips": [
    '<testsuite><testcase name="a"><failure/></testcase><testcase name="b"><error/></testcase><testcase name="c"><skipped/></testcase><testcase name="d" status="disabled"/></testsuite>',
    ["failed a", "error b", "skipped c", "skipped d"],
  ],
  "a flaky test that finally passed": [
    '<testsuite><testcase name="a"><flakyFailure message="x"/></testcase></testsuite>',
    ["passed a"],
  ],
  "a suite that could not be set up": ['<testsuite name="s"><error message="no"/></testsuite>', ["error s"]],
  "the same name twice": [
    '<testsuite><testcase name="a"/><testcase name="a"/></testsuite>',
    ["passed a", "passed a #2"],
  ],
  "no tests": ["<testsuites/>", []],
  "a truncated text": ['<testsuite><testcase name="a"/>', null],
  "another document": ["<html/>", null],
  "declared entities": ['<!DOCTYPE x [<!ENTITY a "b">]><testsuite/>', null],
};

test.each(Object.entries(CASES))("reads %s", (_, [text, expected]) => {
  const tests = junitTests(text, { request, fileOfClass });
  expect(tests?.map(({ id, status }) => `${status} ${id}`) ?? null).toEqual(expected);
});

test("reads type, message, line and stack of a failure as surefire writes it", () => {
  const text = `<testsuite><testcase name="adds" classname="demo.CalcTest" time="0.015">
    <failure message="expected: &lt;5&gt; but was: &lt;-1&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <5>
	at org.junit.Assert.equals(Assert.java:150)
	at demo.CalcTest.adds(CalcTest.java:10)]]></failure></testcase></testsuite>`;
  const [found] = junitTests(text, { request, fileOfClass }) ?? [];
  expect(found).toMatchObject({
    seconds: 0.015,
    failure: { type: "AssertionFailedError", message: "expected: <5> but was: <-1>", line: 10 },
  });
});

/** As documented for `dotnet test --logger trx`; the tool was not available. */
test("reads a TRX report", () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>
<TestRun id="1" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
<UnitTestResult testName="Demo.CalcTests.Adds" outcome="Failed" duration="00:00:00.0150000"><Output><ErrorInfo>
<Message>Assert.Equal() Failure: Values differ</Message><StackTrace>   at Demo.CalcTests.Adds() in /tree/CalcTests.cs:line 9</StackTrace>
</ErrorInfo></Output></UnitTestResult>
<UnitTestResult testName="Demo.CalcTests.Skips" outcome="NotExecuted"/>
<UnitTestResult testName="Demo.CalcTests.Works" outcome="Passed" duration="00:00:01.5"/></Results></TestRun>`;
  const tests = trxTests(text);
  expect(tests?.map(({ id, status, seconds }) => [id, status, seconds])).toEqual([
    ["Demo.CalcTests.Adds", "failed", 0.015],
    ["Demo.CalcTests.Skips", "skipped", 0],
    ["Demo.CalcTests.Works", "passed", 1.5],
  ]);
  expect(tests?.[0]?.failure).toMatchObject({ message: "Assert.Equal() Failure: Values differ", line: 9 });
  expect(trxTests("<testsuite/>")).toBeNull();
});
