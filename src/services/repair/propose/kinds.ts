import type { Language, ValueKind } from "../languages/language.ts";
import type { Code } from "../syntax/code.ts";
import {
  child,
  descendants,
  enclosingFunction,
  operatorOf,
  type SyntaxNode,
  unwrap,
} from "../syntax/node.ts";
import { createScopes, type Scopes } from "./scope.ts";

export interface Kinds {
  readonly scopes: Scopes;
  kindOf(node: SyntaxNode): ValueKind | null;
}

/** Kinds of values that variables were observed to have: first line of the function → name → kinds. */
export type Observed = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const ARITHMETIC = new Set(["-", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", ">>>"]);
const LIST_RAW = new Set(["list_comprehension", "list"]);

/** Infers what expressions evaluate to from literals, well-known calls, assignments and use. Null if unsure. */
export function createKinds(code: Code, language: Language, observed: Observed = {}): Kinds {
  return new InferredKinds(code, language, observed);
}

class InferredKinds implements Kinds {
  readonly scopes: Scopes;
  readonly #memo = new Map<string, ValueKind | null>();
  readonly #uses = new Map<SyntaxNode, Map<string, ValueKind>>();
  readonly #tree: SyntaxNode;
  readonly #text: Code["text"];
  readonly #language: Language;
  readonly #observed: Observed;
  #declared: Map<string, ValueKind | null> | null = null;

  constructor(code: Code, language: Language, observed: Observed) {
    this.#tree = code.tree;
    this.#text = code.text;
    this.#language = language;
    this.#observed = observed;
    this.scopes = createScopes(code, language, (name, at) => this.#kindOfName(name, at));
  }

  kindOf(node: SyntaxNode): ValueKind | null {
    const bare = unwrap(node);
    switch (bare.kind) {
      case "number":
        return "number";
      case "string":
        return "string";
      case "boolean":
      case "comparison":
      case "not":
        return "boolean";
      case "null":
        return "null";
      case "unary":
        return /^[-+~^]$/.test(operatorOf(bare)) ? "number" : null;
      case "list":
        return bare.raw === "set" ? "set" : "list";
      case "tuple":
        return "list";
      case "dict":
        return "dict";
      case "comprehension":
        return this.#comprehensionKind(bare);
      case "lambda":
        return "function";
      case "binary":
        return this.#binaryKind(bare);
      case "logical":
        return this.kindOf(bare.children[1] ?? bare.children[0] ?? this.#tree);
      case "conditional": {
        const then = child(bare, "consequent");
        return then === null ? null : this.kindOf(then);
      }
      case "call":
        return this.#callKind(bare);
      case "attribute": {
        const property = child(bare, "property");
        if (property === null) return null;
        return (
          this.#members().get(this.#text(property)) ??
          (/^(?:length|size)$/.test(this.#text(property)) ? "number" : null)
        );
      }
      case "subscript": {
        const index = child(bare, "index");
        const object = child(bare, "object");
        if (object === null || index === null) return null;
        if (index.kind === "slice") return this.kindOf(object);
        return this.kindOf(object) === "string" ? "string" : null;
      }
      case "identifier":
        return this.#kindOfName(this.#text(bare), bare);
      case "other": {
        const type = this.#language.kindOfType === undefined ? null : child(bare, "type");
        if (type !== null) return this.#annotationKind(this.#text(type));
        return this.#language.kindOfMacro?.(this.#text(bare)) ?? null;
      }
      default:
        return null;
    }
  }

  /** Kinds of fields and function results, from written types; null if they differ. */
  #members(): ReadonlyMap<string, ValueKind | null> {
    if (this.#declared !== null) return this.#declared;
    const found = new Map<string, ValueKind | null>();
    this.#declared = found;
    if (this.#language.kindOfType === undefined) return found;
    for (const node of descendants(this.#tree)) {
      const type = child(node, "type");
      const name = child(node, "target") ?? (node.kind === "function" ? child(node, "name") : null);
      if (type === null || name === null) continue;
      const kind = this.#annotationKind(this.#text(type));
      found.set(
        this.#text(name),
        found.has(this.#text(name)) && found.get(this.#text(name)) !== kind ? null : kind,
      );
    }
    return found;
  }

  #comprehensionKind(node: SyntaxNode): ValueKind {
    if (LIST_RAW.has(node.raw)) return "list";
    if (node.raw === "set_comprehension") return "set";
    return node.raw === "dictionary_comprehension" ? "dict" : "list";
  }

  #binaryKind(node: SyntaxNode): ValueKind | null {
    const operator = operatorOf(node);
    const [left, right] = node.children;
    if (left === undefined || right === undefined) return null;
    const first = this.kindOf(left);
    const second = this.kindOf(right);
    if (operator === "+") return first ?? second;
    if (operator === "*" && (first === "list" || second === "list")) return "list";
    if (operator === "%" && first === "string") return "string";
    if (first === "set" || second === "set") return "set";
    return ARITHMETIC.has(operator) || operator === "*" ? "number" : null;
  }

  #callKind(node: SyntaxNode): ValueKind | null {
    const callee = child(node, "callee");
    if (callee === null) return null;
    const name = callee.kind === "attribute" ? child(callee, "property") : callee;
    if (name === null) return null;
    const known = this.#language.callKinds[this.#text(name)];
    if (typeof known === "string") return known;
    const first = child(node, "arguments")?.children[0];
    if (first?.raw.endsWith("_type") === true && this.#language.kindOfType !== undefined)
      return this.#annotationKind(this.#text(first));
    return this.#members().get(this.#text(name)) ?? null;
  }

  #kindOfName(name: string, at: SyntaxNode): ValueKind | null {
    const owner = enclosingFunction(at) ?? this.#tree;
    const key = `${owner.start}:${owner.end}:${name}`;
    const known = this.#memo.get(key);
    if (known !== undefined) return known;
    this.#memo.set(key, null);
    const seen = this.#observedKind(owner, name);
    if (seen !== undefined) {
      this.#memo.set(key, seen);
      return seen;
    }
    const found = new Set<ValueKind | null>();
    for (const value of this.scopes.valuesOf(name, at)) if (value !== null) found.add(this.kindOf(value));
    found.delete("null");
    found.delete(null);
    const only = found.size === 1 ? ([...found][0] ?? null) : null;
    const outer = owner === this.#tree ? null : enclosingFunction(owner);
    const used = this.#usesIn(owner).get(name) ?? (outer === null ? null : this.#kindOfName(name, owner));
    const result = found.size > 1 ? null : (only ?? used);
    this.#memo.set(key, result);
    return result;
  }

  #observedKind(owner: SyntaxNode, name: string): ValueKind | null | undefined {
    const first = owner.parent?.raw === "decorated_definition" ? owner.parent.line : owner.line;
    const kinds = this.#observed[first]?.[name]?.filter((each) => each !== "null");
    if (kinds === undefined || kinds.length === 0) return undefined;
    return kinds.length === 1 ? (kinds[0] as ValueKind) : null;
  }

  /** The kind that a name must have for its uses in the function to make sense. */
  #usesIn(owner: SyntaxNode): Map<string, ValueKind> {
    const known = this.#uses.get(owner);
    if (known !== undefined) return known;
    const found = new Map<string, ValueKind>();
    this.#uses.set(owner, found);
    for (const node of descendants(owner)) {
      if (node.kind !== "identifier") continue;
      const kind = this.#kindFromUse(node);
      if (kind !== null && !found.has(this.#text(node))) found.set(this.#text(node), kind);
    }
    return found;
  }

  #kindFromUse(node: SyntaxNode): ValueKind | null {
    const parent = node.parent;
    if (parent === null) return null;
    if (parent.kind === "parameter" && node.role !== "value") {
      const value = child(parent, "value");
      const annotation =
        child(parent, "type") ?? parent.children.find((each) => each.raw === "type_annotation");
      if (annotation !== undefined && annotation !== null)
        return this.#annotationKind(this.#text(annotation));
      if (value !== null) return this.#literalKind(value);
    }
    if (parent.kind === "binary" && ARITHMETIC.has(operatorOf(parent))) {
      const left = parent.children[0];
      if (operatorOf(parent) === "%" && left?.kind === "string") return null;
      return left !== undefined && this.#literalKind(left) === "list" ? null : "number";
    }
    if (parent.kind === "binary" || parent.kind === "comparison") {
      const other = parent.children.find((each) => each !== node);
      return other === undefined ? null : this.#literalKind(other);
    }
    if (parent.kind === "subscript" && node.role === "object") {
      const index = child(parent, "index");
      return index !== null && (index.kind === "slice" || this.kindOf(index) === "number") ? "list" : null;
    }
    if (parent.kind === "subscript" && node.role === "index") return null;
    if ((parent.kind === "for-each" || parent.kind === "for-clause") && node.role === "iterable")
      return "list";
    if (parent.kind === "attribute" && node.role === "object") return this.#methodKind(parent);
    if (parent.kind === "arguments" && parent.parent !== null) {
      const callee = child(parent.parent, "callee");
      const name = this.#text(callee);
      if (/^(?:len|sorted|reversed|enumerate|sum)$/.test(name)) return "list";
      if (/^(?:range|abs|Math\.\w+)$/.test(name)) return "number";
    }
    return null;
  }

  #literalKind(node: SyntaxNode): ValueKind | null {
    if (node.kind === "number" || node.kind === "string" || node.kind === "list" || node.kind === "dict")
      return this.kindOf(node);
    return null;
  }

  #annotationKind(annotation: string): ValueKind | null {
    if (this.#language.kindOfType !== undefined) return this.#language.kindOfType(annotation);
    const bare = annotation.replace(/^[:\s]+/, "");
    if (/^(?:list|List|Sequence|tuple|readonly|Array|ReadonlyArray)\b|\[\]$/.test(bare)) return "list";
    if (/^(?:int|float|number|bigint)\b/.test(bare)) return "number";
    if (/^(?:str|string)\b$/.test(bare)) return "string";
    if (/^(?:bool|boolean)$/.test(bare)) return "boolean";
    if (/^(?:dict|Dict|Record|Map|Mapping)\b/.test(bare)) return "dict";
    return /^(?:set|Set)\b/.test(bare) ? "set" : null;
  }

  #methodKind(attribute: SyntaxNode): ValueKind | null {
    const name = this.#text(child(attribute, "property"));
    if (this.#language.receivers !== undefined) return this.#language.receivers[name] ?? null;
    if (/^(?:append|push|extend|unshift|splice|sort|filter|map|some|every|reduce|join)$/.test(name)) {
      return this.#language.id === "python" && name === "join" ? "string" : "list";
    }
    if (/^(?:items|setdefault)$/.test(name)) return "dict";
    if (
      /^(?:lower|upper|strip|startswith|endswith|toLowerCase|toUpperCase|trim|charAt|charCodeAt|split|replace)$/.test(
        name,
      )
    ) {
      return "string";
    }
    if (name === "add") return "set";
    if (/^(?:length|slice|indexOf|includes|concat|pop|index|get|has|keys|values|count|find)$/.test(name))
      return null;
    return "object";
  }
}
