import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { agentforge, type CliRun } from "./cli.ts";
import { type Reply, startModelServer } from "./model-server.ts";
import { makeRepository } from "./repository.ts";

/** A function with a bug, and a test that shows it. */
interface Part {
  readonly name: string;
  readonly broken: string;
  readonly test: string;
}

/** One that needs a new body: no small edit repairs it. */
interface Rest extends Part {
  readonly right: string;
  /** What the model tries first if it is mistaken. */
  readonly wrong: string;
}

/** Bugs that search repairs with one edit. */
const PARTS: readonly Part[] = [
  {
    name: "add",
    broken: "export function add(a, b) {\n  return a - b;\n}\n",
    test: "assert.deepEqual([add(1, 2), add(5, 5), add(0, 3)], [3, 10, 3])",
  },
  {
    name: "isAdult",
    broken: "export function isAdult(age) {\n  return age > 18;\n}\n",
    test: "assert.deepEqual([isAdult(17), isAdult(18), isAdult(19)], [false, true, true])",
  },
  {
    name: "larger",
    broken: "export function larger(a, b) {\n  return a < b ? a : b;\n}\n",
    test: "assert.deepEqual([larger(1, 2), larger(7, 3), larger(4, 4)], [2, 7, 4])",
  },
  {
    name: "isBoth",
    broken: "export function isBoth(a, b) {\n  return a || b;\n}\n",
    test: "assert.deepEqual([isBoth(true, false), isBoth(true, true), isBoth(false, true)], [false, true, false])",
  },
  {
    name: "total",
    broken:
      "export function total(values) {\n  let sum = 1;\n  for (const value of values) sum += value;\n  return sum;\n}\n",
    test: "assert.deepEqual([total([]), total([1, 2]), total([4])], [0, 3, 4])",
  },
];

/** Bugs that only the model repairs. */
const RESTS: readonly Rest[] = [
  {
    name: "roman",
    broken: 'export function roman(number) {\n  return "";\n}\n',
    test: 'assert.deepEqual([4, 9, 14, 23].map(roman), ["IV", "IX", "XIV", "XXIII"])',
    right: `  const signs = [["X", 10], ["IX", 9], ["V", 5], ["IV", 4], ["I", 1]];
  let left = number;
  let text = "";
  for (const [sign, value] of signs) {
    while (left >= value) {
      text += sign;
      left -= value;
    }
  }
  return text;`,
    wrong: '  return "I".repeat(number);',
  },
  {
    name: "runs",
    broken: 'export function runs(text) {\n  return "";\n}\n',
    test: 'assert.deepEqual(["aab", "abbb", "zzzz"].map(runs), ["a2b1", "a1b3", "z4"])',
    right: "  return text.replace(/(.)\\1*/g, (run) => run[0] + run.length);",
    wrong: "  return text[0] + text.length;",
  },
  {
    name: "slug",
    broken: 'export function slug(title) {\n  return "";\n}\n',
    test: 'assert.deepEqual(["A B", "Hello, World!", " x "].map(slug), ["a-b", "hello-world", "x"])',
    right: '  return title.toLowerCase().match(/[a-z0-9]+/g).join("-");',
    wrong: "  return title.toLowerCase();",
  },
  {
    name: "median",
    broken: "export function median(values) {\n  return null;\n}\n",
    test: "assert.deepEqual([[3, 1, 2], [4, 1, 3, 2], [9]].map(median), [2, 2.5, 9])",
    right: `  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;`,
    wrong: "  return values[0];",
  },
];

/** How the model approaches the rest. */
const WAYS = {
  /** Longer than search may spend on the rest. */
  "after a long time": ({ name, right }) => [body(name, right), DONE],
  "after a change that was refused": ({ name, wrong, right }) => [
    body(name, wrong),
    DONE,
    body(name, right),
    DONE,
  ],
  /** Its steps run out before it reports completion: the state of its copy is judged. */
  "and the budget ends before it says so": ({ name, right }) => [look(), body(name, right)],
  "and looks around first": ({ name, right }) => [look(), { calls: [RUN] }, body(name, right), DONE],
} satisfies Record<string, (rest: Rest) => readonly Reply[]>;

type Way = keyof typeof WAYS;

