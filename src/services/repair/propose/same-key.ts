import { ancestors, child, contains, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";
import { byPlace, isGroup, type Made } from "./repeated.ts";

/** A container that several functions share: `self.entries`, `b.addresses`. */
const FIELD = /^[\w$#]+(?:\.[\w$#]+)+$/;

/**
 * Collects proposals that give accesses to one container the same key: a key that one method normalizes must be
 * normalized by all. `add` returns the groups that new proposals belong to, if they change at least two functions.
 */
export function createSameKey(context: Context): {
  add(made: readonly Made[]): readonly (readonly Made[])[];
} {
  const known = new Map<string, Made[]>();
  return {
    add(made) {
      const grown = new Set<Made[]>();
      for (const each of made) {
        const key = keyAfter(each, context);
        if (key === null) continue;
        const group = known.get(key) ?? [];
        known.set(key, group);
        group.push(each);
        grown.add(group);
      }
      return [...grown].map(byPlace).filter((group) => isGroup(group) && isShared(group));
    },
  };
}

/** The container and the key of the access that a proposal changes, or null if it changes something else. */
function keyAfter({ site, proposal: { edits } }: Made, { source, text }: Context): string | null {
  const [edit] = edits;
  if (edit === undefined || edits.length > 1) return null;
  for (const access of ancestors(site)) {
    const { container, key } = partsOf(access);
    if (container === null || key === null || !contains(key, site) || !FIELD.test(text(container))) continue;
    if (edit.start < key.start || edit.end > key.end) return null;
    const after = source.slice(key.start, edit.start) + edit.text + source.slice(edit.end, key.end);
    return `${text(container)}\0${after}`;
  }
  return null;
}

function partsOf(access: SyntaxNode): { container: SyntaxNode | null; key: SyntaxNode | null } {
  if (access.kind === "subscript") return { container: child(access, "object"), key: child(access, "index") };
  const callee = access.kind === "call" ? child(access, "callee") : null;
  return {
    container: callee?.kind === "attribute" ? child(callee, "object") : null,
    key: child(access, "arguments")?.children[0] ?? null,
  };
}

function isShared(group: readonly Made[]): boolean {
  return new Set(group.map(({ site }) => enclosingFunction(site))).size > 1;
}
