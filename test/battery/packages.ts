import "./own-temporary.ts";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox, probeSandboxes, type SandboxOptions } from "../../src/services/sandbox/index.ts";

/**
 * Suites of real packages, unchanged, bare and in every sandbox that works here: the same exit code and the same
 * counts, or the battery fails. Packages come from the configured registries; the bare run is the control, and a
 * package whose bare run fails is void.
 */
interface Package {
  readonly name: string;
  readonly kind: "npm" | "python";
  /** Additional dependencies of its suite. */
  readonly needs: readonly string[];
  readonly argv: readonly [string, ...string[]];
  readonly env?: (tree: string) => Record<string, string>;
  /** Matches the counts in the framework's output. */
  readonly counts: RegExp;
}

const tap = /# pass\s+\d+|# tests \d+/g;
const pytest = /\d+ (?:passed|failed|skipped|xfailed|errors?)/g;
const tape = ["node_modules/.bin/tape", "test/*.js"] as const;
const fixtures = ["tape@5", "mock-property", "has-symbols", "for-each", "es-value-fixtures"];
const packages: readonly Package[] = [
  { name: "minimist@1.2.8", kind: "npm", needs: ["tape@5"], argv: tape, counts: tap },
  {
    name: "qs@6.13.0",
    kind: "npm",
    needs: [
      ...fixtures,
      "side-channel@1",
      "safer-buffer",
      "object-inspect",
      "iconv-lite@0.5",
      "has-property-descriptors",
      "has-override-mistake",
    ],
    argv: tape,
    counts: tap,
  },
  {
    name: "object-inspect@1.13.2",
    kind: "npm",
    needs: [
      ...fixtures,
      "has-tostringtag",
      "string.prototype.repeat",
      "make-arrow-function",
      "globalthis",
      "functions-have-names",
      "error-cause",
    ],
    argv: tape,
    counts: tap,
  },
  {
    name: "itsdangerous==2.2.0",
    kind: "python",
    needs: ["pytest<9", "freezegun"],
    argv: python(),
    env: source,
    counts: pytest,
  },
  { name: "click==8.1.7", kind: "python", needs: ["pytest<9"], argv: python(), env: source, counts: pytest },
  { name: "more-itertools==10.5.0", kind: "python", needs: ["pytest<9"], argv: python(), counts: pytest },
];

const options: SandboxOptions = { path: process.env.PATH ?? "", home: process.env.HOME ?? "/nonexistent" };
const usable = (await probeSandboxes(options)).filter((probe) => probe.usable && probe.id !== "docker");
const sandboxes = await Promise.all(usable.map(({ id }) => openSandbox({ ...options, backends: [id] })));
const root = mkdtempSync(join(tmpdir(), "agentforge-packages-"));
const wanted = process.argv.slice(2);
const chosen = packages.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
let failed = sandboxes.length === 0 || chosen.length === 0;

try {
  for (const entry of chosen) {
    const { tree, lent } = fetchPackage(entry);
    const env = entry.env?.(tree) ?? {};
    const bare = runBare(entry, tree, lent, env);
    const cells = [`bare ${bare.exitCode} ${bare.counts}`];
    for (const sandbox of sandboxes) {
      const at = entry.kind === "npm" ? "node_modules" : ".venv";
      const { exitCode, stdout, killedBy } = await sandbox.execute({
        argv: entry.argv,
        tree,
        lent: [{ source: lent, at }],
        env,
      });
      const counts = countsOf(entry, stdout);
      const same =
        bare.exitCode === 0 && exitCode === bare.exitCode && counts === bare.counts && counts !== "";
      if (!same) failed = true;
      cells.push(`${sandbox.id} ${same ? "same" : `DIFFERS: ${exitCode} ${killedBy ?? ""} ${counts}`}`);
    }
    console.log(`${entry.name.padEnd(24)} ${cells.join(" | ")}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function python(): readonly [string, ...string[]] {
  return [".venv/bin/python", "-m", "pytest", "-q"];
}

function source(tree: string): Record<string, string> {
  return { PYTHONPATH: join(tree, "src") };
}

/** The package as published, and a separate folder with what its suite needs. */
function fetchPackage({ name, kind, needs }: Package): { tree: string; lent: string } {
  const folder = join(root, name.replace(/[@=]+/, "-"));
  mkdirSync(folder);
  if (kind === "npm") {
    must("npm", ["pack", "--silent", name], folder);
    must("tar", ["xzf", only(folder, ".tgz")], folder);
    mkdirSync(join(folder, "needs"));
    must(
      "npm",
      ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", "needs", ...needs],
      folder,
    );
    return { tree: join(folder, "package"), lent: join(folder, "needs", "node_modules") };
  }
  must("python3", ["-m", "venv", "venv"], folder);
  must("venv/bin/pip", ["install", "--quiet", ...needs], folder);
  must("venv/bin/pip", ["download", "--quiet", "--no-deps", "--no-binary", ":all:", name], folder);
  must("tar", ["xzf", only(folder, ".tar.gz")], folder);
  rmSync(join(folder, only(folder, ".tar.gz")));
  const unpacked = readdirSync(folder).find((entry) => entry !== "venv") ?? "";
  renameSync(join(folder, unpacked), join(folder, "package"));
  return { tree: join(folder, "package"), lent: join(folder, "venv") };
}

function runBare(entry: Package, tree: string, lent: string, env: Record<string, string>) {
  const link = join(tree, entry.kind === "npm" ? "node_modules" : ".venv");
  must("ln", ["-s", lent, link], tree);
  const [program, ...rest] = entry.argv;
  const { status, stdout } = spawnSync(join(tree, program), rest, {
    cwd: tree,
    env: { PATH: options.path, HOME: options.home, LANG: "C.UTF-8", ...env },
    encoding: "utf8",
    timeout: 300_000,
  });
  rmSync(link);
  return { exitCode: status, counts: countsOf(entry, stdout) };
}

function countsOf({ counts }: Package, output: string): string {
  return (output.match(counts) ?? []).join(", ");
}

function only(folder: string, ending: string): string {
  const found = readdirSync(folder).find((name) => name.endsWith(ending));
  if (found === undefined) throw new Error(`no ${ending} in ${folder}`);
  return found;
}

function must(program: string, argv: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program.includes("/") ? join(cwd, program) : program, argv, {
    cwd,
    encoding: "utf8",
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`${program} ${argv.join(" ")}: ${stderr}`);
}
