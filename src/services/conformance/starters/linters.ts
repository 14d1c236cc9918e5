/** A linter that a project already uses, as a `command` check. */
interface LinterPreset {
  readonly id: string;
  /** File names at the top of the repository, any of which shows that the project uses it. */
  readonly configs: RegExp;
  /** Text that the file must contain, if the name alone is not enough. */
  readonly contains?: RegExp;
  /** The check without its id. `{config}` is the name of the file that was found. */
  readonly check: string;
  /**
   * Where the file may say what to check. If it does not, `{places}` in the check is `, .`: an argument would take
   * precedence over the file.
   */
  readonly section?: string;
}

const JAVASCRIPT = '["**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte}"]';

/**
 * One entry per linter and kind of configuration; an id may occur more than once, for its own file and for a
 * section of a shared file.
 */
export const LINTER_PRESETS: readonly LinterPreset[] = [
  { id: "ruff", configs: /^\.?ruff\.toml$/, check: ruff() },
  { id: "ruff", configs: /^pyproject\.toml$/, contains: /^\s*\[tool\.ruff[.\]]/m, check: ruff() },
  {
    id: "eslint",
    configs: /^eslint\.config\.[cm]?[jt]s$/,
    check: `message: ESLint found something.
    applies_to: ${JAVASCRIPT}
    command:
      run: [eslint, --format, json, .]
      format: json
      json: { items: "*.messages", suppressed: "*.suppressedMessages", file: ^.filePath, line: line, column: column, message: message, rule: ruleId, edit: fix }
      fix: [eslint, --fix, "{file}"]
      fails_with: [2]`,
  },
  {
    id: "biome",
    configs: /^\.?biome\.jsonc?$/,
    check: `message: Biome found something.
    applies_to: ["**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,astro,json,jsonc,css,graphql,html}"]
    command:
      run: [biome, lint, --reporter=sarif, --max-diagnostics=none, .]
      format: sarif
      fix: [biome, lint, --write, "--only={rule}", "{file}"]`,
  },
  { id: "mypy", configs: /^\.?mypy\.ini$/, section: "mypy", check: mypy() },
  {
    id: "mypy",
    configs: /^pyproject\.toml$/,
    contains: /^\s*\[tool\.mypy\]/m,
    section: "tool.mypy",
    check: mypy(),
  },
  {
    id: "mypy",
    configs: /^setup\.cfg$/,
    contains: /^\s*\[mypy\]/m,
    section: "mypy",
    check: mypy(),
  },
  { id: "pyright", configs: /^pyrightconfig\.json$/, check: pyright() },
  { id: "pyright", configs: /^pyproject\.toml$/, contains: /^\s*\[tool\.pyright\]/m, check: pyright() },
  {
    id: "tsc",
    configs: /^tsconfig\.json$/,
    check: String.raw`message: The types do not match.
    applies_to: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"]
    command:
      run: [tsc, --noEmit, --pretty, "false"]
      format: regex
      regex: '^(?P<file>.+)\((?P<line>\d+),(?P<column>\d+)\): error (?P<rule>TS\d+): (?P<message>.+)$'`,
  },
  {
    id: "golangci-lint",
    configs: /^\.golangci\.(?:ya?ml|toml|json)$/,
    check: String.raw`message: golangci-lint found something.
    applies_to: ["**/*.go"]
    command:
      run: [golangci-lint, run, --max-issues-per-linter=0, --max-same-issues=0]
      format: regex
      regex: '^(?P<file>[^\s:]+\.go):(?P<line>\d+)(?::(?P<column>\d+))?: (?P<message>.+?)(?: \((?P<rule>[\w-]+)\))?$'
      fix: [golangci-lint, run, --fix]
      fails_with: [2, 3, 4, 5, 6, 7]`,
  },
  {
    id: "staticcheck",
    configs: /^staticcheck\.conf$/,
    check: `message: Staticcheck found something.
    applies_to: ["**/*.go"]
    command:
      run: [staticcheck, -f, sarif, ./...]
      format: sarif
      fails_saying: matched no packages`,
  },
  { id: "clippy", configs: /^\.?clippy\.toml$/, check: clippy() },
  {
    id: "clippy",
    configs: /^Cargo\.toml$/,
    contains: /^\s*\[(?:workspace\.)?lints\.clippy\]/m,
    check: clippy(),
  },
  {
    id: "semgrep",
    configs: /^\.semgrep(?:\.ya?ml)?$/,
    check: `message: Semgrep found something.
    command:
      run: [semgrep, scan, --sarif, --quiet, --metrics=off, --disable-version-check, --config, "{config}"]
      format: sarif
      fix: [semgrep, scan, --autofix, --quiet, --metrics=off, --disable-version-check, --config, "{config}", "{file}"]`,
  },
];

