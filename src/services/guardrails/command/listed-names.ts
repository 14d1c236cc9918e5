import { hasArgument, splitArguments } from "./arguments.ts";
import { type Field, HOLE, plainField } from "./values.ts";

const FILTERS = /^(?:grep|egrep|rg|head|tail|sort|uniq)$/;

/**
 * The files that a program prints, as patterns: `find src -name '*.ts'` prints only `src/*.ts` at some depth. Null if
 * unknown. `before` is the list that it filters.
 */
export function listedNames(
  fields: readonly Field[],
  before: readonly Field[] | null,
): readonly Field[] | null {
  const [program, ...args] = fields;
  if (!program || fields.some((field) => field.text.includes(HOLE))) return null;
  if (program.text === "find") return foundNames(args);
  if (before !== null && FILTERS.test(program.text)) return before;
  if (/^e?grep$|^rg$/.test(program.text)) return grepNames(program.text, args);
  if (program.text === "git" && args[0]?.text === "ls-files") return trackedNames(args.slice(1));
  return null;
}

/** What `find` passes to `-exec`, `-delete` or a pipe. Null without a name to match. */
export function foundNames(args: readonly Field[]): readonly Field[] | null {
  const expression = args.findIndex((field) => /^[-(!]/.test(field.text));
  const roots = expression === -1 ? args : args.slice(0, expression);
  const name = args.findIndex((field) => /^-i?name$/.test(field.text));
  const pattern = args[name + 1]?.text;
  const negated = /^(?:!|-not)$/.test(args[name - 1]?.text ?? "");
  if (name === -1 || pattern === undefined || negated || hasArgument(args, /^-or?$|^,$/)) return null;
  return below(roots.length === 0 ? [plainField(".")] : roots, pattern);
}

function grepNames(program: string, args: readonly Field[]): readonly Field[] | null {
  const { options, operands } = splitArguments(
    args,
    "-e -g -t -m --include --exclude --exclude-dir --glob --type",
  );
  if (!options.some(({ name }) => /^(?:-l|--files-with-matches|--files)$/.test(name))) return null;
  const given = options.some(({ name }) => /^(?:-e|--files)$/.test(name));
  const roots = given ? operands : operands.slice(1);
  const patterns = options.flatMap(({ name, value }) =>
    /^(?:--include|--glob|-g)$/.test(name) && value && !value.text.startsWith("!") ? [value.text] : [],
  );
  const type = options.find(({ name }) => /^(?:-t|--type)$/.test(name))?.value?.text;
  const named = type === undefined ? patterns : [...patterns, `*.${type}`];
  const places = roots.length === 0 ? [plainField(".")] : roots;
  if (named.length > 0) return named.flatMap((pattern) => below(places, pattern) ?? []);
  const wide = places.some((place) => /^(?:\.\/?|\/.*|~.*|.*\.\..*)$/.test(place.text));
  return wide || (program === "rg" && roots.length === 0) ? null : below(places, "*");
}

function trackedNames(patterns: readonly Field[]): readonly Field[] | null {
  const named = patterns.filter((field) => !field.text.startsWith("-"));
  return named.length === 0 ? null : named.map((field) => ({ ...field, glob: true }));
}

/** Names that must not be matched by accident; `find` and `grep` also match names that start with a dot. */
const PROTECTED = [
  ".env",
  ".env.local",
  "id_rsa",
  "id_ed25519",
  "a.pem",
  "a.key",
  "credentials.json",
  ".npmrc",
  ".netrc",
];

/** Whether the names may include a secret: then they count as known for reading only. */
export function mayIncludeSecrets(names: readonly Field[]): boolean {
  return names.some(({ text }) => reachesProtected(text.slice(text.lastIndexOf("/") + 1)));
}

function reachesProtected(pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  try {
    const expression = new RegExp(`^${source}$`, "i");
    return pattern !== "*" && PROTECTED.some((name) => expression.test(name));
  } catch {
    return true;
  }
}

function below(roots: readonly Field[], pattern: string): readonly Field[] | null {
  if (/[/\\]/.test(pattern.replace(/^\*\*\//, "")) || /^[*?.]*$/.test(pattern) !== (pattern === "*"))
    return null;
  const name = pattern.replace(/^\*\*\//, "");
  const isProtected = reachesProtected(pattern);
  // In a shell, a leading `*` does not match a dot.
  const hidden = /^[*?]/.test(name) ? [`.${name.replace(/^\?/, "")}`, name.replace(/^\*/, "")] : [];
  const names = isProtected ? [name, ...hidden] : [name];
  return roots.flatMap((root) =>
    names.map((each) => ({
      text: `${root.text.replace(/\/+$/, "")}/${each}`,
      glob: /[*?[]/.test(pattern) || isProtected || root.glob,
      candidates: null,
    })),
  );
}
