import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { agentforge } from "../test/support/cli.ts";
import { inTurn, type Reply, type SeenRequest, startModelServer } from "../test/support/model-server.ts";
import { makeRepository } from "../test/support/repository.ts";

/**
 * Measures what two scripted sessions of ten steps send: tokens of all request bodies, whether each request
 * starts with the previous one byte for byte, and the cost with a provider's cache. In `straight` the first
 * change is accepted; in `refused` the tests reject it, the model is told why, and the second one is accepted.
 * Fails if a session is not at least a quarter cheaper than the same steps at 217b09e, if a prefix changes, or
 * if `straight` saves less than a quarter of the tokens. `refused` saves less, because at 217b09e a rejected
 * change ended the conversation, and the model lost what it had read. `--bodies FILE` keeps the last session's
 * requests, for counting them with a tokenizer.
 */
const { values } = parseArgs({ options: { bodies: { type: "string" } } });
const LEAST_SAVED = { straight: 0.25, refused: 0.05 };
const LEAST_CHEAPER = 0.25;
/**
 * Measured by this program at 217b09e: separate diagnosis, results as JSON in fences, a new conversation after a
 * rejection.
 */
const BEFORE = {
  straight: {
    anthropic: { tokens: 66_405, costUsd: 0.0625 },
    openai: { tokens: 66_175, costUsd: 0.0624 },
  },
  refused: {
    anthropic: { tokens: 56_465, costUsd: 0.0678 },
    openai: { tokens: 56_156, costUsd: 0.0592 },
  },
};
/** List prices of a mid-sized model, per million tokens: written to the cache, and read from it. */
const PRICE = { write: 3.75, cached: 0.3 };

const call = (name: string, input: object, say = ""): Reply => ({ say, calls: [{ name, input }] });
const edit = (search: string, replace: string) =>
  call("edit_file", { files: [{ path: "src/report.js", changes: [{ search, replace }] }] }, "I change it.");
const DIAGNOSIS = call("report_diagnosis", {
  issue_type: "test_failure",
  severity: "major",
  root_cause: "columnWidth in src/report.js takes the shortest cell: it calls Math.min, not Math.max.",
  affected_files: [{ path: "src/report.js", line_start: 20, line_end: 30 }],
  suggested_fixes: [{ description: "use Math.max", confidence: 0.9 }],
  confidence: 0.9,
});
const LOOK = [
  DIAGNOSIS,
  call("list_directory", { path: "src" }),
  call("read_file", { path: "src/report.js" }, "I read the code."),
  call("search_code", { query: "columnWidth\\(", context: 2 }),
];
const RIGHT = edit("Math.min(...cells", "Math.max(0, ...cells");
const DONE = call("complete", { summary: "columnWidth took the shortest cell; it takes the longest now" });
const SESSIONS: Readonly<Record<keyof typeof BEFORE, readonly Reply[]>> = {
  straight: [
    ...LOOK,
    call("load_context", { places: [{ path: "src/format.js", line: 12 }] }),
    RIGHT,
    call("run_tests", {}),
    call("read_file", { path: "test/report.test.js" }),
    call("git_diff", {}),
    DONE,
  ],
  refused: [
    ...LOOK,
    edit("Math.min(...cells, this", "Math.max(this"),
    call("complete", { summary: "columnWidth took the shortest cell; it takes the heading now" }),
    call("read_file", { path: "test/report.test.js" }, "The rows count too. I read the test."),
    RIGHT,
    call("run_tests", {}),
    DONE,
  ],
};

const SECTIONS = ["totals", "refunds", "returns", "gifts", "coupons", "points", "fees", "taxes"];
const REPORT = `import { money, pad, quote } from "./format.js";

/** One table of a report: a title, its columns, and a row for each entry. */
export class Table {
  constructor(title, columns) {
    this.title = title;
    this.columns = columns;
    this.rows = [];
  }

  add(row) {
    if (row.length !== this.columns.length) {
      throw new RangeError(\`"\${this.title}" has \${this.columns.length} columns, not \${row.length}\`);
    }
    this.rows.push(row.map((cell) => String(cell)));
    return this;
  }

  columnWidth(index) {
    const cells = this.rows.map((row) => row[index].length);
    return Math.min(...cells, this.columns[index].length);
  }

  toString() {
    const widths = this.columns.map((_name, index) => this.columnWidth(index));
    const line = (cells) => cells.map((cell, index) => pad(cell, widths[index])).join(" | ");
    return [this.title, line(this.columns), ...this.rows.map(line)].join("\\n");
  }
}
${SECTIONS.map(
  (name) => `
/** The "${name}" section: what was booked as '${name}' between two days, by customer. */
export function ${name}Section(entries, { from, to, currency = "EUR" }) {
  const table = new Table("${name}", ["customer", "day", "amount"]);
  for (const entry of entries) {
    if (entry.kind !== "${name}" || entry.day < from || entry.day > to) continue;
    const note = entry.note ? \` (\${quote(entry.note)})\` : "";
    table.add([\`\${entry.customer}\${note}\`, entry.day, money(entry.amount, currency)]);
  }
  return table;
}`,
).join("\n")}
`;
const FORMAT = `const SIGNS = { EUR: "€", USD: "$", GBP: "£" };

