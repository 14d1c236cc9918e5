import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { at, type Slip } from "../slip.ts";

const anotherException: Slip = {
  why: "an exception that the same code also raises is not handled",
  chance: "likely",
  kinds: ["catch"],
  examples: {
    python: [
      [
        "try:\n    f()\nexcept TypeError:\n    g()\n",
        "try:\n    f()\nexcept (TypeError, ValueError):\n    g()\n",
      ],
    ],
  },
  leaves: { python: ["try:\n    f()\nexcept Exception:\n    g()\n"] },
  *correct(site, context) {
    const match =
      /^except (TypeError|ValueError|KeyError|IndexError|AttributeError|ZeroDivisionError)\b/.exec(
        context.text(site),
      );
    const name = match?.[1];
    if (name === undefined) return;
    const start = site.start + "except ".length;
    for (const other of ["ValueError", "TypeError", "KeyError", "IndexError"])
      if (other !== name) yield [at({ start, end: start + name.length }, `(${name}, ${other})`)];
  },
};

const MOST_BRANCHES = 8;

/** A condition and what follows it, up to the end of its block. */
interface Branch {
  readonly condition: string;
  readonly start: number;
  readonly end: number;
}

const handlers: Slip = {
  why: "a handler that is never reached, because one for a wider kind of exception comes first",
  chance: "shown",
  kinds: ["try"],
  examples: {
    python: [
      [
        "try:\n    f()\nexcept Exception as e:\n    g(e)\nexcept ValueError:\n    h()\n",
        "try:\n    f()\nexcept ValueError:\n    h()\nexcept Exception as e:\n    g(e)\n",
      ],
    ],
  },
  leaves: { python: ["try:\n    f()\nexcept OSError:\n    h()\nexcept Exception as e:\n    g(e)\n"] },
  *correct(site, context) {
    const branches = site.children.flatMap((each): readonly Branch[] => {
      const condition = /^except (\w+)/.exec(context.text(each))?.[1];
      return each.kind !== "catch" || condition === undefined
        ? []
        : [{ condition, start: each.start, end: each.end }];
    });
    yield inOrder(branches, isWiderException, context);
  },
};

/** Moves each branch before the first one that is wider. */
function inOrder(
  branches: readonly Branch[],
  isWiderThan: (earlier: string, later: string) => boolean,
  context: Context,
): readonly Change[] {
  if (branches.length > MOST_BRANCHES) return [];
  const order: Branch[] = [];
  for (const branch of branches) {
    const wider = order.findIndex((each) => isWiderThan(each.condition, branch.condition));
    order.splice(wider === -1 ? order.length : wider, 0, branch);
  }
  return branches.flatMap((each, position) => {
    const other = order[position] ?? each;
    return other === each ? [] : [at(each, context.source.slice(other.start, other.end))];
  });
}

const SUBCLASSES: Readonly<Record<string, RegExp>> = {
  BaseException: /^(?!BaseException$)/,
  Exception: /^(?!BaseException$|Exception$|KeyboardInterrupt$|SystemExit$)/,
  OSError: /^(?:FileNotFound|FileExists|Permission|IsADirectory|NotADirectory|Timeout|Connection\w*)Error$/,
  LookupError: /^(?:Key|Index)Error$/,
  ArithmeticError: /^(?:ZeroDivision|Overflow)Error$/,
  ValueError: /^(?:Unicode\w*|JSONDecode)Error$/,
};

function isWiderException(earlier: string, later: string): boolean {
  return Object.hasOwn(SUBCLASSES, earlier) && SUBCLASSES[earlier]?.test(later) === true;
}

export const pythonExceptionsSlips: readonly Slip[] = [anotherException, handlers];
