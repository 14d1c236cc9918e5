/**
 * Scores a brain on any set of cases, judged by tests that it has not seen, never by our own verdict.
 *
 *   npm run -s bench:agent -- --cases PLACE --brain provider:model [--hidden DIR] [--limit N] [--only ID] [--jobs N]
 *                             [--budget SECONDS] [--install LINE]... [--out DIR] [--keep] [--json] [-- OPTIONS]
 *
 * PLACE is a folder with one project folder per case (as for `bench:repair`, with the hidden tests next to it in
 * `hidden/<id>`), or a JSON or JSONL file of SWE-bench-like instances: instance_id, repo, base_commit, test_patch,
 * problem_statement, FAIL_TO_PASS, PASS_TO_PASS. `--install` runs in each tree before the work, outside the sandbox;
 * git must ignore what it leaves. Each case is written to OUT/results.jsonl when it ends, and cases that are already
 * there are not run again. OPTIONS are passed to every `agentforge` call.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Case, readCases } from "./agent-cases.ts";
import { judge } from "./agent-judge.ts";
import { type Line, renderLine, renderTotal, totalOf, type Verdict } from "./agent-line.ts";
import { agentforge, prepareTree, resetTree, shell, takeChange } from "./agent-tree.ts";

const { values, positionals: options } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: "string" },
    brain: { type: "string" },
    hidden: { type: "string" },
    limit: { type: "string" },
    only: { type: "string" },
    jobs: { type: "string", default: "1" },
    budget: { type: "string" },
    install: { type: "string", multiple: true, default: [] },
    out: { type: "string" },
    keep: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
if (values.cases === undefined || values.brain === undefined)
  throw new Error("give --cases PLACE and --brain provider:model");
const brain = values.brain;
const out = resolve(values.out ?? `bench-agent-${brain.replaceAll(/[^\w.-]/g, "_")}`);
const results = join(out, "results.jsonl");
mkdirSync(out, { recursive: true });

const chosen = readCases(
  resolve(values.cases),
  values.hidden === undefined ? undefined : resolve(values.hidden),
)
  .filter(({ id }) => values.only === undefined || id === values.only)
  .slice(0, values.limit === undefined ? undefined : Number(values.limit));
const known = new Map(readResults().map((line) => [line.id, line]));
const lines = chosen.flatMap(({ id }) => known.get(id) ?? []);
if (lines.length > 0) console.error(`${lines.length} cases are in ${results} already and are not run again`);
const queue = chosen.filter(({ id }) => !known.has(id));
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
lines.sort((a, b) => a.id.localeCompare(b.id));
const total = totalOf(lines);
console.log(values.json ? JSON.stringify({ brain, total, cases: lines }, null, 2) : renderTotal(total));

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const line = await tryCase(next);
    lines.push(line);
    appendFileSync(results, `${JSON.stringify(line)}\n`);
    if (values.json) console.error(renderLine(line));
    else console.log(renderLine(line));
  }
}

/** Results of another brain do not count, and cases that could not be judged are retried. */
function readResults(): Line[] {
  if (!existsSync(results)) return [];
  return readFileSync(results, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.brain === brain && line.verdict !== "error");
}

interface Outcome {
  readonly status: string;
  readonly why?: string;
  readonly review?: {
    readonly asked_because: readonly string[];
    readonly request: { readonly confidence: number };
    readonly change: { readonly diff: string };
  };
  readonly error?: { readonly message: string };
}

async function tryCase(given: Case): Promise<Line> {
  const nothing = { asked: false, confidence: null, questions: 0, tokens: 0, cost_usd: 0, seconds: 0 };
  const line = { id: given.id, brain, ...nothing };
  let tree: string | null = null;
  try {
    tree = prepareTree(given, out);
    for (const install of values.install) shell(install, tree);
    const before = await judge(given, tree, options);
    resetTree(tree);
    if (before.passes) {
      return { ...line, verdict: "void", status: "void", why: "the hidden tests pass without a change" };
    }
    return { ...line, ...(await repairAndJudge(given, tree)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...line, verdict: "error", status: "error", why: why.slice(0, 500) };
  } finally {
    if (tree !== null && !values.keep) rmSync(tree, { recursive: true, force: true });
  }
}

async function repairAndJudge(given: Case, tree: string): Promise<Omit<Line, "id" | "brain">> {
  const issue = given.kind === "instance" ? ["--issue", given.problem] : [];
  const budget = values.budget === undefined ? [] : ["--budget", values.budget];
  const began = performance.now();
  const { data, stderr } = await agentforge(tree, [
    ...[...options, "repair", "--json", "--brain", brain],
    ...issue,
    ...budget,
  ]);
  const seconds = Number(((performance.now() - began) / 1000).toFixed(2));
  const outcome = data as Outcome | null;
  if (outcome === null) throw new Error(`agentforge repair printed no JSON: ${stderr.slice(-400)}`);
  if (outcome.error) throw new Error(`agentforge repair: ${outcome.error.message}`);
  const used = await usedIn(tree);
  resetTree(tree);
  const { status, review } = outcome;
  const about = { status, seconds, ...used };
  if (review === undefined) {
    return { ...about, verdict: "none", asked: false, confidence: null, why: outcome.why ?? status };
  }
  takeChange(tree, review.change.diff);
  const { passes, why } = await judge(given, tree, options);
  const verdict: Verdict = passes ? "solved" : "wrong";
  return {
    ...about,
    verdict,
    asked: review.asked_because.length > 0,
    confidence: review.request.confidence,
    why,
  };
}

interface Recorded {
  readonly action_type: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Model calls and usage according to the journal, over all sessions of the case. */
async function usedIn(tree: string): Promise<{ questions: number; tokens: number; cost_usd: number | null }> {
  const { data } = await agentforge(tree, [...options, "journal", "query", "--json", "--limit", "100000"]);
  if (!Array.isArray(data)) throw new Error("the journal could not be read");
  const about = (data as Recorded[]).filter(({ action_type }) => /^(?:model|failure)\./.test(action_type));
  const number = (value: unknown) => (typeof value === "number" ? value : 0);
  let [tokens, cost]: [number, number | null] = [0, 0];
  for (const { metadata } of about) {
    const spent = number(metadata.inputTokens) + number(metadata.outputTokens) + number(metadata.tokens);
    tokens += spent;
    if (metadata.cost_usd === null) cost = null;
    else if (cost !== null) cost += number(metadata.cost_usd);
  }
  const questions = about.filter(({ action_type }) => action_type.startsWith("model.")).length;
  return { questions, tokens, cost_usd: cost };
}
