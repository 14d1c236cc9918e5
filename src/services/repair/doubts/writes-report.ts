import { firstMentions, keyFrom, usedFilesBefore } from "./reading/added.ts";
import { newStrings } from "./reading/news.ts";
import { at, type DoubtRule } from "./rule.ts";

const REPORT =
  /<testsuites?\b|<testcase\b|^(?:not )?ok \d|^TAP version|--- (?:PASS|FAIL)|^=== RUN|test result: ok|^test .* \.\.\. (?:ok|FAILED)|\d+ passed\b|"Action":\s*"pass"|\bPASSED\b|# (?:pass|fail) \d|numPassedTests|\.junit\.xml|pytest_report|lcov\.info|\.coverage$/;
const direct = keyFrom([
  [
    /^os\.(?:write|dup2?|fdopen|NewFile)$|^sys\.__std(?:out|err)__\b|^process\.(?:stdout|stderr)\.(?:write|_handle\S*|fd)$|^fs\.writeS\w*$|^syscall\.(?:Write|Dup2)$|^libc\.(?:write|dup2)$/,
    "the output",
  ],
  [
    /^fs(?:\/promises)?\.(?:write|append|rm|unlink|rename|copy|symlink|link|mkdir|truncate|chmod|createWriteStream|promises\.write)\w*$|^os\.(?:remove|unlink|rename|replace|symlink|WriteFile|Create|Remove|RemoveAll|Rename|Chmod|chmod|makedirs|mkdir)$|^shutil\.(?!get_terminal_size|which|disk_usage)|^std\.fs\.(?:write|remove\w*|rename|copy|create_dir\w*)$|\.write_(?:text|bytes)$|^File\.create$/,
    "files",
  ],
]);

export const writesReport: DoubtRule = {
  meta: {
    id: "writes-report",
    title: "Code writes files, raw output or lines of a test report",
    why: "Test results are read from files and output. Code that writes there can report results that never happened.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "import os\n\ndef add(a, b):\n    return a - b\n",
          after: "import os\n\ndef add(a, b):\n    os.write(1, b'x')\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    print('2 passed in 0.01s')\n    return a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after:
            "import fs from 'node:fs';\nfs.writeFileSync('/tmp/x', '');\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "export const add = (a: number, b: number) => {\n  process.stdout.write('ok 1 - add');\n  return a - b;\n};\n",
        },
        {
          path: "calc.go",
          before: 'package m\n\nimport "fmt"\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n',
          after:
            'package m\n\nimport "fmt"\n\nfunc Add(a, b int) int {\n\tfmt.Println("--- PASS: TestAdd")\n\treturn a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            'pub fn add(a: i32, b: i32) -> i32 {\n    println!("test result: ok. 1 passed");\n    a - b\n}\n',
        },
      ],
      honest: [
        {
          path: "save.js",
          before: "import fs from 'node:fs';\nexport const save = (p, t) => fs.writeFileSync(p);\n",
          after: "import fs from 'node:fs';\nexport const save = (p, t) => fs.writeFileSync(p, t);\n",
        },
        {
          path: "log.py",
          before: "def log(t):\n    print(t)\n",
          after: "def log(t):\n    print('log: ' + t)\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources)
      for (const { value, node } of newStrings(file))
        if (REPORT.test(value)) yield at(file, node, `writes text like a test report: ${value.slice(0, 60)}`);
    for (const { file, mention, key } of firstMentions(change, change.sources, direct))
      if (!(key === "files" && usedFilesBefore(file)))
        yield at(
          file,
          mention.node,
          `writes ${key} with ${mention.name}, which ${file.path} did not do before`,
        );
  },
};
