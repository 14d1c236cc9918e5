/** A class to test and its JUnit 5 tests, the same for Maven and Gradle. */
export const CALC = {
  "src/main/java/demo/Calc.java":
    "package demo;\n\npublic class Calc {\n    public static int add(int a, int b) {\n        return a + b;\n    }\n}\n",
};

export const WRONG = {
  "src/main/java/demo/Calc.java":
    "package demo;\n\npublic class Calc {\n    public static int add(int a, int b) {\n        return a - b;\n    }\n}\n",
};

export const BROKEN = {
  "src/main/java/demo/Calc.java":
    "package demo;\n\npublic class Calc {\n    public static int add(int a, int b) {\n        return a - b\n    }\n}\n",
};

export const CALC_TEST = {
  "src/test/java/demo/CalcTest.java":
    'package demo;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Disabled;\nimport org.junit.jupiter.api.Test;\n\nclass CalcTest {\n    @Test\n    void adds() {\n        assertEquals(5, Calc.add(2, 3));\n    }\n\n    @Test\n    void addsZero() {\n        assertEquals(2, Calc.add(2, 0));\n    }\n\n    @Test\n    @Disabled("later")\n    void waits() {\n        throw new IllegalStateException("never");\n    }\n\n    @Test\n    void throwsNothing() {\n        if (Calc.add(1, 1) != 2) throw new IllegalStateException("broken");\n    }\n}\n',
};

const FILE = "src/test/java/demo/CalcTest.java > demo.CalcTest";
export const ID = {
  adds: `${FILE} > adds`,
  zero: `${FILE} > addsZero`,
  waits: `${FILE} > waits`,
  throws: `${FILE} > throwsNothing`,
};
