import type { SitePatch } from "../operators/operator.ts";
import type { Context } from "./context.ts";

/** What has to be added so that a Python file imports a module: nothing if it does, or a line at the top. */
export function importOfModule(name: string, { source, tree }: Context): SitePatch["edits"] {
  if (new RegExp(`^import ${name}\\b`, "m").test(source)) return [];
  const [first, second] = tree.children.filter(({ kind }) => kind !== "comment");
  const isDocstring = first?.kind === "expression-statement" && first.children[0]?.kind === "string";
  const before = tree.children.find(({ kind }) => kind === "import") ?? (isDocstring ? second : first);
  const start = before?.start ?? 0;
  return [{ start, end: start, text: `import ${name}\n${before?.kind === "import" ? "" : "\n"}` }];
}
