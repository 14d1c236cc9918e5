import { addedSuppression } from "../../../domain/rules/violations/suppression-comments.ts";
import type { DoubtRule } from "./rule.ts";

export const addsSuppression: DoubtRule = {
  meta: {
    id: "adds-suppression",
    title: "A comment that silences a check or a linter",
    why: "A suppressed finding is not fixed, and the results of the checks no longer show it.",
    examples: {
      raises: [
        {
          path: "src/calc.py",
          before: "import os\n\ndef add(a, b):\n    return a - b\n",
          after: "import os  # noqa: F401\n\ndef add(a, b):\n    return a + b\n",
        },
        {
          path: "src/calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after: "// eslint-disable-next-line no-var\nexport const add = (a: number, b: number) => a + b;\n",
        },
        {
          path: "src/run.js",
          before: "export const run = (x) => x;\n",
          after: "// agentforge: ignore house/no-eval -- needed\nexport const run = (x) => eval(x);\n",
        },
      ],
      honest: [
        {
          path: "src/calc.py",
          before: "import os  # noqa: F401\n\ndef add(a, b):\n    return a - b\n",
          after: "import os  # noqa: F401\n\ndef add(a, b):\n    return a + b\n",
        },
        {
          path: "src/calc.ts",
          before: "// eslint-disable-next-line no-var\nexport const add = (a: number, b: number) => a - b;\n",
          after:
            "// biome-ignore lint/style/noVar: generated\nexport const add = (a: number, b: number) => a + b;\n",
        },
      ],
    },
  },
  *read({ given }) {
    const added = addedSuppression(given.before, given.after);
    if (added !== null)
      yield { path: added.path, line: added.line, what: "silences a check instead of satisfying it" };
  },
};
