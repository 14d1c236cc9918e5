import { field, findAll, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";

/** What a name in a file refers to: a member of a module, or the whole module if `null`. */
export interface Imported {
  readonly source: string;
  readonly member: string | null;
}

/** Names bound by `import` and `require`. */
export function importsOf(root: Node): ReadonlyMap<string, Imported> {
  return new Map([
    ...findAll(root, "import_statement").flatMap(fromImport),
    ...findAll(root, "variable_declarator").flatMap(fromRequire),
  ]);
}

type Binding = [string, Imported];

function fromImport(statement: Node): Binding[] {
  const source = unquoted(field(statement, "source"));
  const clause = statement.children().find((child) => kindOf(child) === "import_clause");
  if (source === null || clause === undefined) return [];
  return named(clause).flatMap((part): Binding[] => {
    if (kindOf(part) === "identifier") return [[part.text(), { source, member: null }]];
    if (kindOf(part) === "namespace_import")
      return named(part).map((name) => [name.text(), { source, member: null }]);
    return named(part).flatMap((specifier): Binding[] => {
      const name = field(specifier, "name")?.text();
      if (name === undefined) return [];
      return [[field(specifier, "alias")?.text() ?? name, { source, member: whole(name) }]];
    });
  });
}

function fromRequire(declarator: Node): Binding[] {
  const [target, value] = [field(declarator, "name"), field(declarator, "value")];
  const match = /^(?:await\s+import|require)\s*\(\s*["'`]([^"'`]+)["'`]\s*\)(?:\.(\w+))?$/.exec(
    value?.text().replace(/^\((.*)\)$/s, "$1") ?? "",
  );
  if (target === null || match?.[1] === undefined) return [];
  const source = match[1];
  if (kindOf(target) === "identifier")
    return [[target.text(), { source, member: whole(match[2] ?? "default") }]];
  if (kindOf(target) !== "object_pattern") return [];
  return named(target).flatMap((part): Binding[] => {
    if (kindOf(part) === "shorthand_property_identifier_pattern")
      return [[part.text(), { source, member: whole(part.text()) }]];
    const [key, local] = [field(part, "key")?.text(), field(part, "value")?.text()];
    return key === undefined || local === undefined ? [] : [[local, { source, member: whole(key) }]];
  });
}

/** Members that refer to the module itself. */
function whole(member: string): string | null {
  return /^(default|strict)$/.test(member) ? null : member;
}

function unquoted(node: Node | null): string | null {
  return node === null ? null : node.text().slice(1, -1);
}
