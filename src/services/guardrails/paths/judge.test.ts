import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GuardDecision } from "../../../domain/entities/guard-event.ts";
import { diskFiles } from "../disk-files.ts";
import { evaluate } from "../evaluate.ts";
import { NO_FILES } from "../files.ts";
import { GUARDS } from "../guards/list.ts";
import { EMPTY_STATE } from "../harness/state.ts";
import { DEFAULT_SETTINGS, readSettings } from "../settings/settings.ts";
import { judgePath } from "./judge.ts";

const DISK = diskFiles(homedir());
const corpus: readonly { name: string; path: string; expect: string }[] = JSON.parse(
  readFileSync(new URL("../fixtures/paths.json", import.meta.url), "utf8"),
);

const HOSTILE = [
  "..",
  "../",
  "./..",
  "src/../..",
  "src/../../ws-evil/x",
  "/",
  "//etc/passwd",
  "/etc/passwd",
  "/srv/x",
  "/proc/self/root/etc/passwd",
  "/dev/sda",
  "/dev/tcp/1.2.3.4/80",
  "~",
  "~root/x",
  "$HOME/x",
  "%TEMP%/x",
  "file:/etc/passwd",
  "http://x/y",
  "C:/x",
  "c:x",
  "src\\x",
  "src/a.js::$DATA",
  "src/a.js:stream",
  "..%2fx",
  "%2e%2e/x",
  "src/..%00/x",
  ".git",
  ".git/",
  ".git/config",
  ".git/hooks/pre-commit",
  ".GIT/config",
  ".gIt/index",
  "sub/.git/config",
  ".git./config",
  ".git /config",
  ".g\u200cit/config",
  ".\uff47\uff49\uff54/config",
  "git~1/config",
  "GIT~2/x",
  ".gitattributes",
  ".gitmodules",
  "a/b/.gitattributes",
  ".claude/settings.json",
  ".Claude/settings.local.json",
  ".mcp.json",
  ".cursor/mcp.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  ".aider.conf.yml",
  ".windsurfrules",
  ".continue/config.json",
  ".vscode/settings.json",
  ".idea/workspace.xml",
  ".devcontainer/devcontainer.json",
  ".zed/tasks.json",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  ".circleci/config.yml",
  "Jenkinsfile",
  ".husky/pre-push",
  ".githooks/x",
  "lefthook.yml",
  ".pre-commit-config.yaml",
  ".npmrc",
  "packages/a/.npmrc",
  ".yarnrc.yml",
  ".yarn/releases/yarn.cjs",
  ".pypirc",
  ".netrc",
  ".cargo/config.toml",
  ".envrc",
  ".bashrc",
  ".ssh/id_rsa",
  ".aws/credentials",
  ".docker/config.json",
  ".env",
  ".ENV",
  ".env.local",
  "config/.env.production",
  "server.pem",
  "certs/a.KEY",
  "credentials.json",
  "id_rsa",
  "id_ed25519",
  "keys/id_rsa.bak",
  "secrets.yaml",
  "x.p12",
  ".agentforge/config.yaml",
  ".agentforge/harness.json",
  ".agentforge/harness/s/state.json",
  ".harness/state.json",
  "node_modules/x/index.js",
  "packages/a/node_modules/.bin/x",
  ".venv/bin/python",
  "lib/x.pth",
  "sitecustomize.py",
  "src/CON",
  "src/nul.txt",
  "src/COM1",
  "src/com\u00b9",
  "LPT9.js",
  "src/a.js ",
  "src/a.js.",
  "src/x./y",
  " src/x",
  "src/\u202ex",
  "src/a\u0007b",
  "src/a\tb",
  "src/a\nb",
  "src/*.js",
  "src/a?.js",
  "-rf",
  "--help",
  "src/",
  "",
  ".",
  "./",
  "src/\ud800x",
  "\uff0e\uff0e/x",
  "\u2025/x",
  "src\u2215..\u2215..\u2215x",
  `src/${"a".repeat(300)}`,
  `${"a/".repeat(2000)}b`,
];
const ORDINARY = [
  "src/app.ts",
  "src/a/b/c/d.ts",
  "README.md",
  "package.json",
  "test/app.test.ts",
  "src/..a.ts",
  "src/...ts",
  "src/a..b.ts",
  "src/.hidden.ts",
  "docs/é ü.md",
  "src/[id]/page.tsx",
  "src/(group)/page.tsx",
  "src/$id.tsx",
  "src/@types/x.d.ts",
  "Makefile",
  "Dockerfile",
  ".gitignore",
  ".eslintrc.json",
  ".prettierrc",
  ".editorconfig",
  ".dockerignore",
  "src/key.ts",
  "src/env.ts",
  "src/environment/index.ts",
  "src/credentials/store.ts",
  "src/git/status.ts",
  "src/github.ts",
  "src/consol.ts",
  "src/auxiliary.ts",
  "src/console.ts",
  "a b/c d.txt",
  "src/日本語.ts",
  "src/+page.svelte",
  "src/~tmp.ts",
  "AGENTS.md",
  "CLAUDE.md",
  "IMPLEMENTATION_PLAN.md",
  "src/x.test.ts.snap",
  "go.mod",
  "Cargo.toml",
  "pyproject.toml",
  "src/../src/b.ts",
  "./src/c.ts",
  "src//d.ts",
  "vendor/x/y.go",
  "public/index.html",
  "src/monkey.ts",
  "config/app.yaml",
  ".storybook/main.ts",
  "scripts/build.sh",
  "src/secrets.ts",
  ".github/ISSUE_TEMPLATE/bug.yml",
  ".github/PULL_REQUEST_TEMPLATE.md",
  ".config/tools.json",
];