/**
 * The contract for the linters whose configuration is among these names at the top of a repository; null if
 * there is none. `read` returns null for anything but a regular file.
 */
export async function linterContract(
  names: readonly string[],
  read: (name: string) => Promise<string | null>,
): Promise<string | null> {
  const checks = new Map<string, string>();
  for (const { id, configs, contains, section, check } of LINTER_PRESETS) {
    const name = names.find((each) => configs.test(each));
    if (name === undefined || checks.has(id)) continue;
    if (contains !== undefined && !contains.test((await read(name)) ?? "")) continue;
    const isPlaced = section !== undefined && hasPlaces((await read(name)) ?? "", section);
    const own = check.replaceAll("{config}", name).replace("{places}", isPlaced ? "" : ", .");
    checks.set(id, `  - id: ${id}\n    severity: major\n    ${own}\n`);
  }
  if (checks.size === 0) return null;
  return `id: linters
description: The linters this repository already uses. Change them freely; docs/conformance.md describes every key.
applies_to: ["**"]
checks:
${[...checks.values()].join("")}`;
}

function ruff(): string {
  return `message: Ruff found something.
    applies_to: ["**/*.{py,pyi,ipynb}", pyproject.toml]
    command:
      run: [ruff, check, --output-format, sarif, .]
      format: sarif
      fails_with: [2]`;
}

/** Whether this section of mypy's configuration says what to check. */
function hasPlaces(text: string, section: string): boolean {
  const lines = text.split("\n").map((line) => line.trim());
  const header = lines.indexOf(`[${section}]`);
  if (header === -1) return false;
  const own = lines.slice(header + 1);
  const next = own.findIndex((line) => line.startsWith("["));
  return own
    .slice(0, next === -1 ? own.length : next)
    .some((line) => /^(?:files|packages|modules)\s*=/.test(line));
}

function mypy(): string {
  return String.raw`message: The types do not match.
    applies_to: ["**/*.{py,pyi}"]
    command:
      run: [mypy, --show-column-numbers, --show-error-codes, --no-pretty, --no-error-summary{places}]
      format: regex
      regex: '^(?P<file>.+?):(?P<line>\d+):(?:(?P<column>\d+):)? error: (?P<message>.+?)(?:  \[(?P<rule>[\w-]+)\])?$'
      fails_with: [2]`;
}

function pyright(): string {
  return String.raw`message: The types do not match.
    applies_to: ["**/*.{py,pyi}"]
    command:
      run: [pyright]
      format: regex
      regex: '^\s*(?P<file>.+?):(?P<line>\d+):(?P<column>\d+) - (?:error|warning): (?P<message>.+?)(?: \((?P<rule>report\w+)\))?$'
      fails_with: [2, 3, 4]`;
}

/**
 * JSON, because Cargo replays cached output in its original format, regardless of the format that is
 * requested now.
 */
function clippy(): string {
  return `message: Clippy found something.
    applies_to: ["**/*.rs"]
    command:
      run: [cargo, clippy, --quiet, --all-targets, --message-format, json]
      format: json
      json: { items: message.spans, only: is_primary, file: file_name, line: line_start, column: column_start, message: ^.message, rule: ^.code.code, suggestions: ^.children }`;
}
