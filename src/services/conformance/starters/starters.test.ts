import { describe, expect, it } from "vitest";
import { applyEdits } from "../fix.ts";
import { runOver } from "../fixture-run.ts";
import { STARTER_CONTRACTS } from "./index.ts";

const starter = (file: string) => STARTER_CONTRACTS.find((each) => each.file === file)?.text ?? "";

describe("starter contracts", () => {
  it.each<[file: string, path: string, text: string, expected: string[]]>([
    [
      "python.yaml",
      "a.py",
      "import pdb\n\n\ndef f(a, b=[], c: dict = {}):\n    try:\n        return eval(a) == None\n    except:\n        return b != None\n",
      [
        "no-bare-except:7",
        "no-breakpoint:1",
        "no-eval:6",
        "no-mutable-default:4",
        "no-mutable-default:4",
        "none-by-identity:6",
        "not-none-by-identity:8",
      ],
    ],
    [
      "python.yaml",
      "b.py",
      'def f(a, b=(), c=None):\n    """eval(x) == None"""\n    try:\n        return a is None\n    except ValueError:\n        return "=======" * 3\n',
      [],
    ],
    [
      "typescript.yaml",
      "a.test.ts",
      "// @ts-ignore\nvar a = eval('1');\ndebugger;\nit.only('x', () => {\n  try {\n    f();\n  } catch {}\n});\n",
      ["no-debugger:3", "no-empty-catch:7", "no-eval:2", "no-focused-tests:4", "no-ts-ignore:1", "no-var:2"],
    ],
    [
      "typescript.yaml",
      "b.ts",
      "try {\n  f();\n} catch {\n  // does not matter: the file is optional\n}\n// @ts-expect-error: the types are wrong\nconst x = only(1);\n",
      [],
    ],
    [
      "go.yaml",
      "a.go",
      'package a\n\nimport "io/ioutil"\n\nfunc f() error {\n\tfor {\n\t\tdefer g()\n\t\tfunc() { defer g() }()\n\t}\n\treturn errors.New(fmt.Sprintf("%d", 1))\n}\n',
      ["errorf:10", "no-defer-in-loop:7", "no-ioutil:3"],
    ],
    [
      "rust.yaml",
      "src/a.rs",
      'fn f(x: i32) -> i32 {\n    let y = dbg!(x);\n    if y > 1 {\n        todo!()\n    }\n    unimplemented!("later")\n}\n',
      ["no-dbg:2", "no-unfinished:4", "no-unfinished:6"],
    ],
    [
      "rust.yaml",
      "src/b.rs",
      '/// dbg!(x) and todo!() are only words here.\nfn f() -> &\'static str {\n    println!("todo!()");\n    "dbg!(x)"\n}\n',
      [],
    ],
    [
      "java.yaml",
      "src/main/java/A.java",
      "class A {\n  void f() {\n    try {\n      g();\n    } catch (Exception e) {\n    }\n    try {\n      g();\n    } catch (Exception e) {\n      e.printStackTrace();\n    }\n  }\n}\n",
      ["no-empty-catch:5", "no-print-stack-trace:10"],
    ],
    [
      "java.yaml",
      "src/main/java/B.java",
      "class B {\n  void f() {\n    try {\n      g();\n    } catch (Exception e) {\n      // the file is optional\n    }\n    log.warn(e.getMessage());\n  }\n}\n",
      [],
    ],
  ])("%s on %s", async (file, path, text, expected) => {
    const outcome = await runOver(starter(file), { [path]: text });
    expect(outcome.problems).toEqual([]);
    expect(outcome.findings.map(({ rule, range }) => `${rule.check.id}:${range?.line}`).sort()).toEqual(
      expected,
    );
    const fixed = applyEdits(
      text,
      outcome.findings.flatMap((raw) => raw.edits ?? []),
    );
    const after = await runOver(starter(file), { [path]: fixed });
    const fixable = outcome.findings.filter((raw) => raw.edits !== undefined).length;
    expect(after.findings.length).toBe(outcome.findings.length - fixable);
  });
});
