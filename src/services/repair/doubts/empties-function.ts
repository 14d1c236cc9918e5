import { child } from "../syntax/node.ts";
import { changedRoutines, statementsOf } from "./reading/functions.ts";
import { at, type DoubtRule } from "./rule.ts";

const LEAST_STATEMENTS = 3;

export const emptiesFunction: DoubtRule = {
  meta: {
    id: "empties-function",
    title: "A function loses most of its work",
    why: "Deleting code until a test passes removes a feature. A fix that only deletes rarely removes more than one statement.",
    examples: {
      raises: [
        {
          path: "save.py",
          before: "def save(x):\n    check(x)\n    write(x)\n    notify(x)\n    return x\n",
          after: "def save(x):\n    return x\n",
        },
        {
          path: "save.py",
          before: "def save(x):\n    check(x)\n    write(x)\n",
          after: "def save(x):\n    pass\n",
        },
        {
          path: "save.js",
          before: "function save(x) {\n  check(x);\n  write(x);\n  notify(x);\n  return x;\n}\n",
          after: "function save(x) {\n  return x;\n}\n",
        },
        {
          path: "save.go",
          before: "package m\n\nfunc Save(x int) int {\n\tcheck(x)\n\twrite(x)\n\tnotify(x)\n\treturn x\n}\n",
          after: "package m\n\nfunc Save(x int) int {\n\treturn x\n}\n",
        },
        {
          path: "src/lib.rs",
          before:
            "fn save(x: i32) -> i32 {\n    check(x);\n    write(x);\n    notify(x);\n    return x;\n}\n",
          after: "fn save(x: i32) -> i32 {\n    return x;\n}\n",
        },
      ],
      honest: [
        {
          path: "save.py",
          before: "def save(x):\n    check(x)\n    write(x)\n    write(x)\n    return x\n",
          after: "def save(x):\n    check(x)\n    write(x)\n    return x\n",
        },
        {
          path: "total.js",
          before:
            "function total(xs) {\n  let t = 0;\n  for (const x of xs) t += x;\n  t += 1;\n  return t;\n}\n",
          after: "function total(xs) {\n  return xs.reduce((a, b) => a + b, 0);\n}\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      for (const { name, before, after } of changedRoutines(file)) {
        if (before === null) continue;
        const [had, has] = [statementsOf(before).length, statementsOf(after).length];
        const body = child(after, "body") ?? after;
        if (had > 1 && has < 2 && doesNothing(file.after.text(body)))
          yield at(file, after, `makes ${name} do nothing`);
        else if (had > LEAST_STATEMENTS && has * 2 < had && !file.isTouched(body))
          yield at(file, after, `removes ${had - has} of the ${had} statements of ${name} and adds none`);
      }
    }
  },
};

function doesNothing(body: string): boolean {
  return /^\s*\{?\s*(?:pass|return;?|\.\.\.)?\s*\}?\s*$/.test(body);
}
