import { nameOf } from "../paths.ts";
import { isSettingsFile, settingsFields } from "../registry.ts";

/** Files that contain test settings among others: only changes to those settings count. */
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
    read: (text) => sections(text, /^\[tool:pytest|^\[unittest|^\[testenv/),
  },
  { name: /^noxfile\.py$/, what: "how its tests are started", read: (text) => text },
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
    name: /^\.npmrc$/,
    what: "how the tests are run",
    read: (text) => text,
  },
];

const OF_A_FRAMEWORK = { what: "its test settings", read: (text: string) => text };

/** A `runner` in it is started instead of the tests. */
const CARGO = { what: "how cargo runs the tests", read: (text: string) => text };

function isCargoConfiguration(path: string): boolean {
  return /(^|\/)\.cargo\/config(\.toml)?$/.test(path);
}

export function changedSettings(path: string, before: string | null, after: string | null): string[] {
  const setting = isCargoConfiguration(path)
    ? CARGO
    : (SETTINGS.find(({ name }) => name.test(nameOf(path))) ??
      (isSettingsFile(path) ? OF_A_FRAMEWORK : null));
  if (!setting) return [];
  const old = before === null ? "" : setting.read(before);
  const now = after === null ? "" : setting.read(after);
  return old === now ? [] : [`${path} changes ${setting.what}`];
}

/** Also the scripts that the test scripts run, and the fields that resolve names in them and in imports. */
function packageSettings(text: string): string {
  try {
    const { scripts = {}, ...fields } = JSON.parse(text) as Record<string, Record<string, unknown>>;
    const { nyc, c8, babel, imports, type } = fields;
    return JSON.stringify([
      testScripts(scripts),
      { ...settingsFields(fields), nyc, c8, babel, imports, type },
    ]);
  } catch {
    return text;
  }
}

/** Scripts named after tests, and every script that they run. */
function testScripts(scripts: Readonly<Record<string, unknown>>): [string, unknown][] {
  const kept = new Set(Object.keys(scripts).filter((name) => /test/.test(name)));
  for (const name of kept) {
    const words = String(scripts[name]).split(/[\s&|;]+/);
    for (const word of words)
      for (const called of [word, `pre${word}`, `post${word}`])
        if (Object.hasOwn(scripts, called)) kept.add(called);
  }
  return Object.entries(scripts).filter(([name]) => kept.has(name));
}

/** The replaced module may be an assertion library. */
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

/** The target `test`, and the variables that its recipe may use. */
function target(text: string): string {
  const recipe = /^test\s*:(?!=).*(?:\r?\n\t.*)*/m.exec(text)?.[0];
  const variables = text.match(/^(export\s.*|[A-Za-z_]\w*\s*[?:+]{0,2}=.*)$/gm) ?? [];
  return recipe === undefined ? "" : [...variables, recipe].join("\n");
}
