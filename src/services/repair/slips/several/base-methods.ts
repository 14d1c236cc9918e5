import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { insertAfter, insertBefore } from "../../propose/edits.ts";
import type { Change } from "../../syntax/change.ts";
import { child, descendants, enclosingClass, type SyntaxNode } from "../../syntax/node.ts";
import { bodyStatements, OPENING, openedBy } from "../first-statements.ts";
import { at, type Slip } from "../slip.ts";

const MOST_CALLS = 3;
/** Methods whose result nobody uses. */
const PREPARES =
  /^(?:__init__|constructor|__post_init__|setUp|tearDown|setUpClass|tearDownClass|__init_subclass__)$/;
const OF_LISTS = /^(?:__\w+__|append|extend|insert|pop|remove|clear|sort|reverse)$/;
const OF_DICTS = /^(?:__\w+__|get|pop|popitem|update|setdefault|clear|copy|keys|values|items)$/;
const OF_LISTENERS = /^(?:constructor|on|once|off|emit|addListener|removeListener|removeAllListeners)$/;
const OF_ERRORS = /^(?:__init__|__str__|__reduce__|constructor|toString)$/;
/** The methods that classes of the library have. */
const LIBRARY: Readonly<Record<string, RegExp>> = {
  Map: /^(?:constructor|set|get|has|delete|clear|forEach|keys|values|entries)$/,
  Set: /^(?:constructor|add|has|delete|clear|forEach|keys|values|entries)$/,
  Array: /^(?:constructor|push|pop|shift|unshift|splice|concat|sort|slice)$/,
  EventEmitter: OF_LISTENERS,
  "events.EventEmitter": OF_LISTENERS,
  Error: OF_ERRORS,
  TypeError: OF_ERRORS,
  RangeError: OF_ERRORS,
  Exception: OF_ERRORS,
  ValueError: OF_ERRORS,
  KeyError: OF_ERRORS,
  RuntimeError: OF_ERRORS,
  list: OF_LISTS,
  dict: OF_DICTS,
  defaultdict: OF_DICTS,
  OrderedDict: OF_DICTS,
  UserDict: OF_DICTS,
  Counter: OF_DICTS,
  set: /^(?:__\w+__|add|discard|remove|pop|clear|update)$/,
  "unittest.TestCase": PREPARES,
  TestCase: PREPARES,
};
/** Bases without methods to call. */
const EMPTY_BASES =
  /^(?:object|(?:abc\.)?ABC|(?:enum\.)?(?:Str|Int)?Enum|(?:typing\.)?(?:Protocol|NamedTuple|TypedDict|Generic)\b.*|metaclass=.*)$/;

const baseMethod: Slip = {
  why: "an overriding method that does not call the one of its base class",
  chance: "likely",
  kinds: OPENING,
  examples: {
    python: [
      [
        "class B(A):\n    def __init__(self, a, *rest, n=1):\n        self.n = n\n",
        "class B(A):\n    def __init__(self, a, *rest, n=1):\n        super().__init__(a, *rest, n=n)\n        self.n = n\n",
      ],
      [
        "class A:\n    def __init__(self, a):\n        self.a = a\n\nclass B(A):\n    def __init__(self, a, b):\n        self.b = b\n",
        "class A:\n    def __init__(self, a):\n        self.a = a\n\nclass B(A):\n    def __init__(self, a, b):\n        super().__init__(a)\n        self.b = b\n",
      ],
      [
        "class B(dict):\n    def __setitem__(self, k, v):\n        self.log.append(k)\n",
        "class B(dict):\n    def __setitem__(self, k, v):\n        self.log.append(k)\n        return super().__setitem__(k, v)\n",
      ],
      [
        "class B(A):\n    def get(self, k):\n        self.n += 1\n        return None\n",
        "class B(A):\n    def get(self, k):\n        self.n += 1\n        return super().get(k)\n",
      ],
      [
        "class B(A):\n    async def close(self):\n        self.n = 0\n",
        "class B(A):\n    async def close(self):\n        await super().close()\n        self.n = 0\n",
      ],
    ],
    javascript: [
      [
        "class B extends A {\n  add(x, ...rest) {\n    this.n += 1;\n  }\n}\n",
        "class B extends A {\n  add(x, ...rest) {\n    super.add(x, ...rest);\n    this.n += 1;\n  }\n}\n",
      ],
      [
        "class B extends Map {\n  set(k, v) {\n    this.log.push(k);\n  }\n}\n",
        "class B extends Map {\n  set(k, v) {\n    this.log.push(k);\n    return super.set(k, v);\n  }\n}\n",
      ],
      [
        "class B extends A {\n  constructor(a) {\n    this.a = a;\n  }\n}\n",
        "class B extends A {\n  constructor(a) {\n    super(a);\n    this.a = a;\n  }\n}\n",
      ],
      [
        "class B extends Map {\n  delete(k) {\n    this.log.push(k);\n    return true;\n  }\n}\n",
        "class B extends Map {\n  delete(k) {\n    this.log.push(k);\n    return super.delete(k);\n  }\n}\n",
      ],
    ],
  },
  leaves: {
    python: [
      "class B(dict):\n    def count(self):\n        return self.n\n",
      "class B:\n    def __init__(self, a):\n        self.a = a\n",
      "class B(A):\n    def __init__(self, a):\n        super().__init__()\n        self.a = a\n",
    ],
    javascript: [
      "class B {\n  add(x) {\n    return this.n;\n  }\n}\n",
      "class B extends A {\n  add(x) {\n    return super.add(x);\n  }\n}\n",
    ],
  },
  correct: withBase,
};

