import { lineAt } from "../syntax/line-at.ts";
import type { DoubtRule } from "./rule.ts";

/** Parts of a settings file that decide what is loaded or run, by the file's name. */
const PARTS: readonly (readonly [RegExp, RegExp, string])[] = [
  [
    /(^|\/)package\.json$/,
    /"(?:imports|exports|main|module|type|scripts|jest|vitest|mocha|ava|tap|overrides|resolutions|(?:dev|peer|optional)?[dD]ependencies|workspaces|nodeOptions)"\s*:\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[[^\]]*\]|"[^"]*")/g,
    "what is loaded or run",
  ],
  [
    /(^|\/)go\.mod$/,
    /^\s*(?:replace|exclude|retract|toolchain|require)\b.*$|=>.*$/gm,
    "which modules are built",
  ],
  [
    /(^|\/)Cargo\.toml$/,
    /^\s*(?:build|path|harness|test|doctest|proc-macro|autotests)\s*=.*$|^\[(?:patch|replace|profile|lib|\[test|features|build-dependencies|dev-dependencies|dependencies)[^\n]*$/gm,
    "what is built or tested",
  ],
  [
    /(^|\/)(pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.coveragerc)$/,
    /^.*(?:pytest|testpaths|addopts|python_files|norecursedirs|filterwarnings|plugins|omit|exclude|commands|entry.points|py_modules|package_dir).*$/gm,
    "how the tests run",
  ],
  [
    /(^|\/)(tsconfig[\w.-]*\.json|babel\.config\.\w+|\.babelrc[\w.]*|(jest|vitest|vite)\.[\w.]+|\.mocharc[\w.]*|\.npmrc|\.swcrc|Makefile|build\.rs|import[-_]?map\.json|conftest\.py)$|(^|\/)\.cargo\//,
    /[\s\S]+/g,
    "how the tests are loaded",
  ],
];

export const changesToolSettings: DoubtRule = {
  meta: {
    id: "changes-tool-settings",
    title: "Settings that decide what the tests load",
    why: "Import maps, aliases, plug-ins and replaced modules make the tests load different code than they expect.",
    examples: {
      raises: [
        {
          path: "package.json",
          before: '{ "name": "x" }\n',
          after: '{ "name": "x", "imports": { "#calc": "./fake.js" } }\n',
        },
        {
          path: "go.mod",
          before: "module x\n\ngo 1.22\n",
          after: "module x\n\ngo 1.22\n\nreplace example.com/y => ./y\n",
        },
        {
          path: "setup.cfg",
          before: "[metadata]\nname = x\n",
          after: "[metadata]\nname = x\n\n[tool:pytest]\naddopts = -p fake\n",
        },
        { path: "vitest.config.ts", before: "export const a = 1;\n", after: "export const a = 2;\n" },
        { path: ".cargo/config.toml", before: "[build]\n", after: "[build]\nrustc-wrapper = 'x'\n" },
      ],
      honest: [
        {
          path: "package.json",
          before: '{ "name": "x", "scripts": { "test": "vitest" } }\n',
          after: '{ "name": "x", "version": "1.2.3", "scripts": { "test": "vitest" } }\n',
        },
        {
          path: "pyproject.toml",
          before: "[project]\nname = 'x'\n",
          after: "[project]\nname = 'x'\nversion = '2'\n",
        },
      ],
    },
  },
  *read({ given }) {
    const old = new Map(given.before.map((each) => [each.path, each.text]));
    for (const { path, text } of given.after) {
      const before = old.get(path);
      if (before === undefined || before === text) continue;
      for (const [name, part, what] of PARTS) {
        if (!name.test(path)) continue;
        const known = new Set(partsOf(before, part));
        const parts = partsOf(text, part);
        const added = parts.find((each) => !known.has(each));
        if (added === undefined && known.size <= parts.length) continue;
        const line = added === undefined ? 1 : lineAt(text, text.indexOf(added));
        yield { path, line, what: `changes ${what}` };
      }
    }
  },
};

function partsOf(text: string, part: RegExp): readonly string[] {
  return (text.match(part) ?? []).map((each) => each.trim());
}
