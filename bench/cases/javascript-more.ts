import type { Program } from "./program.ts";

/**
 * A second set, written after the operators: generators, closures, Map and Set, dates, regular expressions, formats.
 */
export const programs: readonly Program[] = [
  {
    name: "sequences",
    kind: "module",
    exports: ["take", "range", "zip", "windows"],
    code: `export function* range(start, end, step = 1) {
  for (let at = start; at < end; at += step) yield at;
}

export function* take(items, count) {
  let taken = 0;
  for (const item of items) {
    if (taken >= count) return;
    yield item;
    taken += 1;
  }
}

export function* zip(left, right) {
  const other = right[Symbol.iterator]();
  for (const item of left) {
    const next = other.next();
    if (next.done) return;
    yield [item, next.value];
  }
}

export function* windows(items, size) {
  let window = [];
  for (const item of items) {
    window = [...window, item];
    if (window.length > size) window = window.slice(1);
    if (window.length === size) yield window;
  }
}
`,
    visible: [
      ["[...range(0, 5, 2)]", "[0, 2, 4]"],
      ["[...range(1, 4)]", "[1, 2, 3]"],
      ["[...take(range(0, 100), 3)]", "[0, 1, 2]"],
      ["[...take([1], 3)]", "[1]"],
      ["[...take([1, 2], 0)]", "[]"],
      ["[...zip([1, 2, 3], ['a', 'b'])]", "[[1, 'a'], [2, 'b']]"],
      ["[...windows([1, 2, 3, 4], 2)]", "[[1, 2], [2, 3], [3, 4]]"],
      ["[...windows([1, 2], 3)]", "[]"],
    ],
    hidden: [
      ["[...range(3, 3)]", "[]"],
      ["[...range(0, 7, 3)]", "[0, 3, 6]"],
      ["[...take('hello', 2)]", "['h', 'e']"],
      ["[...zip([], [1])]", "[]"],
      ["[...zip([1], [2, 3])]", "[[1, 2]]"],
      ["[...windows([1, 2, 3, 4, 5], 4)]", "[[1, 2, 3, 4], [2, 3, 4, 5]]"],
    ],
    bugs: [
      ["at += step", "at += 1"],
      ["taken >= count", "taken > count"],
      ["    taken += 1;\n", ""],
      ["if (next.done) return;", "if (!next.done) return;"],
      ["window.slice(1)", "window.slice(0, -1)"],
    ],
  },
  {
    name: "ledger",
    kind: "typescript",
    exports: ["Ledger", "formatMoney"],
    code: `export interface Entry {
  readonly account: string;
  readonly amount: number;
  readonly day: string;
}

export function formatMoney(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const value = Math.abs(cents);
  const whole = Math.floor(value / 100).toString().replace(/\\B(?=(\\d{3})+$)/g, ",");
  return \`\${sign}$\${whole}.\${String(value % 100).padStart(2, "0")}\`;
}

export class Ledger {
  readonly #entries: Entry[] = [];

  add(account: string, amount: number, day: string): this {
    this.#entries.push({ account, amount, day });
    return this;
  }

  balance(account: string): number {
    return this.#entries
      .filter((entry) => entry.account === account)
      .reduce((sum, entry) => sum + entry.amount, 0);
  }

  between(from: string, to: string): Entry[] {
    return this.#entries.filter((entry) => entry.day >= from && entry.day <= to);
  }

  byAccount(): Map<string, number> {
    const totals = new Map<string, number>();
    for (const { account, amount } of this.#entries) {
      totals.set(account, (totals.get(account) ?? 0) + amount);
    }
    return totals;
  }
}
`,
    visible: [
      ["formatMoney(123456)", '"$1,234.56"'],
      ["formatMoney(-5)", '"-$0.05"'],
      ["formatMoney(99)", '"$0.99"'],
      [
        'new Ledger().add("a", 5, "2024-01-01").add("b", 1, "2024-01-02").add("a", -2, "2024-01-03").balance("a")',
        "3",
      ],
      [
        'new Ledger().add("a", 5, "2024-01-01").add("b", 1, "2024-02-02").between("2024-01-01", "2024-01-31").length',
        "1",
      ],
      ['new Ledger().add("a", 5, "2024-01-31").between("2024-01-01", "2024-01-31").length', "1"],
      [
        '[...new Ledger().add("a", 5, "x").add("b", 1, "x").add("a", 2, "x").byAccount()]',
        '[["a", 7], ["b", 1]]',
      ],
    ],
    hidden: [
      ["formatMoney(0)", '"$0.00"'],
      ["formatMoney(-123456789)", '"-$1,234,567.89"'],
      ["formatMoney(100000)", '"$1,000.00"'],
      ['new Ledger().balance("x")', "0"],
      ['new Ledger().add("a", 5, "2023-12-31").between("2024-01-01", "2024-01-31")', "[]"],
      ['[...new Ledger().add("c", -1, "x").add("c", -1, "x").byAccount()]', '[["c", -2]]'],
    ],
    bugs: [
      ["padStart(2,", "padEnd(2,"],
      ["Math.abs(cents)", "cents"],
      ["entry.account === account", "entry.account !== account"],
      ["&& entry.day <= to", "&& entry.day < to"],
      ["(totals.get(account) ?? 0) + amount", "amount"],
    ],
  },
  {
    name: "throttle",
    kind: "module",
    exports: ["once", "memoize", "compose", "limiter"],
    code: `export function once(work) {
  let done = false;
  let value;
  return (...given) => {
    if (!done) {
      done = true;
      value = work(...given);
    }
    return value;
  };
}

export function memoize(work) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, work(key));
    return known.get(key);
  };
}

export const compose = (...steps) => (value) => steps.reduceRight((result, step) => step(result), value);

/** Allows so many calls in a window of milliseconds. */
export function limiter(most, window) {
  let times = [];
  return (now) => {
    times = times.filter((time) => now - time < window);
    if (times.length >= most) return false;
    times.push(now);
    return true;
  };
}

export function counted(work) {
  const counter = (...given) => {
    counter.calls += 1;
    return work(...given);
  };
  counter.calls = 0;
  return counter;
}
`,
    visible: [
      ["(() => { let n = 0; const f = once(() => ++n); f(); f(); return [f(), n]; })()", "[1, 1]"],
      [
        "(() => { let n = 0; const f = memoize((x) => { n += 1; return x * 2; }); return [f(2), f(2), f(3), n]; })()",
        "[4, 4, 6, 2]",
      ],
      ["compose((x) => x + 1, (x) => x * 10)(2)", "21"],
      [
        "(() => { const ok = limiter(2, 100); return [ok(0), ok(50), ok(60), ok(100), ok(149), ok(150)]; })()",
        "[true, true, false, true, false, true]",
      ],
    ],
    hidden: [
      ["(() => { const f = once((a) => a); f(5); return f(6); })()", "5"],
      [
        "(() => { let n = 0; const f = memoize((x) => { n += 1; return undefined; }); f(1); f(1); return n; })()",
        "1",
      ],
      ["compose()(7)", "7"],
      [
        "(() => { const ok = limiter(1, 10); return [ok(0), ok(9), ok(10), ok(11)]; })()",
        "[true, false, true, false]",
      ],
    ],
    bugs: [
      ["      done = true;\n", ""],
      ["if (!known.has(key)) known", "if (known.has(key)) known"],
      ["steps.reduceRight", "steps.reduce"],
      ["now - time < window", "now - time <= window"],
      ["    times.push(now);\n", ""],
    ],
  },
  {
    name: "template",
    kind: "commonjs",
    exports: ["render", "parseDate", "slugify", "camel"],
    code: `function render(template, values) {
  return template.replace(/\\{\\{\\s*(\\w+)\\s*\\}\\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function parseDate(text) {
  const match = /^(\\d{4})-(\\d{2})-(\\d{2})$/.exec(text);
  if (match === null) return null;
  const [, year, month, day] = match.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1) return null;
  return date.toISOString().slice(0, 10);
}

function slugify(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

function camel(name) {
  return name
    .split(/[-_\\s]+/)
    .map((part, index) => (index === 0 ? part.toLowerCase() : part[0].toUpperCase() + part.slice(1).toLowerCase()))
    .join("");
}

module.exports = { render, parseDate, slugify, camel };
`,
    visible: [
      ['render("Hi {{ name }}, {{name}}!", { name: "Bo" })', '"Hi Bo, Bo!"'],
      ['render("{{a}}{{b}}", { a: 0 })', '"0{{b}}"'],
      ['parseDate("2024-02-29")', '"2024-02-29"'],
      ['parseDate("2023-02-29")', "null"],
      ['parseDate("12-1-1")', "null"],
      ['slugify("  Hello, World! ")', '"hello-world"'],
      ['slugify("a  b")', '"a-b"'],
      ['camel("some-long name")', '"someLongName"'],
      ['camel("SNAKE_CASE")', '"snakeCase"'],
    ],
    hidden: [
      ['render("none", {})', '"none"'],
      ['render("{{x}} {{ y }}", { x: "", y: null })', '" null"'],
      ['parseDate("2024-13-01")', "null"],
      ['parseDate("2024-12-31")', '"2024-12-31"'],
      ['slugify("--x--")', '"x"'],
      ['camel("one")', '"one"'],
    ],
    bugs: [
      ["\\}\\}/g, (whole", "\\}\\}/, (whole"],
      ["(year, month - 1, day)", "(year, month, day)"],
      ["if (match === null) return null;\n", ""],
      [".slice(0, 10)", ".slice(0, 9)"],
      ["    .toLowerCase()\n    .replace(/[^a-z0-9]+/g", "    .replace(/[^a-z0-9]+/g"],
      ["part.slice(1).toLowerCase()", "part.slice(1)"],
      ['.join("");\n}\n\nmodule', '.join(" ");\n}\n\nmodule'],
    ],
  },
  {
    name: "jobs",
    kind: "typescript",
    exports: ["retry", "inOrder", "withLimit", "Queue"],
    code: `export async function retry<T>(work: (attempt: number) => Promise<T>, most: number): Promise<T> {
  let last: unknown;
  for (let attempt = 1; attempt <= most; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

export async function inOrder<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const item of items) {
    results.push(await work(item));
  }
  return results;
}

export class Queue<T extends { priority: number }> {
  private items: T[] = [];

  push(item: T): number {
    const at = this.items.findIndex((each) => each.priority < item.priority);
    if (at === -1) this.items.push(item);
    else this.items.splice(at, 0, item);
    return this.items.length;
  }

  pop(): T | undefined {
    return this.items.shift();
  }

  get size(): number {
    return this.items.length;
  }
}

export async function withLimit<T>(jobs: readonly (() => Promise<T>)[], limit: number): Promise<T[]> {
  const results: T[] = new Array(jobs.length);
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const at = next;
      next += 1;
      const job = jobs[at];
      if (job !== undefined) results[at] = await job();
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, jobs.length) }, worker));
  return results;
}
`,
    visible: [
      ["await retry(async (n) => { if (n < 3) throw new Error('no'); return n; }, 3)", "3"],
      [
        "await retry(async () => { throw new Error('never'); }, 2).catch((error) => error.message)",
        '"never"',
      ],
      ["await inOrder([1, 2, 3], async (n) => n * 2)", "[2, 4, 6]"],
      [
        "(() => { const q = new Queue(); q.push({ priority: 1, n: 'a' }); q.push({ priority: 5, n: 'b' }); q.push({ priority: 1, n: 'c' }); return [q.pop().n, q.pop().n, q.pop().n]; })()",
        "['b', 'a', 'c']",
      ],
      ["new Queue().push({ priority: 1 })", "1"],
      ["await withLimit([async () => 1, async () => 2, async () => 3], 2)", "[1, 2, 3]"],
      [
        "await (async () => { let now = 0; let most = 0; const job = async () => { now += 1; most = Math.max(most, now); await null; await null; now -= 1; return most; }; await withLimit([job, job, job, job], 2); return most; })()",
        "2",
      ],
    ],
    hidden: [
      ["await retry(async (n) => n, 1)", "1"],
      ["await inOrder([], async (n) => n)", "[]"],
      [
        "(() => { const q = new Queue(); q.push({ priority: 2, n: 'x' }); q.push({ priority: 3, n: 'y' }); q.push({ priority: 1, n: 'z' }); return [q.size, q.pop().n, q.pop().n, q.pop().n, q.pop()]; })()",
        "[3, 'y', 'x', 'z', undefined]",
      ],
      ["await withLimit([], 3)", "[]"],
      ["await withLimit([async () => 'a', async () => 'b'], 5)", "['a', 'b']"],
    ],
    bugs: [
      ["attempt <= most", "attempt < most"],
      ["return await work(attempt);", "return work(attempt);"],
      ["results.push(await work(item))", "results.push(work(item) as any)"],
      ["each.priority < item.priority", "each.priority > item.priority"],
      ["return this.items.shift()", "return this.items.pop()"],
      ["      next += 1;\n      const job", "      const job"],
      ["Math.min(limit, jobs.length)", "Math.max(limit, jobs.length)"],
    ],
  },
];
