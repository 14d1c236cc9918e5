import type { Context } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import type { Change } from "../../syntax/change.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import { operatorOf } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const MOST_NUMBERS = 4;

/** Larger numbers of a call are left to the operator for numbers. */
const LARGEST_SIZE = 2;

/** Fill and alignment, sign, leading zero, width, separator and precision of a format. */
const FORMAT = /^((?:.?[<>^=])?[-+ #]*0?)(\d*)[,_]?(?:\.(\d+))?[a-zA-Z%]?$/;

const python: Slip = {
  why: "a number format with one digit too few or too many",
  chance: "likely",
  kinds: ["string", "call"],
  examples: {
    python: [
      ['x = f"{n:02d}"', 'x = f"{n:03d}"'],
      ['x = f"{n:>8.1f}"', 'x = f"{n:>8.2f}"'],
      ['x = "{:.1f}".format(n)', 'x = "{:.2f}".format(n)'],
      ['x = "%02d" % n', 'x = "%03d" % n'],
      ['x = format(n, "02d")', 'x = format(n, "03d")'],
      ["x = str(n).zfill(2)", "x = str(n).zfill(3)"],
      ['x = str(n).rjust(2, "0")', 'x = str(n).rjust(3, "0")'],
    ],
  },
  leaves: { python: ['x = "10:30"', 'x = "{:d}".format(n)', 'x = "%d" % n'] },
  *correct(site, context) {
    if (site.kind === "call") yield* resizedCall(site, /^(?:zfill|rjust|ljust|center)$/, context);
    else for (const each of pythonFormats(site, context)) yield* resized(each);
  },
};

function* resizedCall(site: SyntaxNode, names: RegExp, context: Context): Generator<readonly Change[]> {
  const call = callOf(site, context);
  const [size] = call?.given ?? [];
  if (call === null || call.object === null || !names.test(call.name) || size?.kind !== "number") return;
  if (Number(context.text(size)) <= LARGEST_SIZE)
    yield* oneMoreOrLess({ start: size.start, text: context.text(size) });
}

interface Part {
  readonly start: number;
  readonly text: string;
}

/** The formats in a text: of its placeholders, or the whole text as an argument of `format`. */
function pythonFormats(site: SyntaxNode, context: Context): readonly Part[] {
  const text = context.text(site);
  const call = site.parent?.kind === "arguments" ? callOf(site.parent.parent, context) : null;
  const part = (start: number, inner: string): Part => ({ start: site.start + start, text: inner });
  if (call?.name === "format" && call.object === null) return [part(1, text.slice(1, -1))];
  const isTemplate = /^[rR]?[fF]/.test(text) || site.parent?.kind === "attribute";
  const isOld = site.role === "left" && operatorOf(site.parent) === "%";
  const pattern = isTemplate ? /\{[^{}]*:([^{}:]+)\}/g : isOld ? /%([-0 +]*\d*(?:\.\d+)?[dfsxXeg])/g : null;
  if (pattern === null) return [];
  return [...text.matchAll(pattern)]
    .slice(0, MOST_NUMBERS)
    .map((match) => part(match.index + match[0].lastIndexOf(match[1] ?? ""), match[1] ?? ""));
}

function* resized(format: Part): Generator<readonly Change[]> {
  const [, head = "", width = "", precision] = FORMAT.exec(format.text) ?? [];
  const dot = format.text.indexOf(".", head.length);
  if (precision !== undefined) yield* oneMoreOrLess({ start: format.start + dot + 1, text: precision });
  else if (width !== "") yield* oneMoreOrLess({ start: format.start + head.length, text: width });
}

function* oneMoreOrLess({ start, text }: Part): Generator<readonly Change[]> {
  const size = Number(text);
  if (!/^\d+$/.test(text)) return;
  const place = { start, end: start + text.length };
  yield [at(place, String(size + 1))];
  if (size > 0) yield [at(place, String(size - 1))];
}

const javascript: Slip = {
  why: "a number format with one digit too few or too many",
  chance: "likely",
  kinds: ["call"],
  examples: {
    javascript: [
      ["x = String(n).padStart(2, '0');", "x = String(n).padStart(3, '0');"],
      ["x = n.toFixed(1);", "x = n.toFixed(2);"],
      ["x = n.toFixed(1);", "x = n.toFixed(0);"],
    ],
  },
  leaves: { javascript: ["x = n.toFixed(d);"] },
  *correct(site, context) {
    yield* resizedCall(site, /^(?:padStart|padEnd|toFixed|toPrecision)$/, context);
  },
};

export const numberWidthsSlips: readonly Slip[] = [python, javascript];
