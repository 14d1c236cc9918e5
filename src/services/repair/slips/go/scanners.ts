import { child, descendants, enclosingFunction, type Kind } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const ADVANCES = /^(\w+)\.(?:Scan|Next)\(\)$/;

const LOOPS: ReadonlySet<Kind> = new Set(["while", "for-classic"]);

export const goScannersSlips: readonly Slip[] = [
  {
    why: "a scanner or rows whose error nobody asks for after the loop",
    chance: "shown",
    kinds: ["return"],
    examples: {
      go: [
        [
          "package p\nfunc f(sc *bufio.Scanner) (int, error) {\n\tn := 0\n\tfor sc.Scan() {\n\t\tn++\n\t}\n\treturn n, nil\n}",
          "package p\nfunc f(sc *bufio.Scanner) (int, error) {\n\tn := 0\n\tfor sc.Scan() {\n\t\tn++\n\t}\n\treturn n, sc.Err()\n}",
        ],
        [
          "package p\nfunc f(sc *bufio.Scanner) error {\n\tfor n := 1; sc.Scan(); n++ {\n\t\tg(n)\n\t}\n\treturn nil\n}",
          "package p\nfunc f(sc *bufio.Scanner) error {\n\tfor n := 1; sc.Scan(); n++ {\n\t\tg(n)\n\t}\n\treturn sc.Err()\n}",
        ],
      ],
    },
    leaves: {
      go: [
        "package p\nfunc f(sc *bufio.Scanner) (string, error) {\n\tif sc.Scan() {\n\t\treturn sc.Text(), nil\n\t}\n\treturn g()\n}",
      ],
    },
    *correct(site, { text }) {
      const owner = enclosingFunction(site);
      const last =
        site.children[0]?.kind === "tuple" ? site.children[0].children.at(-1) : site.children.at(-1);
      if (owner === null || last?.kind !== "null") return;
      for (const loop of descendants(owner)) {
        const condition = LOOPS.has(loop.kind) && loop.end < site.start ? child(loop, "condition") : null;
        const name = condition === null ? undefined : ADVANCES.exec(text(condition))?.[1];
        if (name !== undefined) yield [at(last, `${name}.Err()`)];
      }
    },
  },
];
