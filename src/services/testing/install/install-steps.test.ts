import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { installSteps } from "./install-steps.ts";
import { stepsOf } from "./installer.ts";

async function stepsFor(files: Record<string, string>, scripts = false): Promise<string[]> {
  const project = {
    files: async () => Object.keys(files),
    text: async (path: string) => files[path] ?? null,
  };
  return (await installSteps(project, scripts)).map(({ name, cwd }) =>
    cwd === "." ? name : `${cwd}: ${name}`,
  );
}

const COMPILE_GO = 'go list -e -deps -test -export -f {{""}} ./...';
const PYPROJECT = `[project]
name = "shop"
dependencies = ["requests>=2"]
[project.optional-dependencies]
test = ["pytest"]
docs = ["sphinx"]
[dependency-groups]
dev = ["ruff", { include-group = "lint" }]
`;

describe("the installation of a project", () => {
  it.each<[string, Record<string, string>, string[]]>([
    ["without a lock file: nothing", { "package.json": "{}" }, []],
    ["with npm", { "package-lock.json": "{}" }, ["npm ci --no-audit --no-fund --ignore-scripts"]],
    ["with pnpm", { "pnpm-lock.yaml": "" }, ["pnpm install --frozen-lockfile --ignore-scripts"]],
    [
      "with Yarn 1",
      { "yarn.lock": "# yarn lockfile v1\n" },
      ["yarn install --frozen-lockfile --non-interactive --ignore-scripts"],
    ],
    ["with a later Yarn", { "yarn.lock": "__metadata:\n" }, ["yarn install --immutable --mode=skip-build"]],
    [
      "of a workspace: once, and not of fixtures",
      { "package-lock.json": "", "packages/a/package-lock.json": "", "test/fixtures/b/yarn.lock": "" },
      ["npm ci --no-audit --no-fund --ignore-scripts"],
    ],
    [
      "in folders side by side",
      { "a/bun.lock": "", "b/Cargo.lock": "" },
      ["a: bun install --frozen-lockfile --ignore-scripts", "b: cargo fetch --locked"],
    ],
    [
      "with uv, without building",
      { "uv.lock": "", "pyproject.toml": PYPROJECT },
      ["uv sync --frozen --all-groups --all-extras --no-build --no-install-project"],
    ],
    [
      "from requirements files, without building",
      { "requirements.txt": "", "requirements-dev.txt": "", "docs-requirements.txt": "" },
      [
        "python3 -m venv --system-site-packages .venv",
        ".venv/bin/python -m pip install --disable-pip-version-check --no-input --only-binary :all: -r requirements-dev.txt -r requirements.txt",
      ],
    ],
    [
      "of the dependencies that a Python project declares",
      { "pyproject.toml": PYPROJECT },
      [
        "python3 -m venv --system-site-packages .venv",
        ".venv/bin/python -m pip install --disable-pip-version-check --no-input --only-binary :all: requests>=2 pytest ruff",
      ],
    ],
    ["of Go modules", { "go.mod": "module a\nrequire b v1\n" }, ["go mod download", COMPILE_GO]],
    ["of a Go module without dependencies: only compiled", { "go.mod": "module a\n" }, [COMPILE_GO]],
    ["with Maven: nothing", { "pom.xml": "<project/>" }, []],
  ])("%s", async (_, files, expected) => {
    expect(await stepsFor(files)).toEqual(expected);
  });

  it("runs scripts and builds if they are allowed", async () => {
    expect(await stepsFor({ "package-lock.json": "{}" }, true)).toEqual(["npm ci --no-audit --no-fund"]);
    expect(await stepsFor({ "pyproject.toml": PYPROJECT }, true)).toContain(
      ".venv/bin/python -m pip install --disable-pip-version-check --no-input -e .[test]",
    );
    expect(await stepsFor({ "pom.xml": "<project/>" }, true)).toHaveLength(1);
  });

  it("continues after an optional step fails, and stops after a required one", () => {
    const script = fileURLToPath(new URL("../resources/steps.mjs", import.meta.url));
    const step = (code: number, optional?: boolean) => ({
      ...{ name: `exit ${code}`, argv: [process.execPath, "-e", `process.exit(${code})`], cwd: ".", env: {} },
      ...(optional !== undefined && { optional }),
    });
    const missing = { ...step(0, true), argv: ["no-such-program"] };
    const exitCode = (...steps: readonly object[]) =>
      spawnSync(process.execPath, [script, JSON.stringify(steps)], { stdio: "ignore" }).status;
    expect(exitCode(step(0), step(5, true), missing, step(0))).toBe(0);
    expect(exitCode(step(5, true), step(7))).toBe(7);
  });

  it("splits a declared line without a shell, or rejects it", () => {
    expect(stepsOf('CI=1 npm ci && npm run "build all"').map(({ argv }) => argv)).toEqual([
      ["npm", "ci"],
      ["npm", "run", "build all"],
    ]);
    for (const line of ["", "npm ci | tee log", "npm ci; true", "echo $HOME", "npm ci > log"])
      expect(() => stepsOf(line)).toThrow("without a shell");
  });
});
