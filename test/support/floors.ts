import type { SourceModule } from "./imports.ts";

/** The floors of ARCHITECTURE.md. A folder that is not listed here is an error: add it or move it. */
const SERVICES = [
  ...[
    "config",
    "state",
    "workspace",
    "sandbox",
    "testing",
    "conformance",
    "editing",
    "search",
    "tools",
    "forge",
  ],
  ...[
    "guardrails",
    "hook-clients",
    "repair",
    "agent",
    "sessions",
    "reviews",
    "journal",
    "queue",
    "fleet",
    "telemetry",
  ],
];
const HOSTS = ["cli", "library", "mcp", "hooks", "http"];

export interface Breach {
  readonly path: string;
  readonly why: string;
}

/** Every violation of the floor table in these modules. Test files may import what they need for testing. */
export function findBreaches(modules: readonly SourceModule[]): Breach[] {
  return modules.filter((module) => !isTest(module.path)).flatMap((module) => [...breachesOf(module)]);
}

function* breachesOf(module: SourceModule): Generator<Breach> {
  const floor = floorOf(module.path);
  if (floor === null) {
    yield { path: module.path, why: "is in a folder that the floor table does not name" };
    return;
  }
  for (const target of module.internal) {
    const why = mayNotImport(module.path, target);
    if (why) yield { path: module.path, why };
  }
  for (const specifier of module.external) {
    if (floor === "domain" && specifier !== "zod")
      yield { path: module.path, why: `domain imports ${specifier}` };
    if (floor === "workflows" && specifier.startsWith("node:")) {
      yield { path: module.path, why: `a workflow imports ${specifier}` };
    }
  }
  yield* forbiddenWords(module, floor);
}

function* forbiddenWords(module: SourceModule, floor: string): Generator<Breach> {
  const says = (pattern: RegExp) => pattern.test(codeOnly(module.text));
  if (floor !== "hosts" && says(/\bconsole\./)) yield { path: module.path, why: "prints; only hosts print" };
  if (says(/\bprocess\.exit\(/)) yield { path: module.path, why: "calls process.exit" };
  if (says(/\bshell:\s*true/)) yield { path: module.path, why: "uses a shell" };
  if (says(/\bprocess\.env\b/) && !module.path.startsWith("services/config/")) {
    yield { path: module.path, why: "reads process.env; only services/config does" };
  }
  if (floor === "workflows" && says(/[\w}]: (?:Plan)?Ports\b(?!\[)/)) {
    yield { path: module.path, why: "takes all ports; a workflow names those it uses" };
  }
  if (floor !== "domain") return;
  if (says(/\b(?:async|await)\b/)) yield { path: module.path, why: "domain is asynchronous" };
  if (says(/\bDate\.now\(|new Date\(\)|Math\.random\(|crypto\./)) {
    yield { path: module.path, why: "domain reads a clock or randomness" };
  }
}

/** Folders with more entries than `most`, including folders. */
export function findCrowded(paths: readonly string[], most: number): string[] {
  const entries = new Map<string, Set<string>>();
  for (const path of paths) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join("/");
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ""));
    }
  }
  return [...entries].filter(([, names]) => names.size > most).map(([folder]) => folder);
}

function mayNotImport(from: string, to: string): string | null {
  const [source, target] = [floorOf(from), floorOf(to)];
  if (target === null) return `imports ${to}, which is outside src`;
  const refuse = `${source} imports ${to}`;
  switch (source) {
    case "domain":
      return target === "domain" ? null : refuse;
    case "services":
      if (target === "domain") return null;
      return target === "services" && folderOf(from) === folderOf(to) ? null : refuse;
    case "workflows":
      return target === "domain" || target === "workflows" ? null : refuse;
    case "app":
      return target === "hosts" ? refuse : null;
    case "hosts":
      if (target === "services") return refuse;
      return target === "hosts" && folderOf(from) !== folderOf(to) ? refuse : null;
    default:
      return refuse;
  }
}

function floorOf(path: string): "domain" | "services" | "workflows" | "app" | "hosts" | null {
  const [top, second] = path.split("/");
  if (path === "../package.json" || path === "app.ts" || top === "app") return "app";
  if (top === "domain" || top === "workflows") return top;
  if (top === "services" && SERVICES.includes(second ?? "")) return "services";
  if (top === "hosts" && HOSTS.includes(second ?? "")) return "hosts";
  return null;
}

function folderOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|(?:^|\/)fixtures\//.test(path);
}

/** Without comments and quoted text, which may be an example. */
function codeOnly(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""')
    .replace(/(^|[^:])\/\/.*$/gm, "$1");
}

const WEB_MAY_SEE = /^\.\.\/src\/(?:hosts\/http\/api|domain\/entities)\//;

/** Pure rules whose code the page shares with the terminal, so that both show the same. */
export const SHARED_WITH_WEB: readonly string[] = [
  "domain/rules/proof/confidence.ts",
  "domain/rules/proof/failing.ts",
  "domain/rules/proof/ran-by.ts",
  "domain/rules/runs/call-target.ts",
  "domain/rules/text/counted.ts",
  "domain/rules/text/visible-text.ts",
];

/**
 * What the review page imports from the program, besides those rules and types of the API and the entities. Paths are
 * below `web/`.
 */
export function findWebBreaches(modules: readonly SourceModule[]): Breach[] {
  const pages = modules.filter(({ path }) => !isTest(path));
  return pages.flatMap(({ path, internal, text }) =>
    internal
      .filter(
        (target) => target.startsWith("../") && !SHARED_WITH_WEB.includes(target.slice("../src/".length)),
      )
      .flatMap((target) => {
        if (!WEB_MAY_SEE.test(target)) return [{ path, why: `the page imports ${target}` }];
        const specifier = target.slice("../src/".length).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
        const statement = new RegExp(
          `^\\s*(?:import|export)\\s+(?!type\\s)[^;]*?["'][^"']*${specifier}["']`,
          "m",
        );
        return statement.test(text) ? [{ path, why: `the page imports more than types of ${target}` }] : [];
      }),
  );
}
