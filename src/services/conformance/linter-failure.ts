import type { Execute } from "./check-type.ts";

type Ran = Awaited<ReturnType<Execute>>;

const LONGEST_QUOTE = 500;
/** Programs that start another one; messages name the other one. */
const LAUNCHERS: ReadonlySet<string> = new Set([
  "npx",
  "bunx",
  "pnpm",
  "yarn",
  "uv",
  "uvx",
  "poetry",
  "pipx",
]);
const MISSING: readonly RegExp[] = [
  /command not found/,
  /\bspawn\S* \S+ ENOENT/,
  /No module named/,
  /no such command/,
  /npx canceled due to missing packages/,
  /could not determine executable to run/,
  /npm (?:error|ERR!) code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|E404|ENETUNREACH)/,
  /Failed to spawn/,
];

/** The setting that limits what a program may use, by the reason why it was stopped. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ["memory", "sandbox.memory_mb"],
  ["processes", "sandbox.processes"],
  ["disk", "sandbox.disk_mb"],
]);

/** The program that failed, why, and what to do about it. */
export function describeFailure(argv: readonly string[], ran: Ran): string {
  const program = programOf(argv);
  const said = (ran.stderr || ran.stdout).trim().slice(0, LONGEST_QUOTE);
  const shown = said === "" ? "it printed nothing" : said;
  if (ran.stopped !== undefined) {
    const limit = LIMITS.get(ran.stopped);
    const next =
      limit === undefined
        ? `Run \`${argv.join(" ")}\` yourself to see how long it takes`
        : `Raise ${limit} in your settings (docs/settings.md)`;
    return `${program} was stopped before it finished (${ran.stopped}), so its result is unknown. ${next}, or let it check fewer files.`;
  }
  if (ran.exitCode === 126 || ran.exitCode === 127 || isMissing(said))
    return `${program} is not installed where checks run: ${shown}\n  Install it among the repository's own dependencies (node_modules, .venv) or on the PATH, or remove the check from .agentforge/contracts/.`;
  return `${program} did not give a complete report (exit code ${ran.exitCode}): ${shown}\n  Run \`${argv.join(" ")}\` yourself; correct its configuration, or \`run\`, \`format\` and \`output\` of the check.`;
}

function isMissing(said: string): boolean {
  return MISSING.some((sign) => sign.test(said));
}

/** `npx --no eslint .` → eslint; `python -m mypy .` → mypy; `cargo clippy` → cargo clippy. */
export function programOf(argv: readonly string[]): string {
  const [first = "", ...rest] = argv;
  const name = baseName(first);
  if (/^python[\d.]*$/.test(name) && rest[0] === "-m") return rest[1] ?? name;
  if (name === "cargo" || name === "go") return [name, rest[0] ?? ""].join(" ").trim();
  if (!LAUNCHERS.has(name)) return name;
  const launched = rest.find((word) => !word.startsWith("-") && word !== "run" && word !== "exec");
  return launched === undefined ? name : baseName(launched);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
