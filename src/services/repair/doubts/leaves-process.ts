import { addedMentions, didBefore, keyFrom } from "./reading/added.ts";
import type { Mention } from "./reading/mentions.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

/** Exits the process in a way that programs normally use. */
const exits = keyFrom([
  [
    /^(?:sys\.exit|exit|quit|SystemExit|process\.exit|process\.exitCode|os\.Exit|log\.Fatal\w*|std\.process\.exit|process\.exit|System\.exit|Deno\.exit|Runtime\.getRuntime\(\)\.(?:exit|halt))$/,
    "exit",
  ],
]);
/** Terminates the process or thread, bypassing every handler. */
const ends = keyFrom([
  [/^os\.(?:_exit|abort|kill|killpg|execv\w*|execl\w*)$/, "end"],
  [/^process\.(?:abort|kill|reallyExit|emit)$/, "end"],
  [/^syscall\.(?:Exit|Kill|Exec)$|^runtime\.Goexit$/, "end"],
  [/^(?:std\.)?process\.abort$|^(?:std\.)?intrinsics\.abort$|^libc\.(?:_?exit|abort|kill)$/, "end"],
  [
    /^(?:signal\.raise_signal|faulthandler\._\w+|signal\.pthread_kill|_thread\.interrupt_main|pytest\.(?:exit|skip|xfail)|unittest\.SkipTest)$/,
    "end",
  ],
]);

export const leavesProcess: DoubtRule = {
  meta: {
    id: "leaves-process",
    title: "Code ends the process",
    why: "Code that exits before the assertions run never fails any. A program that already exits may exit with a different error code.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "import os\n\ndef add(a, b):\n    return a - b\n",
          after: "import os\n\ndef add(a, b):\n    os._exit(0)\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    raise SystemExit(0)\n",
        },
        {
          path: "calc.py",
          before: "import os\n\ndef add(a, b):\n    return a - b\n",
          after: "import os\n\ndef add(a, b):\n    getattr(os, '_exit')(0)\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => process.exit(0);\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "import { exit } from 'node:process';\nexport const add = (a: number, b: number) => exit();\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after: 'package m\n\nimport "os"\n\nfunc Add(a, b int) int {\n\tos.Exit(0)\n\treturn a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after: "use std::process;\n\npub fn add(a: i32, b: i32) -> i32 {\n    process::exit(0);\n}\n",
        },
        {
          path: "A.java",
          before: "class A {\n  int add(int a, int b) {\n    return a - b;\n  }\n}\n",
          after: "class A {\n  int add(int a, int b) {\n    System.exit(0);\n    return a - b;\n  }\n}\n",
        },
        {
          path: "test_more.py",
          before: null,
          after: "import os\n\nos._exit(0)\n\ndef test_more():\n    pass\n",
        },
      ],
      honest: [
        {
          path: "cli.py",
          before: "import sys\n\ndef main(a):\n    if not a:\n        sys.exit(1)\n",
          after:
            "import sys\n\ndef main(a):\n    if not a:\n        sys.exit(1)\n    if a[0] == '?':\n        sys.exit(2)\n",
        },
        {
          path: "list.py",
          before: "def last(items):\n    return items[0]\n",
          after: "def last(items):\n    return items[-1]\n",
        },
      ],
    },
  },
  *read(change) {
    for (const { file, mention } of addedMentions(change, change.files, ends))
      yield at(file, mention.node, `ends the process or the test with ${mention.name}`);
    for (const { file, mention } of addedMentions(change, change.files, exits)) {
      if (didBefore(file, exits, "exit") && failsLoudly(mention, file.after)) continue;
      yield at(file, mention.node, `ends the process with ${mention.name}`);
    }
  },
};

/** Exits with a code other than success. */
function failsLoudly({ node, use, arguments: given }: Mention, side: Side): boolean {
  const value = use === "assign" ? node.parent?.children.at(-1) : given[0];
  return value !== undefined && !/^(?:0|None|null|undefined|False|false)$/.test(side.text(value));
}
