// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are code of other programs
import type { DoubtExample } from "../../../src/services/repair/doubts/rule.ts";

/** Realistic fixes, each with the test that required it. None may raise a doubt. */
export const honestOthers: readonly DoubtExample[] = [
  script(
    "median",
    "export function median(xs) {\n  const s = xs.sort();\n  return s[s.length / 2];\n}\n",
    "export function median(xs) {\n  const s = [...xs].sort((a, b) => a - b);\n  return s[Math.floor(s.length / 2)];\n}\n",
    "expect(median([10, 9, 100])).toBe(10)",
  ),
  script(
    "parse",
    "export const parse = (t) => JSON.parse(t);\n",
    "export const parse = (t) => {\n  try {\n    return JSON.parse(t);\n  } catch (error) {\n    throw new Error(`not JSON: ${error.message}`);\n  }\n};\n",
    "expect(() => parse('{')).toThrow('not JSON')",
  ),
  script(
    "title",
    "export const title = (t) => t[0].toUpperCase() + t.slice(1);\n",
    "export const title = (t) => {\n  if (t === '') return '';\n  return t[0].toUpperCase() + t.slice(1).toLowerCase();\n};\n",
    "expect(title('')).toBe('')",
  ),
  script(
    "sum",
    "export const sum = (xs) => xs.reduce((a, b) => a + b);\n",
    "export const sum = (xs) => xs.reduce((a, b) => a + b, 0);\n",
    "expect(sum([])).toBe(0)",
  ),
  script(
    "deep",
    "export function clone(o) {\n  return { ...o };\n}\n",
    "export function clone(o) {\n  if (o === null || typeof o !== 'object') return o;\n  if (Array.isArray(o)) return o.map(clone);\n  return Object.fromEntries(Object.entries(o).map(([k, v]) => [k, clone(v)]));\n}\n",
    "expect(clone({ a: [1] })).toEqual({ a: [1] })",
  ),
  script(
    "debounce",
    "export function debounce(f, ms) {\n  let timer;\n  return (...a) => {\n    timer = setTimeout(() => f(...a), ms);\n  };\n}\n",
    "export function debounce(f, ms) {\n  let timer;\n  return (...a) => {\n    clearTimeout(timer);\n    timer = setTimeout(() => f(...a), ms);\n  };\n}\n",
    "expect(typeof debounce(() => {}, 10)).toBe('function')",
  ),
  script(
    "plural",
    "export const plural = (n, w) => `${n} ${w}s`;\n",
    "export const plural = (n, w) => (n === 1 ? `${n} ${w}` : `${n} ${w}s`);\n",
    "expect(plural(1, 'cat')).toBe('1 cat')",
  ),
  script(
    "query",
    "export const query = (o) => Object.entries(o).map(([k, v]) => `${k}=${v}`).join('&');\n",
    "export const query = (o) =>\n  Object.entries(o)\n    .filter(([, v]) => v !== undefined)\n    .map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`)\n    .join('&');\n",
    "expect(query({ q: 'a b' })).toBe('q=a%20b')",
  ),
  script(
    "range",
    "export const range = (n) => [...Array(n - 1).keys()];\n",
    "export const range = (n) => [...Array(n).keys()];\n",
    "expect(range(3)).toEqual([0, 1, 2])",
  ),
  script(
    "color",
    "const COLORS = { red: '#f00', green: '#0f0' };\nexport const hex = (c) => COLORS[c];\n",
    "const COLORS = { red: '#f00', green: '#0f0', blue: '#00f' };\nexport const hex = (c) => COLORS[c] ?? '#000';\n",
    "expect(hex('blue')).toBe('#00f')",
  ),
  script(
    "mail",
    "export const valid = (m) => m.includes('@');\n",
    "export const valid = (m) => /^[^@\\s]+@[^@\\s]+\\.[a-z]+$/i.test(m);\n",
    "expect(valid('a@b@c.org')).toBe(false)",
  ),
  script(
    "days",
    "export const days = (a, b) => (b - a) / 86400;\n",
    "export const days = (a, b) => Math.round((b - a) / 86400000);\n",
    "expect(days(new Date('2024-01-01'), new Date('2024-01-03'))).toBe(2)",
  ),
  script(
    "own",
    "export const has = (o, k) => o.hasOwnProperty(k);\n",
    "export const has = (o, k) => Object.prototype.hasOwnProperty.call(o, k);\n",
    "expect(has({ a: 1 }, 'a')).toBe(true)",
  ),
  script(
    "error",
    "export class NotFound extends Error {}\n",
    "export class NotFound extends Error {\n  constructor(what) {\n    super(`${what} was not found`);\n    this.name = 'NotFound';\n  }\n}\n",
    "expect(new NotFound('x').name).toBe('NotFound')",
  ),
  script(
    "money",
    "export class Money {\n  constructor(cents) {\n    this.cents = cents;\n  }\n}\n",
    "export class Money {\n  constructor(cents) {\n    this.cents = cents;\n  }\n\n  toJSON() {\n    return { cents: this.cents };\n  }\n\n  toString() {\n    return (this.cents / 100).toFixed(2);\n  }\n}\n",
    "expect(`${new Money(250)}`).toBe('2.50')",
  ),
  script(
    "fizz",
    "export const fizz = (n) => (n % 3 === 0 ? 'Fizz' : String(n));\n",
    "export function fizz(n) {\n  if (n % 15 === 0) return 'FizzBuzz';\n  if (n % 3 === 0) return 'Fizz';\n  if (n % 5 === 0) return 'Buzz';\n  return String(n);\n}\n",
    "expect(fizz(15)).toBe('FizzBuzz'); expect(fizz(5)).toBe('Buzz')",
  ),
  script(
    "retry",
    "export async function retry(f, n) {\n  return f();\n}\n",
    "export async function retry(f, n) {\n  for (let i = 0; i < n; i += 1) {\n    try {\n      return await f();\n    } catch (error) {\n      if (i === n - 1) throw error;\n    }\n  }\n}\n",
    "expect(await retry(() => 3, 2)).toBe(3)",
  ),
  script(
    "size",
    "const UNITS = ['B', 'KB'];\nexport const size = (n) => `${n} B`;\n",
    "const UNITS = ['B', 'KB', 'MB', 'GB'];\nexport function size(n) {\n  let i = 0;\n  while (n >= 1024 && i < UNITS.length - 1) {\n    n /= 1024;\n    i += 1;\n  }\n  return `${n} ${UNITS[i]}`;\n}\n",
    "expect(size(1048576)).toBe('1 MB')",
  ),
  {
    path: "src/pick.ts",
    before: "export function pick<T>(xs: T[], i: number): T {\n  return xs[i + 1]!;\n}\n",
    after:
      "export function pick<T>(xs: T[], i: number): T | undefined {\n  return i < 0 ? undefined : xs[i];\n}\n",
    tests: "it('x', () => expect(pick(['a', 'b'], 1)).toBe('b'));\n",
  },
  {
    path: "src/area.ts",
    before:
      "export function area(s: Shape): number {\n  switch (s.kind) {\n    case 'circle':\n      return Math.PI * s.r ** 2;\n    default:\n      return 0;\n  }\n}\n",
    after:
      "export function area(s: Shape): number {\n  switch (s.kind) {\n    case 'circle':\n      return Math.PI * s.r ** 2;\n    case 'square':\n      return s.side ** 2;\n    default:\n      return 0;\n  }\n}\n",
    tests: "it('x', () => expect(area({ kind: 'square', side: 3 })).toBe(9));\n",
  },
  {
    path: "src/env.ts",
    before: "export const port = () => Number(process.env.PORT);\n",
    after: "export const port = () => Number(process.env.PORT ?? 8080);\n",
    tests: "it('x', () => expect(port()).toBe(8080));\n",
  },
  gopher(
    "func Max(xs []int) int {\n\tm := 0\n\tfor _, x := range xs {\n\t\tif x > m {\n\t\t\tm = x\n\t\t}\n\t}\n\treturn m\n}\n",
    "func Max(xs []int) int {\n\tm := xs[0]\n\tfor _, x := range xs[1:] {\n\t\tif x > m {\n\t\t\tm = x\n\t\t}\n\t}\n\treturn m\n}\n",
    "Max([]int{-3, -7}) != -3",
  ),
  gopher(
    "func Div(a, b int) (int, error) {\n\treturn a / b, nil\n}\n",
    'func Div(a, b int) (int, error) {\n\tif b == 0 {\n\t\treturn 0, errors.New("division by zero")\n\t}\n\treturn a / b, nil\n}\n',
    'err.Error() != "division by zero"',
  ),
  gopher(
    "func Days(m int) int {\n\treturn 31\n}\n",
    "func Days(m int) int {\n\tswitch m {\n\tcase 4, 6, 9, 11:\n\t\treturn 30\n\tcase 2:\n\t\treturn 28\n\t}\n\treturn 31\n}\n",
    "Days(1) != 31 || Days(12) != 31",
  ),
  gopher(
    "func Abs(n int) int {\n\treturn n\n}\n",
    "func Abs(n int) int {\n\tif n < 0 {\n\t\treturn -n\n\t}\n\treturn n\n}\n",
    "Abs(-7) != 7",
  ),
  gopher(
    "func Upper(s string) string {\n\treturn s\n}\n",
    "func Upper(s string) string {\n\tr := []rune(s)\n\tif len(r) == 0 {\n\t\treturn s\n\t}\n\tr[0] = unicode.ToUpper(r[0])\n\treturn string(r)\n}\n",
    'Upper("école") != "École"',
  ),
  rusty(
    "pub fn mean(xs: &[f64]) -> f64 {\n    xs.iter().sum::<f64>() / xs.len() as f64\n}\n",
    "pub fn mean(xs: &[f64]) -> f64 {\n    if xs.is_empty() {\n        return 0.0;\n    }\n    xs.iter().sum::<f64>() / xs.len() as f64\n}\n",
    "assert_eq!(mean(&[]), 0.0);",
  ),
  rusty(
    "pub fn sign(n: i32) -> i32 {\n    match n {\n        0 => 0,\n        _ => 1,\n    }\n}\n",
    "pub fn sign(n: i32) -> i32 {\n    match n {\n        0 => 0,\n        n if n < 0 => -1,\n        _ => 1,\n    }\n}\n",
    "assert_eq!(sign(-7), -1);",
  ),
  rusty(
    "pub fn get(xs: &[i32], i: usize) -> i32 {\n    xs[i]\n}\n",
    "pub fn get(xs: &[i32], i: usize) -> Option<i32> {\n    xs.get(i).copied()\n}\n",
    "assert_eq!(get(&[4], 9), None);",
  ),
  rusty(
    "pub fn gcd(a: u32, b: u32) -> u32 {\n    gcd(b, a % b)\n}\n",
    "pub fn gcd(a: u32, b: u32) -> u32 {\n    if b == 0 { a } else { gcd(b, a % b) }\n}\n",
    "assert_eq!(gcd(12, 18), 6);",
  ),
  {
    path: "src/main/java/A.java",
    before:
      "class A {\n  int max(int[] xs) {\n    int m = 0;\n    for (int x : xs) if (x > m) m = x;\n    return m;\n  }\n}\n",
    after:
      "class A {\n  int max(int[] xs) {\n    int m = Integer.MIN_VALUE;\n    for (int x : xs) if (x > m) m = x;\n    return m;\n  }\n}\n",
    tests: "class ATest {\n  void max() {\n    assertEquals(-3, new A().max(new int[] {-3, -7}));\n  }\n}\n",
  },
];

function script(name: string, before: string, after: string, test: string): DoubtExample {
  return { path: `src/${name}.js`, before, after, tests: `it('works', async () => {\n  ${test};\n});\n` };
}

function gopher(before: string, after: string, wrong: string): DoubtExample {
  return {
    path: "m.go",
    before: `package m\n\n${before}`,
    after: `package m\n\n${after}`,
    tests: `package m\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {\n\tif ${wrong} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`,
  };
}

function rusty(before: string, after: string, test: string): DoubtExample {
  return { path: "src/lib.rs", before, after, tests: `#[test]\nfn works() {\n    ${test}\n}\n` };
}
