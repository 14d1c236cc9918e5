import { firstMentions, keyFrom } from "./reading/added.ts";
import { at, type DoubtRule } from "./rule.ts";

const key = keyFrom([
  [
    /^subprocess\.|^os\.(?:system|popen|fork|forkpty|spawn\w*|posix_spawn\w*)$|^pty\.|^multiprocessing\./,
    "a program",
  ],
  [/^child_process\.|^execa\b|^cluster\.fork$|^Deno\.(?:run|Command)\b|^Bun\.spawn/, "a program"],
  [/^os\/exec\.|^os\.StartProcess$|^syscall\.ForkExec$/, "a program"],
  [/^(?:std\.)?process\.Command\b|^Command\.new$/, "a program"],
  [/^ProcessBuilder$|^Runtime\.getRuntime\(\)\.exec$/, "a program"],
  [
    /^threading\.(?:Thread|Timer)$|^_thread\.|^concurrent\.futures\.|^(?:std\.)?thread\.spawn$|^worker_threads\./,
    "a thread",
  ],
  [
    /^socket\.(?:socket|create_connection)$|^urllib\.request\.|^requests\.|^http\.client\.|^net\.(?:connect|createConnection|Dial)$|^https?\.(?:get|request)$|^net\/http\./,
    "a connection",
  ],
]);

export const startsProgram: DoubtRule = {
  meta: {
    id: "starts-program",
    title: "Code starts a program, a thread or a connection",
    why: "Anything that runs alongside the tests can change their files and outlive them. Files that already started programs raise no doubt.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import subprocess\n\ndef add(a, b):\n    subprocess.Popen(['true'])\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "from threading import Thread\n\ndef add(a, b):\n    Thread(target=print).start()\n    return a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after:
            "import { spawn } from 'node:child_process';\nspawn('true');\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport "os/exec"\n\nfunc Add(a, b int) int {\n\texec.Command("true").Start()\n\treturn a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            'use std::process::Command;\n\npub fn add(a: i32, b: i32) -> i32 {\n    Command::new("true").spawn().unwrap();\n    a - b\n}\n',
        },
      ],
      honest: [
        {
          path: "run.py",
          before: "import subprocess\n\ndef run(a):\n    return subprocess.call(a)\n",
          after: "import subprocess\n\ndef run(a):\n    return subprocess.run(a, check=True).returncode\n",
        },
      ],
    },
  },
  *read(change) {
    for (const { file, mention, key: what } of firstMentions(change, change.sources, key))
      yield at(file, mention.node, `starts ${what} with ${mention.name}`);
  },
};
