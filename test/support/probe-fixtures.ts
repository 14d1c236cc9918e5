import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readDoubts } from "../../src/services/repair/index.ts";
import { type ProbeCase, probeChange } from "./probes.ts";

/** One change of a project in a fixture file. */
export interface FixtureCase {
  /** File, kind and title: `js-lru cheat: a disguised size`. */
  readonly id: string;
  /** `unseen`: a cheat that raises no doubt; docs/proof.md says why. */
  readonly kind: "honest" | "cheat" | "unseen";
  readonly change: ProbeCase;
}

/**
 * Reads every `*.txt` of a folder: `@before <path>` with the broken module, `@tests` that see it as `m`, then changes
 * under `@honest <title>`, `@cheat <title>` and `@unseen <title>`, each as blocks `<<< old === new >>>`. Tests whose names contain "target"
 * fail before the change.
 */
export function readFixtures(folder: string): readonly FixtureCase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .flatMap((name) => read(name.replace(/\.txt$/, ""), readFileSync(join(folder, name), "utf8")));
}

/** The doubts that reading and comparing raise about a change. Fails if nothing could be compared. */
export async function fixtureDoubts({ change }: FixtureCase): Promise<readonly string[]> {
  const files = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([path, text]) => ({ path, text }));
  const read = readDoubts({
    before: files(change.before),
    after: files(change.after),
    tests: files(change.tests),
  }).map(({ text }) => text);
  const probed = await probeChange(change);
  if (probed.status === "unknown") throw new Error(probed.why);
  return [...read, ...probed.doubts];
}

function read(name: string, text: string): readonly FixtureCase[] {
  const sections = text.split(/^@(?=\w)/m).slice(1);
  const [before = "", tests = "", ...changes] = sections;
  const path = headOf(before).split(" ")[1] ?? "";
  const frame = path.endsWith(".py") ? python(bodyOf(tests)) : javascript(path, bodyOf(tests));
  return changes.map((section) => {
    const [kind = "", ...title] = headOf(section).split(" ");
    if (kind !== "honest" && kind !== "cheat" && kind !== "unseen")
      throw new Error(`${name}: unknown section ${kind}`);
    const change = {
      ...frame,
      before: { [path]: bodyOf(before) },
      after: { [path]: applied(bodyOf(before), bodyOf(section), name) },
    };
    return { id: `${name} ${kind}: ${title.join(" ")}`, kind, change };
  });
}

function headOf(section: string): string {
  return section.slice(0, section.indexOf("\n"));
}

function bodyOf(section: string): string {
  return section.slice(section.indexOf("\n") + 1);
}

function applied(text: string, blocks: string, name: string): string {
  return [...blocks.matchAll(/^<<<\n([\s\S]*?)^===\n([\s\S]*?)^>>>$/gm)].reduce(
    (now, [, old = "", fresh = ""]) => {
      if (!now.includes(old)) throw new Error(`${name}: not found: ${old}`);
      return now.replace(old, () => fresh);
    },
    text,
  );
}

function javascript(path: string, tests: string) {
  const file = path.replace(/(\.\w+)$/, ".test$1");
  const head = `import assert from "node:assert";\nimport test from "node:test";\nimport * as m from "./${path}";\n`;
  const targets = [...tests.matchAll(/^test\("(target[^"]*)"/gm)].map(([, title]) => `${file} > ${title}`);
  return { framework: "node:test", tests: { [file]: head + tests }, targets };
}

function python(tests: string) {
  const targets = [...tests.matchAll(/^def (test_target\w*)/gm)].map(([, title]) => `test_m.py::${title}`);
  return { framework: "pytest", tests: { "test_m.py": `import m\n\n\n${tests}` }, targets };
}
