import { nameOf } from "./paths.ts";

/** Files that hold test settings among others: only a change of those settings counts. */
const SETTINGS: readonly { readonly name: RegExp; readonly what: string; read(text: string): string }[] = [
  { name: /^package\.json$/, what: "its test scripts or test settings", read: packageSettings },
  {
    name: /^pyproject\.toml$/,
    what: "its pytest settings",
    read: (text) => sections(text, /^\[+tool\.(pytest|tox|hatch\.envs)/),
  },
  {
    name: /^setup\.cfg$/,
    what: "its pytest settings",
    read: (text) => sections(text, /^\[tool:pytest|^\[unittest/),
  },
  { name: /^(GNUm|m|M)akefile$/, what: "its test target", read: (text) => target(text) },
  {
    name: /^vite\.config\.[cm]?[jt]s$/,
    what: "its test settings",
    read: (text) => /\btest\s*:[\s\S]*/.exec(text)?.[0] ?? "",
  },
  {
    name: /^Cargo\.toml$/,
    what: "its test targets",
    read: (text) =>
      [
        sections(text, /^\[\[?(test|bench|example|lib|bin|dev-dependencies|patch|replace|profile\.test)\b/),
        ...(text.match(/^(autotests|autobenches|build)\s*=.*$/gm) ?? []),
      ].join("\n"),
  },
  { name: /^go\.(mod|work)$/, what: "which modules the tests are built with", read: goReplacements },
  {
    name: /^(tox\.ini|\.?pytest\.(ini|toml)|noxfile\.py|\.npmrc|\.mocharc\.[\w.]+)$/,
    what: "how the tests are run",
    read: (text) => text,
  },
  {
    name: /^(jest|vitest)[\w.-]*\.(config|workspace)\.\w+$/,
    what: "its test settings",
    read: (text) => text,
  },
];

/** A `runner` in it is started in place of the tests. */
const CARGO = { what: "how cargo runs the tests", read: (text: string) => text };

function isCargoConfiguration(path: string): boolean {
  return /(^|\/)\.cargo\/config(\.toml)?$/.test(path);
}

export function changedSettings(path: string, before: string | null, after: string | null): string[] {
  const setting = isCargoConfiguration(path) ? CARGO : SETTINGS.find(({ name }) => name.test(nameOf(path)));
  if (!setting) return [];
  const old = before === null ? "" : setting.read(before);
  const now = after === null ? "" : setting.read(after);
  return old === now ? [] : [`${path} changes ${setting.what}`];
}

/** Also the scripts that the test scripts run, and what decides which files a name in them or in an import means. */
function packageSettings(text: string): string {
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    const scripts = Object.entries((fields.scripts ?? {}) as Record<string, string>);
    const testing = new Map(scripts.filter(([name]) => /test/.test(name)));
    for (const script of testing.values()) {
      const words = String(script).split(/[^\w:.-]+/);
      for (const [name, other] of scripts) if (words.includes(name)) testing.set(name, other);
    }
    const { jest, mocha, vitest, ava, tap, nyc, c8, babel, imports, type } = fields;
    const settings = { jest, mocha, vitest, ava, tap, nyc, c8, babel, imports, type };
    return JSON.stringify([scripts.filter(([name]) => testing.has(name)), settings]);
  } catch {
    return text;
  }
}

/** A module that is replaced may be the one that compares. */
function goReplacements(text: string): string {
  const blocks = text.match(/^(replace|exclude|use|toolchain|tool)\b(\s*\([^)]*\)|.*)$/gm) ?? [];
  return blocks.join("\n");
}

function sections(text: string, heading: RegExp): string {
  let inside = false;
  return text
    .split(/\r?\n/)
    .filter((line) => {
      if (line.startsWith("[")) inside = heading.test(line);
      return inside && line.trim() !== "";
    })
    .join("\n");
}

function target(text: string): string {
  return /^test\s*:(?!=).*(?:\r?\n\t.*)*/m.exec(text)?.[0] ?? "";
}
