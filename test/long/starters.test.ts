import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const made = makeRepository(() => {}, false);
  for (const [path, text] of Object.entries(files)) made.write(path, text);
  made.git("add", "-A");
  made.git("commit", "-qm", "first");
  return made;
}

describe("init", () => {
  it("says so if git ignores what it writes, and how to share it", async () => {
    repository = repositoryOf({ ".gitignore": ".*\n", "a.py": "x = 1\n" });
    const files = [".agentforge/config.yaml", ".agentforge/contracts/python.yaml"];
    const init = await agentforge(repository.path, ["init", "--json"]);
    expect(init.json).toMatchObject({ created: files, ignored: files });
    expect(init.stderr).toContain(`git ignores ${files.join(", ")}`);
    repository.write(".gitignore", ".*\n!.agentforge/\n");
    repository.git("add", "-A");
    expect(repository.git("diff", "--cached", "--name-only").split("\n")).toEqual(
      expect.arrayContaining(files),
    );
    expect((await agentforge(repository.path, ["init", "--json"])).json).toMatchObject({
      created: [],
      ignored: [],
    });
  });
});

describe("init --starter", () => {
  it("writes the named contracts, and their fixes need no model", async () => {
    repository = repositoryOf({
      LICENSE: "MIT License\n\nPermission is hereby granted, free of charge, to any person\n",
      "src/bare.py": "# SPDX-License-Identifier: MIT\ntry:\n    import json\nexcept:\n    json = None\n",
      "src/default.py": "# SPDX-License-Identifier: MIT\ndef f(a=[]):\n    return a\n",
      "src/shown.py": "# SPDX-License-Identifier: MIT\nimport os\n\n\ndef g(x):\n    print(x)\n",
      "src/renamed.py": '# SPDX-License-Identifier: MIT\nimport logging\n\nlogging.warn("x")\n',
      "src/header.py": "#!/usr/bin/env python3\nx = 1\n",
    });
    const init = await agentforge(repository.path, [
      ...["init", "--starter", "python-strict", "license-header", "--json"],
    ]);
    expect(init.json.created).toEqual([
      ".agentforge/config.yaml",
      ".agentforge/contracts/python.yaml",
      ".agentforge/contracts/python-strict.yaml",
      ".agentforge/contracts/license-header.yaml",
    ]);
    repository.git("add", "-A");
    repository.git("commit", "-qm", "contracts");

    const fix = await agentforge(repository.path, ["agent", "fix-violations", "--brain", "search", "--json"]);
    expect(fix.json).toMatchObject({ waiting: 5, escalated: 0 });
    const landed = await agentforge(repository.path, ["agent", "approve-commit", "--all", "--json"]);
    expect(landed.json.map((each: { status: string }) => each.status)).toEqual(Array(5).fill("landed"));
    expect(repository.read("src/bare.py")).toContain("except Exception:\n");
    expect(repository.read("src/default.py")).toContain(
      "def f(a=None):\n    if a is None:\n        a = []\n",
    );
    expect(repository.read("src/shown.py")).toContain("    logger.info(x)\n");
    expect(repository.read("src/renamed.py")).toContain('logging.warning("x")\n');
    expect(repository.read("src/header.py")).toBe(
      "#!/usr/bin/env python3\n# SPDX-License-Identifier: MIT\nx = 1\n",
    );
    expect((await agentforge(repository.path, ["conformance", "check"])).exitCode).toBe(0);
  });

  it("lists the starters if the name is unknown, and says what a header needs", async () => {
    repository = repositoryOf({ "a.py": "x = 1\n" });
    const unknown = await agentforge(repository.path, ["init", "--starter", "python-strct"]);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain("python-strict, typescript");
    const header = await agentforge(repository.path, ["init", "--starter", "license-header"]);
    expect(header.exitCode).toBe(2);
    expect(header.stderr).toContain("Add a LICENSE file");
  });
});

describe("conformance check", () => {
  it("resolves imports by alias and by package name, and required files that are not sources", async () => {
    const contract = `id: house
description: Layers and files.
applies_to: ["**/*.ts"]
checks:
  - id: layers
    message: Imports run one way.
    layers:
      layers:
        - { name: web, paths: ["apps/web/**"], may_import: [core] }
        - { name: core, paths: ["packages/core/**"] }
  - id: owners
    message: Somebody answers for the code.
    required-file: { path: "CODEOWNERS|.github/CODEOWNERS" }
  - id: license
    message: Say what others may do.
    required-file: { path: "COPYING|NOTICE*" }
`;
    repository = repositoryOf({
      ".agentforge/contracts/house.yaml": contract,
      ".github/CODEOWNERS": "* @us\n",
      "package.json": '{ "private": true, "workspaces": ["apps/*", "packages/*"] }\n',
      "tsconfig.json":
        '{\n  // for all\n  "compilerOptions": { "paths": { "~/*": ["./apps/web/src/*"], } },\n}\n',
      "apps/web/package.json": '{ "name": "@shop/web", "exports": { "./page": "./dist/page.js" } }\n',
      "apps/web/src/page.ts": 'import "@shop/core";\n',
      "packages/core/package.json": '{ "name": "@shop/core", "exports": "./src/index.ts" }\n',
      "packages/core/src/index.ts": 'import "~/page";\nimport "@shop/web/page";\n',
    });
    const check = await agentforge(repository.path, ["conformance", "check", "--json"]);
    const found = check.json.violations.map(
      (each: { file_path: string; line: number | null; message: string }) =>
        `${each.file_path}:${each.line} ${each.message}`,
    );
    expect(found).toEqual([
      expect.stringMatching(/^COPYING:\S+ no file matches COPYING or NOTICE\*, among all files/),
      expect.stringMatching(/^apps\/web\/src\/page.ts:1 files import one another in a cycle/),
      "packages/core/src/index.ts:1 core may not import web (apps/web/src/page.ts)",
      "packages/core/src/index.ts:2 core may not import web (apps/web/src/page.ts)",
    ]);
  });

  it("gives its own SARIF the same ids and severities when it is imported again", async () => {
    repository = repositoryOf({
      ".agentforge/contracts/house.yaml": `id: house
description: Five severities.
checks:
${["blocker", "critical", "major", "minor", "info"].map((severity) => `  - { id: no-${severity}, severity: ${severity}, message: m, pattern: { regex: "^${severity}$" } }\n`).join("")}`,
      "a.txt": "blocker\ncritical\nmajor\nminor\ninfo\n",
    });
    const known = async () => {
      const list = await agentforge(repository.path, ["conformance", "violations", "list", "--json"]);
      return list.json.violations.map(
        (each: { violation_id: string; severity: string; contract_id: string }) => [
          each.violation_id,
          each.severity,
          each.contract_id,
        ],
      );
    };
    const sarif = await agentforge(repository.path, ["conformance", "check", "--format", "sarif"]);
    const before = await known();
    expect(before).toHaveLength(5);
    repository.write("own.sarif", sarif.stdout);
    const imported = await agentforge(repository.path, ["conformance", "import", "own.sarif"]);
    expect(imported.exitCode, imported.stderr).toBe(0);
    expect(await known()).toEqual(before);
  });
});