/** The temporary folder itself may be read by default. */
const NOTHING_ELSEWHERE = readSettings({ middleware: { path_sandbox: { readable: [] } } });

describe("paths without a disk", () => {
  it.each(HOSTILE)("refuses to write %j", (path) => {
    expect(decide(path, "write", "/repo", NO_FILES)).toMatchObject({ effect: "deny" });
  });

  it.each(ORDINARY)("allows writing and reading %j", (path) => {
    expect(decide(path, "write", "/repo", NO_FILES)).toMatchObject({ effect: "allow" });
    expect(decide(path, "read", "/repo", NO_FILES)).toMatchObject({ effect: "allow" });
  });

  it("reads folders and secret templates, but no secrets", () => {
    for (const path of [
      ".",
      "src/",
      ".github/workflows/ci.yml",
      ".env.example",
      ".env.sample",
      ".vscode/settings.json",
    ])
      expect(decide(path, "read", "/repo", NO_FILES).effect).toBe("allow");
    for (const path of [
      ".env",
      "server.pem",
      "credentials.json",
      ".npmrc",
      "id_rsa",
      "/etc/passwd",
      "../x",
      "~/.ssh/id_rsa",
    ])
      expect(decide(path, "read", "/repo", NO_FILES).effect).toBe("deny");
  });

  it("accepts only paths below the root for writing, for any text", () => {
    const part = fc.constantFrom(
      "a",
      "..",
      ".",
      "",
      "src",
      "~",
      ".git",
      "\u2025",
      "x y",
      "%2e%2e",
      "\\",
      "c:",
      "é",
      "..a",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 60 }),
          fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/")),
        ),
        (path) => {
          const verdict = judgePath(path, {
            root: "/repo/ws",
            cwd: "/repo/ws/sub",
            files: NO_FILES,
            elsewhere: [],
            writing: true,
          });
          if (verdict.status !== "inside") return;
          expect(resolve("/repo/ws/sub", path).startsWith("/repo/ws/")).toBe(true);
          expect(resolve("/repo/ws", verdict.path)).toBe(resolve("/repo/ws/sub", path));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("paths on a disk with links", () => {
  let base = "";
  let root = "";

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "guard-paths-")));
    root = join(base, "ws");
    for (const folder of ["ws/src/sub", "ws/.git/hooks", "other", "ws-evil"])
      mkdirSync(join(base, folder), { recursive: true });
    for (const file of [
      "other/t",
      "ws/src/b.js",
      "ws/.git/config",
      "ws-evil/x",
      "ws/.env",
      "ws/src/caf\u00e9.js",
    ])
      writeFileSync(join(base, file), "x");
    symlinkSync(join(base, "other"), join(root, "linkdir"));
    symlinkSync("../other/missing", join(root, "dangling"));
    symlinkSync("..", join(root, "up"));
    symlinkSync("loopb", join(root, "loopa"));
    symlinkSync("loopa", join(root, "loopb"));
    symlinkSync(".git", join(root, "gitalias"));
    symlinkSync(".env", join(root, "settings.txt"));
    symlinkSync("b.js", join(root, "src/inner.js"));
    linkSync(join(base, "other/t"), join(root, "src/hard.js"));
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it.each(corpus)("$name", ({ path, expect: wanted }) => {
    expect(decide(path.replaceAll("{BASE}", base), "write", root, DISK)).toMatchObject({
      effect: wanted,
    });
  });

  it("follows no link that leaves the repository or leads to a secret, including from a shell", () => {
    for (const path of ["linkdir/t", "up/other/t", "gitalias/config", "settings.txt", "loopa"])
      expect(decide(path, "read", root, DISK).effect, path).toBe("deny");
    for (const command of [
      "cat linkdir/t",
      "cat settings.txt",
      "echo x > settings.txt",
      "echo x > linkdir/t",
      "cp src/b.js up/other/t",
      "cd linkdir && ls",
      "cd up && ls",
      "sed -i s/a/b/ src/hard.js",
      "echo x > gitalias/config",
      "cd gitalias; echo x > config",
    ]) {
      expect(shell(command, root).effect, command).toBe("deny");
    }
    expect(decide("src/inner.js", "read", root, DISK).effect).toBe("allow");
    expect(shell("cat src/inner.js", root).effect).toBe("allow");
  });

  it("treats another spelling of an existing name as the same file", () => {
    expect(decide("src/caf\u00e9.js", "write", root, DISK).effect).toBe("allow");
    expect(decide("src/cafe\u0301.js", "write", root, DISK)).toMatchObject({
      effect: "deny",
      reason: expect.stringContaining("another spelling"),
    });
    expect(decide("src/the\u0301.js", "write", root, DISK).effect).toBe("allow");
  });

  it("tracks the folder across cd", () => {
    expect(shell("cd src && cat ../src/b.js", root).effect).toBe("allow");
    expect(shell("cd src; cat ../src/b.js", root).effect).toBe("allow");
    expect(shell("cd src/sub && cd ../.. && ls", root).effect).toBe("allow");
    expect(shell("cd missing; cat ../src/b.js", root).effect).toBe("deny");
    expect(shell("false && cd src; cat ../other/t", root).effect).toBe("deny");
    expect(shell("(cd src); cat ../other/t", root).effect).toBe("deny");
    expect(shell("cd src && cat ../../other/t", root).effect).toBe("deny");
  });
});

function decide(path: string, kind: "read" | "write", root: string, files: typeof NO_FILES): GuardDecision {
  const event = {
    event: "before_tool",
    session_id: "s",
    at: "2026-01-01T00:00:00Z",
    root,
    cwd: root,
    tool: { kind, name: kind, paths: [path] },
  } as const;
  return evaluate(event, EMPTY_STATE, DEFAULT_SETTINGS, GUARDS, { files }).decision;
}

function shell(command: string, root: string): GuardDecision {
  const event = {
    event: "before_tool",
    session_id: "s",
    at: "2026-01-01T00:00:00Z",
    root,
    cwd: root,
    tool: { kind: "shell", name: "Bash", command },
  } as const;
  return evaluate(event, EMPTY_STATE, NOTHING_ELSEWHERE, GUARDS, { files: DISK }).decision;
}
