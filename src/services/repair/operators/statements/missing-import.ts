import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import { NODE_NAMES, PYTHON_MODULES, PYTHON_NAMES } from "../../languages/library-names.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["missing-import"];

export const missingImport: Operator = {
  meta: {
    id: "missing-import",
    title: "Import a name from the standard library",
    why: "A module or function is used and its import was forgotten.",
    cost: costs.prior,
    kinds: ["identifier"],
    most: 2,
    examples: [
      {
        language: "python",
        before: "def f(x):\n    return math.floor(x)",
        after: "import math\ndef f(x):\n    return math.floor(x)",
      },
      {
        language: "python",
        before: '"""Doc."""\nimport re\nd = defaultdict(list)',
        after: '"""Doc."""\nfrom collections import defaultdict\nimport re\nd = defaultdict(list)',
      },
      {
        language: "javascript",
        before: 'import a from "a";\nx = join(a, b);',
        after: 'import { join } from "node:path";\nimport a from "a";\nx = join(a, b);',
      },
    ],
    leaves: [
      { language: "python", code: "import math\nx = math.floor(y)" },
      { language: "javascript", code: "const join = (a) => a;\nx = join(a);" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site)) return;
    const name = context.text(site);
    const line = importOf(name, context);
    if (line === null || isBound(name, context)) return;
    const at = placeOf(context.source);
    yield { edits: [{ start: at, end: at, text: `${line}\n` }], extra: 0 };
  },
};

function importOf(name: string, context: Context): string | null {
  const { language, source } = context;
  if (language.id === "python") {
    if (PYTHON_MODULES.has(name) && new RegExp(`\\b${name}\\.\\w`).test(source)) return `import ${name}`;
    const from = holderOf(name, PYTHON_NAMES);
    return from === null ? null : `from ${from} import ${name}`;
  }
  if (!isScript(context)) return null;
  const from = holderOf(name, NODE_NAMES);
  if (from === null) return null;
  if (/^import\b/m.test(source)) return `import { ${name} } from "${from}";`;
  return /\brequire\(/.test(source) ? `const { ${name} } = require("${from}");` : null;
}

function holderOf(name: string, table: Readonly<Record<string, string>>): string | null {
  return Object.entries(table).find(([, names]) => names.split(" ").includes(name))?.[0] ?? null;
}

/** Whether the name is bound anywhere in the file. */
function isBound(name: string, context: Context): boolean {
  return boundIn(context).has(name);
}

const boundIn = remembered(({ source, tree, variables }: Context): ReadonlySet<string> => {
  const found = new Set<string>();
  const BINDING =
    /\b(?:import|from|as|def|class|function|const|let|var|for|with|global|lambda)\b([^\n:=]*)|^\s*([\w\s,]+)=|\(([^()]*)\)\s*(?:=>|:|\{)/gm;
  for (const match of source.matchAll(BINDING))
    for (const [word] of (match[1] ?? match[2] ?? match[3] ?? "").matchAll(/\w+/g)) found.add(word);
  for (const { name } of variables(tree)) found.add(name);
  return found;
});

/** Before the first import; without one, after the comments and the docstring at the top. */
function placeOf(source: string): number {
  const first = /^(?:import|from)\s|^(?:const|var)\s.*\brequire\(/m.exec(source);
  if (first !== null) return first.index;
  return /^(?:#[^\n]*\n|\s*\n|"use strict";?\n|("""|''')[\s\S]*?\1[^\n]*\n)*/.exec(source)?.[0].length ?? 0;
}