function* withBase(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const owner = openedBy(site);
  const method = owner === null ? null : overridingMethod(owner, context);
  const last = owner === null ? undefined : bodyStatements(owner).at(-1);
  if (method === null || last === undefined) return;
  const end = isScript(context) ? ";" : "";
  for (const call of callsOfBase(method, context).slice(0, MOST_CALLS)) {
    yield insertBefore(context, site, `${call}${end}`).edits;
    if (last.kind === "return") {
      if (last !== site) yield insertBefore(context, last, `${call}${end}`).edits;
      if (!PREPARES.test(method.name)) yield [at(last, `return ${call}${end}`)];
    } else if (last.kind !== "throw") {
      const answer = PREPARES.test(method.name) ? "" : "return ";
      if (method.name !== "constructor") yield insertAfter(context, last, `${answer}${call}${end}`).edits;
    }
  }
}

interface Method {
  readonly name: string;
  readonly isAsync: boolean;
  /** Its parameters, as arguments of a call: `a`, `*rest`, `n=n`. */
  readonly given: readonly string[];
  readonly base: string;
}

/** A method of a class with a base class, without `super`. */
function overridingMethod(owner: SyntaxNode, context: Context): Method | null {
  const around = enclosingClass(owner);
  const block = owner.parent?.kind === "other" ? owner.parent.parent : owner.parent;
  if (around === null || !(block?.parent === around || owner.parent?.parent === around)) return null;
  const base = baseOf(around, context);
  const [name, text] = [child(owner, "name"), context.text(owner)];
  if (base === null || name === null || /\bsuper\b/.test(text)) return null;
  if (/^(?:static|get|set)\s/.test(text) || context.text(name).startsWith("#")) return null;
  const given = isScript(context) ? scriptArguments(owner, context) : pythonArguments(owner, context);
  const isAsync = /^(?:async|override async)\b/.test(text);
  return given && { name: context.text(name), isAsync, given, base };
}

/** The name of the base class. */
function baseOf(around: SyntaxNode, context: Context): string | null {
  if (isScript(context)) {
    const heritage = around.children.find(({ raw }) => raw === "class_heritage");
    return /^extends\s+([\w.]+)/.exec(context.text(heritage))?.[1] ?? null;
  }
  const bases = around.children.find(({ kind }) => kind === "arguments")?.children ?? [];
  return bases.map((each) => context.text(each)).find((each) => !EMPTY_BASES.test(each)) ?? null;
}

function pythonArguments(owner: SyntaxNode, context: Context): readonly string[] | null {
  const [first, ...rest] = (child(owner, "parameters")?.children ?? []).map((each) => context.text(each));
  if (first === undefined || !/^(?:self|cls)\b/.test(first)) return null;
  let isNamed = false;
  return rest.flatMap((each) => {
    const name = /^\**\w*/.exec(each)?.[0] ?? "";
    if (name === "" || name === "*") {
      isNamed ||= name === "*";
      return [];
    }
    const given = isNamed && !name.startsWith("*") ? `${name}=${name}` : name;
    isNamed ||= /^\*\w/.test(name);
    return [given];
  });
}

function scriptArguments(owner: SyntaxNode, context: Context): readonly string[] | null {
  const names = (child(owner, "parameters")?.children ?? [])
    .filter(({ kind }) => kind !== "comment")
    .map((each) => context.text(each).replace(/^(?:(?:public|private|protected|readonly|override)\s+)+/, ""))
    .map((each) => /^(?:\.\.\.)?\w+/.exec(each)?.[0]);
  return names.includes(undefined) ? null : (names as readonly string[]);
}

/** With the parameters that the base class takes, if the file shows them, or with all of them. */
function callsOfBase(method: Method, context: Context): readonly string[] {
  const { name, isAsync, given, base } = method;
  if (Object.hasOwn(LIBRARY, base) && !LIBRARY[base]?.test(name)) return [];
  const known = methodOf(base, name, context);
  if (known === "missing" && name !== "constructor") return [];
  const taken =
    known === "missing"
      ? []
      : known?.flatMap((each) => given.find((own) => plain(own) === plain(each)) ?? []);
  const choices =
    taken !== undefined
      ? [taken]
      : PREPARES.test(name)
        ? [given, ...[0, 1].filter((size) => size < given.length).map((size) => given.slice(0, size))]
        : [given];
  const wait = isAsync ? "await " : "";
  const callee = !isScript(context) ? `super().${name}` : name === "constructor" ? "super" : `super.${name}`;
  return choices.map((each) => `${wait}${callee}(${each.join(", ")})`);
}

function plain(argument: string): string {
  return argument.replace(/^(?:\.\.\.|\*+)/, "").replace(/=.*$/s, "");
}

/**
 * The arguments of a method of a class of this file; "missing" if the class and its bases do not have it, null if the
 * file does not show that.
 */
function methodOf(base: string, name: string, context: Context): readonly string[] | "missing" | null {
  const classes = classesIn(context.tree);
  let wanted: string | null = base;
  for (let depth = 0; wanted !== null && depth < MOST_CALLS; depth += 1) {
    const found = classes.find((each) => nameOf(each, context) === wanted);
    if (found === undefined) return null;
    const method = descendants(found).find(
      (each) => each.kind === "function" && nameOf(each, context) === name && enclosingClass(each) === found,
    );
    if (method !== undefined)
      return isScript(context) ? scriptArguments(method, context) : pythonArguments(method, context);
    wanted = baseOf(found, context);
  }
  return "missing";
}

function nameOf(node: SyntaxNode, context: Context): string | null {
  const name = child(node, "name");
  return name === null ? null : context.text(name);
}

const classesIn = remembered((tree: SyntaxNode) => descendants(tree).filter(({ kind }) => kind === "class"));

export const baseMethodsSlips: readonly Slip[] = [baseMethod];
