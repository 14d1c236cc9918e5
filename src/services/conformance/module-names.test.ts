import { describe, expect, it } from "vitest";
import { runOver } from "./fixture-run.ts";

const FLOORS = `id: floors
description: Who may import whom
applies_to: ["**/*.{ts,tsx,js}"]
checks:
  - id: layers
    message: An import runs against the layers.
    layers:
      layers:
        - { name: pages, paths: ["**/pages/**"], may_import: [core], packages: [react] }
        - { name: core, paths: ["**/core/**"], packages: [zod] }
`;

/** `path:line target` of every import that the layers forbid, in a repository of these files. */
async function forbidden(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const outcome = await runOver(FLOORS, files);
  expect(outcome.problems).toEqual([]);
  return outcome.findings.map(({ path, range, message }) => `${path}:${range?.line} ${message}`);
}

const PAGE = { "src/pages/home.tsx": "export const home = 1;\n" };
const UPWARDS = "core may not import pages (src/pages/home.tsx)";

describe("layers follows the aliases of tsconfig.json", () => {
  it.each<[title: string, files: Record<string, string>, specifier: string]>([
    [
      "with comments and trailing commas",
      {
        "tsconfig.json":
          '{\n  // aliases\n  "compilerOptions": {\n    "paths": { "@/*": ["./src/*"], /* "no": 1 */ "//x": [], },\n  },\n}\n',
      },
      "@/pages/home",
    ],
    ["by baseUrl", { "tsconfig.json": '{ "compilerOptions": { "baseUrl": "./src" } }' }, "pages/home.js"],
    [
      "by an extended configuration of another name, relative to that one",
      {
        "tsconfig.json": '{ "extends": ["./config/missing.json", "./config/base"] }',
        "config/base.json": '{ "compilerOptions": { "baseUrl": "..", "paths": { "~*": ["src/*"] } } }',
      },
      "~pages/home",
    ],
    [
      "by the configDir variable of an extended configuration",
      {
        "tsconfig.json": '{ "extends": "./config/base.json" }',
        "config/base.json": `{ "compilerOptions": { "paths": { "~/*": ["\${configDir}/src/*"] } } }`,
      },
      "~/pages/home",
    ],
    [
      "by a configuration that is only referenced",
      {
        "tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
        "tsconfig.app.json":
          '{ "compilerOptions": { "paths": { "home": ["./nowhere.ts", "./src/pages/home.tsx"] } } }',
      },
      "home",
    ],
    [
      "by the nearest configuration",
      {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./nowhere/*"] } } }',
        "src/jsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
      },
      "@/pages/home",
    ],
  ])("%s", async (_, manifests, specifier) => {
    const files = {
      ...PAGE,
      ...manifests,
      "src/core/a.ts": `import { z } from "zod";\nimport { home } from "${specifier}";\n`,
    };
    expect(await forbidden(files)).toEqual([`src/core/a.ts:2 ${UPWARDS}`]);
  });

  it("treats a name as a package if no alias leads to a file", async () => {
    const files = {
      ...PAGE,
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      "src/core/a.ts": 'import "@/pages/away";\nimport "@other/pages/home";\n',
    };
    expect(await forbidden(files)).toEqual([
      "src/core/a.ts:1 core may not import the package @/pages/away",
      "src/core/a.ts:2 core may not import the package @other/pages/home",
    ]);
  });

  it("accepts configurations that extend one another, and invalid JSON", async () => {
    const files = {
      ...PAGE,
      "tsconfig.json": '{ "extends": "./tsconfig.b.json" }',
      "tsconfig.b.json": '{ "extends": "./tsconfig.json" }',
      "src/core/jsconfig.json": "no JSON",
      "package.json": "[]",
      "pnpm-workspace.yaml": "packages: {",
      "src/core/a.ts": 'import "../pages/home";\n',
    };
    expect(await forbidden(files)).toEqual([`src/core/a.ts:1 ${UPWARDS}`]);
  });
});

describe("layers follows the names of packages", () => {
  it("resolves #imports of the nearest package", async () => {
    const files = {
      ...PAGE,
      "package.json": JSON.stringify({
        imports: {
          "#home": { types: "./types/home.d.ts", default: "./dist/pages/home.js" },
          "#pages/*": "./src/pages/*",
        },
      }),
      "src/core/a.ts": 'import "#home";\nimport "#pages/home.js";\nimport "#unknown";\n',
    };
    expect(await forbidden(files)).toEqual([
      `src/core/a.ts:1 ${UPWARDS}`,
      `src/core/a.ts:2 ${UPWARDS}`,
      "src/core/a.ts:3 core may not import the package #unknown",
    ]);
  });

  it.each<[manager: string, manifests: Record<string, string>]>([
    ["npm", { "package.json": '{ "workspaces": ["packages/*", "!packages/old"] }' }],
    ["yarn", { "package.json": '{ "workspaces": { "packages": ["packages/**"] } }' }],
    ["pnpm", { "pnpm-workspace.yaml": "packages:\n  - packages/*\n  - '!packages/old'\n" }],
  ])("resolves workspace packages of %s by their exports", async (_, manifests) => {
    const files = {
      ...manifests,
      "packages/pages/package.json": JSON.stringify({
        name: "@shop/pages",
        exports: {
          ".": { import: "./dist/index.js" },
          "./parts/*": "./src/parts/*.js",
          "./built": "./gen/x.js",
        },
      }),
      "packages/pages/src/index.ts": 'import "@shop/core";\nimport "@shop/pages/parts/menu";\n',
      "packages/pages/src/parts/menu.tsx": "",
      "packages/core/package.json": '{ "name": "@shop/core", "main": "./lib/main.js" }',
      "packages/core/src/main.ts":
        'import "@shop/pages";\nimport "@shop/pages/parts/menu";\nimport "@shop/pages/built";\n',
      "fixtures/zod/package.json": '{ "name": "zod" }',
      "fixtures/zod/index.js": "",
      "packages/core/src/z.ts": 'import "zod";\n',
    };
    expect(await forbidden(files)).toEqual([
      "packages/core/src/main.ts:1 core may not import pages (packages/pages/src/index.ts)",
      "packages/core/src/main.ts:1 files import one another in a cycle: packages/core/src/main.ts, packages/pages/src/index.ts",
      "packages/core/src/main.ts:2 core may not import pages (packages/pages/src/parts/menu.tsx)",
      "packages/core/src/main.ts:3 core may not import pages (packages/pages/package.json)",
    ]);
  });

  it("resolves a package that is linked by its path", async () => {
    const files = {
      "web/core/package.json": '{ "name": "core", "dependencies": { "views": "file:../pages" } }',
      "web/core/a.ts": 'import "views";\n',
      "web/pages/package.json": '{ "name": "other-name" }',
      "web/pages/index.ts": "",
    };
    expect(await forbidden(files)).toEqual([
      "web/core/a.ts:1 core may not import pages (web/pages/index.ts)",
    ]);
  });
});
