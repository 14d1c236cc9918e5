import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { answers } from "../support/toolchains.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-go-cache-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** How Staticcheck and golangci-lint load packages: Go writes entries of its build cache that already exist. */
const FORMAT = `{{if and .Module (not .ForTest)}}{{range .GoFiles}}{{.}}:1: listed{{"\\n"}}{{end}}{{end}}`;
const LIST = ["go", "list", "-e", "-compiled", "-test", "-export", "-deps", "-f", FORMAT, "."];

it.skipIf(!answers("go", ["version"]))(
  "a linter that loads Go packages may rewrite the build cache, no matter who owns it (skipped without go)",
  async () => {
    const contract = `id: go
description: x
applies_to: ["**/*.go"]
checks:
  - id: list
    message: x
    command:
      run: ${JSON.stringify(LIST)}
      format: regex
      regex: '^(?P<file>a[.]go):(?P<line>\\d+): (?P<message>.+)$'
`;
    const files = {
      "go.mod": "module example.com/x\n\ngo 1.21\n",
      "a.go": 'package x\n\nimport "errors"\n\nvar Err = errors.New("x")\n',
      "a_test.go": 'package x\n\nimport "testing"\n\nfunc TestErr(t *testing.T) {}\n',
      ".agentforge/contracts/go.yaml": contract,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    spawnSync("git", ["init", "-q"], { cwd: root });
    const [program = "", ...args] = LIST;
    expect(spawnSync(program, args, { cwd: root, encoding: "utf8" }).stdout).toContain("a.go:1");
    const { json } = await agentforge(root, ["conformance", "check", "--check", "go/list", "--json"]);
    expect(json).toMatchObject({
      problems: [],
      violations: [{ file_path: "a.go", line: 1 }],
      files_checked: 2,
    });
  },
);
