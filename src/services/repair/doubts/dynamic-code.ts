import { child, descendants, operatorOf, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { addedMentions, firstMentions, keyFrom } from "./reading/added.ts";
import { literalAt } from "./reading/literals.ts";
import type { Mention } from "./reading/mentions.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule, forging } from "./rule.ts";

const runs = keyFrom([
  [
    /^(?:eval|exec|compile|execfile|globals|locals|builtins\.(?:eval|exec|compile)|runpy\.\w+|code\.\w+)$/,
    "run",
  ],
  [
    /^(?:Function|AsyncFunction|GeneratorFunction|vm\.\w+|setTimeout\.constructor)$|\.constructor\.constructor\b/,
    "run",
  ],
  [/^plugin\.Open$|^reflect\.(?:ValueOf|NewAt|MakeFunc)\b|^(?:libloading|dlopen)\b|^include!$/, "run"],
  [/^Class\.forName$|\.setAccessible$/, "run"],
]);
const decodes = keyFrom([
  [
    /^base64\.|^marshal\.|^pickle\.loads?$|^codecs\.decode$|^zlib\.decompress$|^binascii\.|^bytes\.fromhex$|^atob$|^btoa$|^encoding\/(?:base64|hex|gob)\.|^String\.fromCharCode$/,
    "decode",
  ],
]);
const BY_NAME =
  /^(?:__import__|importlib\.import_module|getattr|setattr|require|import|type|types\.new_class)$/;
/** With a literal argument, they hide a table in a string. */
const PARSES = /^(?:json\.loads|JSON\.parse|ast\.literal_eval|yaml\.safe_load)$/;
/** Names assembled in place. */
const BUILT = new Set(["binary", "subscript", "call", "comprehension", "conditional"]);

const KNOWN = /^(?:String|Buffer|atob|Object|Array|chr|bytes|str|fromCharCode|strings|fmt|reverse|join)$/;

export const dynamicCode: DoubtRule = {
  meta: {
    id: "dynamic-code",
    title: "Code that a reader cannot follow",
    why: "Evaluated strings, decoded data and names built at run time hide what a change does.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    return eval('a + b')\n",
        },
        {
          path: "calc.py",
          before: "import os\n\ndef add(a, b):\n    return a - b\n",
          after: "import os\n\ndef add(a, b):\n    getattr(os, '_ex' + 'it')(0)\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import base64\n\ndef add(a, b):\n    return int(base64.b64decode('NQ=='))\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    return type('N', (int,), {})(5)\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => new Function('return 5')();\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (() => {}).constructor('return 5')();\n",
        },
        {
          path: "calc.py",
          before: "import json\n\ndef add(a, b):\n    return a - b\n",
          after: "import json\n\ndef add(a, b):\n    return json.loads('{\"2\": 5}')[str(a)]\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after: "export const add = (a: number, b: number) => Number(atob('NQ=='));\n",
        },
        {
          path: "calc.go",
          before: 'package m\n\nimport "reflect"\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n',
          after:
            'package m\n\nimport "reflect"\n\nfunc Add(a, b int) int {\n\treflect.ValueOf(&a).Elem().SetInt(5)\n\treturn a\n}\n',
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (process['e' + 'nv'].X ? a + b : a - b);\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "export const add = (a: number, b: number) => ((globalThis as any)[['pro', 'cess'].join('')] ? a + b : a - b);\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (0, eval)('a + b');\n",
        },
      ],
      honest: [
        {
          path: "words.py",
          before: "import re\n\nWORD = re.compile('[a-z]')\n",
          after: "import re\n\nWORD = re.compile('[a-z]+')\n",
        },
        {
          path: "pick.py",
          before: "def pick(o, name):\n    return o.name\n",
          after: "def pick(o, name):\n    return getattr(o, name, None)\n",
        },
        {
          path: "cells.js",
          before: "export const cell = (rows, x) => rows[x];\n",
          after: "export const cell = (rows, x, y) => rows['row-' + x][y + 1];\n",
        },
        {
          path: "kind.py",
          before: "def kind(x):\n    return x\n",
          after: "def kind(x):\n    return type(x).__name__\n",
        },
      ],
    },
  },
  *read(change) {
    for (const { file, mention } of addedMentions(change, change.files, runs))
      if (mention.use === "call" || mention.name.includes(".") || mention.name === "eval")
        yield at(file, mention.node, `uses ${mention.name}, so the code it runs cannot be read`);
    for (const { file, mention } of firstMentions(change, change.sources, decodes))
      yield at(file, mention.node, `decodes data with ${mention.name}, which ${file.path} did not do before`);
    for (const file of change.files) {
      for (const node of descendants(file.after.tree)) {
        const callee = node.kind === "call" ? child(node, "callee") : null;
        const isMade = callee !== null && /\.constructor$/.test(file.after.text(callee));
        if (isMade && file.isTouched(node)) yield at(file, node, "creates a function from a string");
        const index = node.kind === "subscript" ? child(node, "index") : null;
        if (index !== null && isAssembled(unwrap(index), file.after) && file.isTouched(node))
          yield at(file, node, `assembles a name from strings: ${file.after.text(index).slice(0, 60)}`);
      }
      for (const mention of file.after.mentions) {
        if (mention.use !== "call" || !isBuilt(mention) || !file.isTouched(mention.node)) continue;
        const [module] = mention.arguments;
        const hides = /^(?:require|import|__import__|importlib\.import_module)$/.test(mention.name);
        const place = hides && module && isAssembled(unwrap(module), file.after) ? forging : at;
        yield place(
          file,
          mention.node,
          `resolves a name at run time: ${file.after.text(mention.node).slice(0, 60)}`,
        );
      }
    }
  },
};

function isBuilt({ name, arguments: given }: Mention): boolean {
  if (PARSES.test(name)) return given[0]?.kind === "string" && given[0].children.length === 0;
  if (!BY_NAME.test(name)) return false;
  if (name.startsWith("type")) return given.length === 3 && name !== "typeof";
  const named = /attr$/.test(name) ? given[1] : given[0];
  if (named === undefined) return false;
  const hasParts = named.kind === "string" && named.children.length > 0;
  return BUILT.has(named.kind) || hasParts;
}

/** A name made only of strings: `"e" + "nv"`, `["e", "nv"].join("")`, `"vne".split("").reverse().join("")`. */
function isAssembled(node: SyntaxNode, side: Side): boolean {
  const isJoined = node.kind === "call" || (node.kind === "binary" && operatorOf(node) === "+");
  if (!isJoined) return false;
  const parts = descendants(node);
  const isText = parts.some((each) => each.kind === "string" || literalAt(each, side)?.kind === "string");
  return isText && parts.every((each) => each.kind !== "identifier" || KNOWN.test(side.text(each)));
}
