import { type Context, isScript } from "../../propose/context.ts";
import { plainParameters } from "../../propose/parameters.ts";
import { child, descendants, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import { OPENING, openedBy } from "../first-statements.ts";
import { at, type Slip } from "../slip.ts";

const CACHE = /(?:^|[._#])(?:cache|cached|known|memo|seen|loaded|results?|entries|pending)\w*$/i;
const READS_OR_WRITES = /^(?:get|set|has|pop|delete|setdefault)$/;

export const cacheKeySlips: readonly Slip[] = [
  {
    why: "a cache whose key lacks one of the arguments",
    chance: "likely",
    kinds: [...OPENING, "assign"],
    examples: {
      python: [
        [
          "def f(self, a, b):\n    if a not in self._cache:\n        self._cache[a] = g(a, b)\n    return self._cache[a]\n",
          "def f(self, a, b):\n    if (a, b) not in self._cache:\n        self._cache[a, b] = g(a, b)\n    return self._cache[a, b]\n",
        ],
        [
          "def f(self, a, b, c):\n    known = self._cache.get((a, b))\n    if known is None:\n        known = g(a, b, c)\n        self._cache[a, b] = known\n    return known\n",
          "def f(self, a, b, c):\n    known = self._cache.get((a, b, c))\n    if known is None:\n        known = g(a, b, c)\n        self._cache[a, b, c] = known\n    return known\n",
        ],
      ],
      javascript: [
        [
          "function f(a, b) {\n  const known = cache.get(a);\n  if (known) return known;\n  const made = g(a, b);\n  cache.set(a, made);\n  return made;\n}\n",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that is expected
          "function f(a, b) {\n  const known = cache.get(`${a}/${b}`);\n  if (known) return known;\n  const made = g(a, b);\n  cache.set(`${a}/${b}`, made);\n  return made;\n}\n",
        ],
      ],
    },
    leaves: {
      python: [
        "def f(self, a):\n    if a not in self._cache:\n        self._cache[a] = g(a)\n    return self._cache[a]\n",
      ],
    },
    *correct(site, context) {
      const owner = openedBy(site);
      const names = owner === null ? null : plainParameters(owner, context);
      if (owner === null || names === null) return;
      const keys = keysOf(owner, context);
      const parts = keys[0]?.parts ?? [];
      if (keys.length < 2 || keys.some((each) => each.parts.join() !== parts.join())) return;
      for (const name of names)
        if (!parts.includes(name) && name !== "self" && isUsed(name, owner, context))
          yield keys.map((key) => at(key, written([...parts, name], key, context)));
    },
  },
];

interface Key {
  readonly start: number;
  readonly end: number;
  /** What it consists of: the members of a tuple, or the whole. */
  readonly parts: readonly string[];
  readonly isSubscript: boolean;
}

/** The keys of all accesses to the caches that a function names, in the order of the text. */
function keysOf(owner: SyntaxNode, { text }: Context): readonly Key[] {
  const keyOf = (container: SyntaxNode | null, nodes: readonly SyntaxNode[], isSubscript = false) => {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (!container || !first || !last || !CACHE.test(text(container))) return [];
    const parts = nodes.flatMap((each) => {
      const bare = unwrap(each);
      return bare.kind === "tuple" ? bare.children.map(text) : [text(bare)];
    });
    return [{ start: first.start, end: last.end, parts, isSubscript }];
  };
  return descendants(owner).flatMap((node) => {
    if (node.kind === "subscript")
      return keyOf(
        child(node, "object"),
        node.children.filter((each) => each.role !== "object"),
        true,
      );
    if (node.kind === "comparison" && /^(?:not )?in$/.test(node.operators.map((each) => each.text).join(" ")))
      return keyOf(child(node, "right"), node.children.slice(0, 1));
    const callee = node.kind === "call" ? child(node, "callee") : null;
    const method = callee?.kind === "attribute" ? child(callee, "property") : null;
    if (!callee || !method || !READS_OR_WRITES.test(text(method))) return [];
    return keyOf(child(callee, "object"), child(node, "arguments")?.children.slice(0, 1) ?? []);
  });
}

function written(parts: readonly string[], { isSubscript }: Key, context: Context): string {
  if (isScript(context)) return `\`${parts.map((each) => `\${${each}}`).join("/")}\``;
  const list = parts.join(", ");
  return isSubscript ? list : `(${list})`;
}

function isUsed(name: string, owner: SyntaxNode, { text }: Context): boolean {
  const body = child(owner, "body");
  return body !== null && descendants(body).some((each) => each.kind === "identifier" && text(each) === name);
}