export interface HybridCase {
  readonly title: string;
  readonly part: Part;
  readonly rest: Rest;
  readonly way: Way;
  /** Both functions in one file, or each in a separate file. */
  readonly together: boolean;
}

const SLOW_MS = 15_000;

/** Limits that must not prevent the model's turn. */
const LIMITS: Readonly<Partial<Record<Way, readonly string[]>>> = {
  "after a change that was refused": ["--budget", "110"],
  "and looks around first": ["--max-iterations", "1"],
};

/** Every bug for search combined with every bug for the model. */
export const HYBRID_CASES: readonly HybridCase[] = PARTS.flatMap((part, row) =>
  RESTS.map((rest, column): HybridCase => {
    const ways = Object.keys(WAYS) as Way[];
    const way = ways[(row + column) % ways.length] ?? "after a long time";
    const together = (row + column) % 2 === 0;
    const where = together ? "in one file" : "in two files";
    return {
      title: `search fixes ${part.name}, the model ${rest.name} ${way}, ${where}`,
      part,
      rest,
      way,
      together,
    };
  }),
);

const RUN = { name: "run_tests", input: {} };
const DONE: Reply = { calls: [{ name: "complete", input: { summary: "the rest is written now" } }] };

function look(): Reply {
  return { calls: [{ name: "list_directory", input: { path: "." } }] };
}

function body(name: string, text: string): Reply {
  const changes = [{ search: BROKEN_BODY[name] ?? "", replace: text }];
  return { calls: [{ name: "edit_file", input: { files: [{ path: `${name}.js`, changes }] } }] };
}

const BROKEN_BODY: Readonly<Record<string, string>> = Object.fromEntries(
  RESTS.map(({ name, broken }) => [name, broken.split("\n")[1] ?? ""]),
);

export interface HybridRun {
  readonly run: CliRun;
  /** Answers of the model that cost something. */
  readonly answers: number;
  /** Files the change touches. */
  readonly changed: readonly string[];
  readonly told: string;
}

/** Plays one case: a repository with both bugs, search first, and a model that is right about the rest. */
export async function playHybrid({ part, rest, way, together }: HybridCase): Promise<HybridRun> {
  const repository = makeRepository((folder) => plant(folder, part, rest, together));
  const replies: readonly Reply[] = WAYS[way](rest);
  let next = 0;
  const server = await startModelServer(async () => {
    next += 1;
    if (way === "after a long time" && next === 1) await setTimeout(SLOW_MS);
    return replies[Math.min(next, replies.length) - 1] ?? DONE;
  });
  try {
    const configuration = join(repository.path, ".git", "configuration");
    mkdirSync(join(configuration, "agentforge"), { recursive: true });
    const steps = way === "and the budget ends before it says so" ? `\n  max_steps: ${replies.length}` : "";
    writeFileSync(join(configuration, "agentforge", "config.yaml"), `model:\n  search_seconds: 5${steps}\n`);
    const run = await agentforge(repository.path, ["repair", "--json", ...(LIMITS[way] ?? [])], {
      AGENTFORGE_BRAIN: "vllm:scripted",
      AGENTFORGE_MODEL_URL: server.url,
      XDG_CONFIG_HOME: configuration,
    });
    const files: { path: string }[] = run.json?.review?.change.files ?? [];
    const told = server.requests.map(({ transcript }) => transcript).join("\n");
    return { run, answers: next, changed: files.map(({ path }) => path).sort(), told };
  } finally {
    await server.close();
    repository.remove();
  }
}

function plant(folder: string, part: Part, rest: Rest, together: boolean): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", '{ "name": "both", "type": "module", "scripts": { "test": "node --test" } }\n');
  write(`${rest.name}.js`, together ? `${part.broken}\n${rest.broken}` : rest.broken);
  if (!together) write(`${part.name}.js`, part.broken);
  write(
    "all.test.js",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${part.name} } from "./${together ? rest.name : part.name}.js";
import { ${rest.name} } from "./${rest.name}.js";
test("${part.name}", () => ${part.test});
test("${rest.name}", () => ${rest.test});
test("there is a test that passes", () => assert.equal(typeof ${part.name}, "function"));
`,
  );
}
