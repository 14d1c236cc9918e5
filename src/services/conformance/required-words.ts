/**
 * Words and calls (`fmt.Println(`) that a text must contain for a rule to match anywhere in it, as alternatives
 * of which one must be present in full; null if unknown. Rules out most files without parsing them. With
 * `within` `node`, words that the matching node itself must have.
 */
export function requiredWords(rule: unknown, within: "text" | "node" = "text"): Alternatives | null {
  if (typeof rule !== "object" || rule === null) return null;
  const { pattern, kind, has, inside, all, any } = rule as Record<string, unknown>;
  const demands = [
    typeof pattern === "string" ? [wordsOf(pattern)] : null,
    typeof kind === "string" ? wordsOfKind(kind) : null,
    requiredWords(has, within),
    within === "text" ? requiredWords(inside) : null,
    ...(Array.isArray(all) ? all.map((each) => requiredWords(each, within)) : []),
    Array.isArray(any) ? eitherOf(any.map((each) => requiredWords(each, within))) : null,
  ].filter((demand) => demand !== null);
  return demands.length === 0 ? null : demands.reduce(bothOf);
}

export type Alternatives = readonly (readonly string[])[];

export function mayMatch(text: string, words: Alternatives | null): boolean {
  return (
    words === null ||
    words.some((all) => all.every((word) => (word.endsWith("(") ? hasCall(text, word) : text.includes(word))))
  );
}

/** Whether the names of a call follow each other as written. Only punctuation or comments may be between them. */
function hasCall(text: string, call: string): boolean {
  const { names, expression } = compileCall(call);
  return names.every((name) => text.includes(name)) && expression.test(text);
}

const compiled = new Map<string, { readonly names: readonly string[]; readonly expression: RegExp }>();

function compileCall(call: string) {
  const known = compiled.get(call);
  if (known !== undefined) return known;
  const names = call.slice(0, -1).split(".");
  const comment = "\\W*(?:/[/*]|#)";
  const rest = names
    .slice(1)
    .reduceRight((after, name) => `(?:${comment}|\\W+${name}${after})`, `(?:${comment}|\\W*\\()`);
  const made = { names, expression: new RegExp(`\\b${names[0]}${rest}`) };
  compiled.set(call, made);
  return made;
}

/**
 * Kinds of nodes that contain the word they are named after, by the rest of their name. Others do not: Rust writes a
 * `try_expression` as `x?`, and the `for` of a Go loop is not in its `for_clause`.
 */
const KEYWORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "statement",
    wordSet(`assert break continue debugger defer do for global goto if import match nonlocal raise return
    select switch throw try while with yield`),
  ],
  ["clause", wordSet("case catch elif else except finally if")],
  ["expression", wordSet("await break continue for if loop match return switch while yield")],
]);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

function wordsOfKind(kind: string): Alternatives | null {
  if (kind === "true" || kind === "false") return [[kind === "true" ? "rue" : "alse"]];
  const { word = "", rest = "" } = /^(?<word>[a-z]+)_(?:[a-z]+_)*(?<rest>[a-z]+)$/.exec(kind)?.groups ?? {};
  return KEYWORDS.get(rest)?.has(word) ? [[word]] : null;
}

function wordsOf(pattern: string): readonly string[] {
  const written = pattern.replace(/\$+[A-Z_][A-Z0-9_]*/g, " ");
  return written.match(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\(|[A-Za-z_]\w*/g) ?? [];
}

function eitherOf(demands: readonly (Alternatives | null)[]): Alternatives | null {
  const known = demands.filter((demand) => demand !== null);
  return known.length === demands.length ? known.flat() : null;
}

/** Either condition alone would be sound; together they rule out more. */
function bothOf(left: Alternatives, right: Alternatives): Alternatives {
  return left.flatMap((some) => right.map((others) => [...some, ...others]));
}
