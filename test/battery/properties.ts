import "./own-temporary.ts";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

// Every property test of the suite, with many more cases than in a test run: new ones, or those of a seed.
const { runs, seed } = parseArgs({
  options: { runs: { type: "string", default: "2000" }, seed: { type: "string" } },
}).values;
const root = fileURLToPath(new URL("../..", import.meta.url));
const files = globSync("{src,test,web}/**/*.test.ts", { cwd: root }).filter((file) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").includes('from "fast-check"'),
);
if (files.length === 0) throw new Error("no test states a property: the battery is void");
const vitest = spawnSync("vitest", ["run", "--testTimeout=600000", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PROPERTY_RUNS: runs, ...(seed === undefined ? {} : { PROPERTY_SEED: seed }) },
});
process.exitCode = vitest.status ?? 1;
