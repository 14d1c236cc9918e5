import { describe, expect, test } from "vitest";
import { canaryOf, failingTest } from "./list.ts";

const suite = (framework: string) => ({ framework, root: ".", why: "a test" });
const MARKS = { accepted: "ab", reached: "yz" };

describe("Java", () => {
  const A = 'if (true) throw new AssertionError("a" + "b");';
  const Z = 'if (true) throw new AssertionError("y" + "z");';
  const IMPORTS = {
    "JUnit 5":
      "import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Assertions;\nimport org.junit.jupiter.api.Test;\n",
    "JUnit 4": "import static org.junit.Assert.*;\nimport org.junit.Test;\n",
    TestNG: "import static org.testng.Assert.assertEquals;\nimport org.testng.annotations.Test;\n",
  };
  const java = (text: string, path = "src/test/java/a/ATest.java") =>
    canaryOf(suite("maven"), { path, text }, MARKS);
  const J5 = "org.junit.jupiter.api.Assertions";

  test.each([
    ["JUnit 5", "assertEquals(3, f());", `assertEquals(2, f()); ${A}`],
    ["JUnit 5", 'assertEquals(f(), "é");', `assertEquals(f(), "é~"); ${A}`],
    ["JUnit 5", 'assertEquals(-1.5, f(), "why");', `assertEquals(-11.5, f(), "why"); ${A}`],
    ["JUnit 5", "assertEquals('a', f());", `assertEquals('b', f()); ${A}`],
    ["JUnit 5", "assertEquals(f(), g());", `${J5}.assertNotEquals(f(), g()); ${A}`],
    ["JUnit 5", "Assertions.assertTrue(() -> f());", `${J5}.assertFalse(() -> f()); ${A}`],
    ["JUnit 5", "assertNull(f());", `${J5}.assertNotNull(f()); ${A}`],
    [
      "JUnit 5",
      "assertThrows(E.class, () -> f());",
      `assertThrows(InstantiationError.class, () -> f()); ${A}`,
    ],
    ["JUnit 5", "assertEquals(5, f(), 1.0);", "assertEquals(5, f(), 1.0);"],
    ["JUnit 5", "assertAll(() -> assertEquals(1, f()));", "assertAll(() -> assertEquals(1, f()));"],
    ["JUnit 5", "if (f()) assertEquals(1, f());", "if (f()) assertEquals(1, f());"],
    [
      "JUnit 5",
      "try { assertTrue(f()); } catch (AssertionError e) { }",
      "try { assertTrue(f()); } catch (AssertionError e) { }",
    ],
    ["JUnit 5", "if (f()) return;", `if (f()) { ${Z} return; }`],
    ["JUnit 4", 'assertEquals("why", 1, f());', `assertEquals("why", 0, f()); ${A}`],
    ["JUnit 4", 'assertTrue("why", f());', `org.junit.Assert.assertFalse("why", f()); ${A}`],
    ["JUnit 4", "assertEquals(1, f(), 3);", "assertEquals(1, f(), 3);"],
    ["TestNG", 'assertEquals(f(), 1, "why");', `assertEquals(f(), 0, "why"); ${A}`],
    ["TestNG", "assertEquals(f(), g());", "assertEquals(f(), g());"],
  ] as const)("%s: %s", (library, before, after) => {
    const file = (body: string) =>
      `package a;\n${IMPORTS[library]}class ATest {\n    @Test\n    void a() {\n        ${body}\n    }\n}\n`;
    expect(java(file(before))).toBe(file(`${after}\n     ${Z}`).replace(`${Z}\n    }`, `${Z} }`));
  });

  test("adds nothing after a statement that ends the test", () => {
    const made = java(
      `${IMPORTS["JUnit 5"]}class A {\n@Test void a() { try { f(); throw new X(); } catch (E e) { throw e; } }\n}\n`,
    );
    expect(made).not.toContain(Z);
  });

  test("removes an expected exception and keeps the other annotations of the test", () => {
    const made = java(
      `${IMPORTS["JUnit 4"]}public class ATest {\n@Test(timeout = 5, expected = E.class) public void a() { f(); }\n@Test(expected = E.class) public void b() { f(); }\n}\n`,
    );
    expect(made).toContain("@Test(timeout = 5) public void a()");
    expect(made).toContain("@Test public void b()");
  });

  test.each([
    ["has tests from another file", "class ATest extends Base { @Test void a() {} }"],
    ["may have tests from an interface", "class ATest implements Checks { @Test void a() {} }"],
    ["inherits all its tests", "class OneTest { @Test void a() {} }\nclass TwoTest extends Base {}"],
    [
      "creates its tests at run time",
      "class ATest { @TestFactory Stream<X> a() { return b; } @Test void c() {} }",
    ],
    ["does not parse", "class ATest { @Test void a() { }"],
  ])("makes no canary from a class that %s", (_, text) => {
    expect(java(`${IMPORTS["JUnit 5"]}${text}\n`)).toBeNull();
  });

  test.each([
    ["JUnit 5", "@org.junit.jupiter.api.Test"],
    ["JUnit 4", "@org.junit.Test"],
    ["TestNG", "@org.testng.annotations.Test"],
  ] as const)(
    "a failing test of %s is named as the tools expect and is in its neighbor's package",
    (library, sign) => {
      const near = {
        path: "src/test/java/a/ATest.java",
        text: `package a.b;\n${IMPORTS[library]}class ATest {}\n`,
      };
      const made = failingTest(suite("gradle"), near, "quite_plain");
      expect(made?.path).toBe("src/test/java/a/CaseQuitePlainTest.java");
      expect(made?.text).toContain("package a.b;\n\npublic class CaseQuitePlainTest {");
      expect(made?.text).toContain(sign);
    },
  );
});
