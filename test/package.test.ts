import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

it("the package contains everything that is read at run time", () => {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const packed = packedFiles(JSON.parse(listed));
  const needed = globSync(
    ["src/services/*/resources/**", "prompts/**", "examples/**", "plugin/**/*.{json,md}"],
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length));
  expect(needed.length).toBeGreaterThan(30);
  expect(needed.filter((path) => !packed.has(path))).toEqual([]);
  expect(
    [...packed].filter((path) => /\.test\.|\.env|node_modules/.test(path) && !path.startsWith("examples/")),
  ).toEqual([]);
});

/** npm prints a list, and newer versions an object by package name. */
function packedFiles(answer: object): ReadonlySet<string> {
  const [first] = Object.values(answer) as { files: { path: string }[] }[];
  return new Set(first?.files.map((file) => file.path));
}
