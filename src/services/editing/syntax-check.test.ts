import { describe, expect, it } from "vitest";
import { planEdits } from "./plan.ts";
import { createSyntaxCheck } from "./syntax-check.ts";

const check = createSyntaxCheck();

describe("syntax check", () => {
  it.each([
    ["a.ts", "const a: number = 1;\n", true],
    ["a.ts", "const a = {\n", false],
    ["a.tsx", "const a = <b>c</b>;\n", true],
    ["a.js", "if (x) { y\n", false],
    ["a.css", "a { b: c }\n", true],
    ["a.css", "a { b: c\n", false],
    ["a.html", "<p>x</p>\n", true],
    ["a.go", "package a\n\nfunc f() {\n}\n", true],
    ["a.go", "package a\n\nfunc f() {\n", false],
    ["a.rs", "fn f() {}\n", true],
    ["a.rs", "fn f( {}\n", false],
    ["A.java", "class A { void f() {} }\n", true],
    ["A.java", "class A { void f( {} }\n", false],
    ["a.py", "def f():\n    return 1\n", true],
    ["a.py", "def f(:\n    return 1\n", false],
    ["a.py", "def f():\nreturn 1\n", false],
    ["a.py", "", true],
    ["notes.txt", "anything {", null],
    ["Makefile", "a:\n", null],
  ])("%s %j is %s", (path, text, valid) => {
    expect(check(path, text)).toBe(valid);
  });
});

describe("re-indentation is kept only if the file stays valid", () => {
  const plan = (text: string, search: string, replace: string) =>
    planEdits(
      { files: [{ path: "a.py", changes: [{ kind: "search", search, replace }] }] },
      [{ path: "a.py", bytes: Buffer.from(text), hash: "" }],
      { syntax: check },
    );

  it("applies an edit whose result parses", () => {
    const done = plan("def f():\n    a()\n    b()\n", "a()\nb()\n", "if c:\n    a()\nb()\n");
    expect(done.status === "ready" && Buffer.from(done.files[0]?.after ?? []).toString()).toBe(
      "def f():\n    if c:\n        a()\n    b()\n",
    );
  });

  it("refuses an edit whose result does not parse", () => {
    const done = plan("def f():\n    a()\n    b()\n", "a()\nb()\n", "if c:\na()\nb()\n");
    expect(done).toMatchObject({ status: "refused", problems: [{ code: "indentation_unclear" }] });
  });

  it("uses the other hypothesis if only that parses", () => {
    const done = plan("def f():\n    a()\n", "a()\n", "a()\n\ndef g():\n    b()\n");
    expect(done.status).toBe("ready");
    const other = plan("def f():\n    a()\n", "a()", "a()\n        # deeper\n    b()");
    expect(other.status === "ready" && Buffer.from(other.files[0]?.after ?? []).toString()).toBe(
      "def f():\n    a()\n        # deeper\n    b()\n",
    );
  });

  it("decides where a line without any indentation goes", () => {
    const text = "def f():\n    for x in y:\n        a()\n    return 1\n";
    const search = "for x in y:\na()\nreturn 1\n";
    const inner = plan(text, search, "for x in y:\na()\ncontinue_with(x)\nreturn 1\n");
    expect(inner).toMatchObject({ status: "refused", problems: [{ code: "indentation_unclear" }] });
    const only = plan(
      "def f():\n    if x:\n        a()\n    else:\n        b()\n",
      "if x:\na()\nelse:\nb()\n",
      "if x:\na()\nc()\nelse:\nb()\n",
    );
    expect(only.status === "ready" && Buffer.from(only.files[0]?.after ?? []).toString()).toBe(
      "def f():\n    if x:\n        a()\n        c()\n    else:\n        b()\n",
    );
  });

  it("does not blame the edit for a file that was broken before", () => {
    expect(plan("x = (\ndef f():\n    a()\n    b()\n", "a()\nb()\n", "a()\nc()\n").status).toBe("ready");
  });
});
