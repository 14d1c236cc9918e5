import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "../../domain/rules/languages/languages.ts";
import { openFile } from "./checked-file.ts";
import { findCircles } from "./circles.ts";
import { ImportResolver, readImports } from "./imports.ts";

const TREE = [
  "src/a.ts",
  "src/b/index.ts",
  "src/c.tsx",
  "pkg/__init__.py",
  "pkg/mod.py",
  "pkg/sub/deep.py",
  "src/lib/top.py",
  "internal/store/store.go",
  "crate/src/lib.rs",
  "crate/src/net.rs",
  "crate/src/net/tcp.rs",
  "app/src/main/java/org/shop/Cart.java",
];

describe("imports", () => {
  it.each<[from: string, text: string, targets: (string | null)[]]>([
    ["src/x.ts", 'import { a } from "./a.js";\nexport * from "./b";\n', ["src/a.ts", "src/b/index.ts"]],
    ["src/x.ts", 'import type { C } from "./c.tsx";\nconst z = await import("zod");\n', ["src/c.tsx", null]],
    ["src/x.js", 'const a = require("./a.ts");\nconst text = "import x from y";\n', ["src/a.ts"]],
    [
      "pkg/x.py",
      "import os\nfrom . import mod\nfrom .sub.deep import f as g\n",
      [null, "pkg/mod.py", "pkg/sub/deep.py"],
    ],
    ["pkg/sub/deep.py", "from ..mod import x\nfrom pkg import *\n", ["pkg/mod.py", "pkg/__init__.py"]],
    ["main.py", "import pkg.mod, lib.top\n", ["pkg/mod.py", "src/lib/top.py"]],
    [
      "cmd/main.go",
      'package main\n\nimport (\n\t"fmt"\n\ts "example.com/x/internal/store"\n)\n',
      [null, "internal/store/store.go"],
    ],
    [
      "crate/src/lib.rs",
      "mod net;\nuse crate::net::tcp::Stream;\nuse std::io;\n",
      ["crate/src/net.rs", "crate/src/net/tcp.rs", null],
    ],
    ["crate/src/net/tcp.rs", "use super::super::net;\n", [null]],
    [
      "app/src/main/java/org/shop/App.java",
      "import org.shop.Cart;\nimport java.util.List;\n",
      ["app/src/main/java/org/shop/Cart.java", null],
    ],
  ])("of %s: %j", (from, text, targets) => {
    const language = languageOf(from);
    const resolver = new ImportResolver(TREE);
    const found = readImports(openFile(from, text)).map(({ specifier }) =>
      language === null ? null : resolver.resolve(language, from, specifier),
    );
    expect(found).toEqual(targets);
  });
});

describe("findCircles", () => {
  it("finds the groups that reach one another", () => {
    const node = fc.constantFrom("a", "b", "c", "d", "e");
    const graph = fc.dictionary(node, fc.array(node, { maxLength: 3 }), { noNullPrototype: true });
    fc.assert(
      fc.property(graph, (edges) => {
        const map = new Map(Object.entries(edges));
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          (map.get(from) ?? []).some((next) => {
            if (next === to) return true;
            if (seen.has(next)) return false;
            seen.add(next);
            return reaches(next, to, seen);
          });
        const inCircle = ["a", "b", "c", "d", "e"].filter((each) => reaches(each, each));
        const circles = findCircles(map);
        expect(circles.flat().sort()).toEqual(inCircle);
        for (const circle of circles) {
          for (const left of circle) for (const right of circle) expect(reaches(left, right)).toBe(true);
        }
      }),
    );
  });

  it("does not overflow on a long chain", () => {
    const chain = Array.from({ length: 50_000 }, (_, index): [string, string[]] => [
      `${index}`,
      [`${index + 1}`],
    ]);
    expect(findCircles(new Map([...chain, ["50000", ["0"]]]))[0]?.length).toBe(50_001);
  });
});