export function money(amount, currency) {
  const sign = SIGNS[currency] ?? \`\${currency} \`;
  return \`\${amount < 0 ? "-" : ""}\${sign}\${Math.abs(amount).toFixed(2)}\`;
}

export function quote(text) {
  return \`"\${text.replaceAll('"', '\\\\"')}"\`;
}

export function pad(text, width) {
  return text.slice(0, width).padEnd(width);
}
`;
const TEST = `import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Table, ${SECTIONS.map((name) => `${name}Section`).join(", ")} } from "../src/report.js";

const month = { from: "2026-01-01", to: "2026-01-31" };

describe("a table", () => {
  it("is as wide as its longest cell", () => {
    const table = new Table("people", ["name", "city"]).add(["Ada", "London"]).add(["Barbara", "Rome"]);
    assert.equal(table.toString(), "people\\nname    | city  \\nAda     | London\\nBarbara | Rome  ");
  });
  it("refuses a row of another length", () => {
    assert.throws(() => new Table("people", ["name"]).add(["Ada", "London"]), /has 1 columns, not 2/);
  });
});

describe("sections", () => {
${SECTIONS.map(
  (name) => `  it("list what was booked as ${name}", () => {
    const entries = [
      { kind: "${name}", customer: "ada", day: "2026-01-05", amount: 12.5 },
      { kind: "other", customer: "bob", day: "2026-01-06", amount: 3 },
    ];
    assert.equal(${name}Section(entries, month).rows.length, 1);
  });`,
).join("\n")}
});
`;
const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "report", "type": "module", "scripts": { "test": "node --test" } }\n',
  "AGENTS.md":
    "# Conventions\n\n- Two spaces, double quotes, no dependencies.\n- Run `npm test` before you finish.\n",
  "src/report.js": REPORT,
  "src/format.js": FORMAT,
  "test/report.test.js": TEST,
};

interface Figures {
  readonly requests: number;
  readonly tokens: number;
  readonly stable: number;
  readonly costUsd: number;
  readonly status: string;
}

for (const session of ["straight", "refused"] as const) {
  for (const provider of ["anthropic", "openai"] as const) {
    const figures = await measure(SESSIONS[session], provider);
    const { requests, stable, status, tokens, costUsd } = figures;
    const before = BEFORE[session][provider];
    const saved = 1 - tokens / before.tokens;
    const cheaper = 1 - costUsd / before.costUsd;
    console.log(
      `${session}, ${provider}: ${tokens} tokens (${percent(saved)} fewer), $${costUsd} (${percent(cheaper)} cheaper), prefix stable in ${stable} of ${requests - 1} steps, ${status}`,
    );
    const isWhole = requests === SESSIONS[session].length && status === "waiting_for_review";
    if (!isWhole || stable !== requests - 1) process.exitCode = 1;
    if (saved < LEAST_SAVED[session] || cheaper < LEAST_CHEAPER) process.exitCode = 1;
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

async function measure(steps: readonly Reply[], provider: "anthropic" | "openai"): Promise<Figures> {
  const repository = makeRepository(() => undefined, false);
  for (const [path, text] of Object.entries(FILES)) repository.write(path, text);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "a report with a mistake");
  const server = await startModelServer(inTurn(...steps));
  try {
    const { json } = await agentforge(repository.path, ["repair", "--brain", "llm", "--json"], {
      AGENTFORGE_BRAIN: `${provider}:scripted`,
      ANTHROPIC_API_KEY: "sk-ant-scripted",
      ANTHROPIC_BASE_URL: server.url,
      OPENAI_API_KEY: "sk-scripted",
      OPENAI_BASE_URL: server.url,
    });
    if (values.bodies) writeFileSync(values.bodies, JSON.stringify(server.requests.map(({ body }) => body)));
    return { ...countAll(server.requests.map(partsOf)), status: json.status };
  } finally {
    await server.close();
    repository.remove();
  }
}

/** The prompt in the provider's caching order: tools, rules, then the messages. */
function partsOf({ body }: SeenRequest): string[] {
  const plain = (value: unknown) =>
    JSON.stringify(value, (key, inner) => (key === "cache_control" ? undefined : inner));
  return [plain(body.tools ?? []), plain(body.system ?? ""), ...body.messages.map(plain)];
}

function countAll(requests: readonly string[][]): Omit<Figures, "status"> {
  let [tokens, stable, cost] = [0, 0, 0];
  let before: readonly string[] = [];
  for (const parts of requests) {
    const counts = parts.map((part) => countTokens(part));
    const sum = counts.reduce((total, count) => total + count, 0);
    const differs = parts.findIndex((part, index) => part !== before[index]);
    const shared = differs < 0 ? parts.length : differs;
    const kept = counts.slice(0, shared).reduce((total, count) => total + count, 0);
    if (before.length > 0 && shared >= before.length) stable += 1;
    tokens += sum;
    cost += (kept * PRICE.cached + (sum - kept) * PRICE.write) / 1e6;
    before = parts;
  }
  return { requests: requests.length, tokens, stable, costUsd: Number(cost.toFixed(4)) };
}

/**
 * An estimate based on how GPT-4's tokenizer splits text: short words, numbers by three digits, runs of symbols and
 * spaces. JSON escapes are counted as the model reads them.
 */
function countTokens(json: string): number {
  return textsIn(JSON.parse(json)).reduce((sum, text) => sum + countText(text), 0);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

function countText(text: string): number {
  const pieces = text.match(/ ?[A-Za-z]+|\d{1,3}| ?[^\sA-Za-z\d]+[\n]*|\s+(?!\S)|\s+/g) ?? [];
  return pieces.reduce((sum, piece) => sum + tokensIn(piece), 0);
}

function tokensIn(piece: string): number {
  if (/[A-Za-z]/.test(piece)) return Math.ceil(piece.trim().length / 7);
  return /^\s+$|^\d/.test(piece) ? 1 : Math.ceil(piece.trim().length / 2.5);
}
