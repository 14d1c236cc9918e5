import { hash } from "node:crypto";
import { ChangeSet, type FileState } from "../../domain/entities/code-change.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { textIn, textOf } from "../../domain/rules/changes/file-text.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import { restore, withhold } from "../../domain/rules/secrets/withhold.ts";

/** The bytes of a file with this hash, from the user's working tree or their commits; null if neither has them. */
export type FindOriginal = (path: string, sha256: string) => Promise<Uint8Array | null>;

/**
 * A store whose records contain no secrets. Changes are restored in full: the omitted values are read again
 * from the user's own file. If the file no longer exists, the change keeps its placeholders and its
 * `withheld`.
 */
export function redactedStore<Store extends object>(
  store: Store,
  redactor: Redactor,
  findOriginal: FindOriginal,
): Store {
  const restoreChange = (change: ChangeSet) => withSecrets(change, redactor, findOriginal);
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]) => {
        const result: unknown = Reflect.apply(
          member,
          target,
          args.map((each) => storable(each, redactor, refuseAdded)),
        );
        return result instanceof Promise ? result.then((found) => whole(found, restoreChange)) : result;
      };
    },
  });
}

/** Data for people to read: the encoded content of a change is redacted too. */
export function presentable(value: unknown, redactor: Redactor): unknown {
  return storable(value, redactor, () => undefined);
}

type OnAdded = (path: string, kinds: readonly string[]) => void;

function storable(value: unknown, redactor: Redactor, onAdded: OnAdded): unknown {
  if (Array.isArray(value)) return value.map((each) => storable(each, redactor, onAdded));
  if (!isPlain(value)) return redactor.data(value);
  if (isChange(value)) return withoutSecrets(value, redactor, onAdded);
  const changes = Object.entries(value).filter(([, each]) => holdsChange(each));
  if (changes.length === 0) return redactor.data(value);
  const rest = Object.fromEntries(Object.entries(value).filter(([, each]) => !holdsChange(each)));
  const kept = Object.fromEntries(changes.map(([name, each]) => [name, storable(each, redactor, onAdded)]));
  const both: Record<string, unknown> = { ...redactor.data(rest), ...kept };
  return Object.fromEntries(
    Object.keys(value).map((name) => [name, both[name] ?? both[redactor.text(name)]]),
  );
}

function withoutSecrets(change: ChangeSet, redactor: Redactor, onAdded: OnAdded): ChangeSet {
  const originals = new Map(
    change.files.flatMap(({ path, before }) => {
      const text = textOf(before);
      return text === null ? [] : [[path, text] as const];
    }),
  );
  for (const original of originals.values()) redactor.learn(original);
  const state = (path: string, side: FileState): FileState => {
    const text = textOf(side);
    if (side === null || text === null || side.withheld) return side;
    const { text: kept, withheld, added } = withhold(text, originals, redactor);
    if (added.length > 0) onAdded(path, added);
    return withheld.length === 0 ? side : { ...side, content_base64: encode(kept), withheld: [...withheld] };
  };
  const files = change.files.map(({ path, before, after }) => ({
    path,
    before: state(path, before),
    after: state(path, after),
  }));
  if (change.withheld) return { ...change, files };
  const { text: diff, withheld } = withhold(change.diff, originals, redactor);
  return { ...change, files, diff, ...(withheld.length > 0 && { withheld: [...withheld] }) };
}

/** Restores what every change in a result omits. Long lists without changes return immediately. */
async function whole(
  value: unknown,
  restoreChange: (change: ChangeSet) => Promise<ChangeSet>,
): Promise<unknown> {
  if (!holdsChange(value)) return value;
  if (Array.isArray(value)) return Promise.all(value.map((each) => whole(each, restoreChange)));
  if (!isPlain(value)) return value;
  if (isChange(value)) return restoreChange(value);
  const entries = Object.entries(value).map(async ([name, each]) => [name, await whole(each, restoreChange)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function withSecrets(
  change: ChangeSet,
  redactor: Redactor,
  findOriginal: FindOriginal,
): Promise<ChangeSet> {
  const isShort = ({ before, after }: ChangeSet["files"][number]) => before?.withheld || after?.withheld;
  if (!change.files.some(isShort) && !change.withheld) return change;
  const originals = new Map<string, string>();
  for (const { path, before } of change.files) {
    const bytes = before?.withheld ? await findOriginal(path, before.sha256) : null;
    const text = bytes === null ? textOf(before) : textIn(bytes);
    if (before?.withheld && bytes === null) return change;
    if (text === null) continue;
    originals.set(path, text);
    redactor.learn(text);
  }
  const state = (side: FileState): FileState => {
    if (!side?.withheld) return side;
    const { withheld, ...rest } = side;
    const text = restore(textOf(side) ?? "", withheld, originals);
    return hash("sha256", text) === side.sha256 ? { ...rest, content_base64: encode(text) } : side;
  };
  const { withheld = [], ...rest } = change;
  const files = change.files.map(({ path, before, after }) => ({
    path,
    before: state(before),
    after: state(after),
  }));
  return { ...rest, files, diff: restore(change.diff, withheld, originals) };
}

function refuseAdded(path: string, kinds: readonly string[]): never {
  throw new AgentForgeError("bad_input", `the change adds a secret (${kinds.join(", ")}) to ${path}`, {
    hint: "AgentForge keeps no secrets in its records. Read the value from the environment, or write that line yourself.",
  });
}

function isChange(value: object): value is ChangeSet {
  return "diff_hash" in value && "files" in value && "diff" in value && ChangeSet.safeParse(value).success;
}

function holdsChange(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsChange);
  if (!isPlain(value)) return false;
  return isChange(value) || Object.values(value).some(holdsChange);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}
