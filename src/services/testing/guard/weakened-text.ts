import { counted } from "../../../domain/rules/text/counted.ts";

/** Marks that exclude a test, or all others. */
const MARKS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a skip mark",
    pattern:
      /@(pytest\.mark|unittest)\.skip\w*|pytest\.(skip|importorskip)\(|\.skipTest\(|raise\s+(unittest\.)?SkipTest/g,
  },
  {
    what: "a skip mark",
    pattern:
      /\b(describe|it|test|suite|context|specify)(\.\w+)*\.(skip|todo|skipIf|runIf|fails)\b|\bx(it|describe|test|context|specify)\s*\(|\{\s*(skip|todo)\s*:|\bt(est)?\.(skip|todo)\(|\bthis\.skip\(/g,
  },
  {
    what: "a mark that runs only some tests",
    pattern:
      /\b(describe|it|test|suite|context|specify)(\.\w+)*\.only\b|\bf(it|describe)\s*\(|\{\s*only\s*:/g,
  },
  {
    what: "an expected-failure mark",
    pattern: /@pytest\.mark\.xfail|pytest\.xfail\(|@(unittest\.)?expectedFailure|\b(it|test)\.failing\b/g,
  },
  { what: "a skip mark", pattern: /\bt\.Skip(f|Now)?\(|\bb\.Skip\w*\(|^\/\/go:build ignore/gm },
  { what: "a skip mark", pattern: /#\[ignore\b/g },
  { what: "a mark that expects a panic", pattern: /#\[should_panic\b/g },
  { what: "a swallowed exception", pattern: /except(\s+\w+)?\s*:\s*pass\b|catch\s*(\(\w*\))?\s*\{\s*\}/g },
];

const ASSERTION =
  /\bassert(\w*[!.]|\s|\()|\.assert\w*\(|\bself\.(assert|fail)\w*\(|\bexpect\(|\.should\b|pytest\.raises|\bt\.(Error|Fatal|Fail)\w*\(|\b(require|assert)\.[A-Z]\w*\(|\bt\.assert\.|\bassert_\w+!/g;

const TEST =
  /^\s*(async\s+)?def\s+test\w*|\b(it|test|specify)(\.each\([^)]*\)|\.\w+)*\s*\(|\bfunc\s+(Test|Fuzz|Example)\w*\(|#\[(\w+::)?test\b/gm;

/**
 * How a test file checks less than before. Only the text decides, so a comment can cause a false alarm but not suppress
 * one.
 */
export function weakened(before: string, after: string): string[] {
  const found = new Set<string>();
  for (const { what, pattern } of MARKS) {
    const added = count(after, pattern) - count(before, pattern);
    if (added > 0) found.add(`adds ${what}${where(before, after, pattern)}`);
  }
  const tests = [count(before, TEST), count(after, TEST)] as const;
  if (tests[1] < tests[0]) found.add(`has ${counted(tests[1], "test")} instead of ${tests[0]}`);
  const assertions = [count(before, ASSERTION), count(after, ASSERTION)] as const;
  if (assertions[1] < assertions[0])
    found.add(`has ${counted(assertions[1], "assertion")} instead of ${assertions[0]}`);
  for (const change of looser(before, after)) found.add(change);
  return [...found];
}

/** Comparisons that were exact and no longer are. */
const LOOSER: readonly (readonly [exact: RegExp, loose: RegExp, what: string])[] = [
  [
    /\bassertEqual\(|\bassert\b[^\n]*==/g,
    /\bassert(Almost|Not|In|True|IsNotNone|Greater|Less)\w*\(|\bassert\b[^\n]*(approx|!=|>=|<=|\bin\b)/g,
    "compares less exactly",
  ],
  [
    /\.(toBe|toEqual|toStrictEqual)\(/g,
    /\.(toBeCloseTo|toBeTruthy|toBeDefined|toContain|toMatch|toMatchObject|not)\b/g,
    "compares less exactly",
  ],
  [
    /\.(strictEqual|deepStrictEqual|equal|deepEqual)\(/g,
    /\.(ok|notEqual|notStrictEqual|match|doesNotThrow)\(/g,
    "compares less exactly",
  ],
];

function looser(before: string, after: string): string[] {
  return LOOSER.filter(
    ([exact, loose]) =>
      count(after, exact) < count(before, exact) && count(after, loose) > count(before, loose),
  ).map(([, , what]) => what);
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function where(before: string, after: string, pattern: RegExp): string {
  const old = new Set(before.split("\n"));
  const lines = after.split("\n");
  const index = lines.findIndex((line) => !old.has(line) && new RegExp(pattern.source, "m").test(line));
  return index === -1 ? "" : ` at line ${index + 1}`;
}
