import { expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import { LARGEST_FILE } from "./source.ts";
import { suspiciousRegions } from "./suspicious-regions.ts";

const CODE = "def f(a):\n    return a\n";

function filesOf(sources: Readonly<Record<string, string>>, most: (path: string) => number) {
  const suspicion: Suspicion = { of: () => 1, most, isLinked: () => true, why: () => "" };
  const options = { suspicion, observed: undefined, languages: new Set(["python"]) };
  const regions = [...suspiciousRegions(makeTarget(sources, {}), options)];
  return [...new Set(regions.map(({ context }) => context.path))];
}

it("starts with the most suspicious files, and opens at most 8", () => {
  const names = Array.from({ length: 12 }, (_, at) => `m${at}.py`);
  const sources = Object.fromEntries(names.map((name) => [name, CODE]));
  const most = (path: string) => Number(path.replace(/\D/g, "")) / 12;
  expect(filesOf(sources, most)).toEqual(names.toReversed().slice(0, 8));
});

it("skips files without suspicion, in other languages, and too large to parse", () => {
  const sources = {
    "a.py": CODE,
    "calm.py": CODE,
    "b.js": "function f(a) { return a; }\n",
    "c.txt": "text\n",
    "large.py": `${CODE}${"#".repeat(LARGEST_FILE)}\n`,
  };
  expect(filesOf(sources, (path) => (path === "calm.py" ? 0 : 1))).toEqual(["a.py"]);
});
