/** The part of a Babel path that is used here; Stryker does not declare it. */
interface NodePath {
  readonly node: { readonly type: string; readonly key?: { readonly name?: string } };
  readonly parentPath: NodePath | null;
}

/** Parts of a plug-in's meta that only people and family tests read. */
const DOCUMENTATION = new Set(["title", "why", "examples", "leaves"]);

/** A changed example is another example, not a broken rule, so these parts are not mutated. */
function shouldIgnore(path: NodePath): string | undefined {
  const isDocumentation = nameOf(path.node) !== null && DOCUMENTATION.has(nameOf(path.node) ?? "");
  return isDocumentation && nameOf(path.parentPath?.parentPath?.node) === "meta"
    ? "documentation in a plug-in's meta"
    : undefined;
}

function nameOf(node: NodePath["node"] | undefined): string | null {
  return node?.type === "ObjectProperty" ? (node.key?.name ?? null) : null;
}

/** The form that `@stryker-mutator/api` declares; importing it would need `tools/` in the type check. */
export const strykerPlugins = [{ kind: "Ignore", name: "documentation", value: { shouldIgnore } }];
