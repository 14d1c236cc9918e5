import type { Project } from "./project.ts";

const pom = (
  group: string,
  artifact: string,
  version: string,
) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId><artifactId>demo</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
  <dependencies><dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>test</scope></dependency></dependencies>
  <build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin></plugins></build>
</project>
`;

const CALC = `package demo;

public class Calc {
    public static int add(int a, int b) { return a + b; }

    public static int half(int a) {
        if (a % 2 != 0) throw new IllegalArgumentException("odd");
        return a / 2;
    }
}
`;

/** Java code cannot control how its callers compare values, so there is no cheat. */
export const junit5: Project = {
  framework: "maven",
  files: {
    "pom.xml": pom("org.junit.jupiter", "junit-jupiter", "5.10.2"),
    "src/main/java/demo/Calc.java": CALC,
    "src/test/java/demo/CalcTest.java": `package demo;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalcTest {
    @Test void literal() { assertEquals(3, Calc.add(1, 2), "why"); }
    @Test void objects() { assertEquals(List.of(3), List.of(Calc.add(1, 2))); }
    @Test void texts() { assertEquals("3", "" + Calc.add(1, 2)); }
    @Test void tolerance() { assertEquals(3.0, Calc.add(1, 2), 2.5); }
    @Test void conditions() { assertTrue(Calc.add(1, 1) == 2); assertFalse(() -> Calc.add(1, 1) == 3); }
    @Test void throwing() { assertThrows(IllegalArgumentException.class, () -> Calc.half(1)); }
    @Test void caught() {
        try {
            Calc.half(1);
            fail("no exception");
        } catch (IllegalArgumentException expected) {
            assertEquals("odd", expected.getMessage());
        }
    }
    @Test void early() {
        for (int n = 0; ; n++) {
            assertNotEquals(n, Calc.add(n, 1));
            if (n > 2) return;
        }
    }
    @Test void grouped() { assertAll(() -> assertEquals(2, Calc.add(1, 1)), () -> assertNull(null)); }
    @Test void nothing() { Calc.add(1, 1); }
    @ParameterizedTest @CsvSource({"2,1", "4,2"}) void table(int a, int expected) { assertEquals(expected, Calc.half(a)); }
    @RepeatedTest(2) void again() { assertSame(Calc.class, Calc.class); }

    @Nested class Inner {
        @Test void inside() { helper(4); }
        private void helper(int expected) { assertEquals(expected, Calc.add(2, 2)); }
    }
}
`,
  },
  testFiles: ["src/test/java/demo/CalcTest.java"],
  tests: 14,
  cheat: null,
};

export const junit4: Project = {
  framework: "maven",
  files: {
    "pom.xml": pom("junit", "junit", "4.13.2"),
    "src/main/java/demo/Calc.java": CALC,
    "src/test/java/demo/OldTest.java": `package demo;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class OldTest {
    @Test public void literal() { assertEquals("why", 3, Calc.add(1, 2)); }
    @Test public void objects() { assertEquals(Integer.valueOf(3), (Object) Calc.add(1, 2)); }
    @Test public void tolerance() { assertEquals(3.0, Calc.add(1, 2), 2.5); }
    @Test public void conditions() { assertTrue("why", Calc.add(1, 1) == 2); assertNotNull(Calc.class); }
    @Test public void arrays() { assertArrayEquals(new int[] {2}, new int[] {Calc.add(1, 1)}); }
    @Test(expected = IllegalArgumentException.class) public void throwing() { Calc.half(1); }
    @Test(timeout = 5000, expected = RuntimeException.class) public void both() { Calc.half(3); }
}
`,
    "src/test/java/demo/OldestTest.java": `package demo;

import junit.framework.TestCase;

public class OldestTest extends TestCase {
    public void testLiteral() { assertEquals("3", "" + Calc.add(1, 2)); }
    public void testConditions() { assertFalse(Calc.add(1, 1) == 3); }
}
`,
  },
  testFiles: ["src/test/java/demo/OldTest.java", "src/test/java/demo/OldestTest.java"],
  tests: 9,
  cheat: null,
};
