import { child, descendants, enclosingFunction } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const nestedGenerator: Slip = {
  why: "a generator that yields another one instead of its items",
  chance: "shown",
  kinds: ["yield"],
  examples: {
    python: [
      [
        "def f(xs):\n    for x in xs:\n        yield f(x)\n",
        "def f(xs):\n    for x in xs:\n        yield from f(x)\n",
      ],
    ],
  },
  leaves: { python: ["def f(xs):\n    for x in xs:\n        yield x\n"] },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = owner === null ? null : child(owner, "name");
    if (name === null || !context.text(site).startsWith(`yield ${context.text(name)}(`)) return;
    yield [before(site.start + "yield".length, " from")];
  },
};

const raisedInGenerator: Slip = {
  why: "a generator ends by returning: StopIteration that is raised in it becomes a RuntimeError",
  chance: "shown",
  kinds: ["throw"],
  examples: {
    python: [
      [
        "def f(xs):\n    for x in xs:\n        if not x:\n            raise StopIteration\n        yield x\n",
        "def f(xs):\n    for x in xs:\n        if not x:\n            return\n        yield x\n",
      ],
    ],
  },
  leaves: { python: ["def f(xs):\n    raise StopIteration\n"] },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !/^raise StopIteration(?:\(\))?$/.test(context.text(site))) return;
    if (descendants(owner).some(({ kind }) => kind === "yield")) yield [at(site, "return")];
  },
};

export const pythonGeneratorsSlips: readonly Slip[] = [nestedGenerator, raisedInGenerator];
