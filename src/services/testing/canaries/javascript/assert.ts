import type { Edits } from "../edits.ts";
import { field, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";
import type { Imported } from "./imports.ts";
import { changeLiteral, changeOneSide } from "./values.ts";

const EQUALITIES = /^(equal|strictEqual|deepEqual|deepStrictEqual|partialDeepStrictEqual|eql)$/;
const TRUTHS = /^(ok|isOk)$/;
const LENGTHS = /^(lengthOf)$/;

const NODE_OPPOSITES = pairs({
  throws: "doesNotThrow",
  rejects: "doesNotReject",
  match: "doesNotMatch",
});

const CHAI_OPPOSITES = pairs({
  throws: "doesNotThrow",
  throw: "doesNotThrow",
  isTrue: "isNotTrue",
  isFalse: "isNotFalse",
  isNull: "isNotNull",
  isNaN: "isNotNaN",
  isUndefined: "isDefined",
  isArray: "isNotArray",
  isObject: "isNotObject",
  isString: "isNotString",
  isNumber: "isNotNumber",
  isBoolean: "isNotBoolean",
  isFunction: "isNotFunction",
  isEmpty: "isNotEmpty",
  exists: "notExists",
  include: "notInclude",
  deepInclude: "notDeepInclude",
  property: "notProperty",
  propertyVal: "notPropertyVal",
  instanceOf: "notInstanceOf",
  typeOf: "notTypeOf",
  match: "notMatch",
  isAbove: "isAtMost",
  isBelow: "isAtLeast",
});

/** Negated assertions and their positive counterparts, which take the same operands. */
const POSITIVES: Readonly<Record<string, string>> = {
  notEqual: "equal",
  notStrictEqual: "strictEqual",
  notDeepEqual: "deepEqual",
  notDeepStrictEqual: "deepStrictEqual",
  ifError: "ok",
  notOk: "ok",
  isNotOk: "isOk",
};

export interface AssertCall {
  readonly library: "node" | "chai" | "unknown";
  /** The name of the assertion; `ok` for a call to the library itself. */
  readonly name: string;
  /** Where the name can be replaced; null if it was imported individually. */
  readonly method: Node | null;
}

export function assertCallOf(call: Node, imports: ReadonlyMap<string, Imported>): AssertCall | null {
  const callee = field(call, "function");
  if (callee === null) return null;
  if (kindOf(callee) === "identifier") {
    const imported = imports.get(callee.text());
    const library = libraryOf(callee.text(), imports);
    if (library === null) return null;
    return { library, name: isWhole(imported) ? "ok" : (imported?.member ?? "ok"), method: null };
  }
  const [object, property] = [field(callee, "object"), field(callee, "property")];
  if (kindOf(callee) !== "member_expression" || object === null || property === null) return null;
  const library = libraryOf(object.text().replace(/\.strict$/, ""), imports);
  return library === null ? null : { library, name: property.text(), method: property };
}

function libraryOf(name: string, imports: ReadonlyMap<string, Imported>): AssertCall["library"] | null {
  if (/^\w+\.assert$/.test(name))
    return imports.get(name.split(".")[0] ?? "")?.source === "chai" ? "chai" : "node";
  const imported = imports.get(name);
  if (imported === undefined) return name === "assert" ? "unknown" : null;
  if (/^(node:)?assert(\/strict)?$|^power-assert$/.test(imported.source)) return "node";
  if (/^(chai|vitest)$/.test(imported.source) && imported.member === "assert") return "chai";
  return name === "assert" ? "unknown" : null;
}

function isWhole(imported: Imported | undefined): boolean {
  return imported === undefined || imported.member === null || imported.member === "assert";
}

/** Changes one assertion; false if honest code is not certain to fail the changed one. */
export function changeAssert(edits: Edits, call: Node, { library, name, method }: AssertCall): boolean {
  const list = field(call, "arguments");
  const [first, second] = list === null ? [] : named(list);
  if (
    first === undefined ||
    [first, second].some((each) => each !== undefined && kindOf(each) === "spread_element")
  )
    return false;
  if (EQUALITIES.test(name) && second !== undefined) {
    changeOneSide(edits, first, second);
    return true;
  }
  if (LENGTHS.test(name) && second !== undefined) return changeLiteral(edits, second);
  if (TRUTHS.test(name)) {
    edits.wrap(first, "!(", ")");
    return true;
  }
  const opposites = library === "chai" ? CHAI_OPPOSITES : library === "node" ? NODE_OPPOSITES : {};
  const opposite = opposites[name] ?? (library === "unknown" ? undefined : POSITIVES[name]);
  if (opposite === undefined || method === null) return false;
  edits.replace(method, opposite);
  return true;
}

/** Assertions whose outcome is unknown until their promise settles. */
export function isAsynchronous(name: string): boolean {
  return /^(rejects|doesNotReject)$/.test(name);
}

function pairs(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(Object.entries(table).map(([one, other]) => [other, one])), ...table };
}
