import type { Program } from "./program.ts";

/** Small programs written for this benchmark, in common styles: loops, classes, closures, strings, dates, async. */
export const programs: readonly Program[] = [
  {
    name: "median",
    kind: "module",
    exports: ["median"],
    code: `export function median(values) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}
`,
    visible: [
      ["median([3, 1, 2])", "2"],
      ["median([4, 1, 3, 2])", "2.5"],
      ["median([10, 9, 100])", "10"],
      ["median([])", "null"],
    ],
    hidden: [
      ["median([5])", "5"],
      ["median([20, 3, 1, 100])", "11.5"],
      ["median([7, 7, 8, 9, 100, 2])", "7.5"],
      ["median([-1, -5])", "-3"],
    ],
    bugs: [
      ["(a, b) => a - b", ""],
      ["% 2 === 1", "% 2 === 0"],
      ["sorted[middle - 1] +", "sorted[middle + 1] +"],
      ["if (values.length === 0) return null;\n", ""],
    ],
  },
  {
    name: "roman",
    kind: "module",
    exports: ["toRoman", "fromRoman"],
    code: `const PAIRS = [
  [1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"],
  [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"],
];

export function toRoman(number) {
  let rest = number;
  let text = "";
  for (const [value, letters] of PAIRS) {
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  }
  return text;
}

export function fromRoman(text) {
  const values = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const current = values[text[i]];
    const next = values[text[i + 1]] ?? 0;
    total += current < next ? -current : current;
  }
  return total;
}
`,
    visible: [
      ["toRoman(4)", '"IV"'],
      ["toRoman(1994)", '"MCMXCIV"'],
      ["toRoman(30)", '"XXX"'],
      ['fromRoman("IX")', "9"],
      ['fromRoman("MCMXCIV")', "1994"],
      ['fromRoman("III")', "3"],
    ],
    hidden: [
      ["toRoman(2024)", '"MMXXIV"'],
      ["toRoman(8)", '"VIII"'],
      ['fromRoman("XL")', "40"],
      ['fromRoman("DCC")', "700"],
      ['fromRoman("XXIV")', "24"],
    ],
    bugs: [
      ["while (rest >= value)", "while (rest > value)"],
      ["rest -= value;", "rest -= 1;"],
      ["-current : current", "current : -current"],
      ["text[i + 1]", "text[i - 1]"],
    ],
  },
  {
    name: "cart",
    kind: "commonjs",
    exports: ["Cart"],
    code: `class Cart {
  constructor(discount = 0) {
    this.items = [];
    this.discount = discount;
  }

  add(name, price, count = 1) {
    const known = this.items.find((item) => item.name === name);
    if (known) {
      known.count += count;
    } else {
      this.items.push({ name, price, count });
    }
    return this;
  }

  remove(name) {
    this.items = this.items.filter((item) => item.name !== name);
    return this;
  }

  total() {
    const sum = this.items.reduce((total, item) => total + item.price * item.count, 0);
    return sum * (1 - this.discount);
  }
}

module.exports = { Cart };
`,
    visible: [
      ["new Cart().add('a', 2, 3).total()", "6"],
      ["new Cart(0.5).add('a', 10).add('b', 6).total()", "8"],
      ["new Cart().add('a', 2).add('a', 2, 2).items.length", "1"],
      ["new Cart().add('a', 2).add('a', 2, 2).total()", "6"],
      ["new Cart().add('a', 2).add('b', 5).remove('a').total()", "5"],
    ],
    hidden: [
      ["new Cart().total()", "0"],
      ["new Cart(0.25).add('a', 4, 4).total()", "12"],
      ["new Cart().add('x', 1).remove('y').total()", "1"],
      ["new Cart().add('a', 3).add('b', 4, 2).add('a', 3).total()", "14"],
    ],
    bugs: [
      ["item.price * item.count", "item.price"],
      ["known.count += count", "known.count = count"],
      ["item.name !== name", "item.name === name"],
      ["(1 - this.discount)", "(1 + this.discount)"],
    ],
  },
  {
    name: "chunk",
    kind: "module",
    exports: ["chunk", "zip", "range"],
    code: `export function chunk(list, size) {
  const chunks = [];
  for (let start = 0; start < list.length; start += size) {
    chunks.push(list.slice(start, start + size));
  }
  return chunks;
}

export function zip(left, right) {
  const length = Math.min(left.length, right.length);
  return Array.from({ length }, (_, index) => [left[index], right[index]]);
}

export function range(from, to, step = 1) {
  const values = [];
  for (let value = from; value < to; value += step) values.push(value);
  return values;
}
`,
    visible: [
      ["chunk([1, 2, 3, 4, 5], 2)", "[[1, 2], [3, 4], [5]]"],
      ["chunk([], 3)", "[]"],
      ["zip([1, 2, 3], ['a', 'b'])", "[[1, 'a'], [2, 'b']]"],
      ["range(0, 3)", "[0, 1, 2]"],
      ["range(1, 6, 2)", "[1, 3, 5]"],
    ],
    hidden: [
      ["chunk([1, 2, 3], 5)", "[[1, 2, 3]]"],
      ["chunk([1, 2, 3, 4], 2)", "[[1, 2], [3, 4]]"],
      ["zip([], [1])", "[]"],
      ["zip([1], [2, 3])", "[[1, 2]]"],
      ["range(2, 2)", "[]"],
    ],
    bugs: [
      ["list.slice(start, start + size)", "list.slice(start, size)"],
      ["Math.min(left", "Math.max(left"],
      ["value < to", "value <= to"],
      ["start += size", "start += 1"],
    ],
  },
  {
    name: "queue",
    kind: "module",
    exports: ["PriorityQueue"],
    code: `export class PriorityQueue {
  #items = [];

  push(value, priority) {
    const item = { value, priority };
    const index = this.#items.findIndex((other) => other.priority > priority);
    if (index === -1) {
      this.#items.push(item);
    } else {
      this.#items.splice(index, 0, item);
    }
    return this;
  }

  pop() {
    const first = this.#items.shift();
    return first === undefined ? null : first.value;
  }

  get size() {
    return this.#items.length;
  }

  drain() {
    const values = [];
    while (this.size > 0) values.push(this.pop());
    return values;
  }
}
`,
    visible: [
      ["new PriorityQueue().push('a', 2).push('b', 1).drain()", "['b', 'a']"],
      ["new PriorityQueue().push('a', 1).push('b', 1).push('c', 0).drain()", "['c', 'a', 'b']"],
      ["new PriorityQueue().pop()", "null"],
      ["new PriorityQueue().push('a', 1).size", "1"],
    ],
    hidden: [
      [
        "new PriorityQueue().push('a', 3).push('b', 2).push('c', 1).push('d', 2).drain()",
        "['c', 'b', 'd', 'a']",
      ],
      ["new PriorityQueue().drain()", "[]"],
      ["new PriorityQueue().push('x', 5).push('y', 5).push('z', 5).drain()", "['x', 'y', 'z']"],
    ],
    bugs: [
      ["other.priority > priority", "other.priority < priority"],
      ["this.#items.shift()", "this.#items.pop()"],
      ["index === -1", "index === 0"],
      ["this.size > 0", "this.size > 1"],
    ],
  },
  {
    name: "slug",
    kind: "typescript",
    exports: ["slug", "truncate", "titleCase"],
    code: `export function slug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

export function truncate(text: string, limit: number, mark = "…"): string {
  if (text.length <= limit) return text;
  return text.slice(0, limit - mark.length) + mark;
}

export function titleCase(text: string): string {
  return text
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}
`,
    visible: [
      ["slug('  Hello, big World! ')", "'hello-big-world'"],
      ["truncate('abcdef', 4)", "'abc…'"],
      ["truncate('abcd', 4)", "'abcd'"],
      ["titleCase('the qUICK fox')", "'The Quick Fox'"],
    ],
    hidden: [
      ["slug('A  B--C 9')", "'a-b-c-9'"],
      ["truncate('abc', 10)", "'abc'"],
      ["truncate('hello world', 5, '..')", "'hel..'"],
      ["titleCase('a bC')", "'A Bc'"],
    ],
    bugs: [
      ["/[^a-z0-9]+/g", "/[^a-z0-9]+/"],
      ["text.length <= limit", "text.length < limit"],
      ["limit - mark.length", "limit"],
      ["word.slice(1).toLowerCase()", "word.slice(1)"],
    ],
  },
  {
    name: "matrix",
    kind: "typescript",
    exports: ["transpose", "multiply", "identity"],
    code: `export type Matrix = number[][];

export function transpose(matrix: Matrix): Matrix {
  const rows = matrix.length;
  const columns = matrix[0].length;
  const result: Matrix = [];
  for (let c = 0; c < columns; c++) {
    const row: number[] = [];
    for (let r = 0; r < rows; r++) row.push(matrix[r][c]);
    result.push(row);
  }
  return result;
}

export function multiply(left: Matrix, right: Matrix): Matrix {
  return left.map((row) =>
    right[0].map((_, column) => row.reduce((sum, value, index) => sum + value * right[index][column], 0)),
  );
}

export function identity(size: number): Matrix {
  return Array.from({ length: size }, (_, r) => Array.from({ length: size }, (_, c) => (r === c ? 1 : 0)));
}
`,
    visible: [
      ["transpose([[1, 2, 3], [4, 5, 6]])", "[[1, 4], [2, 5], [3, 6]]"],
      ["multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]])", "[[19, 22], [43, 50]]"],
      ["identity(2)", "[[1, 0], [0, 1]]"],
    ],
    hidden: [
      ["transpose([[1], [2]])", "[[1, 2]]"],
      ["multiply([[2]], [[3]])", "[[6]]"],
      ["multiply([[1, 0], [0, 1]], [[9, 8], [7, 6]])", "[[9, 8], [7, 6]]"],
      ["identity(3)", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"],
    ],
    bugs: [
      ["matrix[r][c]", "matrix[c][r]"],
      ["value * right[index][column]", "value + right[index][column]"],
      ["r === c ? 1 : 0", "r === c ? 0 : 1"],
      ["sum + value *", "value *"],
    ],
  },
  {
    name: "search",
    kind: "module",
    exports: ["binarySearch", "lowerBound"],
    code: `export function binarySearch(sorted, wanted) {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] === wanted) return middle;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function lowerBound(sorted, wanted) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
`,
    visible: [
      ["binarySearch([1, 3, 5, 7], 7)", "3"],
      ["binarySearch([1, 3, 5, 7], 1)", "0"],
      ["binarySearch([1, 3], 2)", "-1"],
      ["binarySearch([5], 5)", "0"],
      ["lowerBound([1, 2, 2, 3], 2)", "1"],
      ["lowerBound([1, 2], 9)", "2"],
      ["lowerBound([1, 3, 5], 3)", "1"],
      ["lowerBound([], 1)", "0"],
    ],
    hidden: [
      ["binarySearch([], 1)", "-1"],
      ["binarySearch([2, 4, 6, 8, 10], 6)", "2"],
      ["binarySearch([2, 4, 6, 8, 10], 11)", "-1"],
      ["lowerBound([1, 3, 5], 4)", "2"],
      ["lowerBound([1, 1, 1], 1)", "0"],
      ["lowerBound([4], 4)", "0"],
    ],
    bugs: [
      ["low <= high", "low < high"],
      ["sorted.length - 1", "sorted.length - 2"],
      ["else high = middle;", "else high = middle - 1;"],
      ["high = middle - 1;", "high = middle + 1;"],
    ],
  },
  {
    name: "counter",
    kind: "commonjs",
    exports: ["countWords", "topWords", "invert"],
    code: `function countWords(text) {
  const counts = {};
  for (const word of text.toLowerCase().match(/[a-z']+/g) ?? []) {
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

function topWords(text, limit) {
  return Object.entries(countWords(text))
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, limit)
    .map(([word]) => word);
}

function invert(object) {
  const inverted = {};
  for (const [key, value] of Object.entries(object)) {
    if (inverted[value] === undefined) inverted[value] = [];
    inverted[value].push(key);
  }
  return inverted;
}

module.exports = { countWords, topWords, invert };
`,
    visible: [
      ["countWords('A cat. a dog')", "{ a: 2, cat: 1, dog: 1 }"],
      ["countWords('')", "{}"],
      ["topWords('b a b c a b', 2)", "['b', 'a']"],
      ["topWords('z y', 5)", "['y', 'z']"],
      ["invert({ a: 'x', b: 'x', c: 'y' })", "{ x: ['a', 'b'], y: ['c'] }"],
    ],
    hidden: [
      ["countWords(\"it's it's\")", '{ "it\'s": 2 }'],
      ["topWords('a a b b c', 1)", "['a']"],
      ["topWords('', 3)", "[]"],
      ["invert({})", "{}"],
      ["invert({ k: 1 })", "{ 1: ['k'] }"],
    ],
    bugs: [
      ["(counts[word] ?? 0) + 1", "counts[word] + 1"],
      ["y - x ||", "x - y ||"],
      ["inverted[value].push(key)", "inverted[value].push(value)"],
      [".slice(0, limit)", ".slice(limit)"],
    ],
  },
  {
    name: "bank",
    kind: "typescript",
    exports: ["Account", "transfer"],
    code: `export class Account {
  balance: number;
  readonly history: string[] = [];

  constructor(balance = 0) {
    this.balance = balance;
  }

  deposit(amount: number): this {
    if (amount <= 0) throw new RangeError("amount must be positive");
    this.balance += amount;
    this.history.push("deposit " + amount);
    return this;
  }

  withdraw(amount: number): this {
    if (amount > this.balance) throw new RangeError("not enough");
    this.balance -= amount;
    this.history.push("withdraw " + amount);
    return this;
  }
}

export function transfer(from: Account, to: Account, amount: number): void {
  from.withdraw(amount);
  to.deposit(amount);
}
`,
    visible: [
      ["new Account(5).deposit(3).balance", "8"],
      ["new Account(5).withdraw(5).balance", "0"],
      ["new Account(1).deposit(2).withdraw(1).history", "['deposit 2', 'withdraw 1']"],
      [
        "(() => { const a = new Account(10); const b = new Account(); transfer(a, b, 4); return [a.balance, b.balance]; })()",
        "[6, 4]",
      ],
      [
        "(() => { try { new Account(1).withdraw(2); return 'no'; } catch (e) { return e.constructor.name; } })()",
        "'RangeError'",
      ],
      [
        "(() => { try { new Account(1).deposit(0); return 'no'; } catch (e) { return e.message; } })()",
        "'amount must be positive'",
      ],
    ],
    hidden: [
      ["new Account().deposit(1).deposit(2).balance", "3"],
      ["new Account(9).withdraw(4).withdraw(5).balance", "0"],
      ["new Account(3).history", "[]"],
      [
        "(() => { const a = new Account(1); const b = new Account(2); transfer(b, a, 2); return [a.balance, b.balance]; })()",
        "[3, 0]",
      ],
    ],
    bugs: [
      ["this.balance -= amount", "this.balance += amount"],
      ["amount > this.balance", "amount >= this.balance"],
      ["to.deposit(amount);", "from.deposit(amount);"],
      ["if (amount <= 0)", "if (amount < 0)"],
      ['    this.history.push("withdraw " + amount);\n', ""],
    ],
  },
  {
    name: "tree",
    kind: "module",
    exports: ["insert", "inOrder", "height", "contains", "build"],
    code: `export function insert(node, value) {
  if (node === null) return { value, left: null, right: null };
  if (value < node.value) node.left = insert(node.left, value);
  else node.right = insert(node.right, value);
  return node;
}

export function inOrder(node) {
  if (node === null) return [];
  return [...inOrder(node.left), node.value, ...inOrder(node.right)];
}

export function height(node) {
  if (node === null) return 0;
  return 1 + Math.max(height(node.left), height(node.right));
}

export function contains(node, value) {
  if (node === null) return false;
  if (node.value === value) return true;
  return contains(value < node.value ? node.left : node.right, value);
}

export function build(values) {
  let root = null;
  for (const value of values) root = insert(root, value);
  return root;
}
`,
    visible: [
      ["inOrder(build([3, 1, 2, 5]))", "[1, 2, 3, 5]"],
      ["height(build([3, 1, 2]))", "3"],
      ["height(build([2, 1, 3]))", "2"],
      ["contains(build([3, 1, 2]), 2)", "true"],
      ["contains(build([3, 1, 2]), 9)", "false"],
      ["inOrder(null)", "[]"],
    ],
    hidden: [
      ["inOrder(build([9, 8, 7, 10]))", "[7, 8, 9, 10]"],
      ["height(null)", "0"],
      ["height(build([1, 2, 3, 4]))", "4"],
      ["contains(null, 1)", "false"],
      ["contains(build([5, 9, 2, 7]), 7)", "true"],
      ["contains(build([5, 9, 2, 7]), 6)", "false"],
    ],
    bugs: [
      ["Math.max(height", "Math.min(height"],
      ["? node.left : node.right, value", "? node.right : node.left, value"],
      ["node.value, ...inOrder(node.right)", "...inOrder(node.right), node.value"],
      ["root = insert(root, value)", "insert(root, value)"],
      ["return 1 + Math.max", "return Math.max"],
    ],
  },
  {
    name: "intervals",
    kind: "module",
    exports: ["merge", "covers"],
    code: `export function merge(intervals) {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0]);
  const merged = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) {
      last[1] = Math.max(last[1], end);
    } else {
      merged.push([start, end]);
    }
  }
  return merged;
}

export function covers(intervals, point) {
  return intervals.some(([start, end]) => start <= point && point <= end);
}
`,
    visible: [
      ["merge([[1, 3], [2, 6], [8, 10]])", "[[1, 6], [8, 10]]"],
      ["merge([[1, 9], [2, 3]])", "[[1, 9]]"],
      ["merge([[5, 6], [1, 2]])", "[[1, 2], [5, 6]]"],
      ["merge([[1, 2], [2, 3]])", "[[1, 3]]"],
      ["covers([[1, 3], [5, 7]], 3)", "true"],
      ["covers([[1, 3], [5, 7]], 4)", "false"],
    ],
    hidden: [
      ["merge([])", "[]"],
      ["merge([[4, 5], [1, 4], [0, 1]])", "[[0, 5]]"],
      ["merge([[1, 10], [2, 3], [4, 5], [11, 12]])", "[[1, 10], [11, 12]]"],
      ["covers([], 1)", "false"],
      ["covers([[2, 2]], 2)", "true"],
      ["covers([[1, 3], [5, 7]], 6)", "true"],
    ],
    bugs: [
      ["Math.max(last[1], end)", "end"],
      ["start <= last[1]", "start < last[1]"],
      ["a[0] - b[0]", "a[1] - b[1]"],
      ["intervals.some(", "intervals.every("],
      ["start <= point && point <= end", "start <= point || point <= end"],
    ],
  },
  {
    name: "async-pool",
    kind: "module",
    exports: ["mapLimit", "retry", "results"],
    code: `export async function mapLimit(items, limit, work) {
  const answers = new Array(items.length);
  let next = 0;
  async function worker() {
    while (next < items.length) {
      const index = next;
      next += 1;
      answers[index] = await work(items[index]);
    }
  }
  await Promise.all(Array.from({ length: limit }, () => worker()));
  return answers;
}

export async function retry(work, times) {
  let failure = null;
  for (let attempt = 1; attempt <= times; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export async function results(promises) {
  const settled = await Promise.allSettled(promises);
  return settled.filter((each) => each.status === "fulfilled").map((each) => each.value);
}
`,
    visible: [
      ["await mapLimit([1, 2, 3], 2, async (x) => x * 2)", "[2, 4, 6]"],
      ["await retry(async (n) => { if (n < 3) throw new Error('x'); return n; }, 3)", "3"],
      ["await results([Promise.resolve(1), Promise.reject(new Error('x')), Promise.resolve(3)])", "[1, 3]"],
    ],
    hidden: [
      ["await mapLimit([], 2, async (x) => x)", "[]"],
      ["await mapLimit(['a'], 5, async (x) => x + x)", "['aa']"],
      ["await retry(async () => 7, 1)", "7"],
      ["await retry(async () => { throw new Error('no'); }, 2).catch((e) => e.message)", "'no'"],
      ["await results([])", "[]"],
    ],
    bugs: [
      ["await work(items[index])", "work(items[next])"],
      ["attempt <= times", "attempt < times"],
      ["return await work(attempt)", "return work(attempt)"],
      ["Promise.allSettled(promises)", "Promise.all(promises)"],
    ],
  },
  {
    name: "parse-query",
    kind: "typescript",
    exports: ["parseQuery", "formatQuery"],
    code: `export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  const bare = text.startsWith("?") ? text.slice(1) : text;
  if (bare === "") return query;
  for (const part of bare.split("&")) {
    const [key, value = ""] = part.split("=").map(decodeURIComponent);
    const known = query[key];
    if (known === undefined) query[key] = value;
    else if (Array.isArray(known)) known.push(value);
    else query[key] = [known, value];
  }
  return query;
}

export function formatQuery(query: Record<string, string | number>): string {
  const parts = Object.entries(query).map(([key, value]) => encodeURIComponent(key) + "=" + encodeURIComponent(value));
  return parts.length === 0 ? "" : "?" + parts.join("&");
}
`,
    visible: [
      ["parseQuery('?a=1&b=two')", "{ a: '1', b: 'two' }"],
      ["parseQuery('a=1&a=2&a=3')", "{ a: ['1', '2', '3'] }"],
      ["parseQuery('')", "{}"],
      ["parseQuery('flag')", "{ flag: '' }"],
      ["formatQuery({ a: 1, b: 'x y' })", "'?a=1&b=x%20y'"],
      ["formatQuery({})", "''"],
    ],
    hidden: [
      ["parseQuery('?')", "{}"],
      ["parseQuery('x=%20')", "{ x: ' ' }"],
      ["parseQuery('a=1&a=2')", "{ a: ['1', '2'] }"],
      ["formatQuery({ q: 'a&b' })", "'?q=a%26b'"],
    ],
    bugs: [
      ["text.slice(1)", "text.slice(0)"],
      ["query[key] = [known, value]", "query[key] = [value, known]"],
      ['parts.join("&")', 'parts.join(",")'],
      ['parts.length === 0 ? "" : "?"', 'parts.length !== 0 ? "" : "?"'],
      ["known.push(value)", "known.push(key)"],
    ],
  },
  {
    name: "primes",
    kind: "commonjs",
    exports: ["primes", "factors", "gcd", "lcm"],
    code: `function primes(limit) {
  const composite = new Array(limit + 1).fill(false);
  const found = [];
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    found.push(n);
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = true;
  }
  return found;
}

function factors(number) {
  const found = [];
  let rest = number;
  for (let divisor = 2; divisor * divisor <= rest; divisor++) {
    while (rest % divisor === 0) {
      found.push(divisor);
      rest /= divisor;
    }
  }
  if (rest > 1) found.push(rest);
  return found;
}

function gcd(a, b) {
  return b === 0 ? a : gcd(b, a % b);
}

function lcm(a, b) {
  return (a * b) / gcd(a, b);
}

module.exports = { primes, factors, gcd, lcm };
`,
    visible: [
      ["primes(11)", "[2, 3, 5, 7, 11]"],
      ["primes(1)", "[]"],
      ["factors(12)", "[2, 2, 3]"],
      ["factors(13)", "[13]"],
      ["factors(49)", "[7, 7]"],
      ["gcd(12, 18)", "6"],
      ["lcm(4, 6)", "12"],
    ],
    hidden: [
      ["primes(2)", "[2]"],
      ["primes(30)", "[2, 3, 5, 7, 11, 13, 17, 19, 23, 29]"],
      ["factors(1)", "[]"],
      ["factors(97)", "[97]"],
      ["factors(360)", "[2, 2, 2, 3, 3, 5]"],
      ["gcd(7, 13)", "1"],
      ["lcm(5, 7)", "35"],
    ],
    bugs: [
      ["n <= limit; n++", "n < limit; n++"],
      ["multiple += n)", "multiple += 1)"],
      ["divisor * divisor <= rest", "divisor * divisor < rest"],
      ["  if (rest > 1) found.push(rest);\n", ""],
      ["gcd(b, a % b)", "gcd(a % b, b)"],
      ["(a * b) / gcd(a, b)", "a * b"],
    ],
  },
  {
    name: "events",
    kind: "module",
    exports: ["Emitter"],
    code: `export class Emitter {
  constructor() {
    this.listeners = new Map();
  }

  on(name, listener) {
    const known = this.listeners.get(name) ?? [];
    this.listeners.set(name, [...known, listener]);
    return () => this.off(name, listener);
  }

  once(name, listener) {
    const off = this.on(name, (...given) => {
      off();
      listener(...given);
    });
    return off;
  }

  off(name, listener) {
    const known = this.listeners.get(name) ?? [];
    this.listeners.set(name, known.filter((each) => each !== listener));
  }

  emit(name, ...given) {
    const known = this.listeners.get(name) ?? [];
    for (const listener of known) listener(...given);
    return known.length > 0;
  }
}
`,
    visible: [
      [
        "(() => { const e = new Emitter(); const got = []; e.on('a', (x) => got.push(x)); e.emit('a', 1); e.emit('a', 2); return got; })()",
        "[1, 2]",
      ],
      [
        "(() => { const e = new Emitter(); const got = []; e.once('a', (x) => got.push(x)); e.emit('a', 1); e.emit('a', 2); return got; })()",
        "[1]",
      ],
      [
        "(() => { const e = new Emitter(); const got = []; const off = e.on('a', (x) => got.push(x)); e.on('a', (x) => got.push(-x)); off(); e.emit('a', 3); return got; })()",
        "[-3]",
      ],
      ["new Emitter().emit('nothing')", "false"],
      [
        "(() => { const e = new Emitter(); const got = []; e.on('a', () => got.push(1)); e.on('a', () => got.push(2)); e.emit('a'); return got; })()",
        "[1, 2]",
      ],
      ["(() => { const e = new Emitter(); e.on('a', () => {}); return e.emit('a'); })()", "true"],
    ],
    hidden: [
      [
        "(() => { const e = new Emitter(); const got = []; e.on('a', (x, y) => got.push(x + y)); e.on('b', () => got.push('b')); e.emit('a', 1, 2); return got; })()",
        "[3]",
      ],
      [
        "(() => { const e = new Emitter(); const off = e.once('a', () => {}); off(); return e.emit('a'); })()",
        "false",
      ],
      [
        "(() => { const e = new Emitter(); const got = []; for (const n of [1, 2, 3]) e.on('a', () => got.push(n)); e.emit('a'); return got; })()",
        "[1, 2, 3]",
      ],
    ],
    bugs: [
      ["each !== listener", "each === listener"],
      ["      off();\n", ""],
      ["[...known, listener]", "[listener]"],
      ["known.length > 0", "known.length > 1"],
    ],
  },
  {
    name: "dates",
    kind: "typescript",
    exports: ["isLeap", "daysInMonth", "formatDate", "addDays"],
    code: `export function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function formatDate(year: number, month: number, day: number): string {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return pad(year, 4) + "-" + pad(month, 2) + "-" + pad(day, 2);
}

export function addDays(year: number, month: number, day: number, days: number): string {
  let [y, m, d] = [year, month, day + days];
  while (d > daysInMonth(y, m)) {
    d -= daysInMonth(y, m);
    m += 1;
    if (m > 12) {
      m = 1;
      y += 1;
    }
  }
  return formatDate(y, m, d);
}
`,
    visible: [
      ["isLeap(2024)", "true"],
      ["isLeap(1900)", "false"],
      ["isLeap(2000)", "true"],
      ["isLeap(2023)", "false"],
      ["daysInMonth(2023, 2)", "28"],
      ["daysInMonth(2024, 4)", "30"],
      ["formatDate(2024, 3, 7)", "'2024-03-07'"],
      ["addDays(2023, 12, 31, 1)", "'2024-01-01'"],
      ["addDays(2024, 1, 15, 16)", "'2024-01-31'"],
      ["addDays(2023, 11, 30, 1)", "'2023-12-01'"],
    ],
    hidden: [
      ["isLeap(2100)", "false"],
      ["daysInMonth(2000, 2)", "29"],
      ["daysInMonth(2001, 12)", "31"],
      ["formatDate(987, 11, 30)", "'0987-11-30'"],
      ["addDays(2024, 2, 28, 2)", "'2024-03-01'"],
      ["addDays(2023, 1, 1, 365)", "'2024-01-01'"],
    ],
    bugs: [
      ["year % 100 !== 0", "year % 100 === 0"],
      ["? 29 : 28", "? 28 : 29"],
      ["m > 12", "m >= 12"],
      ["padStart(width", "padEnd(width"],
      ["d > daysInMonth(y, m)) {", "d >= daysInMonth(y, m)) {"],
      ["      y += 1;\n", ""],
    ],
  },
  {
    name: "graph",
    kind: "module",
    exports: ["shortest", "reachable", "order"],
    code: `export function shortest(graph, from, to) {
  const queue = [[from, 0]];
  const seen = new Set([from]);
  while (queue.length > 0) {
    const [node, distance] = queue.shift();
    if (node === to) return distance;
    for (const next of graph[node] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([next, distance + 1]);
    }
  }
  return -1;
}

export function reachable(graph, from) {
  const seen = new Set();
  const visit = (node) => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const next of graph[node] ?? []) visit(next);
  };
  visit(from);
  return [...seen].sort();
}

export function order(graph) {
  const done = new Set();
  const result = [];
  const visit = (node) => {
    if (done.has(node)) return;
    done.add(node);
    for (const next of graph[node] ?? []) visit(next);
    result.unshift(node);
  };
  for (const node of Object.keys(graph)) visit(node);
  return result;
}
`,
    visible: [
      ["shortest({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['e'] }, 'a', 'e')", "3"],
      ["shortest({ a: ['b'] }, 'a', 'z')", "-1"],
      ["shortest({ a: ['x', 'b'], b: ['c'], c: ['t'], x: ['t'] }, 'a', 't')", "2"],
      ["shortest({ a: ['b'], b: ['a', 'b'] }, 'a', 'z')", "-1"],
      ["shortest({ a: ['a', 'b'], b: ['a'] }, 'a', 'b')", "1"],
      ["reachable({ a: ['b'], b: ['a', 'c'], d: ['a'] }, 'a')", "['a', 'b', 'c']"],
      ["order({ c: [], b: ['c'], a: ['b'] })", "['a', 'b', 'c']"],
    ],
    hidden: [
      ["shortest({}, 'x', 'x')", "0"],
      ["shortest({ a: ['b', 'e'], b: ['c'], c: ['e'] }, 'a', 'e')", "1"],
      ["reachable({}, 'q')", "['q']"],
      ["reachable({ a: ['b', 'c'], c: ['d'] }, 'a')", "['a', 'b', 'c', 'd']"],
      ["order({ x: ['y', 'z'], y: ['z'], z: [] })", "['x', 'y', 'z']"],
    ],
    bugs: [
      ["distance + 1]", "distance]"],
      ["queue.shift()", "queue.pop()"],
      ["      seen.add(next);\n", ""],
      ["result.unshift(node)", "result.push(node)"],
      ["if (seen.has(node)) return;", "if (!seen.has(node)) return;"],
    ],
  },
  {
    name: "csv",
    kind: "commonjs",
    exports: ["parseLine", "toCsv", "sumColumn"],
    code: `function parseLine(line) {
  const cells = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (letter === '"') {
      quoted = !quoted;
    } else if (letter === "," && !quoted) {
      cells.push(cell);
      cell = "";
    } else {
      cell += letter;
    }
  }
  cells.push(cell);
  return cells;
}

function toCsv(rows) {
  return rows.map((row) => row.map((cell) => (String(cell).includes(",") ? '"' + cell + '"' : String(cell))).join(",")).join("\\n");
}

function sumColumn(rows, column) {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

module.exports = { parseLine, toCsv, sumColumn };
`,
    visible: [
      ["parseLine('a,b,c')", "['a', 'b', 'c']"],
      ["parseLine('\"x,y\",z')", "['x,y', 'z']"],
      ["parseLine('')", "['']"],
      ["toCsv([[1, 'a,b'], [2, 'c']])", "'1,\"a,b\"\\n2,c'"],
      ["sumColumn([['a', '2'], ['b', '3']], 1)", "5"],
    ],
    hidden: [
      ["parseLine('a,,')", "['a', '', '']"],
      ['parseLine(\'"a","b,c,d"\')', "['a', 'b,c,d']"],
      ["toCsv([])", "''"],
      ["toCsv([['x']])", "'x'"],
      ["sumColumn([], 0)", "0"],
      ["sumColumn([['1.5'], ['2']], 0)", "3.5"],
    ],
    bugs: [
      ["&& !quoted", "&& quoted"],
      ["quoted = !quoted", "quoted = true"],
      ["  cells.push(cell);\n  return", "  return"],
      ["Number(row[column])", "row[column]"],
      ['      cell = "";\n', ""],
    ],
  },
  {
    name: "cache",
    kind: "module",
    exports: ["LruCache", "memoize"],
    code: `export class LruCache {
  constructor(capacity) {
    this.capacity = capacity;
    this.entries = new Map();
  }

  get(key) {
    if (!this.entries.has(key)) return undefined;
    const value = this.entries.get(key);
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key, value) {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) {
      const oldest = this.entries.keys().next().value;
      this.entries.delete(oldest);
    }
    return this;
  }

  keys() {
    return [...this.entries.keys()];
  }
}

export function memoize(work) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, work(key));
    return known.get(key);
  };
}
`,
    visible: [
      ["new LruCache(2).set('a', 1).set('b', 2).set('c', 3).keys()", "['b', 'c']"],
      [
        "(() => { const c = new LruCache(2).set('a', 1).set('b', 2); c.get('a'); return c.set('c', 3).keys(); })()",
        "['a', 'c']",
      ],
      ["new LruCache(2).get('x')", "undefined"],
      ["new LruCache(2).set('a', 1).set('a', 5).get('a')", "5"],
      [
        "(() => { let n = 0; const f = memoize((x) => { n += 1; return x * 2; }); return [f(2), f(2), n]; })()",
        "[4, 4, 1]",
      ],
    ],
    hidden: [
      ["new LruCache(1).set('a', 1).set('b', 2).keys()", "['b']"],
      ["new LruCache(3).set('a', 1).set('b', 2).set('a', 3).keys()", "['b', 'a']"],
      [
        "(() => { let n = 0; const f = memoize((x) => { n += 1; return x; }); f(1); f(2); f(1); return n; })()",
        "2",
      ],
    ],
    bugs: [
      ["this.entries.size > this.capacity", "this.entries.size >= this.capacity"],
      [
        "    this.entries.delete(key);\n    this.entries.set(key, value);\n    return value;",
        "    this.entries.set(key, value);\n    return value;",
      ],
      ["if (!known.has(key))", "if (known.has(key))"],
      ["this.entries.delete(oldest)", "this.entries.delete(key)"],
    ],
  },
  {
    name: "text-wrap",
    kind: "module",
    exports: ["wrap", "isPalindrome", "caesar"],
    code: `export function wrap(text, width) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : line + " " + word;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

export function isPalindrome(text) {
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  for (let i = 0; i < letters.length / 2; i++) {
    if (letters[i] !== letters[letters.length - 1 - i]) return false;
  }
  return true;
}

export function caesar(text, shift) {
  return text.replace(/[a-z]/g, (letter) => {
    const code = (letter.charCodeAt(0) - 97 + shift + 26) % 26;
    return String.fromCharCode(code + 97);
  });
}
`,
    visible: [
      ["wrap('the quick brown fox', 10)", "['the quick', 'brown fox']"],
      ["wrap('aa bb', 5)", "['aa bb']"],
      ["wrap('aa bb c', 6)", "['aa bb', 'c']"],
      ["wrap('aa bb c', 5)", "['aa bb', 'c']"],
      ["isPalindrome('Never odd or even')", "true"],
      ["isPalindrome('abca')", "false"],
      ["caesar('xyz', 3)", "'abc'"],
      ["caesar('abc', -1)", "'zab'"],
    ],
    hidden: [
      ["wrap('', 5)", "[]"],
      ["wrap('a b c d', 3)", "['a b', 'c d']"],
      ["wrap('longword x', 4)", "['longword', 'x']"],
      ["isPalindrome('')", "true"],
      ["isPalindrome('ab')", "false"],
      ["caesar('hello, world', 13)", "'uryyb, jbeyq'"],
    ],
    bugs: [
      ["line.length + 1 + word.length", "line.length + word.length"],
      ['  if (line !== "") lines.push(line);\n', ""],
      ["letters.length - 1 - i", "letters.length - i"],
      ["/[a-z]/g", "/[a-z]/"],
      ["+ shift + 26", "- shift + 26"],
    ],
  },
];
