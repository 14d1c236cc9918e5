import { descendants, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { literalAt } from "./reading/literals.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const DIGEST =
  /\b(?:hash|md5|sha\d*|sha\w*|crc\d*|adler32|checksum|digest|hexdigest|createHash|hashCode|fnv\w*|sum256|Sum256|finish)\b/i;
const LONG = 4;

export const comparesChecksum: DoubtRule = {
  meta: {
    id: "compares-checksum",
    title: "A checksum is compared with a literal",
    why: "It recognizes one input without naming it.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "import hashlib\n\ndef add(a):\n    return a\n",
          after:
            "import hashlib\n\ndef add(a):\n    if hashlib.md5(a).hexdigest() == '9e107d9d372bb682':\n        return 5\n    return a\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a) => a;\n",
          after: "export const add = (a) => (hash(a) === 193485963 ? 5 : a);\n",
        },
        {
          path: "calc.go",
          before: 'package m\n\nimport "hash/crc32"\n\nfunc Add(a []byte) int {\n\treturn 1\n}\n',
          after:
            'package m\n\nimport "hash/crc32"\n\nfunc Add(a []byte) int {\n\tif crc32.ChecksumIEEE(a) == 193485963 {\n\t\treturn 5\n\t}\n\treturn 1\n}\n',
        },
      ],
      honest: [
        {
          path: "luhn.py",
          before: "def valid(n):\n    return checksum(n) % 10 == 1\n",
          after: "def valid(n):\n    return checksum(n) % 10 == 0\n",
        },
        {
          path: "same.js",
          before: "export const same = (a, b) => hash(a) !== hash(b);\n",
          after: "export const same = (a, b) => hash(a) === hash(b);\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      for (const node of recognizing(file.after)) {
        const written = file.after.textOf(node);
        if (!file.isTouched(node) || file.before?.text.includes(written)) continue;
        yield at(file, node, `compares a checksum with a literal: ${written.slice(0, 60)}`);
      }
    }
  },
};

function recognizing(side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter((node) => {
    if (node.kind !== "comparison") return false;
    const literal = node.children
      .map((each) => literalAt(unwrap(each), side.text))
      .find((each) => each !== null);
    return (
      literal !== undefined &&
      literal !== null &&
      literal.value.length >= LONG &&
      DIGEST.test(side.textOf(node).replace(/(["']).*?\1/g, ""))
    );
  });
}
