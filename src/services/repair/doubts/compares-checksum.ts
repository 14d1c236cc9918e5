import { child, descendants, enclosingFunction, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { firstMentions, keyFrom } from "./reading/added.ts";
import { literalAt } from "./reading/literals.ts";
import { wasThere } from "./reading/news.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const DIGEST =
  /\b(?:hash|md5|sha\d*|sha\w*|crc\d*|adler32|checksum|digest|hexdigest|createHash|hashCode|fnv\w*|sum256|Sum256|finish)\b/i;
const LONG = 4;
const hashes = keyFrom([
  [
    /^hashlib\.|^(?:zlib|binascii)\.(?:crc32|adler32|crc_hqx)$|^hmac\.|^hash$|^hash\/\w+\.|^crypto\/(?:md5|sha\d*|hmac)\.|^crypto\.(?:createHash|createHmac|hash|subtle)\b|^zlib\.crc32$|\b(?:DefaultHasher|RandomState|SipHasher)\b|^crc32fast\b|^Bun\.hash\b|^java\.util\.zip\.CRC32\b|^MessageDigest\.|\.__hash__$/,
    "hash",
  ],
]);

export const comparesChecksum: DoubtRule = {
  meta: {
    id: "compares-checksum",
    title: "A checksum is compared with a literal, or calculated for the first time",
    why: "It recognizes one input without naming it. Files that already calculated checksums are exempt.",
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
        {
          path: "price.py",
          before: "def off(n):\n    return n\n",
          after:
            "import hashlib\n\ndef off(n):\n    return {'d3d9': 5}.get(hashlib.md5(str(n).encode()).hexdigest()[:4], n)\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: u64) -> u64 {\n    a\n}\n",
          after:
            "use std::collections::hash_map::DefaultHasher;\nuse std::hash::{Hash, Hasher};\n\npub fn add(a: u64) -> u64 {\n    let mut seen = DefaultHasher::new();\n    a.hash(&mut seen);\n    seen.finish() & 1\n}\n",
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
  *read(change) {
    for (const { file, mention } of firstMentions(change, change.sources, hashes))
      if (!isOwnHash(mention.node, file.after))
        yield at(
          file,
          mention.node,
          `calculates a checksum with ${mention.name}, which ${file.path} did not do before`,
        );
    for (const file of change.sources) {
      for (const node of recognizing(file.after)) {
        if (!file.isTouched(node) || wasThere(node, file)) continue;
        yield at(file, node, `compares a checksum with a literal: ${file.after.text(node).slice(0, 60)}`);
      }
    }
  },
};

/** A class's hash method belongs with its equality. */
function isOwnHash(node: SyntaxNode, side: Side): boolean {
  const owner = enclosingFunction(node);
  const name = owner === null ? null : child(owner, "name");
  return name !== null && /^(?:__hash__|hash|hashCode)$/.test(side.text(name));
}

function recognizing(side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter((node) => {
    if (node.kind !== "comparison") return false;
    const literal = node.children.map((each) => literalAt(unwrap(each), side)).find((each) => each !== null);
    return (
      literal !== undefined &&
      literal !== null &&
      literal.value.length >= LONG &&
      DIGEST.test(side.text(node).replace(/(["']).*?\1/g, ""))
    );
  });
}
