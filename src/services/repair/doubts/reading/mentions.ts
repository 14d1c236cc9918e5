import type { Code } from "../../syntax/code.ts";
import { child, descendants, isClosed, type SyntaxNode, unwrap } from "../../syntax/node.ts";

/** A place in the code that refers to something, by its full name: `os.environ.HOME`, `process.exit`. */
export interface Mention {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly use: "read" | "call" | "assign";
  /** Arguments of the call. */
  readonly arguments: readonly SyntaxNode[];
}

/** Calls that access a module or a member by a quoted name. */
const BY_NAME = /^(?:__import__|require|import|importlib\.import_module|createRequire\(\))$/;
const MEMBER_BY_NAME =
  /^(?:getattr|setattr|delattr|hasattr|Reflect\.(?:get|set|has|defineProperty)|Object\.defineProperty)$/;

export function readMentions(code: Code, aliases: ReadonlyMap<string, string>) {
  const namer = new Namer(code, aliases);
  const found: Mention[] = [];
  for (const node of descendants(code.tree)) {
    if (node.raw === "macro_invocation") found.push(...inMacro(node, code, aliases));
    if (isPart(node) || isDeclared(node)) continue;
    const name = namer.nameOf(node);
    if (name === null) continue;
    const use = useOf(node);
    found.push({ name: use.use === "call" ? name.replace(/\(\)$/, "") : name, node, ...use });
    const member = node.kind === "call" ? memberByName(node, name, namer, code) : null;
    if (member !== null) found.push(member);
  }
  return found;
}

class Namer {
  readonly #code: Code;
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(code: Code, aliases: ReadonlyMap<string, string>) {
    this.#code = code;
    this.#aliases = aliases;
  }

  nameOf(given: SyntaxNode): string | null {
    const { text: written } = this.#code;
    const aliases = this.#aliases;
    const node = unwrap(given);
    if (node.kind === "identifier" || node.raw === "this" || node.raw === "super") {
      const own = written(node);
      return withoutGlobal(aliases.get(own) ?? own);
    }
    if (node.raw === "scoped_identifier") {
      const [root = "", ...rest] = written(node).split("::");
      return [aliases.get(root) ?? root, ...rest].join(".");
    }
    if (node.raw === "import" || node.raw === "meta_property") return written(node);
    if (node.kind === "await" || node.raw === "non_null_expression" || node.raw === "as_expression") {
      const inner = node.children[0];
      return inner === undefined ? null : this.nameOf(inner);
    }
    if (node.kind === "attribute") {
      const [object, property] = [child(node, "object"), child(node, "property")];
      const owner = object === null ? null : this.nameOf(object);
      return owner === null || property === null ? null : `${withoutGlobal(owner)}.${written(property)}`;
    }
    if (node.kind === "subscript") {
      const [object, index] = [child(node, "object"), child(node, "index")];
      const owner = object === null ? null : this.nameOf(object);
      if (owner === null) return null;
      return index?.kind === "string" && index.children.length === 0
        ? `${withoutGlobal(owner)}.${bare(written(index))}`
        : `${withoutGlobal(owner)}[]`;
    }
    return node.kind === "call" ? this.#calledName(node) : null;
  }

  #calledName(node: SyntaxNode): string | null {
    const callee = child(node, "callee");
    const object = child(node, "object");
    if (callee === null) {
      const type = child(node, "type");
      return type === null ? null : `${this.#code.text(type)}()`;
    }
    const owner = object === null ? null : this.nameOf(object);
    if (object !== null && owner === null) return null;
    const name = this.nameOf(callee) ?? (callee.raw === "import" ? "import" : null);
    if (name === null) return null;
    const [first] = child(node, "arguments")?.children ?? [];
    if (BY_NAME.test(name) && first?.kind === "string" && first.children.length === 0)
      return bare(this.#code.text(first)).replace(/^node:/, "");
    return owner === null ? `${name}()` : `${owner}.${name}()`;
  }
}

/** `globalThis.process.env` is `process.env`. */
function withoutGlobal(owner: string): string {
  return owner.replace(/^(?:globalThis|global)\.(?=process|require|module|crypto)/, "");
}

function memberByName(node: SyntaxNode, name: string, namer: Namer, { text }: Code): Mention | null {
  const given = child(node, "arguments")?.children ?? [];
  const [object, member] = given;
  if (!MEMBER_BY_NAME.test(name.replace(/\(\)$/, "")) || object === undefined || member?.kind !== "string")
    return null;
  const owner = namer.nameOf(object);
  if (owner === null) return null;
  const use = /set|define|del/.test(name) ? ("assign" as const) : ("read" as const);
  return { name: `${owner}.${bare(text(member))}`, node, use, arguments: given };
}

/** Macros are not parsed: only paths in their text are visible. */
function inMacro(node: SyntaxNode, { text }: Code, aliases: ReadonlyMap<string, string>): readonly Mention[] {
  return [...text(node).matchAll(/\b[A-Za-z_]\w*(?:::\w+)*(?:!|\b)/g)].map(([path]) => {
    const [root = "", ...rest] = path.split("::");
    return {
      name: [aliases.get(root) ?? root, ...rest].join("."),
      node,
      use: "call",
      arguments: [],
    } as const;
  });
}

/** A part of a longer name is not a mention; a call in the middle of a chain is. */
function isPart(node: SyntaxNode): boolean {
  const parent = node.parent;
  if (parent === null || node.kind === "call") return false;
  if (node.role === "callee" || node.role === "property" || node.kind === "group") return true;
  if (node.role === "object")
    return parent.kind === "attribute" || parent.kind === "subscript" || parent.kind === "call";
  return false;
}

function isDeclared(node: SyntaxNode): boolean {
  if (node.role === "name" || node.role === "type" || node.role === "key") return true;
  for (let each = node.parent; each !== null; each = each.parent) {
    if (isClosed(each) && each.raw !== "decorator" && each.raw !== "mod_item") return true;
    if (each.kind === "block") return false;
  }
  return false;
}

function useOf(node: SyntaxNode): Pick<Mention, "use" | "arguments"> {
  if (node.kind === "call") return { use: "call", arguments: child(node, "arguments")?.children ?? [] };
  const assigned = node.role === "target" || (node.parent?.role === "target" && node.parent.kind === "tuple");
  return { use: assigned || node.parent?.raw === "delete_statement" ? "assign" : "read", arguments: [] };
}

export function bare(literal: string): string {
  return literal.replace(/^[a-zA-Z]*#*("""|'''|["'`])([\s\S]*)\1#*$/, "$2");
}
